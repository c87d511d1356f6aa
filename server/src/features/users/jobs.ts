/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface ConfirmEmail {
  userId: number;
  email: string;
  /** Whether the request has a link, without which it was cancelled. COMPAT(heddle): earlier versions stored none. */
  isNoted?: true;
}

export const jobs = {
  /** Sends the link that confirms a new address. */
  confirmEmail: jobKind<ConfirmEmail>('confirmEmail'),
  /** Sends a link that undoes the change to the former address. */
  emailChanged: jobKind<{ userId: number; before: string; after: string }>('emailChanged'),
};
