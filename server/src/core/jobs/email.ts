/** The job that sends an email. */
import { deliverEmail } from '../../lib/mail/deliver.ts';
import type { Email } from '../../lib/mail/email.ts';
import { loadImages } from '../../lib/mail/images.ts';
import { isRefusedRecipient } from '../../lib/mail/refused-recipient.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { defineJob, jobKind, PermanentFailure } from './job.ts';

export const sendEmail = jobKind<Email>('email');

export const emailJob = defineJob(sendEmail, async ({ app, payload }) => {
  const images = await loadImages(app.files.store, payload.images);
  try {
    await deliverEmail(app.config, payload, images);
  } catch (error) {
    if (!isRefusedRecipient(error)) throw error;
    throw new PermanentFailure(`The mail server refused the recipient for good: ${errorMessage(error)}`);
  }
});
