/**
 * The sign-in methods that an organization offers: those of the configuration, and behind them those of its settings. What both
 * name is that of the configuration. Settings are held with the organization's row, so that every node has them right after a change.
 */
import type { Config } from '../../lib/config/config.ts';
import type { ProviderKind, SignInProvider } from '../../lib/config/oidc-config.ts';
import { parseStored } from '../../lib/config/stored-provider.ts';
import { type LdapSettings, ldapOfConfig } from '../../lib/ldap/settings.ts';
import { GithubProvider } from '../../lib/oidc/github.ts';
import { OidcProvider } from '../../lib/oidc/oidc-provider.ts';
import { SamlProvider } from '../../lib/saml/saml-provider.ts';
import { openApiKey, SecretsError } from '../../lib/secrets.ts';
import { type AppContext, defineService } from '../context/index.ts';
import type { OrganizationCache, StoredProvider } from '../organization/index.ts';

type App = Pick<AppContext, 'config' | 'secrets' | 'services'>;
type ProviderOwner = Pick<OrganizationCache, 'organization' | 'orgId'>;
export type AnyProvider = OidcProvider | GithubProvider | SamlProvider;

interface ReadProvider {
  provider?: SignInProvider;
  ldap?: LdapSettings;
  problems: readonly string[];
}

/** What is read of each row, until the row changes: rows are read again whenever their organization is. */
const readRows = defineService(() => new Map<number, { text: string; read: ReadProvider }>());

/** The provider that a row describes; none if the server got new secrets, which cannot open the row’s secret. */
export function readStored(app: App, stored: StoredProvider): ReadProvider {
  const known = readRows(app);
  const text = JSON.stringify(stored);
  const before = known.get(stored.id);
  if (before?.text === text) return before.read;
  const read = parse(app, stored);
  known.set(stored.id, { text, read });
  return read;
}

function parse({ config, secrets }: App, stored: StoredProvider): ReadProvider {
  try {
    const secret = stored.secretBox === null ? undefined : openApiKey(secrets, stored.secretBox);
    return parseStored({ ...stored, secret }, config.reachableNetworks);
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    return { problems: ['The secret cannot be decrypted: enter it again'] };
  }
}

const isOffered =
  ({ organization }: ProviderOwner) =>
  ({ organizations }: SignInProvider): boolean =>
    organizations?.includes(organization.subdomain) ?? true;

/** Those of the configuration alone. */
export const fixedProviders = ({ oidc }: Pick<Config, 'oidc'>, cache: ProviderOwner): SignInProvider[] =>
  oidc.filter(isOffered(cache));

export function getProviders(app: App, cache: ProviderOwner): SignInProvider[] {
  const fixed = fixedProviders(app.config, cache);
  const { signInProviders } = cache.organization;
  if (signInProviders.length === 0) return fixed;
  const own = signInProviders.filter(
    ({ isEnabled, kind, slug }) => isEnabled && kind !== 'jwt' && !fixed.some(({ id }) => id === slug),
  );
  return [...fixed, ...own.flatMap((stored) => readStored(app, stored).provider ?? [])];
}

/** One that this organization offers. */
export const findProvider = (app: App, cache: ProviderOwner, id: string): SignInProvider | undefined =>
  getProviders(app, cache).find((provider) => provider.id === id);

export function findJwtIssuer(app: App, cache: ProviderOwner): SignInProvider | undefined {
  const fixed = app.config.jwt.find(isOffered(cache));
  return fixed ?? findEnabled(app, cache, 'jwt')?.provider;
}

/** The directory in which people of this organization sign in. */
export const findLdap = (app: App, cache: ProviderOwner): LdapSettings | undefined =>
  ldapOfConfig(app.config) ?? findEnabled(app, cache, 'ldap')?.ldap;

function findEnabled(app: App, cache: ProviderOwner, kind: 'jwt' | 'ldap'): ReadProvider | undefined {
  // The server itself has no providers in its settings.
  if (cache.orgId === 0) return undefined;
  const stored = cache.organization.signInProviders.find((one) => one.kind === kind && one.isEnabled);
  return stored && readStored(app, stored);
}

/** What this server has learned about each provider; one connection serves all organizations. */
const clients = defineService(() => new WeakMap<SignInProvider, AnyProvider>());

const makeProvider = (
  { reachableNetworks }: Pick<Config, 'reachableNetworks'>,
  provider: SignInProvider,
): AnyProvider => {
  if (provider.saml) return new SamlProvider(provider, provider.saml);
  return new (provider.kind === 'github' ? GithubProvider : OidcProvider)(provider, reachableNetworks);
};

/** @param provider Any but a proxy, which is never asked for anything. */
export function getProvider(app: App, provider: SignInProvider): AnyProvider {
  const known = clients(app);
  const client = known.get(provider) ?? makeProvider(app.config, provider);
  known.set(provider, client);
  return client;
}

/** Kinds whose emails are all that is known of someone. */
export const isOnlyEmail = (kind: ProviderKind): boolean => kind === 'remoteuser' || kind === 'jwt';
