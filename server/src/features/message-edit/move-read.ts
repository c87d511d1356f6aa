/**
 * Preserves the read state of messages that move to another channel, where floors and memberships differ. Messages that
 * counted as read without the bitmap are added to it where it decides in the new channel; unread messages for which it no
 * longer decides are flagged `keptUnread`. See `read-state.ts` for what decides.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type ChunkRow,
  addFlagBits,
  getChunks,
  flagBit,
  portion,
  quietIds,
  readByWriting,
  storeChunks,
} from '../../core/read-state/index.ts';
import { getChunk, markRead, readAmong, type StoredChunk } from '../../lib/bitmap/bitmap.ts';

/** Removes `keptUnread` from users who are not members of both channels. */
const deleteOutsiders = prepared<{ from: number; to: number; list: unknown }>()((q, p, dialect) =>
  q
    .updateTable('message_flag')
    .set({ bits: sql<number>`bits & ~${sql.lit(flagBit.keptUnread)}` })
    .where(inListParam(dialect, 'message_id', p.list))
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.keptUnread)}) <> 0`)
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.reachedOutside)}) = 0`)
    .where((eb) => eb.or([eb.not(isMember(p.from)), eb.not(isMember(p.to))])),
);

const isMember = (channelId: unknown) => sql<boolean>`EXISTS (
  SELECT 1 FROM membership AS open WHERE open.channel_id = ${channelId}
    AND open.user_id = message_flag.user_id AND open.to_position IS NULL)`;

const floorsIn = prepared<{ channel_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('subscription')
    .select(['user_id', 'read_floor'])
    .where('channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'user_id', p.list)),
);

const getWriters = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', readByWriting('message').as('writer_id')])
    .where(inListParam(dialect, 'id', p.list)),
);

/** A user for whom the two channels differ. */
interface Difference {
  userId: number;
  /** To be added to the bitmap. */
  read: readonly number[];
  /** To be flagged `keptUnread`, unless the user sent it or the bitmap has it. */
  undecided: readonly number[];
}

/** @param ids Ascending; their rows already have the new channel. */
export async function keepReadState(tx: Tx, from: number, to: number, ids: readonly number[]): Promise<void> {
  await tx.run(deleteOutsiders, { from, to, list: listValue(tx.dialect, ids) });
  const quiet = await quietIds(tx, ids[0] ?? 0, ids.at(-1) ?? -1);
  const others = quiet.size === 0 ? ids : ids.filter((id) => !quiet.has(id));
  const differences = await differencesBetween(tx, from, to, others);
  if (differences.length === 0) return;
  const writers = new Map(
    (await tx.rows(getWriters, { list: listValue(tx.dialect, ids) })).map((row) => [row.id, row.writer_id]),
  );
  for (let at = 0; at < differences.length; at += portion)
    await settle(tx, differences.slice(at, at + portion), writers);
}

async function differencesBetween(
  tx: Tx,
  from: number,
  to: number,
  ids: readonly number[],
): Promise<Difference[]> {
  const before = await firstDecided(tx, from);
  const after = await firstDecided(tx, to);
  const differences: Difference[] = [];
  for (const [userId, now] of after) {
    const then = before.get(userId) ?? Infinity;
    if (now < then) {
      const read = between(ids, now, then);
      if (read.length > 0) differences.push({ userId, read, undecided: [] });
    } else if (then < now) {
      const undecided = between(ids, then, now);
      if (undecided.length > 0) differences.push({ userId, read: [], undecided });
    }
  }
  return differences;
}

/** Finds for each member of a channel the lowest id for which the bitmap decides. */
async function firstDecided(tx: Tx, channelId: number): Promise<Map<number, number>> {
  const list = listValue(tx.dialect, [...tx.cache.members.findUsers(channelId)]);
  const floors = await tx.rows(floorsIn, { channel_id: channelId, list });
  const first = new Map<number, number>();
  for (const { user_id: userId, read_floor: floor } of floors) {
    const membership = tx.cache.members.get(channelId, userId);
    if (membership) first.set(userId, Math.max(membership.fromMessageId, floor + 1));
  }
  return first;
}

/** Those of the ids with `from <= id < to`. */
function between(ids: readonly number[], from: number, to: number): readonly number[] {
  const first = ids[0] ?? 0;
  const last = ids.at(-1) ?? 0;
  if (from <= first && last < to) return ids;
  if (last < from || to <= first) return [];
  return ids.filter((id) => from <= id && id < to);
}

async function settle(
  tx: Tx,
  differences: readonly Difference[],
  writers: ReadonlyMap<number, number>,
): Promise<void> {
  const chunks = new Set<number>();
  for (const { read, undecided } of differences)
    for (const id of [...read, ...undecided]) chunks.add(getChunk(id));
  const people = differences.map((one) => one.userId);
  const getStored = await getChunks(tx, people, [...chunks]);
  const changed: ChunkRow[] = [];
  for (const { userId, read, undecided } of differences) {
    const getBitmap = (chunk: number): StoredChunk => getStored(userId, chunk);
    for (const [chunk, some] of Map.groupBy(read, getChunk)) {
      const result = markRead(chunk, getBitmap(chunk), some);
      if (result.stored !== null && result.changed.length > 0) changed.push([userId, chunk, result.stored]);
    }
    await addFlagBits(tx, userId, stillUnread(userId, undecided, writers, getBitmap), flagBit.keptUnread);
  }
  await storeChunks(tx, changed);
}

function stillUnread(
  userId: number,
  undecided: readonly number[],
  writers: ReadonlyMap<number, number>,
  getBitmap: (chunk: number) => StoredChunk,
): number[] {
  const others = undecided.filter((id) => writers.get(id) !== userId);
  return [...Map.groupBy(others, getChunk)].flatMap(([chunk, some]) => {
    const read = new Set(readAmong(chunk, getBitmap(chunk), some));
    return some.filter((id) => !read.has(id));
  });
}
