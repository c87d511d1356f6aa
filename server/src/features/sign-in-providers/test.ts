/** Tests a sign-in method of an organization. */
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { findJwtIssuer, findProvider, readStored } from '../../core/sign-in-providers/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { apiError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { type LdapSettings, ldapOfConfig } from '../../lib/ldap/settings.ts';
import { returnPath } from '../external-sign-in/index.ts';
import { findGroup } from '../sign-in/index.ts';
import { fixedSlugs, metadataUrl } from './entries.ts';
import { ok, problem, type Step, warning } from './step.ts';
import { testLdap } from './test-ldap.ts';
import { testOidc } from './test-oidc.ts';
import { testSaml } from './test-saml.ts';

type App = Pick<AppContext, 'clock' | 'config' | 'secrets' | 'services'>;

interface TestContext {
  app: App;
  cache: OrganizationCache;
  origin: string;
  t: Texts;
}

/** Also tests disabled methods. @throws ApiError 404 */
export async function testProvider(tested: TestContext, slug: string): Promise<Step[]> {
  const { app, cache, t } = tested;
  const stored = cache.organization.signInProviders.find((one) => one.slug === slug);
  if (fixedSlugs(app, cache).includes(slug)) {
    const steps = await testFixed(tested, slug);
    return stored ? [warning('settings', t('providerTest.overridden', { slug })), ...steps] : steps;
  }
  if (!stored) throw apiError('sign-in-providers.not-found', { slug });
  const { provider, ldap, problems } = readStored(app, stored);
  if (ldap) return testDirectory(tested, ldap);
  if (provider) return testOne(tested, provider);
  return [problem('settings', t('providerTest.settings', { problem: problems.join('; ') }))];
}

async function testFixed(tested: TestContext, slug: string): Promise<Step[]> {
  const { app, cache } = tested;
  const ldap = slug === 'ldap' ? ldapOfConfig(app.config) : undefined;
  if (ldap) return testDirectory(tested, ldap);
  const provider = slug === 'jwt' ? findJwtIssuer(app, cache) : findProvider(app, cache, slug);
  return provider ? testOne(tested, provider) : [];
}

async function testDirectory({ t, cache }: TestContext, ldap: LdapSettings): Promise<Step[]> {
  return [...(await testLdap(t, ldap)), ...groupSteps(t, cache, ldap.groups)];
}

async function testOne(tested: TestContext, provider: SignInProvider): Promise<Step[]> {
  const { app, cache, origin, t } = tested;
  if (provider.jwt)
    return [ok('key', t('providerTest.jwtOk', { algorithms: provider.jwt.algorithms.join(', ') }))];
  if (provider.remoteUser)
    return [warning('proxy', t('providerTest.proxy', { header: provider.remoteUser.header }))];
  const redirectUri = origin + returnPath(provider.id);
  const asked = { provider, redirectUri, reachable: app.config.reachableNetworks, now: app.clock.now() };
  const steps = provider.saml
    ? await testSaml(t, { ...asked, metadataUrl: metadataUrl(origin, provider.id) })
    : await testOidc(t, asked);
  const baseUrl = app.config.baseUrl === undefined ? [warning('base_url', t('providerTest.baseUrl'))] : [];
  return [...steps, ...baseUrl, ...groupSteps(t, cache, provider.groups)];
}

function groupSteps(t: Texts, cache: OrganizationCache, groups: ReadonlyMap<string, string>): Step[] {
  const missing = [...new Set(groups.values())].filter((name) => findGroup(cache, name) === undefined);
  return missing.length === 0
    ? []
    : [warning('groups', t('providerTest.groups', { names: missing.join(', ') }))];
}
