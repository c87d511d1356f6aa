/** Scheduled messages. */
import { Exact, Id, Ids, JsonOrBare, OneOf, Type, UnixSeconds, type Static, type Examples } from './core.ts';

const delivery = {
  content: Type.String(),
  rendered_content: Type.String(),
  scheduled_delivery_timestamp: UnixSeconds,
  // It could not be sent when it was due, and is not retried unless it is changed.
  failed: Type.Boolean(),
};

export const ScheduledMessage = Type.Union([
  Exact({
    scheduled_message_id: Id,
    type: Type.Literal('stream'),
    to: Id,
    topic: Type.String(),
    ...delivery,
  }),
  Exact({ scheduled_message_id: Id, type: Type.Literal('private'), to: Ids, ...delivery }),
]);
export type ScheduledMessage = Static<typeof ScheduledMessage>;

const type = OneOf(['direct', 'channel', 'stream', 'private']);
/** A channel's id, or user ids. */
const to = JsonOrBare([Type.Integer(), Type.Array(Type.Integer())]);

export const ScheduledPath = Type.Object({ scheduled_message_id: Id });

/** GET /scheduled_messages: the next due first. */
export const GetScheduledResponse = Exact({ scheduled_messages: Type.Array(ScheduledMessage) });

/** POST /scheduled_messages */
export const CreateScheduledParams = Type.Object({
  type,
  to,
  content: Type.String(),
  topic: Type.Optional(Type.String()),
  scheduled_delivery_timestamp: Type.Integer(),
  read_by_sender: Type.Optional(Type.Boolean()),
});
export type CreateScheduledParams = Static<typeof CreateScheduledParams>;
export const CreateScheduledResponse = Exact({ scheduled_message_id: Id });

/** PATCH /scheduled_messages/{scheduled_message_id}. Changing `type` requires `to`, and a channel requires a `topic`. */
export const EditScheduledParams = Type.Object({
  type: Type.Optional(type),
  to: Type.Optional(to),
  content: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  scheduled_delivery_timestamp: Type.Optional(Type.Integer()),
});
export type EditScheduledParams = Static<typeof EditScheduledParams>;

const scheduledEvent = { id: Type.Integer(), type: Type.Literal('scheduled_messages') };

const ScheduledMessagesEvent = Type.Union([
  Exact({ ...scheduledEvent, op: Type.Literal('add'), scheduled_messages: Type.Array(ScheduledMessage) }),
  Exact({ ...scheduledEvent, op: Type.Literal('update'), scheduled_message: ScheduledMessage }),
  Exact({ ...scheduledEvent, op: Type.Literal('remove'), scheduled_message_id: Id }),
]);

export const scheduledMessageState = {
  scheduled_messages: { scheduled_messages: Type.Array(ScheduledMessage) },
};

export const scheduledMessageEvents = { scheduled_messages: ScheduledMessagesEvent };

export const scheduledMessageExamples: Examples<typeof scheduledMessageEvents> = {
  scheduled_messages: {
    'a message that was sent': { id: 1, type: 'scheduled_messages', op: 'remove', scheduled_message_id: 3 },
  },
};
