/** POST /user_groups/create */
import type { CreateGroupParams } from '../../../../wire/groups.ts';
import { permissionSettings } from '../../../../wire/permissions.ts';
import { callerIn, givenPermissions, groupAdded, groupById, insufficient } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, mayIn } from '../../core/organization/index.ts';
import { nameKey } from '../../lib/text.ts';
import { memberIds, insertMembers } from './members.ts';
import { checkedGroupDescription, checkedGroupName, checkGroupNameIsFree } from './names.ts';
import { insertSubgroups, subgroupIds } from './subgroups.ts';

/** @returns the id of the new group. */
export async function createGroup(tx: Tx, me: Principal, params: CreateGroupParams): Promise<number> {
  const { directory } = tx;
  const caller = callerIn(tx, me);
  if (!mayIn(directory, 'can_create_groups', caller)) throw insufficient();
  const members = memberIds(directory, params.members);
  const name = checkedGroupName(params.name);
  const description = checkedGroupDescription(params.description);
  const settings = givenPermissions(directory, permissionSettings.group, params);
  checkGroupNameIsFree(directory, name);
  const subgroups = subgroupIds(directory, params.subgroups ?? []);
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
  const group = groupById(directory, id);
  tx.emit(groupAdded(directory, group), { everyone: true });
  return id;
}
