/** Sends an email: from a job with the email in it, or composed by the job of a feature. */
import { deliverEmail } from '../../lib/mail/deliver.ts';
import type { Email, StorableEmail } from '../../lib/mail/email.ts';
import { loadImages } from '../../lib/mail/images.ts';
import { isRefusalOfOneEmail, isRefusedRecipient, isRefusedSize } from '../../lib/mail/refusals.ts';
import { errorMessage } from '../../lib/thrown.ts';
import type { AppContext } from '../context/index.ts';
import { defineJob, jobKind, PermanentFailure } from './job.ts';

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
