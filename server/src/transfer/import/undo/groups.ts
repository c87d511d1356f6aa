/** Deletes the user groups that an import created. Those that something else uses are deactivated, and their names become available. */
import { limits } from '../../../../../wire/core.ts';
import type { Tx } from '../../../core/log/index.ts';
import { inList, withIds } from '../../../db/sql.ts';
import { groupUses } from '../../../features/groups/index.ts';
import { parseStored } from '../../../lib/json.ts';
import { codePoints, nameKey, truncate } from '../../../lib/text.ts';
import { deleteOwned, ownedIds } from './owned-rows.ts';

export async function eraseGroups(tx: Tx, ids: readonly number[]): Promise<number> {
  const gone = await ownedIds(tx, 'user_group', ids);
  for (const table of ['group_member', 'group_subgroup'] as const)
    await tx.q
      .deleteFrom(table)
      .where(inList(tx.dialect, 'group_id', gone))
      .execute();
  // Groups of the import may hold permissions of each other.
  await tx.q
    .updateTable('user_group')
    .set({ settings: '{}' })
    .where(withIds(tx.dialect, tx.orgId, gone))
    .execute();
  await tx.touch({ groups: gone });
  const used = await usedAmong(tx, gone);
  await retire(
    tx,
    gone.filter((id) => used.has(id)),
  );
  const unused = gone.filter((id) => !used.has(id));
  await tx.q
    .deleteFrom('group_subgroup')
    .where(inList(tx.dialect, 'subgroup_id', unused))
    .execute();
  await deleteOwned(tx, 'user_group', unused);
  await tx.touch({ groups: gone });
  return gone.length;
}

/** By permissions, other groups, commands, invitations, people who are deactivated, and messages that are still there. */
async function usedAmong(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const used = new Set(ids.filter((id) => groupUses(tx.cache, id).length > 0));
  for (const table of ['slash_command', 'group_mention'] as const)
    for (const { group_id: id } of await tx.q
      .selectFrom(table)
      .select('group_id')
      .distinct()
      .where(inList(tx.dialect, 'group_id', ids))
      .execute())
      used.add(id);
  const invitations = await tx.q
    .selectFrom('invitation')
    .select('group_ids')
    .where('org_id', '=', tx.orgId)
    .where('group_ids', '!=', '[]')
    .execute();
  for (const { group_ids: stored } of invitations)
    for (const id of parseStored<number[]>(stored)) used.add(id);
  const resting = await tx.q
    .selectFrom('resting_permission')
    .select('left_value')
    .where('org_id', '=', tx.orgId)
    .execute();
  for (const { left_value: stored } of resting)
    for (const id of stored.match(/\d+/g) ?? []) used.add(Number(id));
  return used;
}

async function retire(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const name = undoneName(tx, tx.cache.groups.get(id)?.name ?? '', id);
    await tx.q
      .updateTable('user_group')
      .set({ is_deactivated: 1, name, name_key: nameKey(name) })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  }
}

function undoneName(tx: Tx, name: string, id: number): string {
  for (const ending of [' (undone)', ` (undone ${id})`]) {
    const free = truncate(name, limits.groupNameLength - codePoints(ending), '…') + ending;
    if (!tx.cache.groups.find('name', nameKey(free))) return free;
  }
  return `undone ${id}`;
}
