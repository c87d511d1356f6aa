/** Sending one e-mail, by a job. */
import { deliverEmail } from '../../lib/mail/deliver.ts';
import type { Email } from '../../lib/mail/email.ts';
import { defineJob, jobKind } from './job.ts';

export const sendEmail = jobKind<Email>('email');

export const emailJob = defineJob(sendEmail, ({ app, payload }) => deliverEmail(app.config, payload));
