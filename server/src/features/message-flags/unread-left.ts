/**
 * Unread messages in channels that users leave. They count as read afterwards, see `read-state.ts`; clients get an event,
 * since they count unread messages themselves.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue, joinedNumbers, splitNumbers } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import { getChunks, flagBit, portion, readByWriting, trait } from '../../core/read-state/index.ts';
import { getChunk, readAmong, type StoredChunk } from '../../lib/bitmap/bitmap.ts';
import { emitFlags } from './flags.ts';

/** `/register` lists no more than this, the newest. */
const mostUnread = 50_000;
/** Messages times users. Above it all users get one event together. */
const mostCompared = 100_000;

interface LeavingMembers {
  channel: { id: number };
  userIds: readonly number[];
}

interface People {
  channel_id: number;
  list: unknown;
}

const floorsQuery = prepared<People>()((q, p, dialect) =>
  q
    .selectFrom('subscription')
    .select(['user_id', 'read_floor'])
    .where('channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'user_id', p.list)),
);

const newestAfter = prepared<{ channel_id: number; after: number }>()((q, p, dialect) =>
  q
    .selectFrom((each) =>
      each
        .selectFrom('message')
        .select(['id', readByWriting('message').as('writer_id')])
        .where('channel_id', '=', p.channel_id)
        .where('id', '>', p.after)
        .where(sql<boolean>`(traits & ${sql.lit(trait.quiet)}) = 0`)
        .orderBy('id', 'desc')
        .limit(mostUnread)
        .as('newest'),
    )
    .select(joinedNumbers(dialect, 'id', 'writer_id').as('rows')),
);

const keptQuery = prepared<People>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .innerJoin('message', 'message.id', 'message_flag.message_id')
    .select(['message_flag.user_id', 'message.id'])
    .where('message.channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'message_flag.user_id', p.list))
    .where(sql<boolean>`(message_flag.bits & ${sql.lit(flagBit.keptUnread)}) <> 0`)
    // Messages that reached them without a subscription stay unread.
    .where(sql<boolean>`(message_flag.bits & ${sql.lit(flagBit.reachedOutside)}) = 0`),
);

interface Unread {
  own: Map<number, number[]>;
  /** Messages that any of many users of a large channel may not have read. Clients ignore those already read. */
  shared: { ids: number[]; userIds: number[] }[];
}

/** Call before the memberships end, and call the returned function afterwards. All users named must be members. */
export async function watchUnread(tx: Tx, leaving: readonly LeavingMembers[]): Promise<() => void> {
  const unread: Unread = { own: new Map(), shared: [] };
  for (const { channel, userIds } of leaving)
    for (let at = 0; at < userIds.length; at += portion)
      await addUnread(tx, channel.id, userIds.slice(at, at + portion), unread);
  return () => {
    const sorted = [...unread.own].map(([id, ids]) => [id, [...new Set(ids)].sort((a, b) => a - b)] as const);
    for (const { ids, userIds } of [...alike(sorted), ...unread.shared])
      emitFlags(tx, userIds, { op: 'add', flag: 'read' }, ids.slice(-mostUnread));
  };
}

async function addUnread(
  tx: Tx,
  channelId: number,
  userIds: readonly number[],
  { own, shared }: Unread,
): Promise<void> {
  const people = { channel_id: channelId, list: listValue(tx.dialect, userIds) };
  const floors = await getFloors(tx, channelId, people);
  const after = Math.min(Infinity, ...floors.values());
  const written = after < Infinity ? await writtenAfter(tx, channelId, after) : [];
  if (written.length * floors.size > mostCompared)
    shared.push({ ids: written.map(({ id }) => id), userIds: [...floors.keys()] });
  else await addEach(tx, floors, written, own);
  for (const { user_id, id } of await tx.rows(keptQuery, people)) append(own, user_id, [id]);
}

/** Finds for each user the id up to which they have read, or do not see, every message. */
async function getFloors(tx: Tx, channelId: number, people: People): Promise<Map<number, number>> {
  const floors = new Map<number, number>();
  for (const { user_id, read_floor } of await tx.rows(floorsQuery, people)) {
    const first = tx.cache.members.get(channelId, user_id)?.fromMessageId ?? Infinity;
    floors.set(user_id, Math.max(read_floor, first - 1));
  }
  return floors;
}

async function addEach(
  tx: Tx,
  floors: ReadonlyMap<number, number>,
  written: readonly MessageWriterRow[],
  unread: Map<number, number[]>,
): Promise<void> {
  const chunks = Map.groupBy(written, ({ id }) => getChunk(id));
  const getStored = await getChunks(tx, [...floors.keys()], [...chunks.keys()]);
  for (const [userId, floor] of floors)
    for (const [chunk, messages] of chunks)
      append(unread, userId, unreadAmong(chunk, getStored(userId, chunk), messages, { userId, floor }));
}

interface MessageWriterRow {
  id: number;
  /** The sender, for whom it is read. */
  writerId: number;
}

/** The newest messages, oldest first. */
async function writtenAfter(tx: Tx, channelId: number, after: number): Promise<MessageWriterRow[]> {
  const numbers = splitNumbers((await tx.first(newestAfter, { channel_id: channelId, after }))?.rows ?? null);
  const messages: MessageWriterRow[] = [];
  for (let at = 0; at < numbers.length; at += 2)
    messages.push({ id: numbers[at] ?? 0, writerId: numbers[at + 1] ?? 0 });
  return messages.sort((a, b) => a.id - b.id);
}

function unreadAmong(
  chunk: number,
  stored: StoredChunk,
  messages: readonly MessageWriterRow[],
  { userId, floor }: { userId: number; floor: number },
): number[] {
  const ids: number[] = [];
  for (const { id, writerId } of messages) if (id > floor && writerId !== userId) ids.push(id);
  if (stored === null) return ids;
  const read = new Set(readAmong(chunk, stored, ids));
  return ids.filter((id) => !read.has(id));
}

function append(unread: Map<number, number[]>, userId: number, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const before = unread.get(userId);
  if (before) for (const id of ids) before.push(id);
  else unread.set(userId, [...ids]);
}

/** Groups users with the same unread messages, who share one event. */
function alike(unread: readonly (readonly [number, number[]])[]): { ids: number[]; userIds: number[] }[] {
  const found = new Map<string, { ids: number[]; userIds: number[] }[]>();
  for (const [userId, ids] of unread) {
    const key = `${ids.length} ${ids[0]} ${ids.at(-1)}`;
    const groups = found.get(key) ?? [];
    const same = groups.find((group) => group.ids.every((id, at) => id === ids[at]));
    if (same) same.userIds.push(userId);
    else found.set(key, [...groups, { ids, userIds: [userId] }]);
  }
  return [...found.values()].flat();
}
