/** Tests a SAML identity provider: certificates, URLs, and its published metadata. */
import { X509Certificate } from 'node:crypto';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import type { SamlSettings } from '../../lib/config/saml-config.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { providerFetch } from '../../lib/oidc/provider-fetch.ts';
import { type IdpMetadata, MetadataError, readIdpMetadata } from '../../lib/saml/metadata.ts';
import { clockStep, connectionProblem, ok, problem, type Step, warning } from './step.ts';

interface SamlTest {
  provider: SignInProvider;
  redirectUri: string;
  metadataUrl: string;
  reachable: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

const dayMs = 24 * 3600_000;

export async function testSaml(
  t: Texts,
  { provider, redirectUri, metadataUrl, reachable, now }: SamlTest,
): Promise<Step[]> {
  const { saml, issuer } = provider;
  if (!saml) return [];
  const ask = providerFetch(provider, reachable);
  return [
    certificateStep(t, saml.certificates, now),
    ...(await testAddress(t, saml.url, ask, now)),
    ...(saml.metadataUrl === undefined ? [] : [await compare(t, issuer, saml, ask)]),
    ok('redirect', t('providerTest.samlRegister', { metadata: metadataUrl, uri: redirectUri })),
  ];
}

function certificateStep(t: Texts, certificates: readonly string[], now: number): Step {
  const ends = certificates.map((pem) => new X509Certificate(pem).validToDate.getTime());
  const last = Math.max(...ends);
  const day = new Date(last).toISOString().slice(0, 10);
  if (last <= now) return problem('certificate', t('providerTest.certificateExpired', { day }));
  return last - now < 30 * dayMs
    ? warning('certificate', t('providerTest.certificateSoon', { day }))
    : ok('certificate', t('providerTest.certificateOk', { day }));
}

/** Only browsers open this address, so a failure is a warning. */
async function testAddress(
  t: Texts,
  url: string,
  ask: ReturnType<typeof providerFetch>,
  now: number,
): Promise<Step[]> {
  const { host } = new URL(url);
  try {
    const response = await ask(url, { method: 'GET', headers: { accept: 'text/html' } });
    const step =
      response.status === 404
        ? problem('connection', t('providerTest.status', { url, status: response.status }))
        : ok('connection', t('providerTest.reached', { host }));
    return [step, ...clockStep(t, response.headers.get('date'), now)];
  } catch (error) {
    return [{ ...connectionProblem(t, error, host), state: 'warning' }];
  }
}

async function compare(
  t: Texts,
  issuer: string,
  saml: SamlSettings,
  ask: ReturnType<typeof providerFetch>,
): Promise<Step> {
  const url = saml.metadataUrl ?? '';
  try {
    const response = await ask(url, { method: 'GET', headers: { accept: 'application/samlmetadata+xml' } });
    if (response.status !== 200)
      return problem('metadata', t('providerTest.status', { url, status: response.status }));
    const different = differences(await readIdpMetadata(await response.text()), issuer, saml);
    return different.length === 0
      ? ok('metadata', t('providerTest.metadataOk'))
      : problem('metadata', t('providerTest.metadataDiffers', { settings: different.join(', ') }));
  } catch (error) {
    if (error instanceof MetadataError) return problem('metadata', t('providerTest.metadataForm', { url }));
    return { ...connectionProblem(t, error, new URL(url).host), name: 'metadata' };
  }
}

function differences(published: IdpMetadata, issuer: string, saml: SamlSettings): string[] {
  const known = saml.certificates.map((pem) => new X509Certificate(pem).fingerprint256);
  const isKnown = published.certificates.some((pem) =>
    known.includes(new X509Certificate(pem).fingerprint256),
  );
  return [
    ...(published.entityId === issuer ? [] : ['entity_id']),
    ...(published.url === saml.url ? [] : ['url']),
    ...(saml.sloUrl === undefined || saml.sloUrl === published.sloUrl ? [] : ['slo_url']),
    ...(isKnown ? [] : ['certificate']),
  ];
}
