/** A message, and the operations that send, read and mark messages. */
import {
  Ids,
  Exact,
  Id,
  JsonOrBare,
  Nullable,
  OneOf,
  OneOfIntegers,
  terse,
  Type,
  UnixSeconds,
  type Static,
  type TProperties,
  type Examples,
} from './core.ts';
import { NarrowParam } from './narrow.ts';

/** `user_ids` are the other participants, none in a conversation with oneself. */
const RecentConversation = Exact({ user_ids: Ids, max_message_id: Id });

export const messageFlags = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
  // Deprecated: stream_wildcard_mentioned or topic_wildcard_mentioned.
  'wildcard_mentioned',
] as const;
export const MessageFlag = OneOf(messageFlags);
export type MessageFlag = Static<typeof MessageFlag>;

/** Flags that users may set and clear themselves. */
export const ownFlags = ['read', 'starred', 'collapsed'] as const satisfies readonly MessageFlag[];

/** The code is a list of hex code points for the first type, and the id of a custom emoji for the second. */
export const ReactionType = OneOf([
  'unicode_emoji',
  'realm_emoji',
  'service_extra_emoji',
  // COMPAT(Zulip clients): they know the server's own emoji by this name only.
  'zulip_extra_emoji',
]);
export type ReactionType = Static<typeof ReactionType>;

export const Reaction = Exact({
  emoji_name: Type.String(),
  emoji_code: Type.String(),
  reaction_type: ReactionType,
  user_id: Id,
});
export type Reaction = Static<typeof Reaction>;

/** Only changed fields are present. */
export const EditHistoryItem = Exact({
  user_id: Nullable(Id),
  timestamp: UnixSeconds,
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  prev_stream: Type.Optional(Id),
  stream: Type.Optional(Id),
  prev_topic: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
});
export type EditHistoryItem = Static<typeof EditHistoryItem>;

export const Submessage = Exact({
  id: Id,
  message_id: Id,
  sender_id: Id,
  msg_type: Type.String(),
  content: Type.String(),
});
export type Submessage = Static<typeof Submessage>;

/** A participant of a direct message in `display_recipient`. */
export const Correspondent = Exact({
  id: Id,
  email: Type.String(),
  full_name: Type.String(),
  is_mirror_dummy: Type.Boolean(),
});
export type Correspondent = Static<typeof Correspondent>;

const commonFields = {
  id: Id,
  content: Type.String(),
  content_type: OneOf(['text/html', 'text/x-markdown']),
  recipient_id: Id,
  sender_id: Id,
  sender_email: Type.String(),
  sender_full_name: Type.String(),
  sender_realm_str: Type.String(),
  avatar_url: Nullable(Type.String()),
  client: Type.String(),
  is_me_message: Type.Boolean(),
  timestamp: UnixSeconds,
  topic_links: Type.Array(Exact({ text: Type.String(), url: Type.String() })),
  reactions: Type.Array(Reaction),
  submessages: Type.Array(Submessage),
  last_edit_timestamp: Type.Optional(UnixSeconds),
  last_moved_timestamp: Type.Optional(UnixSeconds),
  edit_history: Type.Optional(Type.Array(EditHistoryItem)),
};

const channelMessageFields = {
  ...commonFields,
  type: Type.Literal('stream'),
  stream_id: Id,
  subject: Type.String(),
  display_recipient: Type.String(),
};

const directMessageFields = {
  ...commonFields,
  type: Type.Literal('private'),
  subject: Type.Literal(''),
  display_recipient: Type.Array(Correspondent),
};

const messageWith = <P extends TProperties>(extra: P) =>
  Type.Union([Exact({ ...channelMessageFields, ...extra }), Exact({ ...directMessageFields, ...extra })]);

/** A message in an event; the reader's flags are beside it. */
export const EventMessage = messageWith({});
export type EventMessage = Static<typeof EventMessage>;

export const Message = messageWith({ flags: Type.Array(MessageFlag) });
export type Message = Static<typeof Message>;

/** A message found by a narrow; the `match_` fields are present if the narrow contains search words. */
export const FoundMessage = messageWith({
  flags: Type.Array(MessageFlag),
  match_content: Type.Optional(Type.String()),
  match_subject: Type.Optional(Type.String()),
});
export type FoundMessage = Static<typeof FoundMessage>;

/** The path of an operation on one message. */
export const MessagePath = Type.Object({ message_id: Id });

/** POST /messages */
export const SendMessageParams = Type.Object({
  type: OneOf(['direct', 'channel', 'stream', 'private'], terse),
  // A channel's name or id; people's ids or emails.
  // Required, except for bots with a default channel, for which it may be absent or empty.
  to: JsonOrBare([Type.Integer(), Type.String(), Type.Array(Type.Union([Type.Integer(), Type.String()]))], {
    default: '',
  }),
  topic: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String({ deprecated: true })),
  content: Type.String(),
  queue_id: Type.Optional(Type.String()),
  local_id: Type.Optional(Type.String()),
  read_by_sender: Type.Optional(Type.Boolean()),
  // Identifies a retry after a lost connection. Without local_id, a message with the same sender, program,
  // destination and text within a minute counts as the same.
  dont_block: Type.Optional(Type.Boolean()),
  // A WidgetContent (JSON), regardless of the text. For bots that offer a choice.
  widget_content: Type.Optional(Type.String()),
});
export type SendMessageParams = Static<typeof SendMessageParams>;
export const SendMessageResponse = Exact({
  id: Id,
  // The message made the topic unmuted (2) or followed (3).
  automatic_new_visibility_policy: Type.Optional(OneOfIntegers([2, 3])),
});
export type SendMessageResponse = Static<typeof SendMessageResponse>;

