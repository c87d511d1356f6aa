/** Role and groups that follow from a user's groups at a provider or in a directory; applied again at each sign-in. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Group, User } from '../../core/organization/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { enterGroup, leaveGroup } from '../groups/index.ts';
import { changeRole } from '../users/index.ts';

/** By the name of a group there. */
export interface GroupRules {
  groups: ReadonlyMap<string, string>;
  roles: ReadonlyMap<string, Role>;
}

export interface AppliedRules {
  role?: Role;
  joined: string[];
  left: string[];
  /** What the rules ask for and cannot have. */
  ignored: string[];
}

/**
 * Groups and roles that no rule names stay as they are; a role that one names goes with the group that brought it.
 * @param given Names of the groups that they have there.
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

/** What `applyRules` would change. */
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

/** Those that follow roles are not for rules. */
export function findGroup({ groups }: Tx['cache'], name: string): Group | undefined {
  for (const group of groups.values())
    if (group.name === name && !group.isSystem && !group.isDeactivated) return group;
  return undefined;
}

/** @returns undefined where it stays as it is */
function getRole({ roles: rules }: GroupRules, given: ReadonlySet<string>, user: User): Role | undefined {
  const ruled = [...rules.values()];
  const matching = [...rules].filter(([theirs]) => given.has(theirs)).map(([, role]) => role);
  // The lower the number, the more it may.
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
    // An organization keeps its only owner, whatever the provider sends.
    if (!(error instanceof ApiError)) throw error;
    applied.ignored.push('role');
  }
}
