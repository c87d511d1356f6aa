/**
 * Read messages of one user: a set of message ids in chunks of 65,536, each stored as a roaring bitmap in its portable
 * format (see docs/adr/0006-read-state.md). All functions take and return stored bytes and keep no state,
 * so that no memory of the library outlives a call. `null` is a chunk that was never stored: none of its messages is read.
 */
import { createRequire } from 'node:module';
import type * as Roaring from 'roaring-wasm';

export const chunkSize = 65_536;

/** The chunk of a message id; a chunk contains the ids from `chunk * chunkSize` on. */
export const getChunk = (messageId: number): number => Math.floor(messageId / chunkSize);

export type StoredChunk = Uint8Array | null;

export interface ChangedChunk {
  /** The new bytes to store; null if no message in the chunk is read any more. */
  readonly stored: StoredChunk;
  /** The ids whose state changed, in the given order without duplicates. */
  readonly changed: number[];
}

/** Marks ids of one chunk as read. Throws RangeError for an id of another chunk, Error for damaged bytes. */
export function markRead(chunk: number, stored: StoredChunk, messageIds: Iterable<number>): ChangedChunk {
  return change(chunk, stored, messageIds, (bitmap, offset) => bitmap.tryAdd(offset));
}

/** Marks ids of one chunk as unread. Throws as `markRead` does. */
export function markUnread(chunk: number, stored: StoredChunk, messageIds: Iterable<number>): ChangedChunk {
  return change(chunk, stored, messageIds, (bitmap, offset) => bitmap.delete(offset));
}

/** The read ones of these ids, all of one chunk, in the given order. Throws as `markRead` does. */
export function readAmong(chunk: number, stored: StoredChunk, messageIds: Iterable<number>): number[] {
  const offsets = offsetsIn(chunk, messageIds);
  if (stored === null) return [];
  return withBitmap(stored, (bitmap) => {
    const read = offsets.filter((offset) => bitmap.has(offset));
    return read.map((offset) => chunk * chunkSize + offset);
  });
}

/** All read ids of a chunk, ascending. */
export function readIds(chunk: number, stored: StoredChunk): number[] {
  return withBitmap(stored, (bitmap) => bitmap.toArray().map((offset) => chunk * chunkSize + offset));
}

/** How many ids of a chunk are read. */
export const countRead = (stored: StoredChunk): number => withBitmap(stored, (bitmap) => bitmap.size);

function change(
  chunk: number,
  stored: StoredChunk,
  messageIds: Iterable<number>,
  apply: (bitmap: Roaring.RoaringBitmap32, offset: number) => boolean,
): ChangedChunk {
  const offsets = offsetsIn(chunk, messageIds);
  return withBitmap(stored, (bitmap) => {
    const changed = offsets.filter((offset) => apply(bitmap, offset));
    if (changed.length === 0) return { stored, changed };
    return { stored: encode(bitmap), changed: changed.map((offset) => chunk * chunkSize + offset) };
  });
}

function encode(bitmap: Roaring.RoaringBitmap32): StoredChunk {
  if (bitmap.isEmpty) return null;
  bitmap.runOptimize();
  return bitmap.serialize('portable');
}

/** Offsets in the chunk; validated before anything changes, because the library wraps numbers that exceed 32 bits. */
function offsetsIn(chunk: number, messageIds: Iterable<number>): number[] {
  const first = chunk * chunkSize;
  const offsets: number[] = [];
  for (const messageId of messageIds) {
    const offset = messageId - first;
    if (!Number.isInteger(offset) || offset < 0 || offset >= chunkSize)
      throw new RangeError(`message ${messageId} is not in chunk ${chunk}`);
    offsets.push(offset);
  }
  return offsets;
}

function withBitmap<T>(stored: StoredChunk, use: (bitmap: Roaring.RoaringBitmap32) => T): T {
  const bitmap = new (roaring().RoaringBitmap32)();
  try {
    if (stored !== null) bitmap.deserialize(stored, 'portable');
    return use(bitmap);
  } finally {
    bitmap.dispose();
  }
}

let library: typeof Roaring | undefined;

/** Loaded on first use, synchronously: it is called inside database writes. */
function roaring(): typeof Roaring {
  // `require` has no types.
  library ??= createRequire(import.meta.url)('roaring-wasm') as typeof Roaring;
  return library;
}
