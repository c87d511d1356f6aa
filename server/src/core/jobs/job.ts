/** A job: work that a transaction enqueues, run after its commit and retried until it succeeds. */
import type { AppContext } from '../context/index.ts';
import { deliverEmail } from '../../lib/mail/deliver.ts';
import type { Email, StorableEmail } from '../../lib/mail/email.ts';
import { loadImages } from '../../lib/mail/images.ts';
import { isRefusalOfOneEmail, isRefusedRecipient, isRefusedSize } from '../../lib/mail/refusals.ts';
import { errorMessage } from '../../lib/thrown.ts';

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

/**
 * Jobs in one lane only delay each other. What waits for servers or programs that people choose, or takes as long as their files make it, has
 * a lane for its purpose, so that slow webhooks make no notification late.
 */
export const jobLanes = {
  usual: 4,
  push: 8,
  webhooks: 8,
  bots: 4,
  previews: 4,
  pictures: 2,
} as const;

export type JobLaneName = keyof typeof jobLanes;

/** The handler of a kind of job. */
export interface Job {
  readonly kind: string;
  readonly handle: JobHandler<never>;
  readonly lane: JobLaneName;
}

export const jobKind = <Payload>(name: string): JobKind<Payload> => ({ name });

export const defineJob = <Payload>(
  kind: JobKind<Payload>,
  handle: JobHandler<Payload>,
  lane: JobLaneName = 'usual',
): Job => ({ kind: kind.name, handle, lane });

// Sends an email: from a job with the email in it, or composed by the job of a feature.

export const sendEmail = jobKind<StorableEmail>('email');

export const emailJob = defineJob(sendEmail, ({ app, payload }) => sendNow(app, payload));

/** @throws PermanentFailure if the mail server refuses the recipient or the size for good, any other error for a failure that may pass */
export async function sendNow(
  app: Pick<AppContext, 'config' | 'files' | 'external'>,
  email: Email,
): Promise<void> {
  const images = await loadImages(app.files.store, email.images);
  try {
    const deliver = () => deliverEmail(app.config, email, images);
    await (app.config.smtpUrl === undefined
      ? deliver()
      : app.external.watch('mail', deliver, isRefusalOfOneEmail));
  } catch (error) {
    const what = isRefusedRecipient(error)
      ? 'the recipient'
      : isRefusedSize(error) && 'the size of the email';
    if (what === false) throw error;
    throw new PermanentFailure(`The mail server refused ${what} for good: ${errorMessage(error)}`);
  }
}
