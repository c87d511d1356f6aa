/**
 * Which messages a user has read. A message is unread in these two cases. All others count as read, also those that were
 * written before the user came to a channel or after they left it.
 *
 * - Its flag bit `keptUnread` is set, and the user is still in its channel or the bit `reachedOutside` is set.
 * - The user received it directly or in their current membership, and did not write it (or it has `unreadForSender`). It is not
 *   `quiet`, its ID is above their floor in the channel or conversation, and the bitmap of its chunk does not have it.
 */
import type { Db } from '../../db/db.ts';
import { prepared, type Prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { OrganizationCache } from '../organization/index.ts';
import { getChunk, readAmong, type StoredChunk } from '../../lib/bitmap/bitmap.ts';
import { sql, type RawBuilder } from 'kysely';

/** The columns of a message that decide whether it is read. */
export interface ReadableRow {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  traits: number;
}

interface ListOf {
  user_id: number;
  list: unknown;
}

const bitsQuery = prepared<ListOf>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .select(['message_id', 'bits'])
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'message_id', p.list)),
);
const chunksQuery = prepared<ListOf>()((q, p, dialect) =>
  q
    .selectFrom('read_chunk')
    .select(['chunk', 'bitmap'])
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'chunk', p.list)),
);
const directFloorsQuery = prepared<ListOf>()((q, p, dialect) =>
  q
    .selectFrom('direct_member')
    .select(['direct_id', 'read_floor'])
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'direct_id', p.list)),
);
const floorsQuery = prepared<ListOf>()((q, p, dialect) =>
  q
    .selectFrom('subscription')
    .select(['channel_id', 'read_floor'])
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'channel_id', p.list)),
);

/** The bits of `message_flag` by message. Messages without a row are not in the map. */
export async function getFlagBits(
  db: Db,
  userId: number,
  messageIds: readonly number[],
): Promise<Map<number, number>> {
  const list = listValue(db.dialect, messageIds);
  const rows = await db.rows(bitsQuery, { user_id: userId, list });
  return new Map(rows.map((row) => [row.message_id, row.bits]));
}

/** The stored bitmaps by chunk; a chunk that is not in the map has nothing read in it. */
export async function readChunks(
  db: Db,
  userId: number,
  chunks: readonly number[],
): Promise<Map<number, StoredChunk>> {
  const list = listValue(db.dialect, chunks);
  const rows = await db.rows(chunksQuery, { user_id: userId, list });
  return new Map(rows.map((row) => [row.chunk, row.bitmap]));
}

/** The floor by channel or conversation: the ID up to which everything is read; 0 if the map has none. */
export interface Floors {
  channels: ReadonlyMap<number, number>;
  directs: ReadonlyMap<number, number>;
}

export async function readFloors(
  db: Db,
  userId: number,
  rows: readonly Pick<ReadableRow, 'channel_id' | 'direct_id'>[],
): Promise<Floors> {
  const channelIds = distinct(rows.map((row) => row.channel_id));
  const directIds = distinct(rows.map((row) => row.direct_id));
  const ask = <R>(query: Prepared<ListOf, R>, ids: readonly number[]): Promise<R[]> | R[] =>
    ids.length === 0 ? [] : db.rows(query, { user_id: userId, list: listValue(db.dialect, ids) });
  const [channels, directs] = await Promise.all([
    ask(floorsQuery, channelIds),
    ask(directFloorsQuery, directIds),
  ]);
  return {
    channels: new Map(channels.map((row) => [row.channel_id, row.read_floor])),
    directs: new Map(directs.map((row) => [row.direct_id, row.read_floor])),
  };
}

const distinct = (ids: readonly (number | null)[]): number[] => [...new Set(ids)].filter((id) => id !== null);

export function getFloor({ channels, directs }: Floors, row: ReadableRow): number {
  if (row.channel_id !== null) return channels.get(row.channel_id) ?? 0;
  return row.direct_id === null ? 0 : (directs.get(row.direct_id) ?? 0);
}

/** The reader is in the channel or conversation now. */
const isInPlace = ({ members }: OrganizationCache, userId: number, { channel_id }: ReadableRow): boolean =>
  channel_id === null || members.has(channel_id, userId);

