/** Who may subscribe users to channels, and unsubscribe them. */
import { roles } from '../../../../wire/core.ts';
import { type Channel, type OrganizationCache, type User, mayIn } from '../organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { administers, canReadChannel, canSeeChannel, holdsIn } from './access.ts';

/** Why a user may not join a channel, or subscribe others; undefined if they may. */
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
