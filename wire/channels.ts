/** A channel ("stream" on the wire), and the operations that read channels. */
import {
  getEach,
  Exact,
  GroupSetting,
  Id,
  Ids,
  Nullable,
  OneOf,
  OneOfIntegers,
  Type,
  UnixSeconds,
  type Static,
  type Examples,
} from './core.ts';

/** The permissions of a channel, in the order in which they are shown. */
export const channelPermissions = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const;
export type ChannelPermission = (typeof channelPermissions)[number];

export const TopicsPolicy = OneOf([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
]);
export type TopicsPolicy = Static<typeof TopicsPolicy>;

/** -1 keeps messages forever; null follows the organization. */
const MessageRetentionDays = Nullable(Type.Integer({ minimum: -1 }));

export const channelFields = {
  stream_id: Id,
  name: Type.String(),
  is_archived: Type.Boolean(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: UnixSeconds,
  creator_id: Nullable(Id),
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  history_public_to_subscribers: Type.Boolean(),
  message_retention_days: MessageRetentionDays,
  topics_policy: TopicsPolicy,
  first_message_id: Nullable(Id),
  folder_id: Nullable(Id),
  is_recently_active: Type.Boolean(),
  stream_weekly_traffic: Nullable(Type.Integer()),
  subscriber_count: Type.Integer({ minimum: 0 }),
  // Deprecated, follows can_send_message_group: 1 anyone, 2 administrators, 3 full members, 4 moderators.
  stream_post_policy: OneOfIntegers([1, 2, 3, 4]),
  // Deprecated: whether stream_post_policy is 2.
  is_announcement_only: Type.Boolean(),
  ...getEach(channelPermissions, GroupSetting),
};

export const Channel = Exact(channelFields);
export type Channel = Static<typeof Channel>;

/** `is_default` is present if the request asked for default channels. */
export const ListedChannel = Exact({ ...channelFields, is_default: Type.Optional(Type.Boolean()) });
export type ListedChannel = Static<typeof ListedChannel>;

/** The path of an operation on one channel. */
export const ChannelPath = Type.Object({ stream_id: Id });

/** GET /streams/{stream_id}/email_address */
export const GetStreamEmailAddressParams = Type.Object({ sender_id: Type.Optional(Id) });
export const GetStreamEmailAddressResponse = Exact({ email: Type.String() });

/** GET /streams */
export const GetStreamsParams = Type.Object({
  include_public: Type.Boolean({ default: true }),
  include_web_public: Type.Boolean({ default: false }),
  include_subscribed: Type.Boolean({ default: true }),
  exclude_archived: Type.Boolean({ default: true }),
  include_all: Type.Boolean({ default: false }),
  include_default: Type.Boolean({ default: false }),
  include_owner_subscribed: Type.Boolean({ default: false }),
  include_can_access_content: Type.Boolean({ default: false }),
  include_all_active: Type.Boolean({ default: false, deprecated: true }),
});
export type GetStreamsParams = Static<typeof GetStreamsParams>;
export const GetStreamsResponse = Exact({ streams: Type.Array(ListedChannel) });
export type GetStreamsResponse = Static<typeof GetStreamsResponse>;

/** GET /streams/{stream_id} */
export const GetStreamByIdResponse = Exact({ stream: Channel });
export type GetStreamByIdResponse = Static<typeof GetStreamByIdResponse>;

/** GET /get_stream_id */
export const GetStreamIdParams = Type.Object({ stream: Type.String() });
export type GetStreamIdParams = Static<typeof GetStreamIdParams>;
export const GetStreamIdResponse = Exact({ stream_id: Id });
export type GetStreamIdResponse = Static<typeof GetStreamIdResponse>;

/** GET /streams/{stream_id}/members */
export const GetSubscribersResponse = Exact({ subscribers: Ids });
export type GetSubscribersResponse = Static<typeof GetSubscribersResponse>;

/** GET /users/me/{stream_id}/topics; the most recently active topic first. */
export const GetStreamTopicsParams = Type.Object({
  allow_empty_topic_name: Type.Boolean({ default: false }),
});
export type GetStreamTopicsParams = Static<typeof GetStreamTopicsParams>;
export const Topic = Exact({ name: Type.String(), max_id: Id });
export type Topic = Static<typeof Topic>;
export const GetStreamTopicsResponse = Exact({ topics: Type.Array(Topic) });
export type GetStreamTopicsResponse = Static<typeof GetStreamTopicsResponse>;

/** GET /heddle/topics: those of several channels, as many as fit into a response of a megabyte. */
export const GetTopicsParams = Type.Object({ channels: Type.Array(Id, { maxItems: 500 }) });
export const GetTopicsResponse = Exact({
  channels: Type.Array(Exact({ stream_id: Id, topics: Type.Array(Topic) })),
});
export type GetTopicsResponse = Static<typeof GetTopicsResponse>;

const channelEvent = { id: Type.Integer(), type: Type.Literal('stream') };

/**
 * `subscriber_count` does not include subscriptions that a `peer_add` event of the same change announces: it is 0 for
 * a new channel.
 */
const ChannelCreateEvent = Exact({
  ...channelEvent,
  op: Type.Literal('create'),
  streams: Type.Array(Channel),
});

const ChannelDeleteEvent = Exact({
  ...channelEvent,
  op: Type.Literal('delete'),
  stream_ids: Ids,
  // Deprecated: the same ids.
  streams: Type.Array(Exact({ stream_id: Id })),
});

const channelProperties = [
  'name',
  'description',
  'is_archived',
  'invite_only',
  'message_retention_days',
  'topics_policy',
  'first_message_id',
  'folder_id',
  'is_recently_active',
  'stream_weekly_traffic',
  'stream_post_policy',
  'is_announcement_only',
  ...channelPermissions,
] as const;

const ChannelUpdateEvent = Exact({
  ...channelEvent,
  op: Type.Literal('update'),
  stream_id: Id,
  name: Type.String(),
  property: OneOf(channelProperties),
  value: Type.Union([Type.String(), Type.Boolean(), GroupSetting, Type.Null()]),
  // Only with `description`.
  rendered_description: Type.Optional(Type.String()),
  // Only with `invite_only`; together they define the channel's privacy.
  history_public_to_subscribers: Type.Optional(Type.Boolean()),
  is_web_public: Type.Optional(Type.Boolean()),
});

const ChannelEvent = Type.Union([ChannelCreateEvent, ChannelDeleteEvent, ChannelUpdateEvent]);

export const channelState = { stream: { streams: Type.Array(Channel) } };

export const channelEvents = { stream: ChannelEvent };

export const channelExample: Channel = {
  stream_id: 4,
  name: 'design',
  is_archived: false,
  description: 'How it looks',
  rendered_description: '<p>How it looks</p>',
  date_created: 1_767_322_000,
  creator_id: 7,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  stream_weekly_traffic: null,
  subscriber_count: 0,
  stream_post_policy: 1,
  is_announcement_only: false,
  can_add_subscribers_group: 8,
  can_administer_channel_group: { direct_members: [7], direct_subgroups: [] },
  can_create_topic_group: 2,
  can_delete_any_message_group: 8,
  can_delete_own_message_group: 8,
  can_move_messages_out_of_channel_group: 8,
  can_move_messages_within_channel_group: 8,
  can_remove_subscribers_group: 6,
  can_resolve_topics_group: 8,
  can_send_message_group: 2,
  can_subscribe_group: 8,
};

export const channelExamples: Examples<typeof channelEvents> = {
  stream: {
    'a new channel': { id: 1, type: 'stream', op: 'create', streams: [channelExample] },
    'a channel losing its folder': {
      id: 1,
      type: 'stream',
      op: 'update',
      stream_id: 4,
      name: 'x',
      property: 'folder_id',
      value: null,
    },
  },
};
