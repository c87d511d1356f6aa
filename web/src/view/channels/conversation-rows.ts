/** The facts about a conversation that lists show. */
import type { Message } from '../../../../wire/messages.ts';
import { directKey, topicKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import { getConversation, narrowKey, type Destination } from '../../store/narrow/narrow.ts';

export type ConversationRow = {
  key: string;
  conversation: Destination;
  /** ID of the newest message. */
  lastId: number;
  /** Seconds since 1970; undefined while the newest message is not loaded. */
  lastTime: number | undefined;
  /** Authors of the loaded messages, latest first. */
  participants: readonly number[];
  unread: number;
  mentions: number;
};

export type RowSort = 'last' | 'conversation' | 'unread';

/** By `narrowKey`, the latest author first. */
export function findAuthors(messages: Iterable<Message>, ownId: number): Map<string, number[]> {
  const newest = new Map<string, Map<number, number>>();
  for (const message of messages) {
    const key = narrowKey(getConversation(message, ownId));
    const authors = newest.get(key) ?? new Map<number, number>();
    newest.set(key, authors);
    authors.set(message.sender_id, Math.max(authors.get(message.sender_id) ?? 0, message.id));
  }
  return new Map(
    [...newest].map(([key, authors]) => [key, [...authors].sort((a, b) => b[1] - a[1]).map(([id]) => id)]),
  );
}

export function getUnread(live: Live, to: Destination): { unread: number; mentions: number } {
  const { channels, direct, mentions } = live.get('unreads');
  const ids =
    to.kind === 'direct'
      ? direct.get(directKey(to.userIds, live.peek().own.user_id))
      : channels.get(to.channelId)?.get(topicKey(to.topic))?.ids;
  return { unread: ids?.size ?? 0, mentions: ids?.intersection(mentions).size ?? 0 };
}
