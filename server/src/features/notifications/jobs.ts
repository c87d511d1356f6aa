/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface MissedMessages {
  userId: number;
  conversation: string;
  /** When the first of the messages was stored here, in milliseconds since 1970. */
  since: number;
}

export interface SendMissed {
  userId: number;
  conversation: string;
  /** Ascending. */
  messageIds: number[];
}

export interface PushMissed {
  userId: number;
  /** When the job was first enqueued, in milliseconds since 1970. */
  since: number;
  /** The first message that it was enqueued for; absent if it was for none in particular. */
  first?: number;
}

export interface PushUrgent {
  userId: number;
  messageId: number;
}

export const jobs = {
  /** Finds the messages of an email, once the user does not read them in the app. */
  missedMessages: jobKind<MissedMessages>('missedMessages'),
  /** Composes and sends one email about missed messages, again at each attempt. */
  sendMissed: jobKind<SendMissed>('sendMissedEmail'),
  /** Sends push notifications of missed messages. */
  pushMissed: jobKind<PushMissed>('pushMissed'),
  /** Sends the push notification of one message, whether or not the user is to be disturbed. */
  pushUrgent: jobKind<PushUrgent>('pushUrgent'),
};
