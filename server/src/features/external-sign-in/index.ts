/** The feature: sign-in that a provider, proxy or trusted program has authenticated. */
import { JwtFetchApiKeyParams, JwtFetchApiKeyResponse } from '../../../../wire/jwt.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute } from '../../http/route.ts';
import { syncDirectories } from './ldap-periodic.ts';
import { fetchApiKeyByJwt } from './jwt.ts';

export { ExternalSignInRefused, SecondFactorNeeded, linkIdentity, signInWithProvider } from './account.ts';
export { endExternalSignIns, endProviderSignIns, endSamlSignIns } from './back-channel.ts';
export { type Flow, checkedOtp, flowSeconds, newFlow, openFlow, sealFlow, takeFlow } from './flow.ts';
export { readJwt } from './jwt.ts';
export { syncDirectories } from './ldap-periodic.ts';
export { LdapLinkRefused, linkLdap, unlinkLdap } from './ldap-link.ts';
export { LdapSyncRefused, syncLdap } from './ldap-sync.ts';
export { getRemoteUser } from './remote-user.ts';
export {
  getLoginToken,
  handOutKey,
  takeLoginToken,
  encryptForDesktop,
  encryptForMobile,
} from './hand-over.ts';
export {
  browserSignInEntry,
  browserSignInPath,
  getMethods,
  iconPath,
  jwtPath,
  metadataPath,
  remoteUserPath,
  remoteUserStartPath,
  signInEntries,
  signInPath,
  signUpPath,
  startPath,
  returnPath,
} from './providers.ts';
export { endRemovedProviders } from './removed-providers.ts';
export { getProviderSignOut } from './sign-out.ts';

const externalSignInRoutes = [
  openRoute({
    method: 'POST',
    path: '/jwt/fetch_api_key',
    operationId: 'jwt-fetch-api-key',
    policy: 'anyone',
    params: JwtFetchApiKeyParams,
    response: JwtFetchApiKeyResponse,
    handle: ({ app, orgId, ip, client, params }) => fetchApiKeyByJwt(app, { orgId, ip, client }, params),
  }),
];

export const externalSignInFeature = defineFeature({
  routes: externalSignInRoutes,
  maintenance: [syncDirectories],
});
