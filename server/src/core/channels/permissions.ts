/** What the permissions of a channel may be beyond what holds for every group-setting value. */
import type { ChannelPermission } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import {
  type OrganizationCache,
  type User,
  mayIn,
  systemGroup,
  type Channel,
  isOpenToAnonymous,
  organizationSettings,
} from '../organization/index.ts';
import { incompatible, apiError } from '../../lib/errors.ts';
import type { UpdateChannelParams } from '../../../../wire/update-channel.ts';
import type { Config } from '../../lib/config/config.ts';
import { canReadChannel } from './access.ts';

type GivenPermissions = { readonly [Name in ChannelPermission]?: GroupSetting | undefined };

/** An invisible topic cannot be distinguished from a new one, so everyone must be able to begin topics there. */
export function checkTopicCreators(
  cache: OrganizationCache,
  creators: GroupSetting | undefined,
  isHistoryPublic: boolean,
): void {
  if (creators === undefined || isHistoryPublic) return;
  if (creators === systemGroup(cache, 'role:everyone').id) return;
  throw incompatible('history_public_to_subscribers', 'can_create_topic_group');
}

/** Whether someone may let others delete messages, as far as these permissions do. */
export function maySetDeletion(cache: OrganizationCache, user: User, given: GivenPermissions): boolean {
  const nobody = systemGroup(cache, 'role:nobody').id;
  const isAsked = ([given.can_delete_any_message_group, given.can_delete_own_message_group] as const).some(
    (value) => value !== undefined && value !== nobody,
  );
  return !isAsked || mayIn(cache, 'can_set_delete_message_policy_group', user);
}

// What a channel may be to those who are not in it: web-public, public, or private with its history shared or protected.

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