/** In a channel that the user has left, kept messages count as read, except those that reached them from outside. */
export const isKeptUnread = (bits: number, isThere: boolean): boolean =>
  (bits & flagBit.keptUnread) !== 0 && (isThere || (bits & flagBit.reachedOutside) !== 0);

export const isReadByWriting = (userId: number, row: Pick<ReadableRow, 'sender_id' | 'traits'>): boolean =>
  row.sender_id === userId && !(row.traits & trait.unreadForSender);

/** Whether a message may be unread at all, apart from its `keptUnread` bit, its floor and its chunk. */
export function isForReading(cache: OrganizationCache, userId: number, row: ReadableRow): boolean {
  if (isReadByWriting(userId, row) || row.traits & trait.quiet) return false;
  if (row.channel_id === null) return true;
  const membership = cache.members.get(row.channel_id, userId);
  return membership !== undefined && membership.fromMessageId <= row.id;
}

/**
 * The ids of those messages that count as read. The rows must be visible to the reader.
 * @param bits What `getFlagBits` returns for these rows, if it is known already.
 */
export async function readIds(
  db: Db,
  cache: OrganizationCache,
  userId: number,
  rows: readonly ReadableRow[],
  bits?: ReadonlyMap<number, number>,
): Promise<Set<number>> {
  const known = bits ?? (await getFlagBits(db, userId, getIds(rows)));
  const read = new Set<number>();
  const open: ReadableRow[] = [];
  for (const row of rows) {
    if (isKeptUnread(known.get(row.id) ?? 0, isInPlace(cache, userId, row))) continue;
    if (isForReading(cache, userId, row)) open.push(row);
    else read.add(row.id);
  }
  if (open.length > 0) await addStored(db, userId, open, read);
  return read;
}

const getIds = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

/** Adds the messages to `read` that a floor or a bitmap says are read. */
async function addStored(
  db: Db,
  userId: number,
  rows: readonly ReadableRow[],
  read: Set<number>,
): Promise<void> {
  const byChunk = Map.groupBy(rows, (row) => getChunk(row.id));
  const [chunks, floors] = await Promise.all([
    readChunks(db, userId, [...byChunk.keys()]),
    readFloors(db, userId, rows),
  ]);
  for (const row of rows) if (row.id <= getFloor(floors, row)) read.add(row.id);
  for (const [chunk, some] of byChunk)
    for (const id of readAmong(chunk, chunks.get(chunk) ?? null, getIds(some))) read.add(id);
}

// Meanings of the bit sets in the message tables.

/** `message.traits`: what is true of a message for everyone. */
export const trait = {
  channelWildcard: 1,
  topicWildcard: 2,
  groupMention: 4,
  isMe: 8,
  hasLink: 16,
  hasImage: 32,
  hasAttachment: 64,
  hasReaction: 128,
  hasSubmessage: 256,
  /** Unread only for users with `flagBit.keptUnread`. */
  quiet: 512,
  /** Sent by a script: unread for its sender as for other recipients; the bitmap says when they have read it. */
  unreadForSender: 1024,
} as const;

/** The traits that are indexed. The others are so common that an index would not help. */
export const rareTraits = ~(trait.hasLink | trait.unreadForSender);

/** SQL for the user who has read a message by writing it, or 0. */
export const readByWriting = (table: string): RawBuilder<number> => sql<number>`CASE
  WHEN (${sql.ref(`${table}.traits`)} & ${sql.lit(trait.unreadForSender)}) = 0 THEN ${sql.ref(`${table}.sender_id`)} ELSE 0 END`;

/** `message_flag.bits`: rare flags that a message has for one user. */
export const flagBit = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topicWildcardMentioned: 8,
  hasAlertWord: 16,
  historical: 32,
  /**
   * Unread although the message would count as read: the user wrote it, it is below the floor, or was never received. This
   * bit overrides the floor and the bitmap, and is cleared when the message is read.
   */
  keptUnread: 64,
  /** The message came to a bot that is not in its channel: `keptUnread` then needs no membership. Reading does not clear it. */
  reachedOutside: 128,
} as const;

/** The mentions that have a row for each mentioned person; the others are `trait`s. */
export const mentionBits = flagBit.mentioned | flagBit.topicWildcardMentioned;
