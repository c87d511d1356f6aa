/** Resolves group membership and permissions in memory, including nested groups. */
import { roles, type GroupSetting } from '../../../../wire/core.ts';
import type { OrganizationCache } from './organization-cache.ts';
import type { Group, User } from './types.ts';

const day = 86_400_000;

/** Direct members of a system group by role; the names are those of the API. */
const directRole: Readonly<Record<string, number>> = {
  'role:owners': roles.owner,
  'role:administrators': roles.administrator,
  'role:moderators': roles.moderator,
  'role:members': roles.member,
  'role:everyone': roles.guest,
};

export function isFullMember(cache: OrganizationCache, user: User): boolean {
  if (user.role !== roles.member) return user.role < roles.member;
  const days = Number(cache.organization.settings.waiting_period_threshold ?? 0);
  // If the clock was set back, nobody counts as new without a waiting period.
  return days === 0 || user.dateJoined + days * day <= cache.clock.now();
}

/** Whether a user is in a group, directly or through subgroups. */
export function isInGroup(
  cache: OrganizationCache,
  group: Group,
  user: User,
  seen = new Set<number>(),
): boolean {
  if (!user.isActive || seen.has(group.id)) return false;
  seen.add(group.id);
  if (group.isSystem) return isInSystemGroup(cache, group.name, user);
  if (group.members.has(user.id)) return true;
  for (const id of group.subgroups) {
    const subgroup = cache.groups.get(id);
    if (subgroup && isInGroup(cache, subgroup, user, seen)) return true;
  }
  return false;
}

export function isInAnyGroup(cache: OrganizationCache, groupIds: readonly number[], userId: number): boolean {
  const user = cache.users.get(userId);
  return groupIds.some((id) => {
    const group = cache.groups.get(id);
    return user !== undefined && group !== undefined && isInGroup(cache, group, user);
  });
}

function isInSystemGroup(cache: OrganizationCache, name: string, user: User): boolean {
  if (name === 'role:internet') return true;
  if (name === 'role:nobody') return false;
  if (name === 'role:fullmembers') return isFullMember(cache, user);
  const floor = directRole[name];
  return floor !== undefined && user.role <= floor;
}

/** Direct members of a group in the API. System bots are in no group. */
export function directMembers(cache: OrganizationCache, group: Group): number[] {
  if (!group.isSystem)
    return [...group.members].filter((id) => cache.users.get(id)?.isActive).sort((a, b) => a - b);
  const role = group.name === 'role:fullmembers' ? roles.member : directRole[group.name];
  const ids: number[] = [];
  for (const user of cache.users.values())
    if (user.role === role && user.isActive && !user.isSystem)
      if (group.name !== 'role:fullmembers' || isFullMember(cache, user)) ids.push(user.id);
  return ids.sort((a, b) => a - b);
}

/** All members of a group, including subgroups. */
export function allMembers(cache: OrganizationCache, group: Group): Set<number> {
  const ids = new Set<number>();
  const seen = new Set<number>();
  const visit = (one: Group): void => {
    if (seen.has(one.id)) return;
    seen.add(one.id);
    for (const id of directMembers(cache, one)) ids.add(id);
    for (const id of one.subgroups) {
      const subgroup = cache.groups.get(id);
      if (subgroup) visit(subgroup);
    }
  };
  visit(group);
  return ids;
}

/** Whether a user has a permission. */
export function holds(cache: OrganizationCache, setting: GroupSetting, user: User): boolean {
  if (typeof setting === 'number') {
    const group = cache.groups.get(setting);
    return group !== undefined && isInGroup(cache, group, user);
  }
  if (setting.direct_members.includes(user.id)) return user.isActive;
  return setting.direct_subgroups.some((id) => {
    const group = cache.groups.get(id);
    return group !== undefined && isInGroup(cache, group, user);
  });
}

export function systemGroup(cache: OrganizationCache, name: string): Group {
  const group = cache.groups.find('name', name);
  if (!group) throw new Error(`The organization has no group ${name}.`);
  return group;
}
