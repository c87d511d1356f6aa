/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Sends the link that confirms a new address. */
  confirmEmail: jobKind<{ userId: number; email: string }>('confirmEmail'),
  /** Sends a link that undoes the change to the former address. */
  emailChanged: jobKind<{ userId: number; before: string; after: string }>('emailChanged'),
};
