import type { Tx } from '../../core/log/index.ts';
import { visibleRows } from '../../core/messages/index.ts';
import type { User } from '../../core/organization/index.ts';
import { readIds } from '../../core/read-state/index.ts';

/** The messages that are visible to the user and unread. */
export async function unreadAmong(tx: Tx, user: User, ids: readonly number[]): Promise<number[]> {
  const reader = { id: user.id, orgId: tx.orgId, user, cache: tx.cache };
  const rows = await visibleRows(tx, reader, ids);
  const read = await readIds(tx, tx.cache, user.id, rows);
  return rows.filter(({ id }) => !read.has(id)).map(({ id }) => id);
}
