/** Choices for a permission in one list: groups by name, and the current value if it is none of them. */
import type { GroupSetting, SystemGroup } from '../../../../wire/core.ts';
import type { PermissionSetting } from '../../../../wire/permissions.ts';
import type { Group } from '../../store/people/groups.ts';
import type { Live } from '../../store/live.ts';
import { compareNames } from '../channels/channel-sections.ts';
import { personName } from '../narrow/names.ts';
import { joinFirst, joinNames } from '../text/list.ts';
import { t } from '../text/text.ts';

export type PermissionChoice = { value: number; text: string; opens?: true };

const systemText = {
  'role:internet': 'groups.internet',
  'role:everyone': 'groups.everyone',
  'role:members': 'groups.members',
  'role:fullmembers': 'groups.fullMembers',
  'role:moderators': 'groups.moderators',
  'role:administrators': 'groups.administrators',
  'role:owners': 'groups.owners',
  'role:nobody': 'groups.nobody',
} as const satisfies Record<SystemGroup, string>;

const order = Object.keys(systemText);

const isSystemName = (name: string): name is SystemGroup => name in systemText;

export const groupName = ({ name }: { name: string }): string =>
  isSystemName(name) ? t(systemText[name]) : name;

/** Stands for a value that is not a single group. */
export const severalValue = -1;

/** Opens the dialog that chooses users and groups. */
export const chooseValue = -2;

/** If there are more groups than these, they are found by name in the dialog that chooses users and groups. */
const mostListed = 20;

/** System groups from large to small, then the others by name if they are few. */
export function permissionChoices(
  live: Live,
  current: GroupSetting,
  rules: PermissionSetting | undefined,
): PermissionChoice[] {
  const { system, own } = allowedGroups(live, current, rules);
  const mayChoose = rules?.require_system_group !== true;
  const listed = mayChoose && own.length > mostListed ? own.filter(({ id }) => id === current) : own;
  const choices = [...system, ...listed].map(toChoice);
  if (mayChoose) choices.push({ value: chooseValue, text: t('groups.choose'), opens: true });
  if (typeof current === 'number') return choices;
  return [{ value: severalValue, text: severalText(live, current) }, ...choices];
}

const toChoice = (group: Group): PermissionChoice => ({ value: group.id, text: groupName(group) });

function allowedGroups(
  live: Live,
  current: GroupSetting | undefined,
  rules: PermissionSetting | undefined,
): { system: Group[]; own: Group[] } {
  const groups = [...live.get('groups').values()].filter(
    (group) => group.id === current || (!group.deactivated && isAllowed(group, rules)),
  );
  const system = groups
    .filter((group) => group.is_system_group)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return { system, own: groups.filter((group) => !group.is_system_group).sort(compareNames) };
}

/** Groups that can be members of an anonymous group. */
export function groupsToChoose(live: Live, rules: PermissionSetting | undefined): PermissionChoice[] {
  const { system, own } = allowedGroups(live, undefined, rules);
  return [...system.filter((group) => !isEverybodyOrNobody(group)), ...own].map(toChoice);
}

const isEverybodyOrNobody = ({ name }: Group): boolean => name === 'role:nobody' || name === 'role:internet';

/** A single group without users is that group; an empty value is "nobody". */
export function getSetting(live: Live, people: readonly number[], groups: readonly number[]): GroupSetting {
  const [only, ...others] = groups;
  if (people.length === 0 && only !== undefined && others.length === 0) return only;
  const nobody = [...live.get('groups').values()].find(({ name }) => name === 'role:nobody');
  if (people.length === 0 && groups.length === 0 && nobody !== undefined) return nobody.id;
  return { direct_members: [...people], direct_subgroups: [...groups] };
}

function isAllowed(group: Group, rules: PermissionSetting | undefined): boolean {
  if (rules === undefined) return true;
  if (!group.is_system_group) return !rules.require_system_group;
  if (group.name === 'role:internet') return rules.allow_internet_group;
  if (group.name === 'role:everyone') return rules.allow_everyone_group;
  if (group.name === 'role:nobody') return rules.allow_nobody_group;
  const allowed: readonly string[] = rules.allowed_system_groups;
  return allowed.length === 0 || allowed.includes(group.name);
}

/** Who has a permission, in words. */
export function permissionText(live: Live, setting: GroupSetting): string {
  if (typeof setting !== 'number') return severalText(live, setting);
  const group = live.get('groups').get(setting);
  return group ? groupName(group) : t('groups.unknown');
}

const shown = 3;

function severalText(live: Live, setting: Exclude<GroupSetting, number>): string {
  const groups = live.get('groups');
  const names = [
    ...setting.direct_subgroups.flatMap((id) => groups.get(id) ?? []).map(groupName),
    ...setting.direct_members.map((id) => personName(live, id)),
  ];
  if (names.length === 0) return t('groups.nobody');
  const rest = names.length - shown;
  return rest > 0
    ? `${joinFirst(names.slice(0, shown))} ${t('recent.more', { count: rest })}`
    : joinNames(names);
}
