/** Types of parameters with the wire's names, for the layers above. */
import type { Role } from '../../../../wire/core.ts';
import type { CreateInviteLinkParams } from '../../../../wire/invites.ts';
import type { ChannelPermission } from '../../../../wire/channels.ts';
import type { PermissionSetting } from '../../../../wire/permissions.ts';
import type {} from '../../../../wire/topics.ts';
import type { UpdateUserTopicParams } from '../../../../wire/user-topics.ts';
import type { Organization } from './organization.ts';

type Policy = UpdateUserTopicParams['visibility_policy'];

export const topicPolicyParams = (
  channelId: number,
  topic: string,
  policy: Policy,
): UpdateUserTopicParams => ({ stream_id: channelId, topic, visibility_policy: policy });

/** Allowed values of a channel permission; undefined if the server does not send them. */
export const channelPermissionRules = (
  { server_supported_permission_settings: rules }: Organization,
  name: ChannelPermission,
): PermissionSetting | undefined => rules?.stream[name];

/** In characters. */
export const channelNameLength = ({ max_stream_name_length: most = 60 }: Organization): number => most;

/** What an invitation grants. */
export type Grants = {
  role: Role;
  /** Empty for the default of the organization. */
  welcome: string;
  /** null for no expiry. */
  minutes: number | null;
  hasDefaultChannels: boolean;
  channelIds: readonly number[];
  groupIds: readonly number[];
};

export const inviteParams = ({
  role,
  welcome,
  minutes,
  hasDefaultChannels,
  channelIds,
  groupIds,
}: Grants): CreateInviteLinkParams => ({
  invite_as: role,
  invite_expires_in_minutes: minutes,
  stream_ids: [...channelIds],
  group_ids: [...groupIds],
  include_realm_default_subscriptions: hasDefaultChannels,
  ...(welcome === '' ? {} : { welcome_message_custom_text: welcome }),
});

/** Which messages the sidebar counts in channels. */
export const channelCountsSetting = 'web_stream_unreads_count_display_policy';
