/** User groups and their members. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { UserGroup } from '../../../../wire/groups.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';
import { canonical, removeFromSettings } from '../organization/permissions.ts';

export type Group = Omit<UserGroup, 'members' | 'direct_subgroup_ids'> & {
  members: Set<number>;
  direct_subgroup_ids: Set<number>;
};
type Groups = Map<number, Group>;

const getGroup = (group: UserGroup): Group => ({
  ...canonical(group),
  members: new Set(group.members),
  direct_subgroup_ids: new Set(group.direct_subgroup_ids),
});

export type GroupState = { groups: Groups };

const groupsFromRegister = (response: RegisterResponse): Groups =>
  new Map((response.realm_user_groups ?? []).map((group) => [group.id, getGroup(group)]));

function reduceGroups(state: GroupState, event: EventOf<'user_group'>): void {
  if (event.op === 'add') {
    state.groups.set(event.group.id, getGroup(event.group));
    return;
  }
  const known = state.groups.get(event.group_id);
  if (known === undefined) return;
  // Replaces the object, so that components that depend on it render again.
  const group = { ...known };
  state.groups.set(group.id, group);
  switch (event.op) {
    case 'update':
      Object.assign(group, canonical(event.data));
      return;
    case 'add_members':
      for (const id of event.user_ids) group.members.add(id);
      return;
    case 'remove_members':
      for (const id of event.user_ids) group.members.delete(id);
      return;
    case 'add_subgroups':
      for (const id of event.direct_subgroup_ids) group.direct_subgroup_ids.add(id);
      return;
    case 'remove_subgroups':
      for (const id of event.direct_subgroup_ids) group.direct_subgroup_ids.delete(id);
      return;
    case 'remove':
      state.groups.delete(event.group_id);
  }
}

export function removeFromGroups(state: GroupState, userId: number): void {
  for (const group of state.groups.values()) {
    group.members.delete(userId);
    removeFromSettings(group, userId);
  }
}

/** All members of a group and of its subgroups, at any depth. */
export function peopleInGroup(groups: Groups, groupId: number): Set<number> {
  const people = new Set<number>();
  const seen = new Set([groupId]);
  for (const id of seen) {
    const group = groups.get(id);
    group?.members.forEach((userId) => people.add(userId));
    group?.direct_subgroup_ids.forEach((inner) => seen.add(inner));
  }
  return people;
}

/** Whether a person is a member of a group or of its subgroups, at any depth. */
export function isInGroup(groups: Groups, groupId: number, userId: number): boolean {
  const waiting = [groupId];
  const seen = new Set<number>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = groups.get(id);
    if (group === undefined) continue;
    if (group.members.has(userId)) return true;
    waiting.push(...group.direct_subgroup_ids);
  }
  return false;
}

/** Whether a person has a permission with this value. */
export function holds(groups: Groups, setting: GroupSetting, userId: number): boolean {
  if (typeof setting === 'number') return isInGroup(groups, setting, userId);
  if (setting.direct_members.includes(userId)) return true;
  return setting.direct_subgroups.some((id) => isInGroup(groups, id, userId));
}

export const groups = defineNoun({
  keys: ['realm_user_groups'],
  state: { groups: groupsFromRegister },
  reducers: { user_group: reduceGroups },
});
