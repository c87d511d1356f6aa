/** Event queues: registration, polling, and all event types. */
import { AttachmentEvent } from './attachments.ts';
import { AlertWordsEvent } from './alert-words.ts';
import { BotEvent } from './bots.ts';
import { ChannelEvent } from './channels.ts';
import { Exact, JsonOrBare, Nullable, optional, Type, type Static, type TSchema } from './core.ts';
import { DeleteMessageEvent } from './deletion.ts';
import { DeviceEvent } from './devices.ts';
import { DomainEvent } from './domains.ts';
import { UpdateMessageEvent } from './edits.ts';
import { DraftsEvent } from './drafts.ts';
import { DefaultGroupsEvent } from './default-channel-groups.ts';
import { FolderEvent } from './folders.ts';
import { GroupEvent } from './groups.ts';
import { InvitesChangedEvent } from './invites.ts';
import { EmojiEvent } from './emoji.ts';
import { LinkifiersEvent, PlaygroundsEvent } from './linkifiers.ts';
import { MessageEvent, UpdateMessageFlagsEvent } from './messages.ts';
import { MutedUsersEvent } from './muted-users.ts';
import { NarrowParam } from './narrow.ts';
import { NavigationViewEvent } from './navigation-views.ts';
import { OnboardingStepsEvent } from './onboarding.ts';
import { OrganizationEvent } from './organization.ts';
import { PresenceEvent } from './presence.ts';
import { ProfileFieldsEvent } from './profile-fields.ts';
import { ReactionEvent } from './reactions.ts';
import { RemindersEvent } from './reminders.ts';
import { SavedSnippetsEvent } from './saved-snippets.ts';
import { ScheduledMessagesEvent } from './scheduled-messages.ts';
import { UserStatusEvent } from './status.ts';
import { UserSettingsDefaultsEvent, UserSettingsEvent } from './settings.ts';
import { IncludeSubscribers, SubscriptionEvent } from './subscriptions.ts';
import { SubmessageEvent } from './submessages.ts';
import { EditTypingEvent, TypingEvent } from './typing.ts';
import { DefaultChannelsEvent } from './update-channel.ts';
import { MutedTopicsEvent, UserTopicEvent } from './user-topics.ts';
import { UserEvent } from './users.ts';

/** Nothing happened for a while; keeps the connection and the client's belief in it alive. */
export const HeartbeatEvent = Exact({ id: Type.Integer(), type: Type.Literal('heartbeat') });

/** The server runs again, perhaps another version. */
export const RestartEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('restart'),
  zulip_version: Type.String(),
  zulip_merge_base: Type.String(),
  zulip_feature_level: Type.Integer(),
  server_generation: Type.Integer(),
});

export const eventTypes = [
  'attachment',
  'alert_words',
  'channel_folder',
  'custom_profile_fields',
  'default_stream_groups',
  'default_streams',
  'delete_message',
  'device',
  'drafts',
  'heartbeat',
  'invites_changed',
  'message',
  'muted_topics',
  'muted_users',
  'navigation_view',
  'presence',
  'onboarding_steps',
  'reaction',
  'realm',
  'realm_bot',
  'realm_domains',
  'realm_emoji',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'reminders',
  'realm_user_settings_defaults',
  'restart',
  'saved_snippets',
  'scheduled_messages',
  'stream',
  'submessage',
  'subscription',
  'typing',
  'typing_edit_message',
  'update_message',
  'update_message_flags',
  'user_group',
  'user_status',
  'user_settings',
  'user_topic',
] as const;
export type EventType = (typeof eventTypes)[number];

export const eventSchemas = {
  attachment: AttachmentEvent,
  alert_words: AlertWordsEvent,
  channel_folder: FolderEvent,
  custom_profile_fields: ProfileFieldsEvent,
  default_stream_groups: DefaultGroupsEvent,
  default_streams: DefaultChannelsEvent,
  delete_message: DeleteMessageEvent,
  device: DeviceEvent,
  drafts: DraftsEvent,
  heartbeat: HeartbeatEvent,
  invites_changed: InvitesChangedEvent,
  message: MessageEvent,
  muted_topics: MutedTopicsEvent,
  muted_users: MutedUsersEvent,
  navigation_view: NavigationViewEvent,
  presence: PresenceEvent,
  onboarding_steps: OnboardingStepsEvent,
  reaction: ReactionEvent,
  realm: OrganizationEvent,
  realm_bot: BotEvent,
  realm_domains: DomainEvent,
  realm_emoji: EmojiEvent,
  realm_linkifiers: LinkifiersEvent,
  realm_playgrounds: PlaygroundsEvent,
  realm_user: UserEvent,
  reminders: RemindersEvent,
  realm_user_settings_defaults: UserSettingsDefaultsEvent,
  restart: RestartEvent,
  saved_snippets: SavedSnippetsEvent,
  scheduled_messages: ScheduledMessagesEvent,
  stream: ChannelEvent,
  submessage: SubmessageEvent,
  subscription: SubscriptionEvent,
  typing: TypingEvent,
  typing_edit_message: EditTypingEvent,
  update_message: UpdateMessageEvent,
  update_message_flags: UpdateMessageFlagsEvent,
  user_group: GroupEvent,
  user_status: UserStatusEvent,
  user_settings: UserSettingsEvent,
  user_topic: UserTopicEvent,
} satisfies Record<EventType, TSchema>;

