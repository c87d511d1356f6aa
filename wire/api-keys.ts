/** Named API keys. An extension: the compatible API has one key per account. */
import { Exact, Id, JsonOrBare, Nullable, OneOf, Type, UnixSeconds, nonBlank, type Static } from './core.ts';

/**
 * Scopes of a key. `full`: everything except managing credentials; `read`: fetch data and receive events; `send`: send
 * messages and upload files; `administer`: change the organization, its users, groups and channels. `lasting_access` belongs to `full` or
 * `administer`: also give access that remains when the key has ended.
 */
export const apiKeyScopes = ['full', 'read', 'send', 'administer', 'lasting_access'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

const longestApiKeyName = 60;
const longestLifeDays = 3650;

/** POST /heddle/api_keys */
export const CreateApiKeyParams = Type.Object({
  name: Type.String({ maxLength: longestApiKeyName, pattern: nonBlank }),
  // `full` cannot be combined with others but `lasting_access`.
  scopes: Type.Array(OneOf(apiKeyScopes), { minItems: 1, maxItems: apiKeyScopes.length }),
  // Restricts the key to reading from and sending to this channel; only with `read` and `send`.
  channel_id: Type.Optional(Id),
  // If absent, the key does not expire.
  expires_in_days: Type.Optional(
    JsonOrBare([Type.Integer({ minimum: 1, maximum: longestLifeDays }), Type.Null()]),
  ),
});
export type CreateApiKeyParams = Static<typeof CreateApiKeyParams>;

/** A key without its secret, which is shown once. Times are Unix seconds. */
export const NamedApiKey = Exact({
  // Null for the account's own key, which every app uses that signs in with a password.
  id: Nullable(Id),
  name: Type.String(),
  is_legacy: Type.Boolean(),
  scopes: Type.Array(OneOf(apiKeyScopes)),
  channel_id: Nullable(Id),
  created_at: Nullable(UnixSeconds),
  expires_at: Nullable(UnixSeconds),
  // The precision is ten minutes; null if unused, and for the account's own key.
  last_used_at: Nullable(UnixSeconds),
});
export type NamedApiKey = Static<typeof NamedApiKey>;

/** GET /heddle/api_keys: the account's own key, then the newest first. */
export const GetApiKeysResponse = Exact({ api_keys: Type.Array(NamedApiKey) });
export type GetApiKeysResponse = Static<typeof GetApiKeysResponse>;

export const CreateApiKeyResponse = Exact({ api_key: Type.String(), id: Id });
export type CreateApiKeyResponse = Static<typeof CreateApiKeyResponse>;

/** DELETE /heddle/api_keys/{key_id} */
export const ApiKeyPath = Type.Object({ key_id: Id });
