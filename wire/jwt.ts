/** POST /jwt/fetch_api_key */
import { Exact, Type, type Static } from './core.ts';
import { User } from './users.ts';

export const JwtFetchApiKeyParams = Type.Object({
  token: Type.String({ default: '' }),
  include_profile: Type.Boolean({ default: false }),
});
export type JwtFetchApiKeyParams = Static<typeof JwtFetchApiKeyParams>;

export const JwtFetchApiKeyResponse = Exact({
  api_key: Type.String(),
  email: Type.String(),
  // Only with `include_profile`.
  user: Type.Optional(User),
});
export type JwtFetchApiKeyResponse = Static<typeof JwtFetchApiKeyResponse>;
