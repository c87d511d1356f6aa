/** Event queues: how a client registers one, and the events in it. */
import { Exact, JsonOrBare, Nullable, optional, Type, type Static, type TSchema } from './core.ts';
import { NarrowParam } from './narrow.ts';
import { eventSchemas } from './nouns.ts';
import { IncludeSubscribers } from './subscriptions.ts';

export type EventType = keyof typeof eventSchemas;
export const eventTypes = Object.keys(eventSchemas).sort() as EventType[];

/** The events of one type: `EventOf<'message'>`. */
export type EventOf<T extends EventType> = Static<(typeof eventSchemas)[T]>;
export const Event = Type.Union(eventTypes.map((type): TSchema => eventSchemas[type]));
/** Any event, distinguished by `type` and then `op`. */
export type Event = { [T in EventType]: EventOf<T> }[EventType];

type WithoutId<E> = E extends unknown ? Omit<E, 'id'> : never;
/** An event before a queue assigns its id. */
export type EventBody = WithoutId<Event>;

/** Capabilities of a client; false if absent. */
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
    // Ours: the client requests all users with GET /users after its first paint.
    heddle_people_later: Type.Boolean(),
    // Ours: the client requests channels without a subscription with GET /streams when it needs them.
    heddle_channels_later: Type.Boolean(),
  }),
);
export type ClientCapabilities = Static<typeof ClientCapabilities>;

export const idleQueueSeconds = { standard: 600, mobile: 12 * 3600, most: 7 * 24 * 3600 } as const;

/** The messages that a page shows first: a narrow and an anchor. */
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
  // If absent, false and no narrow, unless a bot has other defaults.
  all_public_streams: Type.Optional(Type.Boolean()),
  apply_markdown: Type.Boolean({ default: false }),
  client_gravatar: Type.Boolean({ default: true }),
  slim_presence: Type.Boolean({ default: false }),
  presence_history_limit_days: Type.Optional(Type.Integer({ minimum: 0 })),
  include_subscribers: IncludeSubscribers,
  idle_queue_timeout: JsonOrBare([Type.Integer({ minimum: 1 }), Type.Literal('mobile')], {
    default: idleQueueSeconds.standard,
  }),
  // Ours: saves the round trip of GET /messages.
  heddle_messages: Type.Optional(FirstMessages),
});
export type RegisterParams = Static<typeof RegisterParams>;

/** GET /events. `last_event_id` acknowledges all events up to it, -1 and 0 none; `dont_block` responds immediately. */
export const GetEventsParams = Type.Object({
  queue_id: Type.String(),
  // Required; Optional here because its absence has its own error message.
  last_event_id: Type.Optional(Type.Integer()),
  dont_block: Type.Boolean({ default: false }),
});
export type GetEventsParams = Static<typeof GetEventsParams>;
export const GetEventsResponse = Exact({ events: Type.Array(Event), queue_id: Type.String() });
export type GetEventsResponse = { events: Event[]; queue_id: string };

/** DELETE /events */
export const DeleteQueueParams = Type.Object({ queue_id: Type.String() });
export type DeleteQueueParams = Static<typeof DeleteQueueParams>;
