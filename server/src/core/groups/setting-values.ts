/** Group-setting values of requests: who holds a permission, in one canonical form. */
import type { GroupSetting, GroupSettingChange } from '../../../../wire/core.ts';
import type { PermissionSetting } from '../../../../wire/permissions.ts';
import { type OrganizationCache, type Group, systemGroup } from '../organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { groupById, usableGroup } from './access.ts';
import { keysIn } from '../../lib/objects.ts';

/** The values that each permission of a kind of object may have. */
type Rules<Name extends string> = Readonly<Record<Name, PermissionSetting>>;

/**
 * The value to store for a permission of a channel, a group or the organization. One that is the same as a named group
 * becomes its id, one without anyone that of the group of nobody.
 * @throws ApiError for people and groups that are unknown or deactivated, and groups that this permission may not be.
 */
function permissionValue(
  cache: OrganizationCache,
  name: string,
  rules: PermissionSetting,
  given: GroupSetting,
): GroupSetting {
  const value = withoutDetour(cache, given);
  if (typeof value === 'number') {
    checkWhole(name, rules, usableGroup(groupById(cache, value)));
    return value;
  }
  if (rules.require_system_group) throw systemGroupRequired(name);
  for (const id of value.direct_members) checkMember(cache, id);
  for (const id of value.direct_subgroups)
    checkWide(name, rules, usableGroup(groupById(cache, id, 'groups.invalid-id')));
  return value;
}

/** The permissions of something new that the request gives. */
export function givenPermissions<Name extends string>(
  cache: OrganizationCache,
  rules: Rules<Name>,
  given: { readonly [N in NoInfer<Name>]?: GroupSetting | undefined },
): Partial<Record<Name, GroupSetting>> {
  const values: Partial<Record<Name, GroupSetting>> = {};
  for (const name of keysIn(rules)) {
    const value = given[name];
    if (value !== undefined) values[name] = permissionValue(cache, name, rules[name], value);
  }
  return values;
}

/**
 * The permissions of an existing object whose values change.
 * @param current What a permission is now.
 * @throws ApiError EXPECTATION_MISMATCH when a value that the caller expects is another one by now; as `permissionValue`.
 */
export function changedPermissions<Name extends string>(
  cache: OrganizationCache,
  rules: Rules<Name>,
  given: { readonly [N in NoInfer<Name>]?: GroupSettingChange | undefined },
  current: (name: Name) => GroupSetting,
): Partial<Record<Name, GroupSetting>> {
  const values: Partial<Record<Name, GroupSetting>> = {};
  for (const name of keysIn(rules)) {
    const change = given[name];
    if (change === undefined) continue;
    const now = current(name);
    if (change.old !== undefined && !isSame(cache, change.old, now)) throw mismatch(name);
    if (!isSame(cache, change.new, now)) values[name] = permissionValue(cache, name, rules[name], change.new);
  }
  return values;
}

const mismatch = (name: string): ApiError =>
  apiError(
    'settings.changed-meanwhile',
    {},
    {
      setting_name: name,
    },
  );

type Anonymous = Exclude<GroupSetting, number>;

function withoutDetour(cache: OrganizationCache, value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value;
  const members = inOrder(value.direct_members);
  const subgroups = inOrder(value.direct_subgroups);
  const [only] = subgroups;
  if (members.length === 0 && subgroups.length <= 1) return only ?? systemGroup(cache, 'role:nobody').id;
  return { direct_members: members, direct_subgroups: subgroups } satisfies Anonymous;
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Whether two values have the same holders. Clients may not list users who have been deactivated since. */
function isSame(cache: OrganizationCache, a: GroupSetting, b: GroupSetting): boolean {
  return JSON.stringify(withActive(cache, a)) === JSON.stringify(withActive(cache, b));
}

function withActive(cache: OrganizationCache, value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value;
  const { direct_members, direct_subgroups } = value;
  const active = direct_members.filter((id) => cache.users.get(id)?.isActive !== false);
  return withoutDetour(cache, { direct_members: active, direct_subgroups });
}

/** @throws ApiError unless an account exists, is in use and is one of people or of their bots. */
export function checkMember(cache: OrganizationCache, id: number): void {
  const user = cache.users.get(id);
  if (!user?.isActive || user.isSystem) throw apiError('users.invalid-id', { id });
}

const systemGroupRequired = (name: string): ApiError =>
  apiError('settings.system-group-required', { setting: name }, { setting_name: name });

function checkWhole(name: string, rules: PermissionSetting, group: Group): void {
  if (rules.require_system_group && !group.isSystem) throw systemGroupRequired(name);
  checkWide(name, rules, group);
  const isExcluded =
    rules.allowed_system_groups.length > 0 &&
    !rules.allowed_system_groups.some((each) => each === group.name);
  if (group.isSystem && (isExcluded || (group.name === 'role:nobody' && !rules.allow_nobody_group)))
    throw refusedGroup(name, group);
}

/** Refuses groups that a permission may not be granted to, also as members of an anonymous group. */
function checkWide(name: string, rules: PermissionSetting, group: Group): void {
  if (!group.isSystem) return;
  if (group.name === 'role:internet' && !rules.allow_internet_group) throw refusedGroup(name, group);
  if (group.name === 'role:everyone' && !rules.allow_everyone_group) throw refusedGroup(name, group);
}

const refusedGroup = (name: string, group: Group): ApiError =>
  apiError('settings.group-not-allowed', { setting: name, group: group.name });
