/** Browser sessions. An extension: the compatible API has no equivalent. */
import { Exact, Id, Nullable, Type, type Static } from './core.ts';

/** POST /heddle/sessions */
export const StartSessionParams = Type.Object({
  username: Type.String(),
  password: Type.String(),
  // Of an authenticator app, or for recovery: for accounts with two-factor authentication.
  two_factor_code: Type.Optional(Type.String({ maxLength: 100 })),
});
export type StartSessionParams = Static<typeof StartSessionParams>;
export const StartSessionResponse = Exact({ user_id: Id, email: Type.String() });
export type StartSessionResponse = Static<typeof StartSessionResponse>;

/** A browser in which the caller is signed in. Times are Unix seconds. */
export const Session = Exact({
  id: Id,
  user_agent: Type.String(),
  // Of the network that it was last seen in; null if that is not known.
  ip_address: Nullable(Type.String()),
  created_at: Type.Integer(),
  // Exact to an hour.
  last_seen_at: Type.Integer(),
  expires_at: Type.Integer(),
  // The one that asks.
  is_current: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** GET /heddle/sessions: the latest first. */
export const GetSessionsResponse = Exact({ sessions: Type.Array(Session) });

/** DELETE /heddle/sessions/{session_id} */
export const SessionPath = Type.Object({ session_id: Id });

/** DELETE /heddle/sessions: all but the one that asks. */
export const EndSessionsResponse = Exact({ ended: Type.Integer() });
