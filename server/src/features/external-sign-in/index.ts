/** The feature: sign-in that a provider, proxy or trusted program has authenticated. */
import { JwtFetchApiKeyParams, JwtFetchApiKeyResponse } from '../../../../wire/jwt.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute } from '../../http/route.ts';
import { syncDirectories } from './ldap-periodic.ts';
import { fetchApiKeyByJwt } from './jwt.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import type { ExternalPerson } from '../../lib/oidc/person.ts';

export { ExternalSignInRefused, SecondFactorNeeded, linkIdentity, signInWithProvider } from './account.ts';
export { endExternalSignIns, endProviderSignIns, endSamlSignIns } from './back-channel.ts';
export { type Flow, checkedOtp, flowSeconds, newFlow, openFlow, sealFlow, takeFlow } from './flow.ts';
export { readJwt } from './jwt.ts';
export { syncDirectories } from './ldap-periodic.ts';
export { LdapLinkRefused, linkLdap, unlinkLdap } from './ldap-link.ts';
export { LdapSyncRefused, syncLdap } from './ldap-sync.ts';

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

// A user whom a proxy in front of this server has authenticated and names in a header.

/** The caller verifies that the request comes from the proxy. @returns `undefined` without the header */
export function getRemoteUser(
  { issuer, remoteUser }: SignInProvider,
  headers: IncomingHttpHeaders,
): ExternalPerson | undefined {
  if (!remoteUser) return undefined;
  const { header, nameHeader, domain } = remoteUser;
  const name = read(headers, header);
  if (name === undefined) return undefined;
  const email = domain === undefined || name.includes('@') ? name : `${name}@${domain}`;
  const fullName = (nameHeader === undefined ? undefined : read(headers, nameHeader)) ?? '';
  return { issuer, subject: email, emails: [email], fullName, claims: {}, sid: null, idToken: null };
}

/** Node reads headers as Latin-1, and proxies send UTF-8. */
function read(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return (text.includes('\u{FFFD}') ? value : text).trim();
}
