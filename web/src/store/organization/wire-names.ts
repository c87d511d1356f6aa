/** Parameters that carry the wire's own names, for the actions above. */
import type { Role } from '../../../../wire/core.ts';
import type { CreateInviteLinkParams } from '../../../../wire/invites.ts';
import type { ChannelPermission } from '../../../../wire/channels.ts';
import type { PermissionSetting } from '../../../../wire/permissions.ts';
import type { UpdateUserTopicParams } from '../../../../wire/user-topics.ts';
import type { Organization } from './organization.ts';

type Policy = UpdateUserTopicParams['visibility_policy'];

export const topicPolicyParams = (
  channelId: number,
  topic: string,
  policy: Policy,
): UpdateUserTopicParams => ({ stream_id: channelId, topic, visibility_policy: policy });

/** What a permission of channels may be; undefined from a server that does not send it. */
export const channelPermissionRules = (
  { server_supported_permission_settings: rules }: Organization,
  name: ChannelPermission,
): PermissionSetting | undefined => rules?.stream[name];

/** In characters. */
export const channelNameLength = ({ max_stream_name_length: most = 60 }: Organization): number => most;

/** What an invitation brings. */
export type Grants = {
  role: Role;
  /** Empty leaves it to the organization. */
  welcome: string;
  /** null never ends. */
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

/** Which messages are counted in the rows of channels. */
export const channelCountsSetting = 'web_stream_unreads_count_display_policy';
