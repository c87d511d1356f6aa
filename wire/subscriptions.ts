/** Subscriptions: the channel's fields with the user's personal settings for it. */
import { channelFields, channelPermissions, TopicsPolicy, channelExample } from './channels.ts';
import {
  Colour,
  getEach,
  Exact,
  GroupSetting,
  Id,
  Ids,
  JsonOrBare,
  limits,
  Nullable,
  OneOf,
  optional,
  Type,
  type Static,
  type Examples,
} from './core.ts';
import { RetentionParam } from './update-channel.ts';

const personalFields = {
  color: Colour,
  is_muted: Type.Boolean(),
  // Deprecated: the opposite of is_muted.
  in_home_view: Type.Boolean(),
  pin_to_top: Type.Boolean(),
  desktop_notifications: Nullable(Type.Boolean()),
  audible_notifications: Nullable(Type.Boolean()),
  push_notifications: Nullable(Type.Boolean()),
  email_notifications: Nullable(Type.Boolean()),
  wildcard_mentions_notify: Nullable(Type.Boolean()),
};
export const PersonalSettings = Exact(personalFields);
export type PersonalSettings = Static<typeof PersonalSettings>;

/** Depends on `include_subscribers`; with `partial`, large channels have the second one. */
const subscriberLists = { subscribers: Type.Optional(Ids), partial_subscribers: Type.Optional(Ids) };

export const Subscription = Exact({ ...channelFields, ...personalFields, ...subscriberLists });
export type Subscription = Static<typeof Subscription>;

export const NeverSubscribed = Exact({ ...channelFields, ...subscriberLists });
export type NeverSubscribed = Static<typeof NeverSubscribed>;

export const IncludeSubscribers = JsonOrBare([Type.Boolean(), Type.Literal('partial')], { default: false });
export type IncludeSubscribers = Static<typeof IncludeSubscribers>;

/** User ids, or API emails. */
const Principals = Type.Union([Type.Array(Type.String()), Ids]);

/** Properties of the channels that a request creates. */
const newChannelFields = {
  announce: Type.Boolean({ default: false }),
  send_new_subscription_messages: Type.Boolean({ default: true }),
  invite_only: Type.Boolean({ default: false }),
  is_web_public: Type.Boolean({ default: false }),
  is_default_stream: Type.Boolean({ default: false }),
  history_public_to_subscribers: Type.Optional(Type.Boolean()),
  message_retention_days: Type.Optional(RetentionParam),
  topics_policy: Type.Optional(TopicsPolicy),
  folder_id: Type.Optional(Id),
  ...optional(getEach(channelPermissions, GroupSetting)),
};
export const NewChannelParams = Type.Object(newChannelFields);
export type NewChannelParams = Static<typeof NewChannelParams>;

const AddedChannel = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String({ maxLength: limits.channelDescriptionLength })),
  color: Type.Optional(Type.String()),
});

/** POST /users/me/subscriptions. The fields from `invite_only` on are for channels that this request creates. */
export const SubscribeParams = Type.Object({
  subscriptions: Type.Array(AddedChannel),
  principals: Type.Optional(Principals),
  authorization_errors_fatal: Type.Boolean({ default: true }),
  ...newChannelFields,
});
export type SubscribeParams = Static<typeof SubscribeParams>;

/** Channel names by user id (as text). */
const NamesByUser = Type.Record(Type.String(), Type.Array(Type.String()));

export const SubscribeResponse = Exact({
  subscribed: NamesByUser,
  already_subscribed: NamesByUser,
  // Only if authorization_errors_fatal was false.
  unauthorized: Type.Optional(Type.Array(Type.String())),
  // Only if send_new_subscription_messages was true.
  new_subscription_messages_sent: Type.Optional(Type.Boolean()),
});
export type SubscribeResponse = Static<typeof SubscribeResponse>;

/** GET /users/me/subscriptions */
export const GetSubscriptionsParams = Type.Object({ include_subscribers: IncludeSubscribers });
export type GetSubscriptionsParams = Static<typeof GetSubscriptionsParams>;
export const GetSubscriptionsResponse = Exact({ subscriptions: Type.Array(Subscription) });
export type GetSubscriptionsResponse = Static<typeof GetSubscriptionsResponse>;

/** DELETE /users/me/subscriptions */
export const UnsubscribeParams = Type.Object({
  subscriptions: Type.Array(Type.String()),
  principals: Type.Optional(Principals),
});
export type UnsubscribeParams = Static<typeof UnsubscribeParams>;
export const UnsubscribeResponse = Exact({
  removed: Type.Array(Type.String()),
  not_removed: Type.Array(Type.String()),
});
export type UnsubscribeResponse = Static<typeof UnsubscribeResponse>;

