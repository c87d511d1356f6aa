/**
 * Changes what a user has read; `read-state.ts` says how it is read back. The first rule that applies to a message decides:
 *
 * - It has `keptUnread`, and the user is still in its channel or it has `reachedOutside`: it is unread.
 * - The user wrote it and it has no `unreadForSender`, or it is quiet, was not received in the current membership, or is at
 *   or below the floor: it is read.
 * - It is read if the bitmap of its chunk contains it.
 *
 * So marking as read sets the bit in the bitmap and clears `keptUnread`. Marking as unread clears the bit in the bitmap if
 * the bitmap decides, and sets `keptUnread` otherwise. A floor therefore never decreases. It may rise to any id up to which
 * nothing is unread except by `keptUnread`: this changes no result, and the bitmaps below can be deleted. When a user joins
 * a channel, its newest message becomes the floor, so the floor is never before the beginning of the membership.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { listedIds, listValue, joinedNumbers, splitNumbers } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import {
  getChunk,
  markRead as addToChunk,
  markUnread as takeFromChunk,
  type StoredChunk,
} from '../../lib/bitmap/bitmap.ts';
import { addFlagBits, removeFlagBits } from './flag-rows.ts';
import {
  flagBit,
  readByWriting,
  getFloor,
  isForReading,
  isKeptUnread,
  readChunks,
  readFloors,
  type ReadableRow,
  trait,
} from './read-state.ts';

interface CandidateRow {
  ids: string | null;
  /** The channel, or the negative of the conversation. */
  places: string | null;
  /** The user who has read each message by writing it, or 0. */
  writers: string | null;
}

/** Joins the list rather than using `IN`, which is twice as slow for thousands of ordered ids. Rows come in any order. */
const rowsByIds = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) => {
  const rows = sql<CandidateRow>`
    SELECT ${joinedNumbers(dialect, 'message.id')} AS ids,
      ${joinedNumbers(dialect, sql`coalesce(message.channel_id, -message.direct_id)`)} AS places,
      ${joinedNumbers(dialect, readByWriting('message'))} AS writers
    FROM ${listedIds(dialect, p.list)} CROSS JOIN message
    WHERE message.id = listed.value AND message.org_id = ${p.org_id}`;
  return { compile: () => rows.compile(q) };
});

