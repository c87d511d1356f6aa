/** What a channel may be to those who are not in it: web-public, public, or private with its history shared or protected. */
import type { UpdateChannelParams } from '../../../../wire/update-channel.ts';
import type { Config } from '../../lib/config/config.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  isOpenToAnonymous,
  mayIn,
  organizationSettings,
} from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { canReadChannel } from './access.ts';

export type Privacy = Pick<Channel, 'isPrivate' | 'isWebPublic' | 'isHistoryPublic'>;

/** What a channel becomes; nothing when the request asks for no change. A channel made private protects its history. */
export function changedPrivacy(channel: Channel, given: UpdateChannelParams): Privacy | undefined {
  const isPrivate = given.is_private ?? channel.isPrivate;
  const isWebPublic = given.is_web_public ?? channel.isWebPublic;
  const usual = isPrivate === channel.isPrivate ? channel.isHistoryPublic : !isPrivate;
  const isHistoryPublic = given.history_public_to_subscribers ?? usual;
  if ((isWebPublic && isPrivate) || (!isPrivate && !isHistoryPublic))
    throw apiError('channels.invalid-privacy');
  const isSame =
    isPrivate === channel.isPrivate &&
    isWebPublic === channel.isWebPublic &&
    isHistoryPublic === channel.isHistoryPublic;
  return isSame ? undefined : { isPrivate, isWebPublic, isHistoryPublic };
}

/** @throws ApiError where the change would show what its author cannot see, or they may not make such channels. */
export function checkPrivacyChange(
  config: Config,
  cache: OrganizationCache,
  author: User,
  channel: Channel,
  to: Privacy,
): void {
  if (!to.isPrivate && organizationSettings(cache).moderation_request_channel_id === channel.id)
    throw apiError('channels.reports-private');
  if (!canReadChannel(cache, channel, author)) throw apiError('channels.content-access');
  const kind = to.isPrivate ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  if (to.isPrivate !== channel.isPrivate && !mayIn(cache, kind, author))
    throw apiError('permissions.insufficient');
  if (!to.isWebPublic || channel.isWebPublic) return;
  if (!isOpenToAnonymous(config, cache)) throw apiError('channels.web-public-disabled');
  if (!mayIn(cache, 'can_create_web_public_channel_group', author))
    throw apiError('permissions.insufficient');
}
