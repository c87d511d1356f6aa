/** The kinds of jobs of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface MissedMessages {
  userId: number;
  conversation: string;
  /** When the first of them was noted. */
  since: number;
}

export const jobs = {
  /** Sends an e-mail about missed messages. */
  missedMessages: jobKind<MissedMessages>('missedMessages'),
};
