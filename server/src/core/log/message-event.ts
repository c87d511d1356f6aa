/** A new message in the log, with both renderings, and mentioned users. */
import type { EventBody } from './entry.ts';

/** The message's fields that are the same for all readers. */
export interface SharedMessage {
  id: number;
  type: 'stream' | 'private';
  stream_id?: number;
  subject: string;
  sender_id: number;
  [field: string]: unknown;
}

export interface MessageEvent extends EventBody {
  type: 'message';
  message: SharedMessage;
  content: string;
  rendered: string;
  /** Users mentioned by name or in a small group: members of the channel, and bots outside it. */
  mentioned: readonly number[];
  /** Groups that are too large to list their members. */
  mentionedGroups: readonly number[];
  /** Users reached by a topic wildcard mention. */
  topicMentioned: readonly number[];
  isChannelWildcard: boolean;
  /** Users with an alert word in it. */
  alerted?: readonly number[];
  /** Users for whom it counts as read. */
  readBy?: readonly number[];
  /** The only users for whom it is unread. */
  unreadFor?: readonly number[];
  /** Guests with limited visibility who know the sender from direct conversations, which are not cached. */
  knownBy?: readonly number[];
  /** The sender requested it to be unread. */
  isUnreadForSender?: true;
  /** The queue and local id of the sender's client, by which it recognizes its message. */
  local: { queue_id: string; local_id: string } | null;
}

export const isMessageEvent = (event: EventBody): event is MessageEvent => event.type === 'message';
