/** Every kind of job and what it is given; `handlers.ts` must have each. */
import type { Email } from '../mail/email.ts';

export interface JobPayloads {
  email: Email;
}

export type JobKind = keyof JobPayloads;
