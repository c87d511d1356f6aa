/** Presence: when users were last active and last connected. */
import { Exact, Id, OneOf, Type, UnixSeconds, type Static, type Examples } from './core.ts';

const PresenceStatus = OneOf(['active', 'idle'], { complaint: 'Invalid status: {value}' });

/** `active_timestamp`: last activity; the day of joining if there was none. `idle_timestamp`: last connection. */
export const ModernPresence = Exact({ active_timestamp: UnixSeconds, idle_timestamp: UnixSeconds });
export type ModernPresence = Static<typeof ModernPresence>;

const ClientPresence = Exact({
  client: Type.String(),
  status: PresenceStatus,
  timestamp: UnixSeconds,
  // Absent in "aggregated", which is no client.
  pushable: Type.Optional(Type.Boolean()),
});

/** By client name: "website", and outside of events "aggregated" too. */
export const LegacyPresence = Type.Record(Type.String(), ClientPresence);
export type LegacyPresence = Static<typeof LegacyPresence>;

/** By user id in the modern format, otherwise by email. */
const Presences = Type.Record(Type.String(), Type.Union([ModernPresence, LegacyPresence]));

const historyDays = Type.Integer({ minimum: 0 });

/** POST /users/me/presence. With `last_update_id`, the response has the modern format and contains changes since then; -1 means everything. */
export const UpdatePresenceParams = Type.Object({
  status: PresenceStatus,
  last_update_id: Type.Optional(Type.Integer()),
  history_limit_days: Type.Optional(historyDays),
  new_user_input: Type.Boolean({ default: false }),
  ping_only: Type.Boolean({ default: false }),
  slim_presence: Type.Boolean({ default: false }),
});
export type UpdatePresenceParams = Static<typeof UpdatePresenceParams>;
/** Only the envelope if `ping_only` is set. */
export const UpdatePresenceResponse = Type.Partial(
  Exact({ presences: Presences, presence_last_update_id: Type.Integer(), server_timestamp: Type.Number() }),
);

/** GET /users/{user_id_or_email}/presence */
export const UserPresencePath = Type.Object({ user_id_or_email: Type.String() });
const SeenClient = Exact({ status: PresenceStatus, timestamp: UnixSeconds });
/** All clients combined: `offline` if none has reported for `server_presence_offline_threshold_seconds`. */
const SeenAnywhere = Exact({ status: OneOf(['active', 'idle', 'offline']), timestamp: UnixSeconds });
export const GetUserPresenceResponse = Exact({
  presence: Exact({
    active_timestamp: UnixSeconds,
    idle_timestamp: UnixSeconds,
    // COMPAT(clients before level 487): the only form that they know.
    aggregated: SeenAnywhere,
    website: SeenClient,
  }),
  server_timestamp: Type.Number(),
});
export type GetUserPresenceResponse = Static<typeof GetUserPresenceResponse>;

/** GET /realm/presence */
export const GetPresenceResponse = Exact({
  presences: Type.Record(Type.String(), LegacyPresence),
  server_timestamp: Type.Number(),
});

/**
 * A user has connected or is active again. With the capability `simplified_presence_events`, `presences` by user id, otherwise
 * the other fields.
 */
const PresenceEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('presence'),
  presences: Type.Optional(Type.Record(Type.String(), ModernPresence)),
  user_id: Type.Optional(Id),
  email: Type.Optional(Type.String()),
  server_timestamp: Type.Optional(Type.Number()),
  presence: Type.Optional(LegacyPresence),
});

/** The fields in `/register`. */
const presenceFields = {
  presences: Presences,
  // -1 before the first update.
  presence_last_update_id: Type.Integer(),
  server_timestamp: Type.Number(),
};

export const presenceState = { presence: presenceFields };

export const presenceEvents = { presence: PresenceEvent };

export const presenceExamples: Examples<typeof presenceEvents> = {
  presence: {
    'a user who comes online': {
      id: 1,
      type: 'presence',
      presences: { 7: { active_timestamp: 5, idle_timestamp: 5 } },
    },
  },
};
