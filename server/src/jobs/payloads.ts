/** Every kind of job and what it is given; `handlers.ts` must have each. */
import type { DeleteSent } from '../features/messages/delete-sent.ts';
import type { Email } from '../mail/email.ts';

export interface JobPayloads {
  deleteSent: DeleteSent;
  email: Email;
}

export type JobKind = keyof JobPayloads;
