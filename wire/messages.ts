/** A message, and the operations that send, read and mark messages. */
import {
  Exact,
  Id,
  Ids,
  JsonOrBare,
  Nullable,
  OneOf,
  OneOfIntegers,
  terse,
  Type,
  UnixSeconds,
  type Static,
  type TProperties,
} from './core.ts';
import { NarrowParam, RequiredNarrowParam } from './narrow.ts';

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

/** Flags that their owner may set and clear. */
export const ownFlags = ['read', 'starred', 'collapsed'] as const satisfies readonly MessageFlag[];

/** The first two kinds of code are a list of hex code points and the id of an organization's own emoji. */
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

/** What changed is there; the rest is absent. */
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

/** A person of a direct message, as `display_recipient` lists them. */
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

/** A message as events carry it; the reader's flags stand beside it. */
export const EventMessage = messageWith({});
export type EventMessage = Static<typeof EventMessage>;

export const Message = messageWith({ flags: Type.Array(MessageFlag) });
export type Message = Static<typeof Message>;

/** A message found by a narrow; the `match_` fields are there when the narrow searches for words. */
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
  // A channel's name or id; people's ids or e-mails.
  // Needed but for bots that write to the channel that is set for them, which send nothing or an empty text.
  to: JsonOrBare([Type.Integer(), Type.String(), Type.Array(Type.Union([Type.Integer(), Type.String()]))], {
    default: '',
  }),
  topic: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String({ deprecated: true })),
  content: Type.String(),
  queue_id: Type.Optional(Type.String()),
  local_id: Type.Optional(Type.String()),
  read_by_sender: Type.Optional(Type.Boolean()),
  // Marks a repetition after a lost connection. Without local_id the first message is recognized by its sender, program,
  // destination and text, for a minute.
  dont_block: Type.Optional(Type.Boolean()),
  // A WidgetContent as JSON, whatever the text says. For bots that offer a choice.
  widget_content: Type.Optional(Type.String()),
});
export type SendMessageParams = Static<typeof SendMessageParams>;
export const SendMessageAnswer = Exact({
  id: Id,
  // The topic became unmuted (2) or followed (3) by this message.
  automatic_new_visibility_policy: Type.Optional(OneOfIntegers([2, 3])),
});
export type SendMessageAnswer = Static<typeof SendMessageAnswer>;

/** The message around which to read; `date` goes with `anchor_date`. */
export const Anchor = JsonOrBare(
  [Type.Integer(), OneOf(['newest', 'oldest', 'first_unread', 'date'])],
  terse,
);
export type Anchor = Static<typeof Anchor>;

/** Messages on one side of the anchor in one request. */
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
export const GetMessagesAnswer = Exact({
  messages: Type.Array(FoundMessage),
  // Absent when the request named message_ids.
  anchor: Type.Optional(Type.Integer()),
  found_anchor: Type.Boolean(),
  found_oldest: Type.Boolean(),
  found_newest: Type.Boolean(),
  history_limited: Type.Boolean(),
});
export type GetMessagesAnswer = Static<typeof GetMessagesAnswer>;

/** GET /messages/matches_narrow */
export const CheckMessagesMatchNarrowParams = Type.Object({
  msg_ids: Type.Array(Type.Integer()),
  narrow: Type.Array(Type.Unknown()),
});
export type CheckMessagesMatchNarrowParams = Static<typeof CheckMessagesMatchNarrowParams>;
/** By id those that match: text and topic as HTML, words that were searched for marked with the class `highlight`. */
export const CheckMessagesMatchNarrowAnswer = Exact({
  messages: Type.Record(Type.String(), Exact({ match_content: Type.String(), match_subject: Type.String() })),
});
export type CheckMessagesMatchNarrowAnswer = Static<typeof CheckMessagesMatchNarrowAnswer>;

/** GET /messages/{message_id} */
export const GetMessageParams = Type.Object({
  apply_markdown: Type.Boolean({ default: true }),
  allow_empty_topic_name: Type.Boolean({ default: false }),
});
export type GetMessageParams = Static<typeof GetMessageParams>;
export const GetMessageAnswer = Exact({ message: Message, raw_content: Type.String() });
export type GetMessageAnswer = Static<typeof GetMessageAnswer>;

