/** Browser sessions. An extension: the compatible API has no equivalent. */
import { Exact, Id, Nullable, Type, type Static } from './core.ts';

/** POST /heddle/sessions */
export const StartSessionParams = Type.Object({
  username: Type.String(),
  password: Type.String(),
  // From an authenticator app, or a recovery code: for accounts with two-factor authentication.
  two_factor_code: Type.Optional(Type.String({ maxLength: 100 })),
});
export type StartSessionParams = Static<typeof StartSessionParams>;
export const StartSessionResponse = Exact({ user_id: Id, email: Type.String() });
export type StartSessionResponse = Static<typeof StartSessionResponse>;

/** A browser in which the caller is signed in. Times are Unix seconds. */
export const Session = Exact({
  id: Id,
  user_agent: Type.String(),
  // Address at the last use; null if unknown.
  ip_address: Nullable(Type.String()),
  created_at: Type.Integer(),
  // The precision is an hour.
  last_seen_at: Type.Integer(),
  expires_at: Type.Integer(),
  // Whether it is the requesting session.
  is_current: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** GET /heddle/sessions: the latest first. */
export const GetSessionsResponse = Exact({ sessions: Type.Array(Session) });

/** DELETE /heddle/sessions/{session_id} */
export const SessionPath = Type.Object({ session_id: Id });

/** DELETE /heddle/sessions: all except the requesting one. */
export const EndSessionsResponse = Exact({ ended: Type.Integer() });
