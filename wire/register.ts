/** The response of `/register`: the state that the events of the new queue update. */
import { Channel } from './channels.ts';
import {
  Exact,
  Id,
  Ids,
  Nullable,
  optional,
  Type,
  type Static,
  type TObject,
  type TProperties,
} from './core.ts';
import { Linkifier, Playground } from './linkifiers.ts';
import { AllowedDomain } from './domains.ts';
import { ClientDevice } from './devices.ts';
import { Draft } from './drafts.ts';
import { ChannelFolder } from './folders.ts';
import { UserGroup } from './groups.ts';
import {
  DefaultChannelGroup,
  EmbeddedBot,
  IncomingWebhookBot,
  MutedTopic,
  MutedUser,
  NamedChoices,
  OnboardingStep,
  OwnedBot,
  RealmEmoji,
  RecentConversation,
  UnreadMessages,
  UserTopic,
} from './register-objects.ts';
import { GetMessagesAnswer } from './messages.ts';
import { NavigationView } from './navigation-views.ts';
import { presenceFields } from './presence.ts';
import { CustomProfileField } from './profile-fields.ts';
import { organizationFields } from './register-organization.ts';
import { Reminder } from './reminders.ts';
import { SavedSnippet } from './saved-snippets.ts';
import { ScheduledMessage } from './scheduled-messages.ts';
import { legacySettingFields, UserSettings, UserSettingsDefaults } from './settings.ts';
import { UserStatus } from './status.ts';
import { NeverSubscribed, Subscription } from './subscriptions.ts';
import { AvatarSource, RegisteredUser, SystemBot } from './users.ts';

/** What `fetch_event_types` may ask for. */
export const fetchKeys = [
  'alert_words',
  'channel_folders',
  'custom_profile_fields',
  'default_stream_groups',
  'default_streams',
  'device',
  'drafts',
  'giphy',
  'klipy',
  'message',
  'muted_topics',
  'muted_users',
  'navigation_views',
  'onboarding_steps',
  'presence',
  'realm',
  'realm_billing',
  'realm_bot',
  'realm_domains',
  'realm_embedded_bots',
  'realm_emoji',
  'realm_filters',
  'realm_incoming_webhook_bots',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'realm_user_groups',
  'realm_user_settings_defaults',
  'recent_private_conversations',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'starred_messages',
  'stop_words',
  'stream',
  'subscription',
  'tenor',
  'update_message_flags',
  'user_settings',
  'user_status',
  'user_topic',
  'video_calls',
] as const;
export type FetchKey = (typeof fetchKeys)[number];

/** The reader's own account, and what the reader may do. */
const ownFields = {
  user_id: Id,
  email: Type.String(),
  delivery_email: Type.String(),
  full_name: Type.String(),
  avatar_source: AvatarSource,
  avatar_url: Nullable(Type.String()),
  avatar_url_medium: Nullable(Type.String()),
  is_admin: Type.Boolean(),
  is_owner: Type.Boolean(),
  // Administrators and owners are moderators too.
  is_moderator: Type.Boolean(),
  is_guest: Type.Boolean(),
  can_create_public_streams: Type.Boolean(),
  can_create_private_streams: Type.Boolean(),
  can_create_web_public_streams: Type.Boolean(),
  // Deprecated: any of the three above.
  can_create_streams: Type.Boolean(),
  can_subscribe_other_users: Type.Boolean(),
  can_invite_others_to_realm: Type.Boolean(),
};