/** Queried by range: such rows are rare, and the list may have thousands of IDs. */
const keptBetween = prepared<{ user_id: number; from: number; to: number }>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .select(joinedNumbers(dialect, 'message_id', 'bits').as('rows'))
    .where('user_id', '=', p.user_id)
    .where('message_id', '>=', p.from)
    .where('message_id', '<=', p.to)
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.keptUnread)}) <> 0`),
);

/** Marks those messages as read that can be unread for the user; other ids have no effect. @returns what was unread, ascending. */
export async function markRead(tx: Tx, userId: number, messageIds: readonly number[]): Promise<number[]> {
  const asked = messageIds.toSorted(ascending);
  const { above, behind } = await sift(tx, userId, asked);
  const changed = await changeChunks(tx, userId, above, addToChunk);
  const kept = await keptAmong(tx, userId, asked);
  if (kept.size === 0) return changed;
  await removeFlagBits(tx, userId, [...kept.keys()], flagBit.keptUnread);
  const wereUnread = [...kept.keys()].filter((id) => isKeptUnread(kept.get(id) ?? 0, !behind.has(id)));
  return [...new Set([...changed, ...wereUnread])].sort(ascending);
}

interface Candidates {
  /** The messages for which the bitmap decides, ascending: received, not written by the reader, and above the floor. */
  above: number[];
  /** In channels that the reader has left: they count as read, except for what reached them from outside. */
  behind: Set<number>;
}

async function sift(tx: Tx, userId: number, asked: readonly number[]): Promise<Candidates> {
  const row = await tx.first(rowsByIds, { org_id: tx.orgId, list: listValue(tx.dialect, asked) });
  const [ids, places, writers] = [row?.ids, row?.places, row?.writers].map((text) =>
    splitNumbers(text ?? null),
  );
  const stays = await staysAt(tx, userId, new Set(places));
  const quiet = await quietIds(tx, asked[0] ?? 0, asked.at(-1) ?? -1);
  const above: number[] = [];
  const behind = new Set<number>();
  ids?.forEach((id, at) => {
    const stay = stays.get(places?.[at] ?? 0);
    if (stay === undefined) behind.add(id);
    const isReceived = stay !== undefined && id >= stay.from;
    if (isReceived && writers?.[at] !== userId && id > stay.floor && !quiet.has(id)) above.push(id);
  });
  return { above: above.sort(ascending), behind };
}

const ascending = (a: number, b: number): number => a - b;

/** Finds, for each channel and conversation that the reader is in, the first message that they received there, and their floor. */
async function staysAt(
  tx: Tx,
  userId: number,
  places: ReadonlySet<number>,
): Promise<Map<number, { from: number; floor: number }>> {
  const rows = [...places].map((place) => ({
    channel_id: place > 0 ? place : null,
    direct_id: place < 0 ? -place : null,
  }));
  const { channels, directs } = await readFloors(tx, userId, rows);
  const stays = new Map<number, { from: number; floor: number }>();
  for (const [id, floor] of directs) stays.set(-id, { from: 0, floor });
  for (const [id, floor] of channels) {
    const membership = tx.cache.members.get(id, userId);
    if (membership) stays.set(id, { from: membership.fromMessageId, floor });
  }
  return stays;
}

/** @returns the bits, by message id, of those messages that the user kept unread */
async function keptAmong(tx: Tx, userId: number, asked: readonly number[]): Promise<Map<number, number>> {
  const range = { from: asked[0] ?? 0, to: asked.at(-1) ?? -1 };
  const rows = splitNumbers((await tx.first(keptBetween, { user_id: userId, ...range }))?.rows ?? null);
  const kept = new Map<number, number>();
  if (rows.length === 0) return kept;
  const wanted = new Set(asked);
  for (let at = 0; at < rows.length; at += 2) {
    const [id = 0, bits = 0] = [rows[at], rows[at + 1]];
    if (wanted.has(id)) kept.set(id, bits);
  }
  return kept;
}

/**
 * Marks messages that the reader may read as unread, all of channels they are in or of their direct conversations.
 * @param bits What `getFlagBits` returns for these rows.
 * @returns the ids of those that were read before, ascending
 */
export async function markUnread(
  tx: Tx,
  userId: number,
  rows: readonly (ReadableRow & { is_received: number })[],
  bits: ReadonlyMap<number, number>,
): Promise<number[]> {
  const floors = await readFloors(tx, userId, rows);
  const inBitmap: number[] = [];
  const asRow: (ReadableRow & { is_received: number })[] = [];
  for (const row of rows) {
    if ((bits.get(row.id) ?? 0) & flagBit.keptUnread) continue;
    if (isForReading(tx.cache, userId, row) && row.id > getFloor(floors, row)) inBitmap.push(row.id);
    else asRow.push(row);
  }
  const changed = await changeChunks(tx, userId, inBitmap, takeFromChunk);
  const [received, historical] = partition(asRow, (row) => row.is_received === 1 || row.sender_id === userId);
  await addFlagBits(tx, userId, getIds(received), flagBit.keptUnread);
  await addFlagBits(tx, userId, getIds(historical), flagBit.keptUnread | flagBit.historical);
  return [...changed, ...getIds(asRow)].sort(ascending);
}

const getIds = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}

/** Returns the ids whose bit changed, in the order given. */
async function changeChunks(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  change: typeof addToChunk,
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const byChunk = Map.groupBy(messageIds, getChunk);
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

// Quiet messages: read for everyone except picked users. There are few of them, and they have an index of their own.

const quietBetween = prepared<{ org_id: number; from: number; to: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(joinedNumbers(dialect, 'id').as('ids'))
    .where('org_id', '=', p.org_id)
    .where('id', '>=', p.from)
    .where('id', '<=', p.to)
    .where(sql<boolean>`(traits & ${sql.lit(trait.quiet)}) <> 0`),
);

/** Both ends included. */
export async function quietIds(tx: Tx, from: number, to: number): Promise<Set<number>> {
  const found = await tx.first(quietBetween, { org_id: tx.orgId, from, to });
  return new Set(splitNumbers(found?.ids ?? null));
}
