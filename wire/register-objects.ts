/** Objects of `/register` whose own operations are described elsewhere or not served yet. */
import { Exact, Id, Ids, Nullable, OneOfIntegers, Type, UnixSeconds, type Static } from './core.ts';

const Named = Exact({ id: Type.Integer(), name: Type.String() });
/** Choices by key: `{"webex": {"id": 8, "name": "Webex"}}`. */
export const NamedChoices = Type.Record(Type.String(), Named);

export const OnboardingStep = Exact({ type: Type.String(), name: Type.String() });

/** Channel name, topic, and when it was muted. */
export const MutedTopic = Type.Tuple([Type.String(), Type.String(), UnixSeconds]);

export const MutedUser = Exact({ id: Id, timestamp: UnixSeconds });

export const RealmEmoji = Exact({
  id: Type.String(),
  name: Type.String(),
  source_url: Type.String(),
  still_url: Nullable(Type.String()),
  deactivated: Type.Boolean(),
  author_id: Nullable(Id),
});

export const BotConfiguration = Type.Record(Type.String(), Type.String());
const BotService = Type.Union([
  Exact({ base_url: Type.String(), token: Type.String(), interface: Type.Integer() }),
  Exact({ service_name: Type.String(), config_data: BotConfiguration }),
]);

/** What the owner of a bot sees beyond its account. */
export const OwnedBot = Exact({
  user_id: Id,
  default_all_public_streams: Type.Boolean(),
  default_events_register_stream: Nullable(Type.String()),
  default_sending_stream: Nullable(Type.String()),
  services: Type.Array(BotService),
});
export type OwnedBot = Static<typeof OwnedBot>;

export const EmbeddedBot = Exact({ name: Type.String(), config: BotConfiguration });

export const IncomingWebhookBot = Exact({
  name: Type.String(),
  display_name: Type.String(),
  all_event_types: Nullable(Type.Array(Type.String())),
  config_options: Type.Array(Exact({ key: Type.String(), label: Type.String(), validator: Type.String() })),
  url_options: Type.Array(Exact({ key: Type.String(), label: Type.String(), input_type: Type.String() })),
});

/** `user_ids` are the others of a conversation, none for one with oneself. */
export const RecentConversation = Exact({ user_ids: Ids, max_message_id: Id });
export type RecentConversation = Static<typeof RecentConversation>;

export const DefaultChannelGroup = Exact({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  streams: Ids,
});

export type DefaultChannelGroup = Static<typeof DefaultChannelGroup>;

/** Unread messages by conversation, each list of ids ascending. */
export const UnreadMessages = Exact({
  // Those that count for the person: without muted topics and channels.
  count: Type.Integer(),
  streams: Type.Array(Exact({ stream_id: Id, topic: Type.String(), unread_message_ids: Ids })),
  // Conversations with one person or with oneself.
  pms: Type.Array(
    Exact({
      other_user_id: Id,
      // Deprecated: other_user_id.
      sender_id: Id,
      unread_message_ids: Ids,
    }),
  ),
  // Ids of everybody in it, oneself included, ascending, joined by commas.
  huddles: Type.Array(Exact({ user_ids_string: Type.String(), unread_message_ids: Ids })),
  // Unread messages that mention the person, the ones in muted conversations only by name.
  mentions: Ids,
  old_unreads_missing: Type.Boolean(),
});
export type UnreadMessages = Static<typeof UnreadMessages>;

export const UserTopic = Exact({
  stream_id: Id,
  topic_name: Type.String(),
  last_updated: UnixSeconds,
  // 0 none, 1 muted, 2 unmuted, 3 followed.
  visibility_policy: OneOfIntegers([0, 1, 2, 3]),
});

export const ExternalAccount = Exact({
  name: Type.String(),
  text: Type.String(),
  hint: Type.String(),
  url_pattern: Type.String(),
});

export const ThumbnailFormat = Exact({
  name: Type.String(),
  max_width: Type.Integer(),
  max_height: Type.Integer(),
  format: Type.String(),
  animated: Type.Boolean(),
});
