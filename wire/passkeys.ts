/** Passkeys of the own account. An extension: the compatible API has no equivalent. */
import { Exact, Id, Nullable, Type, UnixSeconds, type Static } from './core.ts';

/** base64url, as provided by browsers. */
const Encoded = Type.String({ maxLength: 20_000 });
const name = Type.String({ minLength: 1, maxLength: 60 });

const Passkey = Exact({
  id: Id,
  name: Type.String(),
  created_at: UnixSeconds,
  last_used_at: Nullable(UnixSeconds),
});

/** GET /heddle/passkeys: the oldest first. */
export const GetPasskeysResponse = Exact({ passkeys: Type.Array(Passkey) });
export type GetPasskeysResponse = Static<typeof GetPasskeysResponse>;

/** POST /heddle/passkeys/challenge: what navigator.credentials.create() needs. */
export const PasskeyChallengeParams = Type.Object({ password: Type.String() });
export const PasskeyChallengeResponse = Exact({
  challenge: Type.String(),
  rp_id: Type.String(),
  rp_name: Type.String(),
  user_handle: Type.String(),
  user_name: Type.String(),
  // COSE identifiers, in order of preference.
  algorithms: Type.Array(Type.Integer()),
  // Existing credential IDs of the account, whose authenticators create no second one.
  exclude: Type.Array(Type.String()),
  // To be sent back within ten minutes.
  state: Type.String(),
});
export type PasskeyChallengeResponse = Static<typeof PasskeyChallengeResponse>;

/** POST /heddle/passkeys */
export const AddPasskeyParams = Type.Object({
  state: Type.String({ maxLength: 2000 }),
  name,
  client_data: Encoded,
  authenticator_data: Encoded,
  // SubjectPublicKeyInfo.
  public_key: Encoded,
});
export type AddPasskeyParams = Static<typeof AddPasskeyParams>;

/** Recovery codes are created together with the first second factor of an account. */
export const AddPasskeyResponse = Exact({ recovery_codes: Type.Array(Type.String()) });
export type AddPasskeyResponse = Static<typeof AddPasskeyResponse>;

/** PATCH and DELETE /heddle/passkeys/{passkey_id} */
export const PasskeyPath = Type.Object({ passkey_id: Id });
export const RenamePasskeyParams = Type.Object({ name });
export const RemovePasskeyParams = Type.Object({ password: Type.String() });
