/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface MissedMessages {
  userId: number;
  conversation: string;
  /** When the first of the messages was stored here, in milliseconds since 1970. */
  since: number;
}

export interface PushMissed {
  userId: number;
  /** When the job was first enqueued, in milliseconds since 1970. */
  since: number;
}

export const jobs = {
  /** Sends an email about missed messages. */
  missedMessages: jobKind<MissedMessages>('missedMessages'),
  /** Sends push notifications of missed messages. */
  pushMissed: jobKind<PushMissed>('pushMissed'),
};
