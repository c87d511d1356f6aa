/** The hooks by which features react to changes of messages and topics. */
import { defineHook } from '../log/index.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

/** Messages whose content, rendering or place changed. */
export interface MessagesChanged {
  /** Ascending. */
  ids: readonly number[];
  /** Whether they are in another topic or channel now. */
  hasMoved: boolean;
}

/** Runs after everything was stored and the change was emitted; reactions emit what else shows the messages. */
export const messagesChanged = defineHook<MessagesChanged>('messages changed');

/** Messages that are deleted, or moved to where some of their readers have no access. */
export interface MessagesHidden {
  /** Ascending. */
  ids: readonly number[];
  /** Who loses access; undefined where the messages are deleted for everyone. */
  userIds?: readonly number[];
}

/** Runs while the rows of the messages still exist; reactions delete their rows about these messages. */
export const messagesHidden = defineHook<MessagesHidden>('messages hidden');

export interface TopicPlace {
  channelId: number;
  topic: string;
}

/** A topic that is deleted, or renamed or moved with all its messages. */
export interface TopicEnded {
  from: TopicPlace;
  /** The messages that it had, in any order. */
  ids: readonly number[];
  /** The topic that has its messages now, and whether others were there before; undefined if they were deleted. */
  to?: TopicPlace & { hadMessages: boolean };
}

/**
 * Reactions move what people have set for the topic, or delete it: a later topic of this name is another one. What users have
 * set for a name that they guessed stays, since a change would say that there was such a topic: see `knowersOfFormer`.
 */
export const topicEnded = defineHook<TopicEnded>('topic ended');

// How far a catch-up worker is behind the messages.

export interface MessageLag {
  /** Up to `mostCounted`. */
  messages: number;
  /** Milliseconds since 1970 at which the oldest of them was sent. */
  since: number | undefined;
}

/** Counting more says nothing more. */
const mostCounted = 10_000;

const countAfter = prepared<{ mark: number; limit: number }>()((q, p) =>
  q
    .selectFrom(q.selectFrom('message').select('id').where('id', '>', p.mark).limit(p.limit).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count')),
);
const firstAfter = prepared<{ mark: number }>()((q, p) =>
  q.selectFrom('message').select('sent_at').where('id', '>', p.mark).orderBy('id').limit(1),
);

/** @param mark The message up to which the worker is done. */
export async function messageLag(db: Db, mark: number): Promise<MessageLag> {
  const first = await db.first(firstAfter, { mark });
  if (!first) return { messages: 0, since: undefined };
  const counted = await db.first(countAfter, { mark, limit: mostCounted });
  return { messages: counted?.count ?? 0, since: first.sent_at };
}
