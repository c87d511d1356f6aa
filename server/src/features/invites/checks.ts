/** Who may invite, and what an invitation may grant. */
import { roles, type Role } from '../../../../wire/core.ts';
import { canReadChannel, mayBringOthers } from '../../core/channels/index.ts';
import { groupForChange, insufficient, usableGroup } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Channel, type OrganizationCache, type User, mayIn } from '../../core/organization/index.ts';
import { checkedWelcomeText } from '../organization/index.ts';
import { apiError, badValue } from '../../lib/errors.ts';

/** The requested grant; `undefined` selects the default. */
export interface InviteRequest {
  minutes: number | null | undefined;
  role: Role;
  channelIds: readonly number[];
  groupIds: readonly number[];
  includesDefaults: boolean;
  welcomeText: string | null | undefined;
}

/** What an invitation grants. */
export interface Grant {
  role: Role;
  channelIds: number[];
  groupIds: number[];
  includesDefaults: boolean;
  welcomeText: string | null;
  /** Milliseconds since 1970; null for never. */
  expiresAt: number | null;
}

type InvitePermission = 'can_invite_users_group' | 'create_multiuse_invite_group';

export function checkMayInvite(cache: OrganizationCache, user: User, permission: InvitePermission): void {
  checkNoBot(user);
  if (!mayInvite(cache, user, permission)) throw insufficient();
}

/** Bots may invite only as administrators, and guests never, whatever groups they are in. */
export const mayInvite = (cache: OrganizationCache, user: User, permission: InvitePermission): boolean =>
  !isOrdinaryBot(user) && user.role !== roles.guest && mayIn(cache, permission, user);

const isOrdinaryBot = (user: User): boolean => user.isBot && user.role > roles.administrator;

export function checkNoBot(user: User): void {
  if (isOrdinaryBot(user)) throw apiError('permissions.bot');
}

const needed: Readonly<Partial<Record<Role, string>>> = {
  [roles.owner]: 'owner',
  [roles.administrator]: 'administrator',
  [roles.moderator]: 'moderator',
};

/** Nobody can grant more than they have. */
export function checkRole(user: User, role: Role): void {
  if (role < user.role) throw apiError('permissions.role', { role: needed[role] ?? 'member' });
}

/** @throws ApiError for the first thing that the caller may not grant */
export function checkedGrant(tx: Tx, caller: User, wanted: InviteRequest, defaultMinutes: number): Grant {
  checkRole(caller, wanted.role);
  return {
    role: wanted.role,
    channelIds: checkedChannels(tx.cache, caller, wanted.channelIds),
    groupIds: checkedGroups(tx, caller, wanted.groupIds),
    includesDefaults: wanted.includesDefaults,
    welcomeText: chosenWelcomeText(caller, wanted.welcomeText),
    expiresAt: expiryAfter(tx.now, wanted.minutes === undefined ? defaultMinutes : wanted.minutes),
  };
}

function checkedChannels(cache: OrganizationCache, caller: User, given: readonly number[]): number[] {
  const channels = [...new Set(given)].map((id) => {
    const channel = cache.channels.get(id);
    if (!channel || channel.isArchived || !canReadChannel(cache, channel, caller))
      throw apiError('invitations.invalid-channel', { id });
    return channel;
  });
  if (channels.some((channel) => !mayInviteTo(cache, caller, channel)))
    throw apiError('subscriptions.add-others');
  return channels.map(({ id }) => id);
}

/** Default channels require only the permission to subscribe others to any channel. */
export function mayInviteTo(cache: OrganizationCache, user: User, channel: Channel): boolean {
  if (!canReadChannel(cache, channel, user)) return false;
  return channel.isDefault ? mayBringSomebody(cache, user) : mayBringOthers(cache, channel, user);
}

const mayBringSomebody = (cache: OrganizationCache, user: User): boolean =>
  mayIn(cache, 'can_add_subscribers_group', user) ||
  [...cache.channels.values()].some(
    (channel) => canReadChannel(cache, channel, user) && mayBringOthers(cache, channel, user),
  );

function checkedGroups(tx: Tx, caller: User, given: readonly number[]): number[] {
  return [...new Set(given)].map(
    (id) => usableGroup(groupForChange(tx, caller, id, 'can_add_members_group')).id,
  );
}

/** Only administrators may choose the text; for others the organization's is used. */
function chosenWelcomeText(caller: User, given: string | null | undefined): string | null {
  const text = typeof given === 'string' ? checkedWelcomeText(given) : null;
  return caller.role <= roles.administrator ? text : null;
}

/** A hundred years: anything later is a mistake, not an expiry. */
const longestMinutes = 100 * 366 * 24 * 60;

function expiryAfter(now: number, minutes: number | null): number | null {
  if (minutes === null) return null;
  if (minutes < 1 || minutes > longestMinutes) throw badValue('invite_expires_in_minutes', minutes);
  return now + minutes * 60_000;
}
