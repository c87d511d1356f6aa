/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface MissedMessages {
  userId: number;
  conversation: string;
  /** When the first of them was noted. */
  since: number;
}

export interface PushMissed {
  userId: number;
  /** When the message came that it was enqueued for. */
  since: number;
}

export const jobs = {
  /** Sends an email about missed messages. */
  missedMessages: jobKind<MissedMessages>('missedMessages'),
  /** Sends push notifications of what someone missed. */
  pushMissed: jobKind<PushMissed>('pushMissed'),
};
