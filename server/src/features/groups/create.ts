/** POST /user_groups/create */
import type { CreateGroupParams } from '../../../../wire/groups.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { audit } from '../../core/audit/index.ts';
import { givenPermissions, groupAdded, groupById, insufficient } from '../../core/groups/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, mayIn, currentUser } from '../../core/organization/index.ts';
import { nameKey } from '../../lib/text.ts';
import { memberIds, insertMembers } from './members.ts';
import { checkedGroupDescription, checkedGroupName, checkGroupNameIsFree } from './names.ts';
import { insertSubgroups, subgroupIds } from './subgroups.ts';

/** @returns the id of the new group. */
export async function createGroup(tx: Tx, me: Principal, params: CreateGroupParams): Promise<number> {
  const { cache } = tx;
  const caller = currentUser(tx.cache, me);
  if (!mayIn(cache, 'can_create_groups', caller)) throw insufficient();
  const members = memberIds(cache, params.members);
  const name = checkedGroupName(params.name);
  const description = checkedGroupDescription(params.description);
  const settings = givenPermissions(cache, permissionSettings.group, params);
  checkGroupNameIsFree(cache, name);
  const present = [...cache.groups.values()].filter((group) => !group.isSystem && !group.isDeactivated);
  refuseAboveLimit('groups.too-many', present.length);
  const subgroups = subgroupIds(cache, params.subgroups ?? []);
  const { id } = await tx.q
    .insertInto('user_group')
    .values({
      org_id: tx.orgId,
      name,
      name_key: nameKey(name),
      description,
      is_system: 0,
      creator_id: caller.id,
      created_at: tx.now,
      is_deactivated: 0,
      settings: JSON.stringify(settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertMembers(tx, id, members);
  await insertSubgroups(tx, id, subgroups);
  await tx.touch({ groups: [id] });
  const group = groupById(cache, id);
  tx.emit(groupAdded(cache, group), { everyone: true });
  await audit(tx, {
    action: 'group.create',
    target: { type: 'group', id, name },
    after: { description, members, direct_subgroup_ids: subgroups, ...settings },
  });
  return id;
}
