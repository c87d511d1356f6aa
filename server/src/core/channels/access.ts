/** Who may see, read, write to and administer a channel. Functions that load one check it: what they return may be used. */
import { roles } from '../../../../wire/core.ts';
import {
  findNamed,
  type Channel,
  type OrganizationCache,
  type Principal,
  type User,
  holds,
} from '../organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

/** A permission of a channel; nobody has one that is not set. */
export function holdsIn(cache: OrganizationCache, channel: Channel, permission: string, user: User): boolean {
  const setting = channel.settings[permission];
  return setting !== undefined && holds(cache, setting, user);
}

/** A spectator. No account has this id. */
export const anonymousId = 0;

/** Only the channel is considered; the server and the organization decide whether spectators are admitted at all. */
export const isWebPublicChannel = ({ isWebPublic, isPrivate, isArchived }: Channel): boolean =>
  isWebPublic && !isPrivate && !isArchived;

/** Whether the channel and its members are visible to the user. */
export function canSeeChannel(cache: OrganizationCache, channel: Channel, user: User): boolean {
  if (user.id === anonymousId) return isWebPublicChannel(channel);
  if (cache.members.has(channel.id, user.id)) return true;
  if (channel.isWebPublic) return true;
  if (user.role === roles.guest) return false;
  if (!channel.isPrivate || user.role <= roles.administrator) return true;
  return (
    holdsIn(cache, channel, 'can_administer_channel_group', user) || canJoinByGroup(cache, channel, user)
  );
}

/** Whether a request may say that the channel exists: with a key of one channel, only of that one. */
export const isChannelKnown = (
  { cache, user, onlyChannel }: Pick<Principal, 'cache' | 'user' | 'onlyChannel'>,
  channel: Channel,
): boolean =>
  (onlyChannel === undefined || onlyChannel === channel.id) && canSeeChannel(cache, channel, user);

function canJoinByGroup(cache: OrganizationCache, channel: Channel, user: User): boolean {
  return (
    holdsIn(cache, channel, 'can_add_subscribers_group', user) ||
    holdsIn(cache, channel, 'can_subscribe_group', user)
  );
}

/** Whether the user may read what is written there: its members, all but guests in a public channel, those who may join a private one. */
export function canReadChannel(cache: OrganizationCache, channel: Channel, user: User): boolean {
  if (user.id === anonymousId) return isWebPublicChannel(channel);
  if (cache.members.has(channel.id, user.id)) return true;
  if (channel.isWebPublic) return true;
  if (user.role === roles.guest) return false;
  return !channel.isPrivate || canJoinByGroup(cache, channel, user);
}

/**
 * A channel in use that this person may read.
 * @throws ApiError as for one that does not exist, also if it is archived, or if it is hidden from the caller.
 */
export function channelInUse(cache: OrganizationCache, user: User, id: number): Channel {
  const channel = cache.channels.get(id);
  if (!channel || channel.isArchived || !canReadChannel(cache, channel, user))
    throw apiError('channels.not-found');
  return channel;
}

/** Which messages of a channel a user may read. */
export type Reach = 'all' | 'spans' | 'none';

/** Where history is protected, a member reads what was written during a membership. Former members of a private channel read nothing. */
export function reachIn(cache: OrganizationCache, channel: Channel, user: User): Reach {
  if (!canReadChannel(cache, channel, user)) return 'none';
  if (!channel.isPrivate || channel.isHistoryPublic) return 'all';
  return cache.members.has(channel.id, user.id) ? 'spans' : 'none';
}

/** Whether the user may read a message with this ID that is, or once was, in the channel. */
export function canReadAt(
  cache: OrganizationCache,
  channel: Channel,
  user: User,
  messageId: number,
): boolean {
  const reach = reachIn(cache, channel, user);
  if (reach !== 'spans') return reach === 'all';
  return (cache.members.get(channel.id, user.id)?.fromMessageId ?? Infinity) <= messageId;
}

const unknownChannel = (ref: string | number): ApiError =>
  typeof ref === 'number'
    ? apiError('channels.id-not-found', { id: ref }, { stream_id: ref })
    : apiError('channels.name-not-found', { name: ref }, { stream: ref });

function findChannel(cache: OrganizationCache, ref: string | number): Channel | undefined {
  return typeof ref === 'number' ? cache.channels.get(ref) : findNamed(cache.channels, ref.trim());
}

/**
 * A channel that this person may write to now; a bot may what its owner may.
 * @throws ApiError as for one that does not exist, if it is hidden from the caller.
 */
export function channelForPosting(cache: OrganizationCache, user: User, ref: string | number): Channel {
  const channel = findChannel(cache, ref);
  const owner = user.botOwnerId === null ? undefined : cache.users.get(user.botOwnerId);
  const isKnown = (one: User | undefined) => channel && one && canSeeChannel(cache, channel, one);
  if (!channel || !(user.isSystem || isKnown(user) || isKnown(owner))) throw unknownChannel(ref);
  if (!user.isSystem && !mayPost(cache, channel, user, owner)) throw apiError('recipients.post-not-allowed');
  const refusal = () => apiError('recipients.channel-not-allowed', { name: channel.name });
  if (channel.isArchived) throw refusal();
  const isMember = cache.members.has(channel.id, user.id);
  const isOwnersMember = owner !== undefined && cache.members.has(channel.id, owner.id);
  const isClosed = channel.isPrivate || (user.role === roles.guest && !channel.isWebPublic);
  if (isClosed && !isMember && !isOwnersMember && !user.isSystem) throw refusal();
  return channel;
}

function mayPost(cache: OrganizationCache, channel: Channel, user: User, owner: User | undefined): boolean {
  if (holdsIn(cache, channel, 'can_send_message_group', user)) return true;
  return owner !== undefined && holdsIn(cache, channel, 'can_send_message_group', owner);
}

// Loads channels for users who may administer them.

/** Administrators of the organization administer every channel. Guests never do, whatever group they are in. */
export function administers(cache: OrganizationCache, channel: Channel, user: User): boolean {
  if (user.role <= roles.administrator) return true;
  return user.role !== roles.guest && holdsIn(cache, channel, 'can_administer_channel_group', user);
}

/** @throws ApiError as for one that does not exist, if this person may not know of it. */
export function channelForChange(cache: OrganizationCache, user: User, id: number): Channel {
  const channel = cache.channels.get(id);
  if (!channel || !canSeeChannel(cache, channel, user)) throw apiError('channels.not-found');
  if (!administers(cache, channel, user)) throw apiError('channels.not-administered');
  return channel;
}
