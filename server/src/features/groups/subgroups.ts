/** POST /user_groups/{user_group_id}/subgroups: adds and removes subgroups, in active and deactivated groups. */
import type { UpdateSubgroupsParams } from '../../../../wire/groups.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { inList } from '../../db/sql.ts';
import { audit } from '../../core/audit/index.ts';
import {
  groupById,
  groupForChange,
  permissionsReduced,
  subgroupsChanged,
  usableGroup,
} from '../../core/groups/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import {
  type Group,
  type OrganizationCache,
  type Principal,
  type User,
  allMembers,
  currentUser,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { checkMayExtend } from './lasting.ts';
import { watchReveal } from './reveal.ts';

/** All or nothing. */
export async function updateSubgroups(
  tx: Tx,
  me: Principal,
  id: number,
  given: UpdateSubgroupsParams,
): Promise<void> {
  if (given.add.length + given.delete.length === 0) throw apiError('parameters.nothing-to-do');
  if (given.add.length > 0) checkMayExtend(tx, me, id);
  const caller = currentUser(tx.cache, me);
  if (given.add.length > 0) await addSubgroups(tx, caller, id, given.add);
  if (given.delete.length > 0) await removeSubgroups(tx, caller, id, given.delete);
}

/** Each once. @throws ApiError for groups that are unknown or deactivated. */
export function subgroupIds(cache: OrganizationCache, given: readonly number[]): number[] {
  const ids = knownIds(cache, given);
  for (const id of ids) usableGroup(groupById(cache, id));
  return ids;
}

function knownIds(cache: OrganizationCache, given: readonly number[]): number[] {
  const ids = [...new Set(given)];
  for (const id of ids) groupById(cache, id, 'groups.invalid-id');
  return ids;
}

export async function addSubgroups(
  tx: Tx,
  caller: User,
  id: number,
  given: readonly number[],
): Promise<void> {
  const { cache } = tx;
  const group = groupForChange(tx, caller, id, 'can_add_members_group');
  const ids = subgroupIds(cache, given);
  const present = ids.find((one) => group.subgroups.has(one));
  if (present !== undefined) throw apiError('groups.subgroup-already', { id: present });
  if (withSubgroups(cache, ids).has(id)) throw apiError('groups.subgroup-circle', { id });
  const reveal = await watchReveal(tx, id, () => getMembers(cache, ids));
  await insertSubgroups(tx, id, ids);
  await tx.touch({ groups: [id] });
  tx.emit(subgroupsChanged('add_subgroups', id, ids), { everyone: true });
  await auditSubgroups(tx, group, { added_subgroups: ids });
  await reveal();
}

export async function removeSubgroups(
  tx: Tx,
  caller: User,
  id: number,
  given: readonly number[],
): Promise<void> {
  const { cache } = tx;
  const group = groupForChange(tx, caller, id);
  const ids = knownIds(cache, given);
  const absent = ids.find((one) => !group.subgroups.has(one));
  if (absent !== undefined) throw apiError('groups.no-such-subgroup', { id: absent });
  const reveal = await watchReveal(tx, id, () => getMembers(cache, ids));
  await tx.q
    .deleteFrom('group_subgroup')
    .where('group_id', '=', id)
    .where(inList(tx.dialect, 'subgroup_id', ids))
    .execute();
  await tx.touch({ groups: [id] });
  tx.emit(subgroupsChanged('remove_subgroups', id, ids), { everyone: true });
  await auditSubgroups(tx, group, { removed_subgroups: ids });
  await trigger(tx, permissionsReduced, {});
  await reveal();
}

const auditSubgroups = (tx: Tx, { id, name }: Group, after: AuditValues) =>
  audit(tx, { action: 'group.update_members', target: { type: 'group', id, name }, after });

/** Groups with all their direct and indirect subgroups. */
export function withSubgroups(cache: OrganizationCache, ids: readonly number[]): Set<number> {
  const found = new Set(ids);
  // Iterating a set includes elements that are added meanwhile.
  for (const id of found) for (const inside of cache.groups.get(id)?.subgroups ?? []) found.add(inside);
  return found;
}

const getMembers = (cache: OrganizationCache, ids: readonly number[]): number[] => [
  ...new Set(ids.flatMap((id) => [...allMembers(cache, groupById(cache, id))])),
];

/** Inserts only the rows. */
export async function insertSubgroups(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  for (const subgroup_id of ids)
    await tx.q.insertInto('group_subgroup').values({ group_id: groupId, subgroup_id }).execute();
}
