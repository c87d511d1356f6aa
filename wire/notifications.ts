/** Why a user was or was not notified of a message. */
import { Exact, Id, Nullable, OneOf, Type, UnixSeconds, type Static } from './core.ts';

/** Why a message notifies a user: the first trigger that applies. */
const notificationTriggers = [
  'direct_message',
  'mention',
  'topic_wildcard_mention',
  'channel_wildcard_mention',
  'followed_topic',
  'channel',
] as const;
export type NotificationTrigger = (typeof notificationTriggers)[number];

/** Why a message does not notify a user: the first reason that applies; null if it does. */
const notificationObstacles = [
  'own_message',
  'not_received',
  'bot',
  'deactivated',
  'muted_sender',
  'counts_as_read',
  'muted_topic',
  'nothing_about_you',
  'turned_off',
] as const;
export type NotificationObstacle = (typeof notificationObstacles)[number];

/** Why a message that notifies a user waits: they have paused notifications, or it is within their quiet hours. */
const quietReasons = ['paused', 'quiet_hours'] as const;
export type QuietReason = (typeof quietReasons)[number];

export const NotificationPath = Type.Object({ message_id: Id });

/** GET /heddle/notifications/{message_id} */
export const GetNotificationResponse = Exact({
  trigger: Nullable(OneOf([...notificationTriggers])),
  obstacle: Nullable(OneOf([...notificationObstacles])),
  // The methods that the user's settings ask for.
  email: Type.Boolean(),
  push: Type.Boolean(),
  desktop: Type.Boolean(),
  sound: Type.Boolean(),
  // State of the email: waiting in case the message is read, sent, or not needed any more.
  email_state: OneOf(['none', 'waiting', 'sent', 'read_before']),
  email_time: Nullable(UnixSeconds),
  // The same for push notifications. `no_device`: the user has registered none; `removed`: the message was read afterwards.
  push_state: OneOf([
    ...(['none', 'no_device', 'waiting', 'queued', 'delivered', 'read_before', 'failed', 'removed'] as const),
  ]),
  push_time: Nullable(UnixSeconds),
  // Set if the user was not to be disturbed when it was decided; the time is when that was to end.
  quiet: Nullable(OneOf([...quietReasons])),
  quiet_until: Nullable(UnixSeconds),
  // When its sender had it delivered all the same.
  urgent_at: Nullable(UnixSeconds),
  // Time of the decision; null if it was not stored (irrelevant, or older than a week): then it is evaluated for the present.
  decided_at: Nullable(UnixSeconds),
  // Sentences for the user.
  explanation: Type.String(),
});
export type GetNotificationResponse = Static<typeof GetNotificationResponse>;
