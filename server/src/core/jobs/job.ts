/** A job: work that a transaction enqueues, run after its commit and retried until it succeeds. */
import type { AppContext } from '../context/index.ts';

export interface JobContext<Payload> {
  app: AppContext;
  orgId: number;
  payload: Payload;
  /** 1 for the first attempt. */
  attempt: number;
}

/** Thrown by a handler when no later attempt can succeed: the job is dead at once. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

export type JobHandler<Payload> = (context: JobContext<Payload>) => Promise<void>;

/** A kind of job. The type parameter is its payload, which is stored as JSON. */
export interface JobKind<Payload> {
  readonly name: string;
  /** Never present: binds the payload's type to the kind. */
  readonly payload?: Payload;
}

/** The handler of a kind of job. */
export interface Job {
  readonly kind: string;
  readonly handle: JobHandler<never>;
  /**
   * Whether it waits for servers that users choose: such jobs run in a separate lane, so that they do not delay
   * others.
   */
  readonly isSlow: boolean;
}

export const jobKind = <Payload>(name: string): JobKind<Payload> => ({ name });

export const defineJob = <Payload>(
  kind: JobKind<Payload>,
  handle: JobHandler<Payload>,
  { isSlow = false }: { isSlow?: boolean } = {},
): Job => ({ kind: kind.name, handle, isSlow });