/** The message around which to fetch; `date` requires `anchor_date`. */
export const Anchor = JsonOrBare(
  [Type.Integer(), OneOf(['newest', 'oldest', 'first_unread', 'date'])],
  terse,
);
export type Anchor = Static<typeof Anchor>;

/** Limit of messages on each side of the anchor in one request. */
export const maxMessagesPerSide = 5000;

/** GET /messages. Either `message_ids` or an anchor with `num_before` and `num_after`. */
export const GetMessagesParams = Type.Object({
  anchor: Type.Optional(Anchor),
  // ISO 8601, with anchor "date".
  anchor_date: Type.Optional(Type.String()),
  include_anchor: Type.Boolean({ default: true }),
  num_before: Type.Optional(Type.Integer({ minimum: 0 })),
  num_after: Type.Optional(Type.Integer({ minimum: 0 })),
  narrow: NarrowParam,
  client_gravatar: Type.Boolean({ default: true }),
  apply_markdown: Type.Boolean({ default: true }),
  allow_empty_topic_name: Type.Boolean({ default: false }),
  use_first_unread_anchor: Type.Boolean({ default: false, deprecated: true }),
  message_ids: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
});
export type GetMessagesParams = Static<typeof GetMessagesParams>;
export const GetMessagesResponse = Exact({
  messages: Type.Array(FoundMessage),
  // Absent if the request contained message_ids.
  anchor: Type.Optional(Type.Integer()),
  found_anchor: Type.Boolean(),
  found_oldest: Type.Boolean(),
  found_newest: Type.Boolean(),
  history_limited: Type.Boolean(),
});
export type GetMessagesResponse = Static<typeof GetMessagesResponse>;

/** GET /messages/matches_narrow */
export const CheckMessagesMatchNarrowParams = Type.Object({
  msg_ids: Type.Array(Type.Integer()),
  narrow: Type.Array(Type.Unknown()),
});
export type CheckMessagesMatchNarrowParams = Static<typeof CheckMessagesMatchNarrowParams>;
/** The matching messages by id: text and topic as HTML, with the search words in the class `highlight`. */
export const CheckMessagesMatchNarrowResponse = Exact({
  messages: Type.Record(Type.String(), Exact({ match_content: Type.String(), match_subject: Type.String() })),
});
export type CheckMessagesMatchNarrowResponse = Static<typeof CheckMessagesMatchNarrowResponse>;

/** GET /messages/{message_id} */
export const GetMessageParams = Type.Object({
  apply_markdown: Type.Boolean({ default: true }),
  allow_empty_topic_name: Type.Boolean({ default: false }),
});
export type GetMessageParams = Static<typeof GetMessageParams>;
export const GetMessageResponse = Exact({ message: Message, raw_content: Type.String() });
export type GetMessageResponse = Static<typeof GetMessageResponse>;

export const MessageEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('message'),
  message: EventMessage,
  flags: Type.Array(MessageFlag),
  // Only the queue that sent the message gets this, if it specified a local_id.
  local_message_id: Type.Optional(Type.String()),
});
export type MessageEvent = Static<typeof MessageEvent>;

export const messageState = {
  // Deprecated; -1 if there is no message.
  message: { max_message_id: Type.Integer() },
  // The conversation with the newest message first.
  recent_private_conversations: { recent_private_conversations: Type.Array(RecentConversation) },
};

export const messageEvents = { message: MessageEvent };

const ofAnn = {
  content_type: 'text/html',
  sender_id: 7,
  sender_email: 'ann@example.com',
  sender_full_name: 'Ann Abel',
  sender_realm_str: '',
  avatar_url: null,
  client: 'web',
  is_me_message: false,
  timestamp: 1_767_323_000,
} as const;

export const channelMessageExample: Message & { type: 'stream' } = {
  ...ofAnn,
  id: 100,
  type: 'stream',
  content: '<p>Hello</p>',
  stream_id: 4,
  subject: 'lunch',
  display_recipient: 'design',
  recipient_id: 21,
  topic_links: [],
  reactions: [{ emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 7 }],
  submessages: [],
  flags: [],
};

export const directMessageExample: Message & { type: 'private' } = {
  ...ofAnn,
  id: 101,
  type: 'private',
  content: '<p>Psst</p>',
  subject: '',
  display_recipient: [
    { id: 7, email: 'ann@example.com', full_name: 'Ann Abel', is_mirror_dummy: false },
    { id: 8, email: 'ben@example.com', full_name: 'Ben Bo', is_mirror_dummy: false },
  ],
  recipient_id: 22,
  topic_links: [],
  reactions: [],
  submessages: [],
  flags: ['read'],
};

const { flags: _flags, ...eventMessageExample } = channelMessageExample;

export const messageExamples: Examples<typeof messageEvents> = {
  message: {
    message: { id: 1, type: 'message', message: eventMessageExample, flags: ['read'] },
    'message with its local id': {
      id: 1,
      type: 'message',
      message: eventMessageExample,
      flags: [],
      local_message_id: '9.01',
    },
  },
};
