import { type Reader, visibleRows } from '../../core/messages/index.ts';
import { readIds } from '../../core/read-state/index.ts';
import type { Db } from '../../db/db.ts';

/** The messages that are visible to the reader and unread. */
export async function unreadAmong(db: Db, reader: Reader, ids: readonly number[]): Promise<number[]> {
  const rows = await visibleRows(db, reader, ids);
  const read = await readIds(db, reader.cache, reader.id, rows);
  return rows.filter(({ id }) => !read.has(id)).map(({ id }) => id);
}
