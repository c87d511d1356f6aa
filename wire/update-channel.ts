/** PATCH and DELETE /streams/{stream_id}, and the default channels. */
import { channelPermissions, TopicsPolicy } from './channels.ts';
import {
  getEach,
  Exact,
  GroupSettingChange,
  Id,
  Ids,
  JsonOrBare,
  Nullable,
  OneOf,
  optional,
  Type,
  type Static,
  type Examples,
} from './core.ts';

/** Days, "realm_default" for the organization's setting, or "unlimited". */
export const RetentionParam = JsonOrBare([Type.Integer(), OneOf(['realm_default', 'unlimited'])], {
  jsonAt: '["json[str]"]',
});
export type RetentionParam = Static<typeof RetentionParam>;

/** `is_archived` false unarchives; true is ignored, DELETE archives. `folder_id` null removes the channel from its folder. */
export const UpdateChannelParams = Type.Object(
  optional({
    new_name: Type.String(),
    description: Type.String(),
    is_private: Type.Boolean(),
    is_web_public: Type.Boolean(),
    history_public_to_subscribers: Type.Boolean(),
    is_default_stream: Type.Boolean(),
    is_archived: Type.Boolean(),
    message_retention_days: RetentionParam,
    topics_policy: TopicsPolicy,
    folder_id: Nullable(Id),
    ...getEach(channelPermissions, GroupSettingChange),
  }),
);
export type UpdateChannelParams = Static<typeof UpdateChannelParams>;

/** POST and DELETE /default_streams */
export const DefaultChannelParams = Type.Object({ stream_id: Id });
export type DefaultChannelParams = Static<typeof DefaultChannelParams>;

/** The whole new list. Not sent to guests. */
const DefaultChannelsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('default_streams'),
  default_streams: Ids,
});

export const defaultChannelState = { default_streams: { realm_default_streams: Ids } };

export const defaultChannelEvents = { default_streams: DefaultChannelsEvent };

export const defaultChannelExamples: Examples<typeof defaultChannelEvents> = {
  default_streams: {
    'channels that new people come into': { id: 1, type: 'default_streams', default_streams: [1, 4] },
  },
};
