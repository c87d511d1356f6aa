/** Accounts that administrators create, and links with which people choose a password. Heddle's own. */
import { Exact, Id, Nullable, RoleSchema, Type, UnixSeconds, type Static } from './core.ts';

/** POST /heddle/users: the person chooses a password with the link. */
export const AddPersonParams = Type.Object({
  email: Type.String(),
  full_name: Type.String(),
  role: Type.Optional(RoleSchema),
});
export type AddPersonParams = Static<typeof AddPersonParams>;

const passwordLink = {
  // null where a mail server is connected: then it was sent to the address of the person, and only there.
  password_link: Nullable(Type.String()),
  expires_at: UnixSeconds,
};

export const AddPersonResponse = Exact({ user_id: Id, ...passwordLink });
export type AddPersonResponse = Static<typeof AddPersonResponse>;

/** POST /heddle/users/{user_id}/password_link */
export const PasswordLinkPath = Type.Object({ user_id: Id });
export const PasswordLinkResponse = Exact(passwordLink);
export type PasswordLinkResponse = Static<typeof PasswordLinkResponse>;
