/** Tokens for provisioning by SCIM. An extension: the compatible API has no equivalent. SCIM itself is below `/scim/v2`. */
import { Exact, Id, Nullable, Type, UnixSeconds, nonBlank, type Static } from './core.ts';

export const ScimToken = Exact({
  id: Id,
  name: Type.String(),
  created_at: UnixSeconds,
  // The precision is ten minutes.
  last_used_at: Nullable(UnixSeconds),
});
export type ScimToken = Static<typeof ScimToken>;

/** GET /heddle/scim_tokens: for owners. */
export const GetScimTokensResponse = Exact({ scim_tokens: Type.Array(ScimToken) });
export type GetScimTokensResponse = Static<typeof GetScimTokensResponse>;

/** POST /heddle/scim_tokens */
export const CreateScimTokenParams = Type.Object({
  name: Type.String({ maxLength: 60, pattern: nonBlank }),
});
export const CreateScimTokenResponse = Exact({ id: Id, token: Type.String() });
export type CreateScimTokenResponse = Static<typeof CreateScimTokenResponse>;

/** DELETE /heddle/scim_tokens/{token_id} */
export const ScimTokenPath = Type.Object({ token_id: Id });
