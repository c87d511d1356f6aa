/** Who may bring people into channels, and take them out. */
import { roles } from '../../../../wire/core.ts';
import { type Channel, type Directory, type User, mayIn } from '../organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { administers } from './administration.ts';
import { canReadChannel, canSeeChannel, holdsIn } from './access.ts';

/** Why someone may not come into a channel, or bring others; nothing if they may. */
export function joinRefusal(
  directory: Directory,
  channel: Channel,
  user: User,
  bringsOthers: boolean,
  shownName: string,
): ApiError | undefined {
  if (!canReadChannel(directory, channel, user))
    return apiError('channels.not-accessible', { name: shownName });
  return bringsOthers && !mayBringOthers(directory, channel, user)
    ? apiError('permissions.insufficient')
    : undefined;
}

export function mayBringOthers(directory: Directory, channel: Channel, user: User): boolean {
  if (mayIn(directory, 'can_add_subscribers_group', user) || administers(directory, channel, user))
    return true;
  return user.role !== roles.guest && holdsIn(directory, channel, 'can_add_subscribers_group', user);
}

export function mayTakeOut(directory: Directory, channel: Channel, user: User): boolean {
  if (administers(directory, channel, user)) return true;
  return (
    canSeeChannel(directory, channel, user) &&
    holdsIn(directory, channel, 'can_remove_subscribers_group', user)
  );
}
