/** Permission values that a request gives: who may hold what, in one form for equal holders. */
import { channelPermissions, type ChannelPermission } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import { permissionSettings, type PermissionSetting } from '../../../../wire/permissions.ts';
import type { Directory } from '../../directory/directory.ts';
import { systemGroup } from '../../directory/permissions.ts';
import { mayIn } from '../../directory/settings.ts';
import type { Group, User } from '../../directory/types.ts';
import { ApiError, badRequest } from '../../http/errors.ts';

/**
 * The value to store for a permission of a channel, a group or the organization. One that is the same as a named group
 * becomes its id, one without anybody that of the group of nobody.
 * @throws ApiError for people and groups that are unknown or deactivated, and groups that this permission may not be.
 */
export function permissionValue(
  directory: Directory,
  name: string,
  rules: PermissionSetting,
  given: GroupSetting,
): GroupSetting {
  const value = typeof given === 'number' ? given : withoutDetour(directory, given);
  if (typeof value === 'number') {
    checkWhole(name, rules, usableGroup(directory, value, 'Invalid user group'));
    return value;
  }
  if (rules.require_system_group) throw systemGroupRequired(name);
  for (const id of value.direct_members) checkMember(directory, id);
  for (const id of value.direct_subgroups)
    checkWide(name, rules, usableGroup(directory, id, `Invalid user group ID: ${id}`));
  return value;
}

type Anonymous = Exclude<GroupSetting, number>;

function withoutDetour(directory: Directory, { direct_members, direct_subgroups }: Anonymous): GroupSetting {
  const members = inOrder(direct_members);
  const subgroups = inOrder(direct_subgroups);
  const [only] = subgroups;
  if (members.length === 0 && subgroups.length <= 1) return only ?? systemGroup(directory, 'role:nobody').id;
  return { direct_members: members, direct_subgroups: subgroups };
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

function usableGroup(directory: Directory, id: number, complaint: string): Group {
  const group = directory.groups.get(id);
  if (!group) throw badRequest(complaint);
  if (group.isDeactivated) throw badRequest('User group is deactivated.');
  return group;
}

function checkMember(directory: Directory, id: number): void {
  const user = directory.users.get(id);
  if (!user?.isActive || user.isSystem) throw badRequest(`Invalid user ID: ${id}`);
}

const systemGroupRequired = (name: string): ApiError =>
  new ApiError('SYSTEM_GROUP_REQUIRED', `'${name}' must be a system user group.`, { setting_name: name });

function checkWhole(name: string, rules: PermissionSetting, group: Group): void {
  if (rules.require_system_group && !group.isSystem) throw systemGroupRequired(name);
  checkWide(name, rules, group);
  const isExcluded =
    rules.allowed_system_groups.length > 0 &&
    !rules.allowed_system_groups.some((each) => each === group.name);
  if (group.isSystem && (isExcluded || (group.name === 'role:nobody' && !rules.allow_nobody_group)))
    throw refusedGroup(name, group);
}

/** Groups that would let in more than a permission may: also as a part of an anonymous group. */
function checkWide(name: string, rules: PermissionSetting, group: Group): void {
  if (!group.isSystem) return;
  if (group.name === 'role:internet' && !rules.allow_internet_group) throw refusedGroup(name, group);
  if (group.name === 'role:everyone' && !rules.allow_everyone_group) throw refusedGroup(name, group);
}

const refusedGroup = (name: string, group: Group): ApiError =>
  badRequest(`'${name}' setting cannot be set to '${group.name}' group.`);

type GivenPermissions = { readonly [Name in ChannelPermission]?: GroupSetting | undefined };

/** Only those that the request gives. */
export function givenPermissions(
  directory: Directory,
  given: GivenPermissions,
): Partial<Record<ChannelPermission, GroupSetting>> {
  const permissions: Partial<Record<ChannelPermission, GroupSetting>> = {};
  for (const name of channelPermissions) {
    const value = given[name];
    if (value !== undefined)
      permissions[name] = permissionValue(directory, name, permissionSettings.stream[name], value);
  }
  return permissions;
}

/** What one does not see one cannot tell from new, so everyone must be able to begin topics there. */
export function checkTopicCreators(
  directory: Directory,
  creators: GroupSetting | undefined,
  isHistoryPublic: boolean,
): void {
  if (creators === undefined || isHistoryPublic) return;
  if (creators === systemGroup(directory, 'role:everyone').id) return;
  const parameters = 'history_public_to_subscribers, can_create_topic_group';
  throw new ApiError('BAD_REQUEST', `Unsupported parameter combination: ${parameters}`, { parameters });
}

/** Whether someone may let others delete messages, as far as these permissions do. */
export function maySetDeletion(directory: Directory, user: User, given: GivenPermissions): boolean {
  const nobody = systemGroup(directory, 'role:nobody').id;
  const isAsked = ([given.can_delete_any_message_group, given.can_delete_own_message_group] as const).some(
    (value) => value !== undefined && value !== nobody,
  );
  return !isAsked || mayIn(directory, 'can_set_delete_message_policy_group', user);
}
