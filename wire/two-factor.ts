/** Two-factor authentication of accounts with a password. An extension: the compatible API has no equivalent. */
import { Exact, Id, JsonOrBare, Nullable, Type, UnixSeconds, type Static } from './core.ts';

const code = Type.String({ maxLength: 100 });
/** In groups of four characters; each is valid once. Shown only in this response. */
const RecoveryCodes = Exact({ recovery_codes: Type.Array(Type.String()) });

/** GET /heddle/two_factor */
export const GetTwoFactorResponse = Exact({
  is_on: Type.Boolean(),
  // Whether an authenticator app is configured; otherwise there are passkeys only.
  has_app: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
  // From when on the organization requires it; null if it does not.
  required_from: Nullable(UnixSeconds),
});
export type GetTwoFactorResponse = Static<typeof GetTwoFactorResponse>;

/** POST /heddle/two_factor/setup: changes nothing. */
export const StartTwoFactorParams = Type.Object({ password: Type.String() });
export const StartTwoFactorResponse = Exact({
  // In Base32, for manual entry.
  secret: Type.String(),
  // The same as a link for an app on this device, and as an SVG QR code.
  uri: Type.String(),
  qr_code: Type.String(),
  // To be sent back with the first code, within fifteen minutes.
  setup: Type.String(),
});
export type StartTwoFactorResponse = Static<typeof StartTwoFactorResponse>;

/** POST /heddle/two_factor: turns it on. */
export const ConfirmTwoFactorParams = Type.Object({ setup: Type.String({ maxLength: 2000 }), code });
export const ConfirmTwoFactorResponse = RecoveryCodes;
export type ConfirmTwoFactorResponse = Static<typeof ConfirmTwoFactorResponse>;

/** DELETE /heddle/two_factor, and POST /heddle/two_factor/recovery_codes, which replaces the codes. */
export const ChangeTwoFactorParams = Type.Object({ password: Type.String(), code });
export const NewRecoveryCodesResponse = RecoveryCodes;

/** DELETE /users/{user_id}/two_factor: for owners. */
export const ResetTwoFactorPath = Type.Object({ user_id: Id });

/** GET /heddle/sign_in_policy */
export const SignInPolicyResponse = Exact({
  two_factor_required_from: Nullable(UnixSeconds),
  // When browser sessions expire: this long after sign-in, and this long after the last use; null for the server's default of two weeks
  // after the last use.
  session_hours: Nullable(Type.Integer()),
  idle_minutes: Nullable(Type.Integer()),
  // In characters.
  min_password_length: Type.Integer(),
  // Whether a change of email also needs to be confirmed at the former address.
  confirm_former_email: Type.Boolean(),
});
export type SignInPolicyResponse = Static<typeof SignInPolicyResponse>;

/** PATCH /heddle/sign_in_policy: for owners. */
export const UpdateSignInPolicyParams = Type.Object({
  require_two_factor: Type.Optional(Type.Boolean()),
  // How long users may still sign in without it.
  grace_days: Type.Integer({ minimum: 0, maximum: 90, default: 14 }),
  session_hours: Type.Optional(JsonOrBare([Type.Integer({ minimum: 1, maximum: 8760 }), Type.Null()])),
  idle_minutes: Type.Optional(JsonOrBare([Type.Integer({ minimum: 15, maximum: 20_160 }), Type.Null()])),
  min_password_length: Type.Optional(Type.Integer({ minimum: 8, maximum: 64 })),
  confirm_former_email: Type.Optional(Type.Boolean()),
});
export type UpdateSignInPolicyParams = Static<typeof UpdateSignInPolicyParams>;

/** POST /heddle/users/{user_id}/require_password_change: for owners. */
export const RequirePasswordChangePath = Type.Object({ user_id: Id });
