/** User status: a short text and an emoji. */
import { Exact, Id, Nullable, Type, UnixSeconds, type Static, type Examples } from './core.ts';
import { ReactionType } from './messages.ts';

export const statusTextLength = 60;

const emojiFields = {
  emoji_name: Type.Optional(Type.String()),
  emoji_code: Type.Optional(Type.String()),
};

/** Fields that are not set are absent. */
export const UserStatus = Exact({
  status_text: Type.Optional(Type.String()),
  ...emojiFields,
  reaction_type: Type.Optional(ReactionType),
  // When it is cleared.
  heddle_expires_at: Type.Optional(UnixSeconds),
  // COMPAT(clients before level 148): the user does not share their presence.
  away: Type.Optional(Type.Boolean({ deprecated: true })),
});
export type UserStatus = Static<typeof UserStatus>;

/** POST /users/me/status. An empty text or emoji name removes it; code and type are derived from the name. */
export const UpdateStatusParams = Type.Object({
  status_text: Type.Optional(Type.String()),
  ...emojiFields,
  reaction_type: Type.Optional(Type.String()),
});
export type UpdateStatusParams = Static<typeof UpdateStatusParams>;

/** COMPAT(clients before level 148): `away` is the inverse of the setting `presence_enabled`. A status without a time stays. */
export const UpdateOwnStatusParams = Type.Object({
  ...UpdateStatusParams.properties,
  heddle_expires_at: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000_000 })),
  away: Type.Optional(Type.Boolean({ deprecated: true })),
});
export type UpdateOwnStatusParams = Static<typeof UpdateOwnStatusParams>;

/** POST and GET /users/{user_id}/status */
export const StatusPath = Type.Object({ user_id: Id });
export const GetStatusResponse = Exact({ status: UserStatus });

/** Contains changed fields; without an emoji its fields are empty, and the type is `unicode_emoji`. */
export const UserStatusEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('user_status'),
  user_id: Id,
  status_text: Type.Optional(Type.String()),
  ...emojiFields,
  reaction_type: Type.Optional(ReactionType),
  // Present if the status is, or was, to be cleared automatically; null if it no longer is.
  heddle_expires_at: Type.Optional(Nullable(UnixSeconds)),
  away: Type.Optional(Type.Boolean()),
});
export type UserStatusEvent = Static<typeof UserStatusEvent>;

export const statusState = { user_status: { user_status: Type.Record(Type.String(), UserStatus) } };

export const statusEvents = { user_status: UserStatusEvent };

export const statusExamples: Examples<typeof statusEvents> = {
  user_status: { 'a status': { id: 1, type: 'user_status', user_id: 7, status_text: 'on vacation' } },
};