/** PATCH /users/me/subscriptions. Atomic. */
export const ChangeSubscriptionsParams = Type.Object({
  add: Type.Array(AddedChannel, { default: [] }),
  delete: Type.Array(Type.String(), { default: [] }),
});
export type ChangeSubscriptionsParams = Static<typeof ChangeSubscriptionsParams>;
export const ChangeSubscriptionsResponse = Exact({
  subscribed: NamesByUser,
  already_subscribed: NamesByUser,
  ...UnsubscribeResponse.properties,
});
export type ChangeSubscriptionsResponse = Static<typeof ChangeSubscriptionsResponse>;

/** POST /users/me/subscriptions/properties. Atomic. */
export const UpdateSubscriptionsParams = Type.Object({
  subscription_data: Type.Array(
    Type.Object({
      stream_id: Id,
      property: Type.String(),
      value: Type.Union([Type.Boolean(), Type.String()]),
    }),
  ),
});
export type UpdateSubscriptionsParams = Static<typeof UpdateSubscriptionsParams>;

/** PATCH /users/me/subscriptions/{stream_id} */
export const SubscriptionPath = Type.Object({ stream_id: Id });
export const UpdateSubscriptionParams = Type.Object({
  property: Type.String(),
  value: JsonOrBare([Type.Boolean(), Type.String()]),
});

/** POST /channels/create. Only `subscribers` are subscribed, not even the creator. */
export const CreateChannelParams = Type.Object({
  name: Type.String(),
  subscribers: Ids,
  description: Type.String({ default: '' }),
  ...newChannelFields,
});
export type CreateChannelParams = Static<typeof CreateChannelParams>;
export const CreateChannelResponse = Exact({ id: Id });
export type CreateChannelResponse = Static<typeof CreateChannelResponse>;

/** GET /users/{user_id}/channels: those visible to the caller, without archived ones. */
export const UserChannelsPath = Type.Object({ user_id: Id });
export const UserChannelsResponse = Exact({ subscribed_channel_ids: Ids });
export type UserChannelsResponse = Static<typeof UserChannelsResponse>;

/** GET /users/{user_id}/subscriptions/{stream_id} */
export const SubscriptionStatusPath = Type.Object({ user_id: Id, stream_id: Id });
export const SubscriptionStatusResponse = Exact({ is_subscribed: Type.Boolean() });
export type SubscriptionStatusResponse = Static<typeof SubscriptionStatusResponse>;

const subscriptionEvent = { id: Type.Integer(), type: Type.Literal('subscription') };

const SubscriptionAddEvent = Exact({
  ...subscriptionEvent,
  op: Type.Literal('add'),
  subscriptions: Type.Array(Subscription),
});
const SubscriptionRemoveEvent = Exact({
  ...subscriptionEvent,
  op: Type.Literal('remove'),
  subscriptions: Type.Array(Exact({ stream_id: Id, name: Type.String() })),
});
/** Other users were subscribed, each of them to each of the channels. */
const PeerAddEvent = Exact({
  ...subscriptionEvent,
  op: Type.Literal('peer_add'),
  stream_ids: Ids,
  user_ids: Ids,
});
const PeerRemoveEvent = Exact({
  ...subscriptionEvent,
  op: Type.Literal('peer_remove'),
  stream_ids: Ids,
  user_ids: Ids,
});
const SubscriptionUpdateEvent = Exact({
  ...subscriptionEvent,
  op: Type.Literal('update'),
  stream_id: Id,
  property: OneOf([
    'color',
    'is_muted',
    'in_home_view',
    'pin_to_top',
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ]),
  value: Type.Union([Type.Boolean(), Type.Integer(), Type.String()]),
});

const SubscriptionEvent = Type.Union([
  SubscriptionAddEvent,
  SubscriptionRemoveEvent,
  PeerAddEvent,
  PeerRemoveEvent,
  SubscriptionUpdateEvent,
]);

export const subscriptionState = {
  subscription: {
    subscriptions: Type.Array(Subscription),
    // Former subscriptions retain their settings.
    unsubscribed: Type.Array(Subscription),
    never_subscribed: Type.Array(NeverSubscribed),
  },
};

export const subscriptionEvents = { subscription: SubscriptionEvent };

export const subscriptionExample: Subscription = {
  ...channelExample,
  color: '#7a6fbe',
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

export const subscriptionExamples: Examples<typeof subscriptionEvents> = {
  subscription: {
    'a new subscription': { id: 1, type: 'subscription', op: 'add', subscriptions: [subscriptionExample] },
    'people coming': { id: 1, type: 'subscription', op: 'peer_add', stream_ids: [4], user_ids: [7, 8] },
  },
};
