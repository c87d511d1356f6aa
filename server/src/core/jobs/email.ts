/** The job that sends an email. */
import { deliverEmail } from '../../lib/mail/deliver.ts';
import type { Email } from '../../lib/mail/email.ts';
import { loadImages } from '../../lib/mail/images.ts';
import { defineJob, jobKind } from './job.ts';

export const sendEmail = jobKind<Email>('email');

export const emailJob = defineJob(sendEmail, async ({ app, payload }) =>
  deliverEmail(app.config, payload, await loadImages(app.files.store, payload.images)),
);
