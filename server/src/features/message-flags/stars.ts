/**
 * A user's stars on messages that they can read. Stars on others are kept, and are listed again when these become
 * readable.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { type Reach, reachIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Reader, receivedInChannel, visibleRows } from '../../core/messages/index.ts';
import { flagBit } from '../../core/read-state/index.ts';
import { emitFlags } from './flags.ts';

const mostStarred = 10_000;

const newestStarred = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('message_flag')
    .select('message_id')
    .where('user_id', '=', p.user_id)
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.starred)}) <> 0`)
    .orderBy('message_id', 'desc')
    .limit(mostStarred),
);

/** Ascending. */
export async function starredIds(tx: Tx, reader: Reader): Promise<number[]> {
  const newest = (await tx.rows(newestStarred, { user_id: reader.id })).map((row) => row.message_id);
  return (await visibleRows(tx, reader, newest)).map((row) => row.id);
}

/** Users and a channel in which their access is about to change. */
interface Change {
  channel: { id: number };
  userIds: readonly number[];
}

interface Conversation {
  channelId: number;
  userId: number;
}

/** Call before the change, and the returned function after it, which emits stars that disappeared from lists or came back. */
export function watchStars(tx: Tx, changes: readonly Change[]): () => Promise<void> {
  const before = changes.flatMap(({ channel, userIds }) =>
    userIds.map((userId) => ({ channelId: channel.id, userId, was: getReach(tx, channel.id, userId) })),
  );
  return async () => {
    const moved = before.flatMap(({ channelId, userId, was }) => {
      const is = getReach(tx, channelId, userId);
      return is === was ? [] : [{ channelId, userId, was, is }];
    });
    if (moved.length > 0) await notifyMoved(tx, moved);
  };
}

function getReach({ cache }: Tx, channelId: number, userId: number): Reach {
  const channel = cache.channels.get(channelId);
  const user = cache.users.get(userId);
  return channel && user ? reachIn(cache, channel, user) : 'none';
}

async function notifyMoved(
  tx: Tx,
  moved: readonly (Conversation & { was: Reach; is: Reach })[],
): Promise<void> {
  const rows = await starredIn(tx, moved);
  const changed = { add: new Map<number, number[]>(), remove: new Map<number, number[]>() };
  for (const { channelId, userId, was, is } of moved)
    for (const row of rows.get(getKey(channelId, userId)) ?? []) {
      const isSeen = sees(is, row);
      if (isSeen === sees(was, row)) continue;
      const ids = changed[isSeen ? 'add' : 'remove'];
      ids.set(userId, [...(ids.get(userId) ?? []), row.id]);
    }
  for (const op of ['remove', 'add'] as const)
    for (const [userId, ids] of changed[op])
      emitFlags(
        tx,
        userId,
        { op, flag: 'starred' },
        ids.sort((a, b) => a - b),
      );
}

const sees = (reach: Reach, { is_received }: { is_received: number }): boolean =>
  reach === 'all' || (reach === 'spans' && is_received === 1);

const getKey = (channelId: number | null, userId: number): string => `${channelId} ${userId}`;

const starredRows = prepared<{ channels: unknown; people: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .innerJoin('message', 'message.id', 'message_flag.message_id')
    .select(['message.id', 'message.channel_id', 'message_flag.user_id'])
    .select(
      sql<number>`CASE WHEN ${receivedInChannel(sql.ref('message_flag.user_id'))} THEN 1 ELSE 0 END`.as(
        'is_received',
      ),
    )
    .where(inListParam(dialect, 'message_flag.user_id', p.people))
    .where(inListParam(dialect, 'message.channel_id', p.channels))
    .where(sql<boolean>`(message_flag.bits & ${sql.lit(flagBit.starred)}) <> 0`),
);

async function starredIn(tx: Tx, places: readonly Conversation[]) {
  const channels = new Set(places.map(({ channelId }) => channelId));
  const people = new Set(places.map(({ userId }) => userId));
  const rows = await tx.rows(starredRows, {
    channels: listValue(tx.dialect, [...channels]),
    people: listValue(tx.dialect, [...people]),
  });
  return Map.groupBy(rows, (row) => getKey(row.channel_id, row.user_id));
}
