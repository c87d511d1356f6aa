/** The settings of the server that need no authentication. */
import { compatibleVersion, featureLevel } from '../../../../wire/core.ts';
import type { GetServerSettingsResponse } from '../../../../wire/organization.ts';
import type { Config } from '../../lib/config/config.ts';
import { isWebPublicChannel } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type OrganizationCache, isOpenToAnonymous } from '../../core/organization/index.ts';
import { findLdap, getProviders } from '../../core/sign-in-providers/index.ts';
import { browserSignInEntry, getMethods, signInEntries } from '../external-sign-in/index.ts';
import { hasMobilePush } from '../mobile-push/index.ts';
import { organizationPictureUrl } from '../organization/index.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { heddleVersion } from '../../lib/version.ts';

/**
 * @param cache Undefined on the root host if all organizations have subdomains: clients then ask for one.
 * @param origin Of the organization.
 * @param hasBrowserSignIn Whether apps also offer to sign in with a password in the browser.
 */
export function serverSettings(
  app: Pick<AppContext, 'config' | 'secrets' | 'services'>,
  cache: OrganizationCache | undefined,
  { origin, hasBrowserSignIn }: { origin: string; hasBrowserSignIn: boolean },
): GetServerSettingsResponse {
  const { config } = app;
  const hasLdap = cache ? findLdap(app, cache) !== undefined : config.ldapUrl !== undefined;
  const providers = cache ? getProviders(app, cache) : [];
  return {
    zulip_version: compatibleVersion,
    zulip_merge_base: compatibleVersion,
    zulip_feature_level: featureLevel,
    heddle_version: heddleVersion,
    push_notifications_enabled: hasMobilePush(config),
    is_incompatible: false,
    email_auth_enabled: true,
    // User names in LDAP need not be email addresses.
    require_email_format_usernames: !hasLdap,
    authentication_methods: {
      ...noMethods,
      ...getMethods(providers),
      password: true,
      email: true,
      ldap: hasLdap,
    },
    external_authentication_methods: [
      ...signInEntries(providers),
      ...(hasBrowserSignIn ? [browserSignInEntry] : []),
    ],
    ...(cache && ofOrganization(config, cache, origin)),
  };
}

const noMethods = {
  password: false,
  dev: false,
  email: false,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  'openid connect': false,
  discord: false,
};

function ofOrganization(config: Config, cache: OrganizationCache, origin: string) {
  const { name, description } = cache.organization;
  return {
    realm_url: origin,
    realm_uri: origin,
    realm_name: name,
    realm_icon: organizationPictureUrl(cache.organization, 'icon'),
    realm_description: renderDescription(description),
    realm_web_public_access_enabled: isOpenToSpectators(config, cache),
  };
}

/** Spectators are offered access only if there is a web-public channel. */
const isOpenToSpectators = (config: Config, cache: OrganizationCache): boolean =>
  isOpenToAnonymous(config, cache) && [...cache.channels.values()].some(isWebPublicChannel);
