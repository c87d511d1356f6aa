/** Who holds a permission here: the same people and groups, or fewer where the permission allows no others. */
import type { GroupSetting, SystemGroup } from '../../../../../wire/core.ts';
import { systemGroups } from '../../../../../wire/core.ts';
import type { PermissionSetting } from '../../../../../wire/permissions.ts';
import { systemGroup, type OrganizationCache } from '../../../core/organization/index.ts';
import { isIn, keysIn } from '../../../lib/objects.ts';
import type { Holders } from '../records.ts';
import type { ImportContext } from './context.ts';

type Rules<Name extends string> = Readonly<Record<Name, PermissionSetting>>;
type Known = Pick<ImportContext, 'people' | 'groups' | 'report'>;

/** The holders of each permission that the source gives. */
export function holdersHere<Name extends string>(
  cache: OrganizationCache,
  known: Known,
  { rules, given, place }: { rules: Rules<Name>; given: Partial<Record<Name, Holders>>; place: string },
): Partial<Record<Name, GroupSetting>> {
  const found: Partial<Record<Name, GroupSetting>> = {};
  for (const name of keysIn(rules)) {
    const holders = given[name];
    if (!holders) continue;
    const { roles, isNarrower } = allowedRoles(rules[name], holders);
    if (isNarrower)
      known.report.access('narrower', place, `Not all who have “${name}” there may have it here.`);
    found[name] = toSetting(cache, known, rules[name], { ...holders, roles });
  }
  return found;
}

const narrowerThan = (role: SystemGroup): readonly SystemGroup[] =>
  systemGroups.slice(systemGroups.indexOf(role) + 1);

/** A role that the permission may not have becomes the widest one below it that it may have. */
function allowedRoles(
  rule: PermissionSetting,
  { roles }: Holders,
): { roles: SystemGroup[]; isNarrower: boolean } {
  const allowed = roles.map((role) =>
    mayHave(rule, role) ? role : (narrowerThan(role).find((one) => mayHave(rule, one)) ?? 'role:nobody'),
  );
  return { roles: allowed, isNarrower: allowed.some((role, i) => role !== roles[i]) };
}

function mayHave(rule: PermissionSetting, role: SystemGroup): boolean {
  if (role === 'role:internet' && !rule.allow_internet_group) return false;
  if (role === 'role:everyone' && !rule.allow_everyone_group) return false;
  const { require_system_group: isLimited, allowed_system_groups: allowed } = rule;
  return !isLimited || allowed.length === 0 || isIn(allowed, role);
}

function toSetting(
  cache: OrganizationCache,
  { people, groups }: Known,
  rule: PermissionSetting,
  holders: Holders,
): GroupSetting {
  const roles = holders.roles.filter((role) => role !== 'role:nobody');
  const ids = [
    ...roles.map((role) => systemGroup(cache, role).id),
    ...holders.groups.map((one) => groups.get(one)).filter((one) => one !== undefined),
  ];
  const members = holders.people.map((one) => people.get(one)).filter((one) => one !== undefined);
  const nobody = rule.allow_nobody_group ? 'role:nobody' : 'role:owners';
  if (rule.require_system_group) {
    const [role] = roles;
    return systemGroup(cache, role ?? nobody).id;
  }
  const [only] = ids;
  if (members.length === 0 && ids.length <= 1) return only ?? systemGroup(cache, nobody).id;
  return { direct_members: sorted(members), direct_subgroups: sorted(ids) };
}

const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
