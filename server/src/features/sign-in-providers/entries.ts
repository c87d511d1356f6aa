/** The sign-in methods of an organization, for its owners. */
import type { SignInProviderEntry } from '../../../../wire/sign-in-providers.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache, StoredProvider } from '../../core/organization/index.ts';
import { fixedProviders, readStored } from '../../core/sign-in-providers/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { ldapOfConfig } from '../../lib/ldap/settings.ts';
import { metadataPath, returnPath } from '../external-sign-in/index.ts';

type App = Pick<AppContext, 'config' | 'secrets' | 'services'>;

/** Methods of the server configuration come first. @param origin Of the organization. */
export function listEntries(app: App, cache: OrganizationCache, origin: string): SignInProviderEntry[] {
  const fixed = fixedEntries(app, cache, origin);
  const own = cache.organization.signInProviders.map((stored) => storedEntry(app, cache, stored, origin));
  return [...fixed, ...own];
}

/** Methods in the configuration of the server. */
function fixedEntries({ config }: App, cache: OrganizationCache, origin: string): SignInProviderEntry[] {
  const subdomain = cache.organization.subdomain;
  const hasJwt = config.jwt.some(({ organizations }) => organizations?.includes(subdomain) ?? true);
  const unlisted = {
    ...noUris,
    is_enabled: true,
    is_fixed: true,
    has_secret: true,
    settings: {},
    problem: null,
  };
  return [
    ...fixedProviders(config, cache).map((provider) => ({
      ...unlisted,
      slug: provider.id,
      kind: provider.kind,
      name: provider.name,
      ...providerUris(provider, origin),
    })),
    ...(ldapOfConfig(config) ? [{ ...unlisted, slug: 'ldap', kind: 'ldap' as const, name: 'LDAP' }] : []),
    ...(hasJwt ? [{ ...unlisted, slug: 'jwt', kind: 'jwt' as const, name: 'JWT' }] : []),
  ];
}

/** IDs that a provider of the organization cannot have. */
export const fixedSlugs = (app: App, cache: OrganizationCache): string[] =>
  fixedEntries(app, cache, '').map(({ slug }) => slug);

const noUris = { redirect_uri: null, logout_uri: null, metadata_url: null } as const;

function providerUris(
  { id, kind }: Pick<SignInProvider, 'id' | 'kind'>,
  origin: string,
): Pick<SignInProviderEntry, 'redirect_uri' | 'logout_uri' | 'metadata_url'> {
  if (kind === 'remoteuser' || kind === 'jwt') return noUris;
  const redirect = origin + returnPath(id);
  if (kind === 'saml')
    return { redirect_uri: redirect, logout_uri: redirect, metadata_url: metadataUrl(origin, id) };
  return {
    redirect_uri: redirect,
    logout_uri: kind === 'github' || kind === 'google' ? null : `${redirect}logout`,
    metadata_url: null,
  };
}

export const metadataUrl = (origin: string, slug: string): string => `${origin}${metadataPath}?idp=${slug}`;

export function storedEntry(
  app: App,
  cache: OrganizationCache,
  stored: StoredProvider,
  origin: string,
): SignInProviderEntry {
  const { slug, kind, settings, secretBox, isEnabled } = stored;
  const { provider, problems } = readStored(app, stored);
  const isOverridden = fixedSlugs(app, cache).includes(slug);
  return {
    slug,
    kind,
    name: provider?.name ?? (typeof settings.name === 'string' ? settings.name : kind.toUpperCase()),
    is_enabled: isEnabled,
    is_fixed: false,
    has_secret: secretBox !== null,
    settings,
    ...(kind === 'ldap' || kind === 'jwt' ? noUris : providerUris({ id: slug, kind }, origin)),
    problem: isOverridden
      ? 'The configuration of the server has one with the same ID'
      : (problems[0] ?? null),
  };
}
