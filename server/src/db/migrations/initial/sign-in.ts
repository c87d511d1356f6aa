import { columnTypes, type Dialect } from '../../sql.ts';

/** Credentials, sessions, and what providers of sign-in know of an account. */
export function signInTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE session (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       token_hash text NOT NULL UNIQUE, user_agent text NOT NULL, created_at ${t.int} NOT NULL,
       last_seen_at ${t.int} NOT NULL, expires_at ${t.int} NOT NULL, identity_id ${t.int}, provider_sid text,
       id_token text, address text)`,
    'CREATE INDEX session_owner ON session (user_id)',
    'CREATE INDEX session_expiry ON session (expires_at)',
    'CREATE INDEX session_identity ON session (identity_id) WHERE identity_id IS NOT NULL',
    `CREATE TABLE account_link (
       token_hash text PRIMARY KEY, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       kind text NOT NULL, email text NOT NULL, created_at ${t.int} NOT NULL, expires_at ${t.int} NOT NULL)${t.keyed}`,
    'CREATE INDEX account_link_owner ON account_link (user_id, kind)',
    'CREATE INDEX account_link_expiry ON account_link (expires_at)',
    `CREATE TABLE known_device (
       user_id ${t.int} NOT NULL REFERENCES person (id), org_id ${t.int} NOT NULL, device_hash text NOT NULL,
       created_at ${t.int} NOT NULL, last_seen_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, device_hash))`,
    'CREATE INDEX known_device_last_seen_at ON known_device (last_seen_at)',
    `CREATE TABLE two_factor (
       user_id ${t.int} PRIMARY KEY REFERENCES person (id), org_id ${t.int} NOT NULL, secret_box text NOT NULL,
       last_step ${t.int} NOT NULL, created_at ${t.int} NOT NULL)`,
    'CREATE INDEX two_factor_organization ON two_factor (org_id)',
    `CREATE TABLE recovery_code (
       user_id ${t.int} NOT NULL REFERENCES person (id), org_id ${t.int} NOT NULL, code_hash text NOT NULL,
       PRIMARY KEY (user_id, code_hash))`,
    `CREATE TABLE passkey (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       credential_id text NOT NULL, public_key text NOT NULL, counter ${t.int} NOT NULL, name text NOT NULL,
       created_at ${t.int} NOT NULL, last_used_at ${t.int},
       UNIQUE (org_id, credential_id))`,
    'CREATE INDEX passkey_user ON passkey (user_id)',
    `CREATE TABLE sign_in_policy (
       org_id ${t.int} PRIMARY KEY REFERENCES organization (id), two_factor_from ${t.int}, session_hours ${t.int},
       idle_minutes ${t.int}, min_password_length ${t.int}, confirm_former_email ${t.int} NOT NULL DEFAULT 0)`,
    `CREATE TABLE sign_in_provider (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), slug text NOT NULL,
       kind text NOT NULL, settings text NOT NULL, secret_box text, is_enabled ${t.int} NOT NULL,
       created_at ${t.int} NOT NULL, updated_at ${t.int} NOT NULL,
       UNIQUE (org_id, slug))`,
    `CREATE TABLE external_identity (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       issuer text NOT NULL, subject text NOT NULL, created_at ${t.int} NOT NULL, last_used_at ${t.int} NOT NULL,
       key_hash text, key_sid text, picture_hash text,
       UNIQUE (org_id, issuer, subject),
       UNIQUE (org_id, issuer, user_id))`,
    'CREATE INDEX external_identity_user ON external_identity (user_id)',
    `CREATE TABLE scim_token (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       token_hash text NOT NULL UNIQUE, created_at ${t.int} NOT NULL, last_used_at ${t.int})`,
    'CREATE INDEX scim_token_organization ON scim_token (org_id)',
    `CREATE TABLE scim_resource (
       org_id ${t.int} NOT NULL REFERENCES organization (id), kind text NOT NULL, local_id ${t.int} NOT NULL,
       external_id text NOT NULL,
       PRIMARY KEY (org_id, kind, local_id))`,
    `CREATE TABLE api_key (
       id ${t.autoId}, org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id),
       name text NOT NULL, key_hash text NOT NULL UNIQUE, scopes text NOT NULL, channel_id ${t.int},
       created_at ${t.int} NOT NULL, expires_at ${t.int}, last_used_at ${t.int})`,
    'CREATE INDEX api_key_user ON api_key (user_id)',
    'CREATE INDEX api_key_expires_at ON api_key (expires_at) WHERE expires_at IS NOT NULL',
    `CREATE TABLE call_token (
       org_id ${t.int} NOT NULL, user_id ${t.int} NOT NULL REFERENCES person (id), provider text NOT NULL,
       token_box text NOT NULL, account_id text, created_at ${t.int} NOT NULL,
       PRIMARY KEY (user_id, provider))${t.keyed}`,
    'CREATE INDEX call_token_account ON call_token (provider, account_id)',
    `CREATE TABLE limited_use (key text PRIMARY KEY, times text NOT NULL, expires_at ${t.int} NOT NULL)`,
    'CREATE INDEX limited_use_expires_at ON limited_use (expires_at)',
  ];
}
