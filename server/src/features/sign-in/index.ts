/** The feature: sign in. */
import { FetchApiKeyResponse, FetchApiKeyParams } from '../../../../wire/users.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { signedInFromNewDevice } from '../../core/sessions/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute } from '../../http/route.ts';
import { wishedLanguage } from '../../lib/i18n/wished-language.ts';
import { jobs } from './jobs.ts';
import { warnOfNewDevice } from './new-device.ts';
import { sendResetLink } from './reset-password.ts';
import { fetchApiKey } from './sign-in.ts';

export { announceLink } from './announce-link.ts';
export { awaitsFirstSignIn, noteFirstSignIn } from './first-sign-in.ts';
export {
  makeResetLink,
  mayResetPassword,
  personOfResetLink,
  requestPasswordReset,
  resetLinkExpiry,
  resetPassword,
  setPassword,
  storeResetLink,
} from './reset-password.ts';
export {
  type PasswordSignIn,
  type SignInPurpose,
  getSignIn,
  openPurposeOfApp,
  openSignIn,
  sealPurposeOfApp,
  sealSignIn,
} from './pending-sign-in.ts';
export { mustChangePassword, requirePasswordChange } from './forced-change.ts';
export { type AppliedRules, applyRules, findGroup, planRules } from './rules.ts';
export {
  bindToEntry,
  entrySubject,
  entrySubjects,
  ldapIssuer,
  listUnboundLdapAccounts,
  mayBindByAddress,
} from './ldap-identity.ts';
export { ldapGroups, ldapRules } from './ldap-rules.ts';
export { checkCode, getSecondStep } from './second-step.ts';
export { checkPassword, personWithPassword } from './sign-in.ts';

const signInRoutes = [
  openRoute({
    method: 'POST',
    path: '/fetch_api_key',
    operationId: 'fetch-api-key',
    policy: 'anyone',
    params: FetchApiKeyParams,
    response: FetchApiKeyResponse,
    handle({ app, orgId, ip, userAgent, header, params }) {
      const language = wishedLanguage(header('accept-language'));
      return fetchApiKey(app, { orgId, ip, userAgent, language }, params);
    },
  }),
];

export const signInFeature = defineFeature({
  jobs: [defineJob(jobs.resetPassword, sendResetLink)],
  reactions: [on(signedInFromNewDevice, warnOfNewDevice)],
  routes: signInRoutes,
});
