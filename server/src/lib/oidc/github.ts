/** Sign-in with GitHub, which supports plain OAuth 2.0 only: there is no ID token, and its API identifies the user. */
import type { Configuration } from 'openid-client';
import type { SignInProvider } from '../config/oidc-config.ts';
import {
  type ExternalPerson,
  type FlowSecrets,
  type Provider,
  type ResponseParameters,
  ProviderUnavailableError,
} from './person.ts';
import { providerFailure } from './failure.ts';
import { providerFetch } from './provider-fetch.ts';
import { fieldsIn, textIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

interface GithubEmail {
  email: string;
  verified?: boolean;
  primary?: boolean;
}

/** Undeliverable addresses. */
const noReply = /@users\.noreply\./i;

export class GithubProvider implements Provider {
  readonly #settings: SignInProvider;
  readonly #fetch: ReturnType<typeof providerFetch>;
  readonly #api: string;

  constructor(settings: SignInProvider, reachable: string | undefined) {
    this.#settings = settings;
    this.#fetch = providerFetch(settings, reachable);
    const { origin } = new URL(settings.issuer);
    this.#api = origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
  }

  async getAuthorizationUrl({ state, verifier }: FlowSecrets, redirectUri: string): Promise<URL> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    return buildAuthorizationUrl(await this.#configure(), {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes.join(' '),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async identify(
    given: ResponseParameters,
    { state, verifier }: FlowSecrets,
    redirectUri: string,
  ): Promise<ExternalPerson> {
    const { authorizationCodeGrant } = await import('openid-client');
    const url = new URL(redirectUri);
    // GitHub's issuer identifier has changed in the past; the redirect URI belongs to this provider only.
    for (const [name, value] of Object.entries(given))
      if (name !== 'iss') url.searchParams.append(name, value);
    const configuration = await this.#configure();
    try {
      const { access_token } = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
      const [user, emails] = await Promise.all([
        this.#get(access_token, '/user'),
        this.#get(access_token, '/user/emails'),
      ]);
      return getPerson(new URL(this.#settings.issuer).origin, user, emails);
    } catch (error) {
      throw providerFailure(error);
    }
  }

  /** Called by `heddle doctor`. */
  async probe(): Promise<string> {
    try {
      const { status } = await this.#fetch(`${this.#api}/meta`, { method: 'GET', headers: {} });
      if (status >= 500) throw new Error(`The API has status ${status}.`);
    } catch (error) {
      throw new ProviderUnavailableError('The provider cannot be asked', { cause: error });
    }
    return new URL(this.#settings.issuer).origin;
  }

  /** The error for an invalid code: `bad_verification_code` if client ID and secret are correct. */
  async probeSecret(redirectUri: string): Promise<string> {
    const { clientId, clientSecret, issuer } = this.#settings;
    const response = await this.#fetch(`${new URL(issuer).origin}/login/oauth/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code: 'heddle-test',
        redirect_uri: redirectUri,
      }),
    });
    if (response.status === 404) return 'incorrect_client_credentials';
    const { error } = fieldsIn(parseForeignJson(await response.text()));
    return typeof error === 'string' ? error : `status ${response.status}`;
  }

  async #configure(): Promise<Configuration> {
    const {
      allowInsecureRequests,
      ClientSecretPost,
      Configuration: Client,
      customFetch,
    } = await import('openid-client');
    const { clientId, clientSecret } = this.#settings;
    const { origin, protocol } = new URL(this.#settings.issuer);
    const server = {
      issuer: origin,
      authorization_endpoint: `${origin}/login/oauth/authorize`,
      token_endpoint: `${origin}/login/oauth/access_token`,
    };
    const configuration: Configuration = new Client(server, clientId, {}, ClientSecretPost(clientSecret));
    Object.assign(configuration, { [customFetch]: this.#fetch });
    if (protocol === 'http:') allowInsecureRequests(configuration);
    return configuration;
  }

  async #get(accessToken: string, path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' };
    const response = await this.#fetch(this.#api + path, { method: 'GET', headers });
    if (response.status !== 200)
      throw new Error(`${path} has status ${response.status}.`, { cause: response });
    return parseForeignJson(await response.text());
  }
}

const isAddress = (value: unknown): value is GithubEmail => textIn(fieldsIn(value).email) !== undefined;

function getPerson(issuer: string, user: unknown, emails: unknown): ExternalPerson {
  const { id, login, name } = fieldsIn(user);
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || !Array.isArray(emails))
    throw new Error('The API does not say who this is.');
  const usable = emails
    .filter(isAddress)
    .filter(({ email, verified }) => verified === true && !noReply.test(email))
    .sort((one, other) => Number(other.primary === true) - Number(one.primary === true));
  return {
    issuer,
    subject: String(id),
    emails: usable.map(({ email }) => email),
    fullName: typeof name === 'string' && name.trim() !== '' ? name.trim() : String(login),
    claims: {},
    sid: null,
    idToken: null,
  };
}
