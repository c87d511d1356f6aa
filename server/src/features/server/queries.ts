/** What the server tells everybody who knocks. */
import { compatibleVersion, featureLevel } from '../../../../wire/core.ts';
import type { GetServerSettingsAnswer } from '../../../../wire/organization.ts';
import type { Organization } from '../../directory/types.ts';
import { renderDescription } from '../../markdown/render.ts';
import { heddleVersion } from '../../version.ts';
import { organizationIconPath } from '../organization/state.ts';

/**
 * @param organization None on the root host of a server whose organizations all have subdomains: clients then ask for one.
 * @param origin Scheme and host by which the client came.
 */
export function serverSettings(
  organization: Organization | undefined,
  origin: string,
): GetServerSettingsAnswer {
  return {
    zulip_version: compatibleVersion,
    zulip_merge_base: compatibleVersion,
    zulip_feature_level: featureLevel,
    heddle_version: heddleVersion,
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    authentication_methods: { ...noMethods, password: true, email: true },
    external_authentication_methods: [],
    ...(organization && ofOrganization(organization, origin)),
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

function ofOrganization({ name, description }: Organization, origin: string) {
  return {
    realm_url: origin,
    realm_uri: origin,
    realm_name: name,
    realm_icon: organizationIconPath,
    realm_description: renderDescription(description),
    realm_web_public_access_enabled: false,
  };
}
