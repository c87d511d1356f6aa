/** An OpenID Connect provider: authorization code with PKCE, state and nonce; the signature of every ID token is verified. */
import type { ClientAuth, Configuration } from 'openid-client';
import type { JWTVerifyGetKey } from 'jose';
import type { SignInProvider } from '../config/oidc-config.ts';
import { valueAt } from '../json.ts';
import {
  type ExternalPerson,
  type FlowSecrets,
  type Provider,
  type ResponseParameters,
  ProviderResponseError,
  ProviderUnavailableError,
} from './person.ts';
import { providerFailure } from './failure.ts';
import { providerFetch } from './provider-fetch.ts';
import { fieldsIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The user to sign out, as identified in a logout token; at least one of the two is set. */
export interface LogoutToken {
  id: string;
  issuer: string;
  subject: string | null;
  sid: string | null;
}

const clockToleranceSeconds = 30;
/** What a token that anyone can send may have: its head is parsed before its signature is verified. */
export const longestToken = 8192;
/** A provider that failed is not retried for this time. */
const retryMs = 5000;
/** Interval at which its discovery document is fetched again. */
const refreshMs = 3600_000;
const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const isTrue = (value: unknown): boolean => value === true || value === 'true';
const getText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

export class OidcProvider implements Provider {
  readonly #settings: SignInProvider;
  readonly #fetch: ReturnType<typeof providerFetch>;
  #discovered: Promise<Configuration> | undefined;
  #askedAt = 0;
  #failedAt: number | undefined;
  #keys: JWTVerifyGetKey | undefined;

  /** @param reachable Private networks that outgoing requests may access. */
  constructor(settings: SignInProvider, reachable: string | undefined) {
    this.#settings = settings;
    this.#fetch = providerFetch(settings, reachable);
  }

  async getAuthorizationUrl({ state, nonce, verifier }: FlowSecrets, redirectUri: string): Promise<URL> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    return buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes.join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Apple sends names and email addresses with form_post only.
      ...(this.#settings.kind === 'apple' ? { response_mode: 'form_post' } : {}),
    });
  }

  async identify(
    given: ResponseParameters,
    { state, nonce, verifier }: FlowSecrets,
    redirectUri: string,
  ): Promise<ExternalPerson> {
    const configuration = await this.#discover();
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries(given)) url.searchParams.append(name, value);
    const { authorizationCodeGrant } = await import('openid-client');
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const idClaims = tokens.claims();
      if (!idClaims) throw new Error('There is no ID token.');
      const more = await this.#getMoreClaims(configuration, tokens.access_token, idClaims);
      return this.#getPerson({ ...more, ...idClaims }, tokens.id_token ?? null, given);
    } catch (error) {
      throw providerFailure(error);
    }
  }

  async getIssuer(): Promise<string> {
    return (await this.#discover()).serverMetadata().issuer;
  }

  /** The provider's sign-out page for the browser; `undefined` if there is none. */
  async getEndSessionUrl(idToken: string | null, returnTo: string): Promise<URL | undefined> {
    const configuration = await this.#discover();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { buildEndSessionUrl } = await import('openid-client');
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: returnTo,
      ...(idToken === null ? {} : { id_token_hint: idToken }),
    });
  }

  /** @throws ProviderResponseError unless the provider signed it for this server just now. */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    if (token.length > longestToken) throw new ProviderResponseError('The logout token is too long');
    const { jwtVerify } = await import('jose');
    const keys = await this.#getKeys();
    try {
      const { issuer } = (await this.#discover()).serverMetadata();
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: this.#settings.clientId,
        algorithms: signatureAlgorithms,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: '5 minutes',
        clockTolerance: clockToleranceSeconds,
      });
      const [subject = null, sid = null] = [getText(payload.sub), getText(payload.sid)];
      if (!Object.hasOwn(fieldsIn(payload.events), logoutEvent)) throw new Error('It is no logout token.');
      if (payload.nonce !== undefined) throw new Error('A logout token has no nonce.');
      if (subject === null && sid === null) throw new Error('It names nobody.');
      return { id: payload.jti ?? '', issuer, subject, sid };
    } catch (error) {
      throw new ProviderResponseError('The logout token is not valid', { cause: error });
    }
  }

  /** Returns the issuer in the discovery document, which `heddle doctor` shows. */
  async probe(): Promise<string> {
    const { issuer, jwks_uri } = (await this.#discover()).serverMetadata();
    const { status } = await this.#fetch(jwks_uri ?? issuer, { method: 'GET', headers: {} });
    if (status !== 200) throw new ProviderUnavailableError(`The keys of the provider have status ${status}`);
    return issuer;
  }

  /**
   * The provider's error for an invalid code.
   * @returns the OAuth 2.0 error: `invalid_grant` if client ID and secret are correct
   * @throws ProviderUnavailableError, and any error that is no OAuth 2.0 error
   */
  async probeSecret(redirectUri: string): Promise<string> {
    const configuration = await this.#discover();
    const { authorizationCodeGrant } = await import('openid-client');
    const url = new URL(redirectUri);
    url.searchParams.set('code', 'heddle-test');
    const { issuer, authorization_response_iss_parameter_supported: namesIssuer } =
      configuration.serverMetadata();
    if (namesIssuer === true) url.searchParams.set('iss', issuer);
    try {
      await authorizationCodeGrant(configuration, url, { pkceCodeVerifier: 'heddle-test'.repeat(4) });
      return 'none';
    } catch (error) {
      return oauthErrorCode(error);
    }
  }

  #discover(): Promise<Configuration> {
    const age = performance.now() - (this.#failedAt ?? this.#askedAt);
    if (!this.#discovered || age > (this.#failedAt === undefined ? refreshMs : retryMs))
      this.#discovered = this.#ask();
    return this.#discovered;
  }

  async #ask(): Promise<Configuration> {
    this.#askedAt = performance.now();
    this.#failedAt = undefined;
    this.#keys = undefined;
    try {
      return await this.#fetchConfiguration();
    } catch (error) {
      this.#failedAt = performance.now();
      throw new ProviderUnavailableError('The provider cannot be asked', { cause: error });
    }
  }

  async #fetchConfiguration(): Promise<Configuration> {
    const { allowInsecureRequests, clockTolerance, customFetch, discovery, enableNonRepudiationChecks } =
      await import('openid-client');
    const { issuer, clientId, kind } = this.#settings;
    const isOpen = new URL(issuer).protocol === 'http:';
    const auth = kind === 'apple' ? appleClientAuth(this.#settings) : await this.#getClientAuth();
    return discovery(new URL(issuer), clientId, { [clockTolerance]: clockToleranceSeconds }, auth, {
      // The library marks unencrypted requests as deprecated to make them visible: this issuer is on a private network.
      execute: [enableNonRepudiationChecks, ...(isOpen ? [allowInsecureRequests] : [])],
      [customFetch]: this.#fetch,
      timeout: 10,
    });
  }

  /** The secret in the body where the provider accepts that, since providers differ in how they decode it in a header. */
  async #getClientAuth(): Promise<ClientAuth> {
    const { ClientSecretPost } = await import('openid-client');
    const { clientSecret } = this.#settings;
    const post = ClientSecretPost(clientSecret);
    return (server, client, body, headers) => {
      const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const isBasic = !accepted.includes('client_secret_post') && accepted.includes('client_secret_basic');
      if (isBasic) headers.set('authorization', basicCredentials(client.client_id, clientSecret));
      else post(server, client, body, headers);
    };
  }

  async #getKeys(): Promise<JWTVerifyGetKey> {
    const { jwks_uri } = (await this.#discover()).serverMetadata();
    if (jwks_uri === undefined) throw new ProviderUnavailableError('The provider has no keys');
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const fetch = (address: string) => this.#fetch(address, { method: 'GET', headers: {} });
    this.#keys ??= createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: fetch });
    return this.#keys;
  }

  /** Providers may return all claims but the subject from the userinfo endpoint. */
  async #getMoreClaims(
    configuration: Configuration,
    accessToken: string,
    claims: Claims & { sub: string },
  ): Promise<Claims> {
    const { groups, roles, groupsClaim } = this.#settings;
    const hasRules = groups.size + roles.size > 0;
    const isComplete =
      claims.email !== undefined && (!hasRules || getClaim(claims, groupsClaim) !== undefined);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    const { fetchUserInfo } = await import('openid-client');
    return fetchUserInfo(configuration, accessToken, claims.sub);
  }

  #getPerson(
    claims: Claims & { iss: string; sub: string },
    idToken: string | null,
    given: ResponseParameters,
  ): ExternalPerson {
    const email = getText(claims.email);
    // Entra has its own claim: the email's domain is verified by its tenant.
    const isVerified =
      isTrue(claims.email_verified) || (this.#settings.kind === 'entra' && isTrue(claims.xms_edov));
    return {
      issuer: claims.iss,
      subject: claims.sub,
      emails: email !== undefined && (isVerified || this.#settings.trustsEmail) ? [email] : [],
      fullName: getFullName(claims) || getAppleName(given.user),
      claims,
      sid: getText(claims.sid) ?? null,
      idToken,
    };
  }
}

/**
 * Encoded as RFC 6749 requires, but only where it must be.
 * COMPAT(LemonLDAP::NG 2.16): it does not decode, so that a hyphen must stay one.
 */
const basicCredentials = (...parts: [id: string, secret: string]): string =>
  `Basic ${Buffer.from(parts.map(encodeURIComponent).join(':')).toString('base64')}`;

function oauthErrorCode(error: unknown): string {
  const { name, error: code, status } = fieldsIn(error);
  if (typeof code === 'string') return code;
  // Some only send a challenge.
  if (name === 'WWWAuthenticateChallengeError' || status === 401) return 'invalid_client';
  throw error;
}

/** A claim by name, or by a path with dots such as `realm_access.roles`. */
export function getClaim(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : valueAt(claims, ...name.split('.'));
}

function getFullName({ name, given_name, family_name }: Claims): string {
  return getText(name) ?? [getText(given_name), getText(family_name)].filter(Boolean).join(' ');
}

/** Sent unsigned, beside the token, and only once: it is only used as the initial name. */
function getAppleName(user: string | undefined): string {
  if (user === undefined) return '';
  try {
    const { firstName, lastName } = fieldsIn(valueAt(parseForeignJson(user), 'name'));
    return [getText(firstName), getText(lastName)].filter(Boolean).join(' ');
  } catch {
    return '';
  }
}

// Apple requires client secrets that are short-lived tokens signed by the developer's private key.

type AppleSettings = Pick<SignInProvider, 'clientId' | 'clientSecret' | 'teamId' | 'keyId'>;

const appleClientAuth =
  (settings: AppleSettings): ClientAuth =>
  async (_server, _client, body) => {
    body.set('client_id', settings.clientId);
    body.set('client_secret', await signSecret(settings));
  };

async function signSecret({ clientId, clientSecret, teamId, keyId }: AppleSettings): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(await importPKCS8(clientSecret, 'ES256'));
}
