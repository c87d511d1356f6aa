/** Tables of sign-in: browsers, identities at providers, and links that work once; see schema.ts. */
import type { Generated } from 'kysely';

/** A signed-in browser, identified by the hash of its cookie. */
export interface SessionTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  token_hash: string;
  user_agent: string;
  created_at: number;
  /** The network address that it was last seen at; null if it began before this was recorded. Written now and then. */
  address: Generated<string | null>;
  /** Written now and then. */
  last_seen_at: number;
  expires_at: number;
  /** The `external_identity` with which it began at a provider of sign-in, and the provider's session id, if it sends one. */
  identity_id: Generated<number | null>;
  provider_sid: Generated<string | null>;
  /** Names the session to the provider when it is signed out there. */
  id_token: Generated<string | null>;
}

/** The identity of an account at a sign-in provider, which never moves to another account, whatever becomes of email addresses. */
interface ExternalIdentityTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  issuer: string;
  subject: string;
  created_at: number;
  last_used_at: number;
  /** The hash of the API key that a sign-in handed out, and the provider's name for that sign-in. */
  key_hash: string | null;
  key_sid: string | null;
  /** The hash of the picture that the provider gave last. */
  picture_hash: Generated<string | null>;
}

/** One of several keys of an account, beside the one in `person`. */
export interface ApiKeyTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  name: string;
  /** The hash of the key itself, which has 256 random bits. */
  key_hash: string;
  /** Names of `ApiKeyScope`, with spaces between them. */
  scopes: string;
  /** The only channel that it reads and sends to. */
  channel_id: number | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

/** A link in an email that works once. */
interface AccountLinkTable {
  token_hash: string;
  org_id: number;
  user_id: number;
  kind: 'reset' | 'email' | 'email-used' | 'former' | 'former-used' | 'undo';
  /** The address it is about: the one it was sent to, or for `former` the new one. */
  email: string;
  /** The administrator who created it for the account; null for its own. */
  maker_id: Generated<number | null>;
  created_at: number;
  expires_at: number;
}

/** The TOTP secret of an account. */
interface TwoFactorTable {
  user_id: number;
  org_id: number;
  secret_box: string;
  /** The step of the last code that was used: no code is accepted twice. */
  last_step: number;
  created_at: number;
}

/** A passkey. */
interface PasskeyTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  /** In base64url, as the authenticator calls it. */
  credential_id: string;
  /** SubjectPublicKeyInfo in base64url. */
  public_key: string;
  /** Counts the authenticator's signatures; 0 if it does not count them. */
  counter: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Each works once, and is deleted then. */
interface RecoveryCodeTable {
  user_id: number;
  org_id: number;
  code_hash: string;
}

/** The sign-in rules of an organization that has set any. */
interface SignInPolicyTable {
  org_id: number;
  /** When accounts with a password begin to need a second factor. */
  two_factor_from: Generated<number | null>;
  /** Lifetime of sessions since their start and since their last use; null for the server's default. */
  session_hours: Generated<number | null>;
  idle_minutes: Generated<number | null>;
  /** Null for the server's minimum. */
  min_password_length: Generated<number | null>;
  /** 1 where the former address confirms a change of email too. */
  confirm_former_email: Generated<number>;
}

/** A sign-in method that owners have set up in the settings of their organization. */
interface SignInProviderTable {
  id: Generated<number>;
  org_id: number;
  slug: string;
  kind: string;
  /** JSON, without secrets. */
  settings: string;
  /** As `sealApiKey` makes it; null where it has none. */
  secret_box: string | null;
  is_enabled: number;
  created_at: number;
  updated_at: number;
}

/** A browser or app with which someone has signed in before: a sign-in with another one is reported by email. */
interface KnownDeviceTable {
  user_id: number;
  org_id: number;
  device_hash: string;
  created_at: number;
  last_seen_at: number;
}

/** An account at a service for calls, in whose name this server creates them. */
interface CallTokenTable {
  org_id: number;
  user_id: number;
  /** `AccountProvider` of features/calls/tokens.ts. */
  provider: string;
  /** `CallToken` there, sealed. */
  token_box: string;
  /** How the service names the account; null where it does not say. */
  account_id: string | null;
  created_at: number;
}

export interface SessionSchema extends ScimSchema {
  call_token: CallTokenTable;
  known_device: KnownDeviceTable;
  session: SessionTable;
  api_key: ApiKeyTable;
  external_identity: ExternalIdentityTable;
  account_link: AccountLinkTable;
  two_factor: TwoFactorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  sign_in_policy: SignInPolicyTable;
  sign_in_provider: SignInProviderTable;
}

// Tables of provisioning by SCIM; see schema.ts.

/** The token with which an identity provider manages the users and groups of an organization. */
interface ScimTokenTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  /** The hash of the token, which has 256 random bits. */
  token_hash: string;
  created_at: number;
  last_used_at: number | null;
}

/** The `externalId` of a user or group, as the identity provider chose it. */
interface ScimResourceTable {
  org_id: number;
  kind: 'user' | 'group';
  local_id: number;
  external_id: string;
}

interface ScimSchema {
  scim_token: ScimTokenTable;
  scim_resource: ScimResourceTable;
}
