/**
 * Which users are visible to whom, and their real email addresses. Normally everyone is visible to everyone; where
 * `can_access_all_users_group` excludes guests, a guest sees bots and users who share a channel or direct
 * conversation.
 */
import { type Role, roles } from '../../../../wire/core.ts';
import { userSettingDefaults } from '../../../../wire/settings.ts';
import type { Db } from '../../db/db.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { prepared } from '../../db/prepared.ts';
import type { Audience, Tx } from '../log/index.ts';
import { type OrganizationCache, type User, mayIn, organizationPermission } from '../organization/index.ts';

export type UserVisibility = (user: User) => boolean;

const all: UserVisibility = () => true;

export function isLimited(cache: OrganizationCache, viewer: User): boolean {
  return viewer.role === roles.guest && !mayIn(cache, 'can_access_all_users_group', viewer);
}

/** Whether there can be guests to whom not everyone is visible: known without looking at people. */
function limitsGuests(cache: OrganizationCache): boolean {
  const setting = organizationPermission(cache, 'can_access_all_users_group');
  const group = typeof setting === 'number' ? cache.groups.get(setting) : undefined;
  return group?.name !== 'role:everyone' || !group.isSystem;
}

/** The users visible to a user. */
export async function getUserVisibility(
  db: Db,
  cache: OrganizationCache,
  viewer: User,
): Promise<UserVisibility> {
  if (!isLimited(cache, viewer)) return all;
  const partners = (await conversationPartners(db, [viewer.id])).get(viewer.id);
  return (user) => knows(cache, viewer.id, user, partners);
}

/** The users to whom this user is visible. */
export async function audienceAbout(tx: Tx, user: User): Promise<Audience> {
  const guests = [...limitedGuests(tx.cache)];
  if (user.isBot || guests.length === 0) return { everyone: true };
  const partners = (await conversationPartners(tx, [user.id])).get(user.id);
  const users = guests.map(({ id }) => id).filter((id) => partners?.has(id) || knows(tx.cache, id, user));
  return { nonGuests: true, users };
}

/** Guests to whom the users concerned are hidden. */
export function leftOut(cache: OrganizationCache, audience: Audience): Audience | undefined {
  if (audience.everyone) return undefined;
  const users = [...limitedGuests(cache)].map(({ id }) => id).filter((id) => !audience.users?.includes(id));
  return users.length === 0 ? undefined : { users };
}

export function* limitedGuests(cache: OrganizationCache): Generator<User> {
  if (!limitsGuests(cache)) return;
  for (const user of cache.users.values()) if (user.isActive && isLimited(cache, user)) yield user;
}

/** Whether a user is visible to a limited guest. */
export function knows(
  { members }: OrganizationCache,
  guestId: number,
  user: User,
  partners?: ReadonlySet<number>,
): boolean {
  if (user.isBot || user.id === guestId || partners?.has(user.id)) return true;
  for (const channelId of members.getChannels(guestId)) if (members.has(channelId, user.id)) return true;
  return false;
}

/** Limited guests to whom a user is visible because of direct conversations. */
export async function limitedPartners(tx: Tx, user: User): Promise<number[]> {
  const { cache } = tx;
  if (user.isBot || !limitsGuests(cache)) return [];
  const partners = (await conversationPartners(tx, [user.id])).get(user.id) ?? [];
  return [...partners].filter((id) => {
    const partner = cache.users.get(id);
    return partner !== undefined && isLimited(cache, partner);
  });
}

const partnersQuery = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('direct_member as own')
    .innerJoin('direct_member as other', 'other.direct_id', 'own.direct_id')
    .select(['own.user_id as own_id', 'other.user_id as other_id'])
    .distinct()
    .where(inListParam(dialect, 'own.user_id', p.list)),
);

/** By each of these people, everyone in a direct conversation with them. */
export async function conversationPartners(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const partners = new Map(userIds.map((id) => [id, new Set<number>()]));
  const rows = await db.rows(partnersQuery, { list: listValue(db.dialect, userIds) });
  for (const { own_id, other_id } of rows) partners.get(own_id)?.add(other_id);
  return partners;
}

/** The lowest role that sees a real address, by the choice of its owner; 4 stands for nobody. */
const leastRole: Readonly<Record<number, number>> = {
  1: roles.guest,
  2: roles.member,
  3: roles.administrator,
  5: roles.moderator,
};

export const seesEmail = (viewer: User, user: User): boolean =>
  viewer.id === user.id || seesEmailAs(viewer.role, user);

/** Whether someone else of this role sees the address. */
export function seesEmailAs(role: Role, user: User): boolean {
  const chosen = user.settings.email_address_visibility ?? userSettingDefaults.email_address_visibility;
  return isShownTo(role, user, Number(chosen));
}

/** @param choice Of the address's owner. */
export const seesEmailIf = (viewer: User, user: User, choice: number): boolean =>
  viewer.id === user.id || isShownTo(viewer.role, user, choice);

const isShownTo = (role: Role, user: User, choice: number): boolean =>
  user.isBot || role <= (leastRole[choice] ?? 0);
