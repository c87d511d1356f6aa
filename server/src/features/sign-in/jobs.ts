/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** Sends a link to reset the password, if the address is that of an account. */
  resetPassword: jobKind<{ email: string }>('resetPassword'),
};
