/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Asks whether a new address belongs to the person. */
  confirmEmail: jobKind<{ userId: number; email: string }>('confirmEmail'),
  /** Notifies the former address, with a link that undoes the change. */
  emailChanged: jobKind<{ userId: number; before: string; after: string }>('emailChanged'),
};
