/** What a job is: work that a transaction asks for, done after its commit, and tried again until it succeeds. */
import type { AppContext } from '../context/index.ts';

export interface JobContext<Payload> {
  app: AppContext;
  orgId: number;
  payload: Payload;
  /** 1 for the first try. */
  attempt: number;
}

export type JobHandler<Payload> = (context: JobContext<Payload>) => Promise<void>;

/** The name of a job as its rows have it. The type says what its payload is, which is stored as JSON. */
export interface JobKind<Payload> {
  readonly name: string;
  /** Never present: it ties the payload's type to the kind. */
  readonly payload?: Payload;
}

/** What does the jobs of one kind. */
export interface Job {
  readonly kind: string;
  readonly handle: JobHandler<never>;
  /** It waits for servers that people choose: such jobs run beside the others, which they must not hold up. */
  readonly isSlow: boolean;
}

export const jobKind = <Payload>(name: string): JobKind<Payload> => ({ name });

export const defineJob = <Payload>(
  kind: JobKind<Payload>,
  handle: JobHandler<Payload>,
  { isSlow = false }: { isSlow?: boolean } = {},
): Job => ({ kind: kind.name, handle, isSlow });
