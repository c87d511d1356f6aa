/** Collapsing sections of the sidebar. Only the person's own clients get events. */
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { folderById } from '../folders/index.ts';

/** Idempotent. @throws ApiError for a folder that does not exist */
export async function foldSection(tx: Tx, userId: number, section: string): Promise<void> {
  const folderId = /folder:(.+)/.exec(section)?.[1];
  if (folderId !== undefined && !(await folderById(tx, tx.orgId, Number(folderId))))
    throw apiError('folders.not-found');
  const { numInsertedOrUpdatedRows: added } = await tx.q
    .insertInto('folded_section')
    .values({ user_id: userId, section })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added) tx.emit({ type: 'heddle_folded_section', op: 'add', section }, { users: [userId] });
}

export async function unfoldSection(tx: Tx, userId: number, section: string): Promise<void> {
  const { numDeletedRows: removed } = await tx.q
    .deleteFrom('folded_section')
    .where('user_id', '=', userId)
    .where('section', '=', section)
    .executeTakeFirst();
  if (removed) tx.emit({ type: 'heddle_folded_section', op: 'remove', section }, { users: [userId] });
}
