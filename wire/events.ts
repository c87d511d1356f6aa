/** Event queues: how a client asks for one, and everything that can arrive in it. */
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
    // Ours: the client asks for everyone by GET /users, when it has shown something.
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
  // Ours: saves a page that starts the round trip of GET /messages.
  heddle_messages: Type.Optional(FirstMessages),
});
export type RegisterParams = Static<typeof RegisterParams>;

/** GET /events. `last_event_id` acknowledges all events up to it, -1 and 0 none; `dont_block` responds at once. */
export const GetEventsParams = Type.Object({
  queue_id: Type.String(),
  // Required; Optional here because a missing one is refused in words of its own.
  last_event_id: Type.Optional(Type.Integer()),
  dont_block: Type.Boolean({ default: false }),
});
export type GetEventsParams = Static<typeof GetEventsParams>;
export const GetEventsResponse = Exact({ events: Type.Array(Event), queue_id: Type.String() });
export type GetEventsResponse = { events: Event[]; queue_id: string };

/** DELETE /events */
export const DeleteQueueParams = Type.Object({ queue_id: Type.String() });
export type DeleteQueueParams = Static<typeof DeleteQueueParams>;
