/** Parameters that carry the wire's own names, for the actions above. */
import type { ChannelPermission } from '../../../wire/channels.ts';
import type { PermissionSetting } from '../../../wire/permissions.ts';
import type { UpdateUserTopicParams } from '../../../wire/user-topics.ts';
import type { Organization } from './organization.ts';

type Policy = UpdateUserTopicParams['visibility_policy'];

export const topicPolicyParams = (
  channelId: number,
  topic: string,
  policy: Policy,
): UpdateUserTopicParams => ({ stream_id: channelId, topic, visibility_policy: policy });

/** What a permission of channels may be; undefined from a server that does not tell. */
export const channelPermissionRules = (
  { server_supported_permission_settings: rules }: Organization,
  name: ChannelPermission,
): PermissionSetting | undefined => rules?.stream[name];

/** In characters. */
export const channelNameLength = ({ max_stream_name_length: most = 60 }: Organization): number => most;
