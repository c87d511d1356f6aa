/** Sign-in with a signed token (JWT) of a program that the operator trusts; it contains an email address. */
import type { JwtFetchApiKeyParams, JwtFetchApiKeyResponse } from '../../../../wire/jwt.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type OrganizationCache, wrongPassword } from '../../core/organization/index.ts';
import { findJwtIssuer } from '../../core/sign-in-providers/index.ts';
import { getUser } from '../../core/users/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { apiError } from '../../lib/errors.ts';
import { longestToken } from '../../lib/oidc/oidc-provider.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';
import { ExternalSignInRefused, SecondFactorNeeded, signInWithProvider } from './account.ts';
import { handOutKey } from './hand-over.ts';

const clockToleranceSeconds = 30;

export interface JwtSignIn {
  provider: SignInProvider;
  person: ExternalPerson;
}

/** The user that a token names. @throws ApiError 400 for a token that is not valid in this organization */
export async function readJwt(app: AppContext, cache: OrganizationCache, token: string): Promise<JwtSignIn> {
  if (token === '') throw apiError('jwt.missing');
  const provider = findJwtIssuer(app, cache);
  if (!provider?.jwt) throw apiError('jwt.disabled');
  const claims = await verify(app, provider, token);
  if (!claims) throw apiError('jwt.bad');
  const { email, name } = claims;
  if (typeof email !== 'string' || email.trim() === '') throw apiError('jwt.no-email');
  const person = {
    issuer: provider.issuer,
    subject: email,
    emails: [email.trim()],
    fullName: typeof name === 'string' ? name.trim() : '',
    claims,
    sid: null,
    idToken: null,
  };
  return { provider, person };
}

async function verify(
  { log }: AppContext,
  { jwt }: SignInProvider,
  token: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!jwt || token.length > longestToken) return undefined;
  const { jwtVerify, errors } = await import('jose');
  const { key, algorithms, issuer, audience, requiresExpiry } = jwt;
  try {
    // Only these algorithms, which fit the key, whatever the header of the token names.
    const { payload } = await jwtVerify(token, key, {
      algorithms: [...algorithms],
      clockTolerance: clockToleranceSeconds,
      ...(issuer === undefined ? {} : { issuer }),
      ...(audience === undefined ? {} : { audience }),
      ...(requiresExpiry ? { requiredClaims: ['exp'] } : {}),
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    log.info({ why: error.code }, 'a JSON web token was refused');
    return undefined;
  }
}

interface RequestSource {
  orgId: number;
  ip: string;
  client: string;
}

/**
 * The API key of the account that a token names; creates no account.
 * @throws ApiError 400 for an invalid token, 401 for an account that cannot sign in; a missing account gets the same error as a
 *   wrong password
 */
export async function fetchApiKeyByJwt(
  app: AppContext,
  { orgId, ip, client }: RequestSource,
  { token, include_profile }: JwtFetchApiKeyParams,
): Promise<JwtFetchApiKeyResponse> {
  const { provider, person } = await readJwt(app, await app.organizations.cache(orgId), token);
  const existing = { ...provider, newAccounts: 'off' } as const;
  const { userId, identityId } = await signInWithProvider(app, orgId, existing, person).catch(refuse);
  const external = { identityId, sid: null, idToken: null };
  const origin = { source: 'api', address: ip, client } as const;
  const api_key = await handOutKey(app, orgId, userId, external, origin);
  const cache = await app.organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user) throw wrongPassword();
  const asked = { client_gravatar: true, include_custom_profile_fields: false };
  const me = { id: userId, orgId, user, cache };
  const profile = include_profile ? await getUser(app.db.read, me, userId, asked) : {};
  return { api_key, email: user.deliveryEmail, ...profile };
}

function refuse(error: unknown): never {
  // Second factors are only entered in a browser.
  if (error instanceof SecondFactorNeeded) throw apiError('two-factor.required');
  if (error instanceof ExternalSignInRefused) throw wrongPassword();
  throw error;
}
