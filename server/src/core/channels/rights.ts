/** Who may bring people into channels, and take them out. */
import { roles } from '../../../../wire/core.ts';
import { type Channel, type OrganizationCache, type User, mayIn } from '../organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { administers } from './administration.ts';
import { canReadChannel, canSeeChannel, holdsIn } from './access.ts';

/** Why someone may not come into a channel, or bring others; nothing if they may. */
export function joinRefusal(
  cache: OrganizationCache,
  channel: Channel,
  user: User,
  bringsOthers: boolean,
  shownName: string,
): ApiError | undefined {
  if (!canReadChannel(cache, channel, user)) return apiError('channels.not-accessible', { name: shownName });
  return bringsOthers && !mayBringOthers(cache, channel, user)
    ? apiError('permissions.insufficient')
    : undefined;
}

export function mayBringOthers(cache: OrganizationCache, channel: Channel, user: User): boolean {
  if (mayIn(cache, 'can_add_subscribers_group', user) || administers(cache, channel, user)) return true;
  return user.role !== roles.guest && holdsIn(cache, channel, 'can_add_subscribers_group', user);
}

export function mayTakeOut(cache: OrganizationCache, channel: Channel, user: User): boolean {
  if (administers(cache, channel, user)) return true;
  return canSeeChannel(cache, channel, user) && holdsIn(cache, channel, 'can_remove_subscribers_group', user);
}
