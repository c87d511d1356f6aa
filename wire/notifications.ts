/** Why a user was or was not notified of a message. */
import { Exact, Id, Nullable, OneOf, Type, UnixSeconds, type Static } from './core.ts';

/** What makes a message one to be notified of: the first that holds. */
const notificationTriggers = [
  'direct_message',
  'mention',
  'topic_wildcard_mention',
  'channel_wildcard_mention',
  'followed_topic',
  'channel',
] as const;
export type NotificationTrigger = (typeof notificationTriggers)[number];

/** Why a message causes no notification, the first reason that holds; null when it causes one. */
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

export const NotificationPath = Type.Object({ message_id: Id });

/** GET /heddle/notifications/{message_id} */
export const GetNotificationResponse = Exact({
  trigger: Nullable(OneOf([...notificationTriggers])),
  obstacle: Nullable(OneOf([...notificationObstacles])),
  // What the person's settings ask for.
  email: Type.Boolean(),
  push: Type.Boolean(),
  desktop: Type.Boolean(),
  sound: Type.Boolean(),
  // What became of the email: it waits in case the message is read, was sent, or was not needed any more.
  email_state: OneOf(['none', 'waiting', 'sent', 'read_before']),
  email_time: Nullable(UnixSeconds),
  // The same of push notifications; `no_device`: the person has registered none, `removed`: it was read afterwards.
  push_state: OneOf([
    ...(['none', 'no_device', 'waiting', 'queued', 'delivered', 'read_before', 'failed', 'removed'] as const),
  ]),
  push_time: Nullable(UnixSeconds),
  // When it was decided; null for what is not kept, older than a week or of no concern: then it is decided as of now.
  decided_at: Nullable(UnixSeconds),
  // Sentences for people.
  explanation: Type.String(),
});
export type GetNotificationResponse = Static<typeof GetNotificationResponse>;
