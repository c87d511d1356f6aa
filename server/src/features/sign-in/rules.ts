/** Derives role and groups from a user's groups at a provider or in a directory, at each sign-in. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Group, User } from '../../core/organization/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { enterGroup, leaveGroup } from '../groups/index.ts';
import { changeRole } from '../users/index.ts';

/** By name of the external group. */
export interface GroupRules {
  groups: ReadonlyMap<string, string>;
  roles: ReadonlyMap<string, Role>;
}

export interface AppliedRules {
  role?: Role;
  joined: string[];
  left: string[];
  /** Rules that could not be applied. */
  ignored: string[];
}

/**
 * Groups without a rule are not changed. A role with a rule is lost with the external group.
 * @param given Names of the user's external groups.
 */
export async function applyRules(
  tx: Tx,
  rules: GroupRules,
  given: ReadonlySet<string>,
  user: User,
): Promise<AppliedRules> {
  const applied: AppliedRules = { joined: [], left: [], ignored: [] };
  await applyGroups(tx, rules, given, user, applied);
  await applyRole(tx, rules, given, user, applied);
  return applied;
}

/** The changes that `applyRules` would make. */
export function planRules(
  cache: Tx['cache'],
  rules: GroupRules,
  given: ReadonlySet<string>,
  user: User,
): { joins: string[]; leaves: string[]; role: Role | undefined } {
  const wanted = getWanted(rules, given).filter(({ name }) => findGroup(cache, name) !== undefined);
  const isIn = (name: string) => findGroup(cache, name)?.members.has(user.id) === true;
  return {
    joins: wanted.filter(({ name, isMember }) => isMember && !isIn(name)).map(({ name }) => name),
    leaves: wanted.filter(({ name, isMember }) => !isMember && isIn(name)).map(({ name }) => name),
    role: getRole(rules, given, user),
  };
}

function getWanted(
  { groups }: GroupRules,
  given: ReadonlySet<string>,
): { name: string; isMember: boolean }[] {
  const wanted = new Map<string, boolean>();
  for (const [theirs, ours] of groups) wanted.set(ours, wanted.get(ours) === true || given.has(theirs));
  return [...wanted].map(([name, isMember]) => ({ name, isMember }));
}

async function applyGroups(
  tx: Tx,
  rules: GroupRules,
  given: ReadonlySet<string>,
  user: User,
  applied: AppliedRules,
): Promise<void> {
  for (const { name, isMember } of getWanted(rules, given)) {
    const group = findGroup(tx.cache, name);
    if (!group) {
      applied.ignored.push(name);
    } else if (isMember && !group.members.has(user.id)) {
      await enterGroup(tx, group.id, [user.id]);
      applied.joined.push(name);
    } else if (!isMember && group.members.has(user.id)) {
      await leaveGroup(tx, group.id, [user.id]);
      applied.left.push(name);
    }
  }
}

/** System groups follow roles, so rules cannot name them. */
export function findGroup({ groups }: Tx['cache'], name: string): Group | undefined {
  for (const group of groups.values())
    if (group.name === name && !group.isSystem && !group.isDeactivated) return group;
  return undefined;
}

/** @returns undefined if it does not change */
function getRole({ roles: rules }: GroupRules, given: ReadonlySet<string>, user: User): Role | undefined {
  const ruled = [...rules.values()];
  const matching = [...rules].filter(([theirs]) => given.has(theirs)).map(([, role]) => role);
  // Lower numbers have more permissions.
  const highest = matching.sort((one, other) => one - other)[0];
  const role = highest ?? (ruled.includes(user.role) ? roles.member : undefined);
  return role === user.role ? undefined : role;
}

async function applyRole(
  tx: Tx,
  rules: GroupRules,
  given: ReadonlySet<string>,
  { id }: User,
  applied: AppliedRules,
): Promise<void> {
  const user = tx.cache.users.get(id);
  const role = user && getRole(rules, given, user);
  if (!user || role === undefined) return;
  try {
    await changeRole(tx, user, role);
    applied.role = role;
  } catch (error) {
    // Such as for the only owner of the organization.
    if (!(error instanceof ApiError)) throw error;
    applied.ignored.push('role');
  }
}
