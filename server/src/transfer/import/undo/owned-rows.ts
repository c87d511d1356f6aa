/** The rows in the map of an import. Each ID is verified to belong to the organization before it is used. */
import type { Tx } from '../../../core/log/index.ts';
import { withIds } from '../../../db/sql.ts';

type OwnedTable = 'attachment' | 'channel' | 'direct' | 'person' | 'profile_field' | 'user_group';

/** @returns the IDs that belong to the organization. */
export async function ownedIds(tx: Tx, table: OwnedTable, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.q
    .selectFrom(table)
    .select('id')
    .where(withIds(tx.dialect, tx.orgId, ids))
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteOwned(tx: Tx, table: OwnedTable, ids: readonly number[]): Promise<void> {
  await tx.q
    .deleteFrom(table)
    .where(withIds(tx.dialect, tx.orgId, ids))
    .execute();
}
