/** Typing notifications. */
import { Exact, Id, Ids, OneOf, terse, Type, type Static, type Examples } from './core.ts';

export const TypingOp = OneOf(['start', 'stop'], terse);
export type TypingOp = Static<typeof TypingOp>;

/** POST /typing. Direct: `to`; in a channel: `stream_id` and `topic`. */
export const SetTypingParams = Type.Object({
  type: OneOf(['direct', 'stream', 'channel'], { default: 'direct', ...terse }),
  op: TypingOp,
  to: Type.Optional(Type.Array(Type.Integer())),
  stream_id: Type.Optional(Type.Integer()),
  topic: Type.Optional(Type.String()),
});
export type SetTypingParams = Static<typeof SetTypingParams>;

/** POST /messages/{message_id}/typing */
export const SetEditTypingParams = Type.Object({ op: TypingOp });

const person = Exact({ user_id: Id, email: Type.String() });

const typing = { id: Type.Integer(), type: Type.Literal('typing'), sender: person };
const direct = { message_type: Type.Literal('direct'), recipients: Type.Array(person) };
const inChannel = { message_type: Type.Literal('stream'), stream_id: Id, topic: Type.String() };
const start = { op: Type.Literal('start') };
const stop = { op: Type.Literal('stop') };

const TypingEvent = Type.Union([
  Exact({ ...typing, ...start, ...direct }),
  Exact({ ...typing, ...stop, ...direct }),
  Exact({ ...typing, ...start, ...inChannel }),
  Exact({ ...typing, ...stop, ...inChannel }),
]);

const editing = {
  id: Type.Integer(),
  type: Type.Literal('typing_edit_message'),
  sender_id: Id,
  message_id: Id,
  recipient: Type.Union([
    Exact({ type: Type.Literal('channel'), channel_id: Id, topic: Type.String() }),
    Exact({ type: Type.Literal('direct'), user_ids: Ids }),
  ]),
};

/** Someone is editing a message. */
export const EditTypingEvent = Type.Union([Exact({ ...editing, ...start }), Exact({ ...editing, ...stop })]);
export type EditTypingEvent = Static<typeof EditTypingEvent>;

export const typingEvents = { typing: TypingEvent, typing_edit_message: EditTypingEvent };

export const typingExamples: Examples<typeof typingEvents> = {
  typing: {
    'typing to people': {
      id: 1,
      type: 'typing',
      op: 'start',
      message_type: 'direct',
      sender: { user_id: 7, email: 'a@example.com' },
      recipients: [],
    },
  },
  typing_edit_message: {
    'changing a message': {
      id: 1,
      type: 'typing_edit_message',
      op: 'stop',
      sender_id: 7,
      message_id: 3,
      recipient: { type: 'channel', channel_id: 4, topic: 'lunch' },
    },
  },
};
