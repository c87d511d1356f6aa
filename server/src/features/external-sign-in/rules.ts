/** Role and groups that somebody has here because of their groups at a provider; looked at again at each sign-in. */
import { roles, type Role } from '../../../../wire/core.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Group, User } from '../../core/organization/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { ApiError } from '../../lib/errors.ts';
import { getClaim } from '../../lib/oidc/oidc-provider.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';
import { enterGroup, leaveGroup } from '../groups/index.ts';
import { changeRole } from '../users/index.ts';

export interface AppliedRules {
  role?: Role;
  joined: string[];
  left: string[];
  /** What the rules ask for and cannot have. */
  ignored: string[];
}

/** Groups and roles that no rule names stay as they are; a role that one names goes with the group that brought it. */
export async function applyRules(
  tx: Tx,
  provider: SignInProvider,
  { claims }: ExternalPerson,
  user: User,
): Promise<AppliedRules> {
  const applied: AppliedRules = { joined: [], left: [], ignored: [] };
  if (provider.groups.size + provider.roles.size === 0) return applied;
  // Entra replaces long lists by a link: nothing is concluded from what is missing.
  if (isElsewhere(claims, provider.groupsClaim)) return { ...applied, ignored: [provider.groupsClaim] };
  const given = getGroups(getClaim(claims, provider.groupsClaim));
  await applyGroups(tx, provider, given, user, applied);
  await applyRole(tx, provider, given, user, applied);
  return applied;
}

function isElsewhere({ _claim_names: names }: ExternalPerson['claims'], claim: string): boolean {
  return typeof names === 'object' && names !== null && Object.hasOwn(names, claim);
}

/** A list, or one name. */
function getGroups(claim: unknown): ReadonlySet<string> {
  const list = Array.isArray(claim) ? claim : [claim];
  return new Set(list.filter((one): one is string => typeof one === 'string'));
}

async function applyGroups(
  tx: Tx,
  { groups }: SignInProvider,
  given: ReadonlySet<string>,
  user: User,
  applied: AppliedRules,
): Promise<void> {
  const wanted = new Map<string, boolean>();
  for (const [theirs, ours] of groups) wanted.set(ours, wanted.get(ours) === true || given.has(theirs));
  for (const [name, isMember] of wanted) {
    const group = findGroup(tx, name);
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
function findGroup({ cache }: Tx, name: string): Group | undefined {
  for (const group of cache.groups.values())
    if (group.name === name && !group.isSystem && !group.isDeactivated) return group;
  return undefined;
}

async function applyRole(
  tx: Tx,
  { roles: rules }: SignInProvider,
  given: ReadonlySet<string>,
  { id }: User,
  applied: AppliedRules,
): Promise<void> {
  const user = tx.cache.users.get(id);
  if (!user) return;
  const ruled = [...rules.values()];
  const matching = [...rules].filter(([theirs]) => given.has(theirs)).map(([, role]) => role);
  // The lower the number, the more it may.
  const highest = matching.sort((one, other) => one - other)[0];
  const role = highest ?? (ruled.includes(user.role) ? roles.member : undefined);
  if (role === undefined || role === user.role) return;
  try {
    await changeRole(tx, user, role);
    applied.role = role;
  } catch (error) {
    // An organization keeps its only owner, whatever the provider sends.
    if (!(error instanceof ApiError)) throw error;
    applied.ignored.push('role');
  }
}
