/** Loads channels for users who may administer them. */
import { roles } from '../../../../wire/core.ts';
import type { Channel, OrganizationCache, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { canSeeChannel, holdsIn } from './access.ts';

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
