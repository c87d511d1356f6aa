/** The feature: sign-in at a provider outside, by OpenID Connect or OAuth. */
export { ExternalSignInRefused, SecondFactorNeeded, linkIdentity, signInWithProvider } from './account.ts';
export { endExternalSignIns, endSamlSignIns } from './back-channel.ts';
export { type Flow, checkedOtp, flowSeconds, newFlow, openFlow, sealFlow, takeFlow } from './flow.ts';
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
  findProvider,
  getMethods,
  getProvider,
  getProviders,
  iconPath,
  makeProvider,
  signInEntries,
  signInPath,
  signUpPath,
  returnPath,
} from './providers.ts';
export { getProviderSignOut } from './sign-out.ts';
