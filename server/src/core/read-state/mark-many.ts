/** Read-state bitmaps of many users at once. */
import { prepared } from '../../db/prepared.ts';
import { inListParam, insertManySql, listValue, onConflictReplace, takesColumns } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import { getChunk, markRead, type StoredChunk } from '../../lib/bitmap/bitmap.ts';

/** The number of users whose bitmaps are held in memory at once. */
export const portion = 500;

const chunksQuery = prepared<{ people: unknown; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('read_chunk')
    .select(['user_id', 'chunk', 'bitmap'])
    .where(inListParam(dialect, 'user_id', p.people))
    .where(inListParam(dialect, 'chunk', p.list)),
);

/** @returns the stored bitmaps of these users for these chunks */
export async function getChunks(
  tx: Tx,
  people: readonly number[],
  chunks: readonly number[],
): Promise<(userId: number, chunk: number) => StoredChunk> {
  const rows = await tx.rows(chunksQuery, {
    people: listValue(tx.dialect, people),
    list: listValue(tx.dialect, chunks),
  });
  const stored = new Map(rows.map((row) => [`${row.user_id} ${row.chunk}`, row.bitmap]));
  return (userId, chunk) => stored.get(`${userId} ${chunk}`) ?? null;
}

export type ChunkRow = readonly [userId: number, chunk: number, bitmap: Uint8Array];

const columns = { user_id: 'int', chunk: 'int', bitmap: 'bytes' } as const;

export async function storeChunks(tx: Tx, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return;
  const insert = insertManySql(tx.dialect, 'read_chunk', columns);
  const statement = `${insert} ${onConflictReplace(['user_id', 'chunk'], 'bitmap')}`;
  const values = [rows.map((row) => row[0]), rows.map((row) => row[1]), rows.map((row) => row[2])];
  if (takesColumns(tx.dialect)) await tx.connection.run(statement, values);
  else for (const row of rows) await tx.connection.run(statement, [...row]);
}

/** Marks a message as read for users who have just received it. */
export async function markReadFor(tx: Tx, people: readonly number[], messageId: number): Promise<void> {
  const chunk = getChunk(messageId);
  for (let at = 0; at < people.length; at += portion) {
    const some = people.slice(at, at + portion);
    const getStored = await getChunks(tx, some, [chunk]);
    const changed = some.flatMap((userId): ChunkRow[] => {
      const { stored } = markRead(chunk, getStored(userId, chunk), [messageId]);
      return stored === null ? [] : [[userId, chunk, stored]];
    });
    await storeChunks(tx, changed);
  }
}
