/** Tests an OpenID Connect provider or GitHub: all steps of a sign-in that need no user. */
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { GithubProvider } from '../../lib/oidc/github.ts';
import { OidcProvider } from '../../lib/oidc/oidc-provider.ts';
import { providerFetch } from '../../lib/oidc/provider-fetch.ts';
import { clockStep, connectionProblem, ok, problem, type Step, warning } from './step.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

interface OidcTest {
  provider: SignInProvider;
  redirectUri: string;
  /** Private networks that may be called (`reachableNetworks`). */
  reachable: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

type Metadata = Readonly<Record<string, unknown>>;

export async function testOidc(t: Texts, tested: OidcTest): Promise<Step[]> {
  const { provider, redirectUri, reachable, now } = tested;
  const ask = providerFetch(provider, reachable);
  if (provider.kind === 'github') return testGithub(t, tested);
  const { host } = new URL(provider.issuer);
  const address = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let response: Response;
  try {
    response = await ask(address, { method: 'GET', headers: { accept: 'application/json' } });
  } catch (error) {
    return [connectionProblem(t, error, host)];
  }
  const steps = [
    ok('connection', t('providerTest.reached', { host })),
    ...clockStep(t, response.headers.get('date'), now),
  ];
  const discovered = await readDiscovery(t, address, response, provider.issuer);
  if (!('metadata' in discovered)) return [...steps, discovered];
  const { metadata } = discovered;
  return [
    ...steps,
    ok('discovery', t('providerTest.discoveryOk')),
    ...announced(t, metadata, provider.scopes),
    await testKeys(t, metadata, ask),
    ...(await testClient(t, new OidcProvider(provider, reachable), redirectUri, ask)),
  ];
}

async function readDiscovery(
  t: Texts,
  url: string,
  response: Response,
  issuer: string,
): Promise<Step | { metadata: Metadata }> {
  const { status } = response;
  if (status !== 200) return problem('discovery', t('providerTest.discoveryStatus', { url, status }));
  const metadata = await readObject(response);
  if (typeof metadata?.issuer !== 'string')
    return problem('discovery', t('providerTest.discoveryForm', { url }));
  return metadata.issuer === issuer
    ? { metadata }
    : problem('discovery', t('providerTest.issuer', { actual: metadata.issuer, expected: issuer }));
}

async function readObject(response: Response): Promise<Metadata | undefined> {
  try {
    const json: unknown = parseForeignJson(await response.text());
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

const listIn = (metadata: Metadata, name: string): readonly unknown[] | undefined => {
  const value = metadata[name];
  return Array.isArray(value) ? value : undefined;
};

/** Warns of features that the discovery document does not announce, since some providers support them nevertheless. */
function announced(t: Texts, metadata: Metadata, wanted: readonly string[]): Step[] {
  const scopes = listIn(metadata, 'scopes_supported');
  const missing = scopes ? wanted.filter((scope) => !scopes.includes(scope)) : [];
  const hasPkce = listIn(metadata, 'code_challenge_methods_supported')?.includes('S256') ?? false;
  return [
    ...(hasPkce ? [] : [warning('pkce', t('providerTest.pkce'))]),
    ...(missing.length === 0
      ? []
      : [warning('scopes', t('providerTest.scopes', { scopes: missing.join(', ') }))]),
  ];
}

async function testKeys(
  t: Texts,
  { jwks_uri: uri }: Metadata,
  ask: ReturnType<typeof providerFetch>,
): Promise<Step> {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return problem('keys', t('providerTest.noKeys'));
  try {
    const response = await ask(uri, { method: 'GET', headers: { accept: 'application/json' } });
    const keys = listIn((await readObject(response)) ?? {}, 'keys') ?? [];
    if (response.status === 200 && keys.length > 0)
      return ok('keys', t('providerTest.keysOk', { count: keys.length }));
  } catch (error) {
    return { ...connectionProblem(t, error, new URL(uri).host), name: 'keys' };
  }
  return problem('keys', t('providerTest.noKeys'));
}

interface TestedClient {
  probeSecret(redirectUri: string): Promise<string>;
  getAuthorizationUrl: OidcProvider['getAuthorizationUrl'];
}

const testSecrets = { state: 'heddle-test', nonce: 'heddle-test', verifier: 'heddle-test'.repeat(4) };

async function testClient(
  t: Texts,
  client: TestedClient,
  redirectUri: string,
  ask: ReturnType<typeof providerFetch>,
): Promise<Step[]> {
  try {
    const secret = secretStep(t, await client.probeSecret(redirectUri));
    return [secret, await redirectStep(t, client, redirectUri, ask)];
  } catch (error) {
    return [{ ...connectionProblem(t, error, 'token_endpoint'), name: 'secret' }];
  }
}

/** @param error Response to an invalid code: providers check the client first. */
function secretStep(t: Texts, error: string): Step {
  if (['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'].includes(error))
    return problem('secret', t('providerTest.secretWrong', { error }));
  if (['invalid_grant', 'bad_verification_code'].includes(error))
    return ok('secret', t('providerTest.secretOk'));
  return warning('secret', t('providerTest.secretUnknown', { error }));
}

/** Providers show an error page instead of the sign-in for an unknown redirect URI. */
async function redirectStep(
  t: Texts,
  client: TestedClient,
  uri: string,
  ask: ReturnType<typeof providerFetch>,
): Promise<Step> {
  try {
    const { href } = await client.getAuthorizationUrl(testSecrets, uri);
    const response = await ask(href, { method: 'GET', headers: { accept: 'text/html' } });
    if (response.status >= 400 && /redirect.?ur[il]/i.test(await response.text()))
      return problem('redirect', t('providerTest.redirectWrong', { uri }));
  } catch {
    // Only browsers open this address: the server need not reach it.
  }
  return ok('redirect', t('providerTest.redirect', { uri }));
}

async function testGithub(t: Texts, { provider, redirectUri, reachable }: OidcTest): Promise<Step[]> {
  const client = new GithubProvider(provider, reachable);
  const { host } = new URL(provider.issuer);
  try {
    await client.probe();
  } catch (error) {
    return [connectionProblem(t, error, host)];
  }
  const reached = ok('connection', t('providerTest.reached', { host }));
  return [reached, ...(await testClient(t, client, redirectUri, providerFetch(provider, reachable)))];
}
