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

/** What keeps a message from being told, the first that holds; null when something is told. */
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
  // What became of the e-mail: it waits in case the message is read, was sent, or was not needed any more.
  email_state: OneOf(['none', 'waiting', 'sent', 'read_before']),
  email_time: Nullable(UnixSeconds),
  // One sentence for people.
  explanation: Type.String(),
});
export type GetNotificationResponse = Static<typeof GetNotificationResponse>;