export const registerFields = {
  alert_words: { alert_words: Type.Array(Type.String()) },
  channel_folders: { channel_folders: Type.Array(ChannelFolder) },
  custom_profile_fields: {
    custom_profile_fields: Type.Array(CustomProfileField),
    custom_profile_field_types: NamedChoices,
  },
  default_stream_groups: { realm_default_stream_groups: Type.Array(DefaultChannelGroup) },
  default_streams: { realm_default_streams: Ids },
  device: { devices: Type.Record(Type.String(), ClientDevice) },
  drafts: { drafts: Type.Array(Draft) },
  giphy: { giphy_api_key: Type.String() },
  klipy: { klipy_api_key: Type.String() },
  // Deprecated; -1 without any message.
  message: { max_message_id: Type.Integer() },
  // Deprecated; absent when user_topic is asked for by name too.
  muted_topics: { muted_topics: Type.Optional(Type.Array(MutedTopic)) },
  muted_users: { muted_users: Type.Array(MutedUser) },
  navigation_views: { navigation_views: Type.Array(NavigationView) },
  onboarding_steps: {
    onboarding_steps: Type.Array(OnboardingStep),
    navigation_tour_video_url: Nullable(Type.String()),
  },
  presence: presenceFields,
  realm: organizationFields,
  realm_billing: { realm_billing: Exact({ has_pending_sponsorship_request: Type.Boolean() }) },
  realm_bot: { realm_bots: Type.Array(OwnedBot) },
  realm_domains: {
    realm_domains: Type.Array(AllowedDomain),
  },
  realm_embedded_bots: { realm_embedded_bots: Type.Array(EmbeddedBot) },
  realm_emoji: { realm_emoji: Type.Record(Type.String(), RealmEmoji) },
  // Deprecated: always empty.
  realm_filters: { realm_filters: Type.Array(Type.Array(Type.Union([Type.Integer(), Type.String()]))) },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: Type.Array(IncomingWebhookBot) },
  realm_linkifiers: { realm_linkifiers: Type.Array(Linkifier) },
  realm_playgrounds: { realm_playgrounds: Type.Array(Playground) },
  realm_user: {
    ...ownFields,
    realm_users: Type.Array(RegisteredUser),
    realm_non_active_users: Type.Array(RegisteredUser),
    cross_realm_bots: Type.Array(SystemBot),
  },
  realm_user_groups: { realm_user_groups: Type.Array(UserGroup) },
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettingsDefaults },
  // The conversation with the newest message first.
  recent_private_conversations: { recent_private_conversations: Type.Array(RecentConversation) },
  reminders: { reminders: Type.Array(Reminder) },
  saved_snippets: { saved_snippets: Type.Array(SavedSnippet) },
  scheduled_messages: { scheduled_messages: Type.Array(ScheduledMessage) },
  starred_messages: { starred_messages: Ids },
  stop_words: { stop_words: Type.Array(Type.String()) },
  stream: { streams: Type.Array(Channel) },
  subscription: {
    subscriptions: Type.Array(Subscription),
    // Former subscriptions keep their settings.
    unsubscribed: Type.Array(Subscription),
    never_subscribed: Type.Array(NeverSubscribed),
  },
  tenor: { tenor_api_key: Type.String() },
  // Only together with `message`, without which it cannot be kept true.
  update_message_flags: { unread_msgs: Type.Optional(UnreadMessages) },
  user_settings: { user_settings: UserSettings },
  user_status: { user_status: Type.Record(Type.String(), UserStatus) },
  user_topic: { user_topics: Type.Array(UserTopic) },
  video_calls: { has_zoom_token: Type.Boolean(), has_webex_token: Type.Boolean() },
} satisfies Record<FetchKey, TProperties>;

type Fields = typeof registerFields;
type Merged<U> = (U extends unknown ? (fields: U) => void : never) extends (fields: infer All) => void
  ? All
  : never;
type StateFields = Merged<Fields[FetchKey]>;

const stateFields = Object.assign({}, ...Object.values(registerFields)) as {
  [Field in keyof StateFields]: StateFields[Field];
};

const alwaysFields = {
  // null when only state was asked for.
  queue_id: Nullable(Type.String()),
  last_event_id: Type.Integer(),
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
  heddle_version: Type.String(),
  idle_queue_timeout_secs: Type.Integer(),
  // Ours: as of the queue's first position or later; absent where the narrow shows nothing to this reader.
  heddle_messages: Type.Optional(GetMessagesAnswer),
};

/** The state that one fetch key asks for: `RegisterState<'stream'>`. */
export type RegisterState<Key extends FetchKey> = Static<TObject<Fields[Key]>>;

/** POST /register. What is there beyond the queue follows `fetch_event_types`. */
export const RegisterAnswer = Exact({
  ...optional(stateFields),
  // For clients without the capability `user_settings_object`.
  ...optional(legacySettingFields),
  ...alwaysFields,
});
export type RegisterAnswer = Static<typeof RegisterAnswer>;
