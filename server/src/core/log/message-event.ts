/** A new message as the log keeps it: with both renderings, and who was mentioned. */
import type { EventBody } from './entry.ts';

/** The fields of the API's message that are the same for everyone. */
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
  /** People mentioned by name or through a small group: members of the channel, and bots that it reaches outside. */
  mentioned: readonly number[];
  /** Groups too large to be written out. */
  mentionedGroups: readonly number[];
  /** People reached by a mention of everyone in the topic. */
  topicMentioned: readonly number[];
  isChannelWildcard: boolean;
  /** People who watch for a word in it. */
  alerted?: readonly number[];
  /** People for whom it counts as read. */
  readBy?: readonly number[];
  /** The only people for whom it does not. */
  unreadFor?: readonly number[];
  /** Guests with limited visibility who know the sender from direct conversations, which are not in memory. */
  knownBy?: readonly number[];
  /** The sender asked to have it unread. */
  isUnreadForSender?: true;
  /** Where the sender's client sent it from, so that it can recognize its own message. */
  local: { queue_id: string; local_id: string } | null;
}

export const isMessageEvent = (event: EventBody): event is MessageEvent => event.type === 'message';