const FlagOp = OneOf(['add', 'remove'], { complaint: "Invalid message flag operation: '{value}'" });
const ignoredChannels = { ignored_because_not_subscribed_channels: Ids };

/** POST /messages/flags */
export const UpdateMessageFlagsParams = Type.Object({
  messages: Type.Array(Type.Integer()),
  op: FlagOp,
  flag: Type.String(),
});
export type UpdateMessageFlagsParams = Static<typeof UpdateMessageFlagsParams>;
export const UpdateMessageFlagsAnswer = Exact({ messages: Type.Array(Type.Integer()), ...ignoredChannels });
export type UpdateMessageFlagsAnswer = Static<typeof UpdateMessageFlagsAnswer>;

/** POST /messages/flags/narrow */
export const UpdateMessageFlagsForNarrowParams = Type.Object({
  anchor: Anchor,
  anchor_date: Type.Optional(Type.String()),
  include_anchor: Type.Boolean({ default: true }),
  num_before: Type.Integer({ minimum: 0 }),
  num_after: Type.Integer({ minimum: 0 }),
  narrow: RequiredNarrowParam,
  op: FlagOp,
  flag: Type.String(),
});
export type UpdateMessageFlagsForNarrowParams = Static<typeof UpdateMessageFlagsForNarrowParams>;
export const UpdateMessageFlagsForNarrowAnswer = Exact({
  processed_count: Type.Integer(),
  updated_count: Type.Integer(),
  first_processed_id: Nullable(Id),
  last_processed_id: Nullable(Id),
  found_oldest: Type.Boolean(),
  found_newest: Type.Boolean(),
  ...ignoredChannels,
});
export type UpdateMessageFlagsForNarrowAnswer = Static<typeof UpdateMessageFlagsForNarrowAnswer>;

export const MessageEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('message'),
  message: EventMessage,
  flags: Type.Array(MessageFlag),
  // For the queue that sent it, if it gave a local_id.
  local_message_id: Type.Optional(Type.String()),
});
export type MessageEvent = Static<typeof MessageEvent>;

/** Where a message that became unread belongs; people other than the reader for a direct message. */
export const UnreadDetails = Type.Union([
  Exact({
    type: Type.Literal('stream'),
    mentioned: Type.Optional(Type.Boolean()),
    stream_id: Id,
    topic: Type.String(),
    // Deprecated: the message is neither in a muted channel nor in a muted topic.
    unmuted_stream_msg: Type.Optional(Type.Boolean()),
  }),
  Exact({ type: Type.Literal('private'), mentioned: Type.Optional(Type.Boolean()), user_ids: Ids }),
]);
export type UnreadDetails = Static<typeof UnreadDetails>;

const flagsEvent = {
  id: Type.Integer(),
  type: Type.Literal('update_message_flags'),
  flag: MessageFlag,
  messages: Ids,
  // With op "add" and flag "read": every message, whatever `messages` lists.
  all: Type.Boolean(),
};
export const UpdateMessageFlagsEvent = Type.Union([
  Exact({ ...flagsEvent, op: Type.Literal('add'), operation: Type.Literal('add') }),
  Exact({
    ...flagsEvent,
    op: Type.Literal('remove'),
    operation: Type.Literal('remove'),
    // With flag "read", by message id as text.
    message_details: Type.Optional(Type.Record(Type.String(), UnreadDetails)),
  }),
]);
export type UpdateMessageFlagsEvent = Static<typeof UpdateMessageFlagsEvent>;

/** POST /mark_all_as_read. Deprecated; false: there was more than one request may read, ask again. */
export const MarkAllAsReadAnswer = Exact({ complete: Type.Boolean() });

/** POST /mark_stream_as_read. Deprecated. */
export const MarkChannelAsReadParams = Type.Object({ stream_id: Id });

/** POST /mark_topic_as_read. Deprecated. */
export const MarkTopicAsReadParams = Type.Object({ stream_id: Id, topic_name: Type.String() });
