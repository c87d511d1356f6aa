/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export const jobs = {
  /** The address as it was typed: the account may not exist. */
  resetPassword: jobKind<{ email: string }>('resetPassword'),
};
