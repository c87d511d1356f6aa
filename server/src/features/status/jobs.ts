/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface ExpireStatus {
  userId: number;
  /** The time that the status had, in milliseconds since 1970: with another one it is another status. */
  at: number;
}

export const statusJobs = { expireStatus: jobKind<ExpireStatus>('expireStatus') };
