/** The feature: sign-in that a provider, proxy or trusted program has authenticated. */
import { defineFeature } from '../../http/feature.ts';
import { syncDirectories } from './ldap-periodic.ts';
import { externalSignInRoutes } from './routes.ts';

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

export const externalSignInFeature = defineFeature({
  routes: externalSignInRoutes,
  maintenance: [syncDirectories],
});