/** The events of one type: `EventOf<'message'>`. */
export type EventOf<T extends EventType> = Static<(typeof eventSchemas)[T]>;
export const Event = Type.Union(eventTypes.map((type): TSchema => eventSchemas[type]));
/** Any event, told apart by `type` and then `op`. */
export type Event = { [T in EventType]: EventOf<T> }[EventType];

type WithoutId<E> = E extends unknown ? Omit<E, 'id'> : never;
/** An event before a queue gives it its id. */
export type EventBody = WithoutId<Event>;

/** What a client understands; each is false where it is absent. */
export const ClientCapabilities = Type.Object(
  optional({
    notification_settings_null: Type.Boolean(),
    bulk_message_deletion: Type.Boolean(),
    user_avatar_url_field_optional: Type.Boolean(),
    stream_typing_notifications: Type.Boolean(),
    user_settings_object: Type.Boolean(),
    linkifier_url_template: Type.Boolean(),
    user_list_incomplete: Type.Boolean(),
    include_deactivated_groups: Type.Boolean(),
    archived_channels: Type.Boolean(),
    empty_topic_name: Type.Boolean(),
    simplified_presence_events: Type.Boolean(),
    individual_emoji_changes: Type.Boolean(),
    // Ours: the client asks for everybody by GET /users, when it has shown something.
    heddle_people_later: Type.Boolean(),
  }),
);
export type ClientCapabilities = Static<typeof ClientCapabilities>;

export const idleQueueSeconds = { standard: 600, mobile: 12 * 3600, most: 7 * 24 * 3600 } as const;

/** Which messages a page shows first: a narrow, and where in it. */
export const FirstMessages = Type.Object({
  narrow: NarrowParam,
  anchor: Type.Union([Type.Integer(), Type.Literal('first_unread')]),
  num_before: Type.Integer({ minimum: 0 }),
  num_after: Type.Integer({ minimum: 0 }),
});
export type FirstMessages = Static<typeof FirstMessages>;

/** POST /register. Without `event_types` and `fetch_event_types`, everything; the second defaults to the first. */
export const RegisterParams = Type.Object({
  // COMPAT(zulip-js): it sends the text `null` for an absent list.
  event_types: Type.Optional(Nullable(Type.Array(Type.String()))),
  fetch_event_types: Type.Optional(Nullable(Type.Array(Type.String()))),
  client_capabilities: Type.Optional(ClientCapabilities),
  narrow: NarrowParam,
  // False, and no narrow, where they are absent and nothing else is set for a bot.
  all_public_streams: Type.Optional(Type.Boolean()),
  apply_markdown: Type.Boolean({ default: false }),
  client_gravatar: Type.Boolean({ default: true }),
  slim_presence: Type.Boolean({ default: false }),
  presence_history_limit_days: Type.Optional(Type.Integer({ minimum: 0 })),
  include_subscribers: IncludeSubscribers,
  idle_queue_timeout: JsonOrBare([Type.Integer({ minimum: 1 }), Type.Literal('mobile')], {
    default: idleQueueSeconds.standard,
  }),
  // Ours: spares a page that begins the way there and back of GET /messages.
  heddle_messages: Type.Optional(FirstMessages),
});
export type RegisterParams = Static<typeof RegisterParams>;

/** GET /events. `last_event_id` acknowledges all events up to it, -1 and 0 none; `dont_block` answers at once. */
export const GetEventsParams = Type.Object({
  queue_id: Type.String(),
  // Required; Optional here because a missing one is refused in words of its own.
  last_event_id: Type.Optional(Type.Integer()),
  dont_block: Type.Boolean({ default: false }),
});
export type GetEventsParams = Static<typeof GetEventsParams>;
export const GetEventsAnswer = Exact({ events: Type.Array(Event), queue_id: Type.String() });
export type GetEventsAnswer = { events: Event[]; queue_id: string };

/** DELETE /events */
export const DeleteQueueParams = Type.Object({ queue_id: Type.String() });
export type DeleteQueueParams = Static<typeof DeleteQueueParams>;
