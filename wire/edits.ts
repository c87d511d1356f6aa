/** Editing and moving messages, edit history, rendering, and read receipts. */
import { Attachment } from './attachments.ts';
import {
  Exact,
  Id,
  Ids,
  Nullable,
  OneOf,
  terse,
  Type,
  UnixSeconds,
  type Static,
  type Examples,
} from './core.ts';
import { MessageFlag } from './messages.ts';

/** Which other messages move: none, the later ones of the topic, or the whole topic. */
const propagateModes = ['change_one', 'change_later', 'change_all'] as const;
export const PropagateMode = OneOf(propagateModes, terse);
export type PropagateMode = Static<typeof PropagateMode>;

/** Limit of messages that one request moves. */
const mostChosenMessages = 1000;

/** PATCH /messages/{message_id} */
export const EditMessageParams = Type.Object({
  content: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  // COMPAT(clients before level 1): the topic's former name.
  subject: Type.Optional(Type.String({ deprecated: true })),
  stream_id: Type.Optional(Type.Integer()),
  propagate_mode: OneOf(propagateModes, { default: 'change_one', ...terse }),
  // Further messages of the topic that move together with this one; with `change_one` only.
  message_ids: Type.Optional(Type.Array(Id, { maxItems: mostChosenMessages })),
  send_notification_to_old_thread: Type.Boolean({ default: false }),
  send_notification_to_new_thread: Type.Boolean({ default: true }),
  // SHA-256 (hex) of the content that the client edited, to detect conflicting edits.
  prev_content_sha256: Type.Optional(Type.String()),
});
export type EditMessageParams = Static<typeof EditMessageParams>;

/** The response of PATCH: the sender's files that no message links to any more. */
export const EditMessageResponse = Exact({ detached_uploads: Type.Array(Attachment) });
export type EditMessageResponse = Static<typeof EditMessageResponse>;

/** GET /messages/{message_id}/history */
export const MessageHistoryParams = Type.Object({
  allow_empty_topic_name: Type.Boolean({ default: false }),
});
/** A version of the message, oldest first; the `prev_` fields and the diff are present if they changed. */
export const MessageSnapshot = Exact({
  user_id: Nullable(Id),
  timestamp: UnixSeconds,
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  prev_topic: Type.Optional(Type.String()),
  stream: Type.Optional(Id),
  prev_stream: Type.Optional(Id),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  content_html_diff: Type.Optional(Type.String()),
});
export type MessageSnapshot = Static<typeof MessageSnapshot>;
export const MessageHistoryResponse = Exact({ message_history: Type.Array(MessageSnapshot) });
export type MessageHistoryResponse = Static<typeof MessageHistoryResponse>;

/** POST /messages/render */
export const RenderMessageParams = Type.Object({ content: Type.String() });
export const RenderMessageResponse = Exact({ rendered: Type.String() });

/** GET /messages/{message_id}/read_receipts */
export const ReadReceiptsResponse = Exact({ user_ids: Ids });

/**
 * An edited message, and those that moved with it, ordered by id. `flags` are the reader's flags of
 * `message_id`. The content fields are present if the content changed, those of topic and channel if it moved.
 */
export const UpdateMessageEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('update_message'),
  user_id: Nullable(Id),
  rendering_only: Type.Boolean(),
  message_id: Id,
  message_ids: Ids,
  flags: Type.Array(MessageFlag),
  edit_timestamp: UnixSeconds,
  stream_name: Type.Optional(Type.String()),
  stream_id: Type.Optional(Id),
  new_stream_id: Type.Optional(Id),
  propagate_mode: Type.Optional(PropagateMode),
  orig_subject: Type.Optional(Type.String()),
  subject: Type.Optional(Type.String()),
  topic_links: Type.Optional(Type.Array(Exact({ text: Type.String(), url: Type.String() }))),
  orig_content: Type.Optional(Type.String()),
  orig_rendered_content: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  rendered_content: Type.Optional(Type.String()),
  is_me_message: Type.Optional(Type.Boolean()),
});
export type UpdateMessageEvent = Static<typeof UpdateMessageEvent>;

export const editEvents = { update_message: UpdateMessageEvent };

const updateExample = {
  id: 1,
  type: 'update_message' as const,
  user_id: 7,
  rendering_only: false,
  message_id: 3,
  message_ids: [3, 5],
  flags: ['read' as const],
  edit_timestamp: 1_767_323_000,
};

export const editExamples: Examples<typeof editEvents> = {
  update_message: {
    'a message that says something else': {
      ...updateExample,
      orig_content: 'soup',
      orig_rendered_content: '<p>soup</p>',
      content: 'stew',
      rendered_content: '<p>stew</p>',
      is_me_message: false,
    },
    'messages that went to another topic of another channel': {
      ...updateExample,
      stream_name: 'design',
      stream_id: 4,
      new_stream_id: 5,
      propagate_mode: 'change_later',
      orig_subject: 'lunch',
      subject: 'dinner',
      topic_links: [],
    },
  },
};
