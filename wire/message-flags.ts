/** A user's flags of a message: read, starred, collapsed. */
import { Exact, Id, Ids, Nullable, OneOf, Type, type Examples, type Static } from './core.ts';
import { Anchor, MessageFlag } from './messages.ts';
import { RequiredNarrowParam } from './narrow.ts';

/** Unread messages by conversation, each list of ids ascending. */
export const UnreadMessages = Exact({
  // Number of unread messages, without muted topics and channels.
  count: Type.Integer(),
  streams: Type.Array(Exact({ stream_id: Id, topic: Type.String(), unread_message_ids: Ids })),
  // One-to-one conversations, and the one with oneself.
  pms: Type.Array(
    Exact({
      other_user_id: Id,
      // Deprecated: other_user_id.
      sender_id: Id,
      unread_message_ids: Ids,
    }),
  ),
  // Ids of all participants including oneself, ascending, joined by commas.
  huddles: Type.Array(Exact({ user_ids_string: Type.String(), unread_message_ids: Ids })),
  // Unread mentions; in muted conversations only personal ones.
  mentions: Ids,
  old_unreads_missing: Type.Boolean(),
});
export type UnreadMessages = Static<typeof UnreadMessages>;

const FlagOp = OneOf(['add', 'remove'], { complaint: "Invalid message flag operation: '{value}'" });
const ignoredChannels = { ignored_because_not_subscribed_channels: Ids };

/** POST /messages/flags */
export const UpdateMessageFlagsParams = Type.Object({
  messages: Type.Array(Type.Integer()),
  op: FlagOp,
  flag: Type.String(),
});
export type UpdateMessageFlagsParams = Static<typeof UpdateMessageFlagsParams>;
export const UpdateMessageFlagsResponse = Exact({ messages: Type.Array(Type.Integer()), ...ignoredChannels });
export type UpdateMessageFlagsResponse = Static<typeof UpdateMessageFlagsResponse>;

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
export const UpdateMessageFlagsForNarrowResponse = Exact({
  processed_count: Type.Integer(),
  updated_count: Type.Integer(),
  first_processed_id: Nullable(Id),
  last_processed_id: Nullable(Id),
  found_oldest: Type.Boolean(),
  found_newest: Type.Boolean(),
  ...ignoredChannels,
});
export type UpdateMessageFlagsForNarrowResponse = Static<typeof UpdateMessageFlagsForNarrowResponse>;

/** The channel and topic of a message that became unread; for a direct message, its other participants. */
export const UnreadDetails = Type.Union([
  Exact({
    type: Type.Literal('stream'),
    mentioned: Type.Optional(Type.Boolean()),
    stream_id: Id,
    topic: Type.String(),
    // Deprecated: whether neither channel nor topic is muted.
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
  // True only with op "add" and flag "read": it then means all messages, regardless of `messages`.
  all: Type.Boolean(),
};
const UpdateMessageFlagsEvent = Type.Union([
  Exact({ ...flagsEvent, op: Type.Literal('add'), operation: Type.Literal('add') }),
  Exact({
    ...flagsEvent,
    op: Type.Literal('remove'),
    operation: Type.Literal('remove'),
    // Present for the flag "read"; the keys are message ids.
    message_details: Type.Optional(Type.Record(Type.String(), UnreadDetails)),
  }),
]);

/** POST /mark_all_as_read. Deprecated; false: the request's limit was reached, repeat it. */
export const MarkAllAsReadResponse = Exact({ complete: Type.Boolean() });
export type MarkAllAsReadResponse = Static<typeof MarkAllAsReadResponse>;

/** POST /mark_stream_as_read. Deprecated. */
export const MarkChannelAsReadParams = Type.Object({ stream_id: Id });

/** POST /mark_topic_as_read. Deprecated. */
export const MarkTopicAsReadParams = Type.Object({ stream_id: Id, topic_name: Type.String() });

export const messageFlagState = {
  starred_messages: { starred_messages: Ids },
  // Only together with `message` events, without which it cannot be kept up to date.
  update_message_flags: { unread_msgs: Type.Optional(UnreadMessages) },
};

export const messageFlagEvents = { update_message_flags: UpdateMessageFlagsEvent };

const flagsExample = {
  id: 1,
  type: 'update_message_flags' as const,
  flag: 'read' as const,
  messages: [3, 5],
  all: false,
};

export const messageFlagExamples: Examples<typeof messageFlagEvents> = {
  update_message_flags: {
    'flags added': { ...flagsExample, op: 'add', operation: 'add', messages: [3] },
    'flags removed': {
      ...flagsExample,
      op: 'remove',
      operation: 'remove',
      message_details: {
        3: { type: 'stream', stream_id: 4, topic: 'lunch' },
        5: { type: 'private', user_ids: [], mentioned: true },
      },
    },
  },
};
