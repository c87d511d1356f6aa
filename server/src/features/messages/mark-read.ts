/**
 * Changing what someone has read; `read-state.ts` says how it is read back. Of a message in someone's reach:
 *
 * - `keptUnread` set: unread, whatever else is stored.
 * - else their own, not received in the membership that is open now, or at or below the floor: read.
 * - else read when the bitmap of its chunk has it.
 *
 * So marking as read sets a bit of the bitmap and takes `keptUnread` away, and marking as unread takes the bit of the
 * bitmap away where it decides, and sets `keptUnread` where it does not. A floor therefore never goes down. It may go up
 * to any id below which nothing is unread but for `keptUnread`: that changes no answer, and frees the bitmap of what lies
 * below. The floor of a channel that someone joins is the newest message of that moment, so it is never below the
 * beginning of their membership.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue, packed, unpack } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import {
  chunkOf,
  markRead as addToChunk,
  markUnread as takeFromChunk,
  type StoredChunk,
} from '../../read-state/bitmap.ts';
import { flagBit } from './bits.ts';
import { addFlagBits, removeFlagBits } from './flag-rows.ts';
import {
  flagBitsOf,
  floorOf,
  isForReading,
  readChunks,
  readFloors,
  type Floors,
  type ReadableRow,
} from './read-state.ts';

const rowsByIds = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(packed(dialect, 'id', 'channel_id', 'direct_id', 'sender_id').as('rows'))
    .where('org_id', '=', p.org_id)
    .where(inListParam(dialect, 'id', p.list)),
);

/** Asked by range: such rows are rare, a list has thousands of ids. */
const keptBetween = prepared<{ user_id: number; from: number; to: number }>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .select(packed(dialect, 'message_id').as('ids'))
    .where('user_id', '=', p.user_id)
    .where('message_id', '>=', p.from)
    .where('message_id', '<=', p.to)
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.keptUnread)}) <> 0`),
);

export interface Marked {
  /** What of the ids is the reader's to read: their own messages and what they received. */
  found: number[];
  /** What was unread before, ascending. */
  changed: number[];
}

/** Marks as read what of the messages is the reader's to read; other ids do nothing. */
export async function markRead(tx: Tx, userId: number, messageIds: readonly number[]): Promise<Marked> {
  const rows = await readableRows(tx, messageIds);
  const floors = await readFloors(tx, userId, rows);
  const kept = await keptAmong(tx, userId, messageIds);
  const mine = rows.filter((row) => isMine(tx, userId, row, floors));
  const above = mine.filter(
    (row) => isForReading(tx.directory, userId, row) && row.id > floorOf(floors, row),
  );
  const changed = new Set(await changeChunks(tx, userId, idsOf(above), addToChunk));
  await removeFlagBits(tx, userId, kept, flagBit.keptUnread);
  for (const id of kept) changed.add(id);
  return { found: idsOf(mine), changed: [...changed].sort((a, b) => a - b) };
}

async function keptAmong(tx: Tx, userId: number, messageIds: readonly number[]): Promise<number[]> {
  const from = messageIds.reduce((a, b) => Math.min(a, b), Infinity);
  const to = messageIds.reduce((a, b) => Math.max(a, b), 0);
  if (from > to) return [];
  const kept = unpack((await tx.first(keptBetween, { user_id: userId, from, to }))?.ids ?? null);
  if (kept.length === 0) return kept;
  const asked = new Set(messageIds);
  return kept.filter((id) => asked.has(id));
}

async function readableRows(tx: Tx, messageIds: readonly number[]): Promise<ReadableRow[]> {
  const list = listValue(tx.dialect, messageIds);
  const row = await tx.first(rowsByIds, { org_id: tx.orgId, list });
  const numbers = unpack(row?.rows ?? null);
  const rows: ReadableRow[] = [];
  for (let at = 0; at < numbers.length; at += 4) {
    const [id = 0, channelId = 0, directId = 0, senderId = 0] = numbers.slice(at, at + 4);
    rows.push({ id, channel_id: channelId || null, direct_id: directId || null, sender_id: senderId });
  }
  return rows;
}

function isMine(tx: Tx, userId: number, row: ReadableRow, floors: Floors): boolean {
  if (row.channel_id === null) return row.direct_id !== null && floors.directs.has(row.direct_id);
  return row.sender_id === userId || isForReading(tx.directory, userId, row);
}

/**
 * Marks messages that the reader may read as unread, all of channels they are in or of their direct conversations.
 * Answers the ids of those that were read before, ascending.
 */
export async function markUnread(
  tx: Tx,
  userId: number,
  rows: readonly (ReadableRow & { is_received: number })[],
): Promise<number[]> {
  const floors = await readFloors(tx, userId, rows);
  const bits = await flagBitsOf(tx, userId, idsOf(rows));
  const inBitmap: number[] = [];
  const asRow: (ReadableRow & { is_received: number })[] = [];
  for (const row of rows) {
    if ((bits.get(row.id) ?? 0) & flagBit.keptUnread) continue;
    if (isForReading(tx.directory, userId, row) && row.id > floorOf(floors, row)) inBitmap.push(row.id);
    else asRow.push(row);
  }
  const changed = await changeChunks(tx, userId, inBitmap, takeFromChunk);
  const [received, historical] = partition(asRow, (row) => row.is_received === 1 || row.sender_id === userId);
  await addFlagBits(tx, userId, idsOf(received), flagBit.keptUnread);
  await addFlagBits(tx, userId, idsOf(historical), flagBit.keptUnread | flagBit.historical);
  return [...changed, ...idsOf(asRow)].sort((a, b) => a - b);
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}

/** Answers the ids whose bit changed. */
async function changeChunks(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  change: typeof addToChunk,
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const byChunk = Map.groupBy(messageIds, chunkOf);
  const chunks = await readChunks(tx, userId, [...byChunk.keys()]);
  const all: number[] = [];
  for (const [chunk, ids] of byChunk) {
    const { stored, changed } = change(chunk, chunks.get(chunk) ?? null, ids);
    if (changed.length === 0) continue;
    await storeChunk(tx, userId, chunk, stored);
    for (const id of changed) all.push(id);
  }
  return all;
}

const upsertChunk = prepared<{ user_id: number; chunk: number; bitmap: Uint8Array }>()((q, p) =>
  q
    .insertInto('read_chunk')
    .values({ user_id: p.user_id, chunk: p.chunk, bitmap: p.bitmap })
    .onConflict((oc) =>
      oc.columns(['user_id', 'chunk']).doUpdateSet((eb) => ({ bitmap: eb.ref('excluded.bitmap') })),
    ),
);

const deleteChunk = prepared<{ user_id: number; chunk: number }>()((q, p) =>
  q.deleteFrom('read_chunk').where('user_id', '=', p.user_id).where('chunk', '=', p.chunk),
);

async function storeChunk(tx: Tx, userId: number, chunk: number, stored: StoredChunk): Promise<void> {
  if (stored === null) await tx.run(deleteChunk, { user_id: userId, chunk });
  else await tx.run(upsertChunk, { user_id: userId, chunk, bitmap: stored });
}
