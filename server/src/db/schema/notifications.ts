/** Tables of notifications outside the app; conventions are in `schema.ts`. */

import type {
  NotificationObstacle,
  NotificationTrigger,
  QuietReason,
} from '../../../../wire/notifications.ts';
import type { Generated } from 'kysely';

/** A message that someone is to have an email about unless they read it before. */
interface MissedEmailTable {
  user_id: number;
  message_id: number;
  org_id: number;
  /** The messages of one are notified together: `channel 4 lunch` or `direct 7`. */
  conversation: string;
  /** `NotificationTrigger` of wire/notifications.ts. */
  cause: string;
  /** `emailState` of features/notifications/missed.ts. */
  state: number;
  changed_at: number;
}

/** Whether and how someone was to be notified of a message, as it was decided when it came. */
interface NotificationDecisionTable {
  user_id: number;
  message_id: number;
  org_id: number;
  /** null when there was none. */
  cause: NotificationTrigger | null;
  /** null when the user was to be notified. */
  obstacle: NotificationObstacle | null;
  /** Bits of `wayBit` in features/notifications/decision-rows.ts. */
  ways: number;
  /** `pushState` there. */
  push_state: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Why nothing was to arrive at first; null if it could, and in decisions of earlier versions. */
  quiet: QuietReason | null;
  /** When that was to end. */
  quiet_until: number | null;
  /** When its sender had the user notified all the same. */
  urgent_at: Generated<number | null>;
  decided_at: number;
  changed_at: number;
}

/** A browser or an app that receives push notifications by RFC 8030. */
interface PushSubscriptionTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  /** The session of a browser, with which the subscription ends. Null for apps that use an API key. */
  session_id: number | null;
  kind: 'web' | 'unifiedpush';
  endpoint: string;
  endpoint_hash: string;
  p256dh: string;
  auth: string;
  name: string;
  created_at: number;
  delivered_at: number | null;
  failed_at: number | null;
  last_error: string | null;
}

/** Who was last considered for a digest, and when; whether one was sent or not. */
interface DigestEmailTable {
  user_id: number;
  org_id: number;
  considered_at: number;
}

/** An address by which emails are posted to a channel. */
interface ChannelEmailTable {
  token: string;
  org_id: number;
  channel_id: number;
  /** Who was given it: they must be allowed to post there. */
  user_id: number;
  /** In whose name it is posted: they themselves, their bot, or the gateway bot. */
  sender_id: number;
  created_at: number;
}

export interface NotificationTables {
  digest_email: DigestEmailTable;
  channel_email: ChannelEmailTable;
  notification_decision: NotificationDecisionTable;
  push_subscription: PushSubscriptionTable;
  missed_email: MissedEmailTable;
}
