/** POST /user_groups/{user_group_id}/members: adds and removes members. */
import type { UpdateGroupMembersParams } from '../../../../wire/groups.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { inList } from '../../db/sql.ts';
import { audit } from '../../core/audit/index.ts';
import { checkMember, groupForChange, membersChanged, permissionsReduced } from '../../core/groups/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  currentUser,
  type Group,
  textsOfPerson,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { checkMayExtend } from './lasting.ts';
import { watchReveal } from './reveal.ts';
import { addSubgroups, removeSubgroups } from './subgroups.ts';
import { limits } from '../../../../wire/core.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { asCode, draftFor, getMention, notificationBot, sendDirect } from '../message-send/index.ts';

/** All or nothing. */
export async function updateGroupMembers(
  tx: Tx,
  me: Principal,
  id: number,
  given: UpdateGroupMembersParams,
): Promise<void> {
  const { add, delete: removed, add_subgroups, delete_subgroups } = given;
  if (add.length + removed.length + add_subgroups.length + delete_subgroups.length === 0)
    throw apiError('groups.nothing-to-do');
  if (add.length + add_subgroups.length > 0) checkMayExtend(tx, me, id);
  const caller = currentUser(tx.cache, me);
  if (add.length > 0) await addMembers(tx, caller, id, memberIds(tx.cache, add));
  if (removed.length > 0) await removeMembers(tx, caller, id, memberIds(tx.cache, removed));
  if (add_subgroups.length > 0) await addSubgroups(tx, caller, id, add_subgroups);
  if (delete_subgroups.length > 0) await removeSubgroups(tx, caller, id, delete_subgroups);
}

/** Each once. @throws ApiError for people who are unknown or deactivated, and bots of the system. */
export function memberIds(cache: OrganizationCache, given: readonly number[]): number[] {
  const ids = [...new Set(given)];
  for (const id of ids) checkMember(cache, id);
  return ids;
}

const isOnly = (ids: readonly number[], user: User): boolean => ids.length === 1 && ids[0] === user.id;

async function addMembers(tx: Tx, caller: User, id: number, ids: number[]): Promise<void> {
  const group = isOnly(ids, caller)
    ? groupForChange(tx, caller, id, 'can_join_group', 'can_add_members_group')
    : groupForChange(tx, caller, id, 'can_add_members_group');
  const present = ids.find((userId) => group.members.has(userId));
  if (present !== undefined) throw apiError('groups.member-already', { id: present });
  await enterGroup(tx, id, ids);
  await notifyAdded(tx, caller, group, ids);
}

/** Callers check permissions, and that no user is a member yet. */
export async function enterGroup(tx: Tx, id: number, ids: number[]): Promise<void> {
  const reveal = await watchReveal(tx, id, () => ids);
  await insertMembers(tx, id, ids);
  await tx.touch({ groups: [id] });
  tx.emit(membersChanged('add_members', id, ids), { everyone: true });
  await auditMembers(tx, id, { added_members: ids });
  await reveal();
}

async function removeMembers(tx: Tx, caller: User, id: number, ids: number[]): Promise<void> {
  const group = isOnly(ids, caller)
    ? groupForChange(tx, caller, id, 'can_leave_group', 'can_remove_members_group')
    : groupForChange(tx, caller, id, 'can_remove_members_group');
  const absent = ids.find((userId) => !group.members.has(userId));
  if (absent !== undefined) throw apiError('groups.no-such-member', { id: absent });
  await leaveGroup(tx, id, ids);
  await notifyRemoved(tx, caller, group, ids);
}

/** Callers check permissions, and that all users are members. */
export async function leaveGroup(tx: Tx, id: number, ids: number[]): Promise<void> {
  const reveal = await watchReveal(tx, id, () => ids);
  await tx.q
    .deleteFrom('group_member')
    .where('group_id', '=', id)
    .where(inList(tx.dialect, 'user_id', ids))
    .execute();
  await tx.touch({ groups: [id] });
  tx.emit(membersChanged('remove_members', id, ids), { everyone: true });
  await auditMembers(tx, id, { removed_members: ids });
  await reveal();
  await trigger(tx, permissionsReduced, {});
}

function auditMembers(tx: Tx, id: number, after: AuditValues): Promise<void> {
  const name = tx.cache.groups.get(id)?.name;
  return audit(tx, { action: 'group.update_members', target: { type: 'group', id, name }, after });
}

const rowsAtOnce = 500;

/** Inserts only the rows. */
export async function insertMembers(tx: Tx, groupId: number, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const rows = ids.slice(start, start + rowsAtOnce).map((user_id) => ({ group_id: groupId, user_id }));
    await tx.q.insertInto('group_member').values(rows).execute();
  }
}

// Notifies users whom another user has added to a group or removed from it.

const notifyAdded = (tx: Tx, by: User, group: Group, ids: readonly number[]): Promise<void> =>
  notifyMembers(tx, by, ids, (t) => t('notices.groupAdded', namesIn(by, group)));

const notifyRemoved = (tx: Tx, by: User, group: Group, ids: readonly number[]): Promise<void> =>
  notifyMembers(tx, by, ids, (t) => t('notices.groupRemoved', namesIn(by, group)));

const namesIn = (by: User, { name }: Group) => ({
  user: getMention(by),
  group: name.includes('*') ? asCode(`@${name}`) : `@_*${name}*`,
});

/** Notifies no bots, and nobody if the change has very many users. */
async function notifyMembers(
  tx: Tx,
  by: User,
  ids: readonly number[],
  getText: (t: Texts) => string,
): Promise<void> {
  if (ids.length > limits.bulkNewSubscriptionMessages) return;
  const bot = notificationBot(tx);
  for (const id of ids) {
    const user = tx.cache.users.get(id);
    if (!user || user.isBot || user.id === by.id) continue;
    const draft = draftFor(tx, user, getText(textsOfPerson(tx.cache, user)));
    await sendDirect(tx, bot, [id], { draft, client: 'Internal' });
  }
}
