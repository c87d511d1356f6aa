/** The feature: sign in. */
import { FetchApiKeyResponse, FetchApiKeyParams } from '../../../../wire/users.ts';
import { defineJob, enqueue, sendEmail } from '../../core/jobs/index.ts';
import { on, type Tx } from '../../core/log/index.ts';
import { signedInFromNewDevice, type NewDeviceSignIn } from '../../core/sessions/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute } from '../../http/route.ts';
import { wishedLanguage } from '../../lib/i18n/wished-language.ts';
import { jobs, sendResetLink } from './reset-password.ts';
import { fetchApiKey } from './sign-in.ts';
import { textsOfPerson, userSetting } from '../../core/organization/index.ts';
import { describeDevice } from '../../lib/client-programs.ts';

export { announceLink } from './announce-link.ts';
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
  openAddress,
  openPurposeOfApp,
  openSignIn,
  sealAddress,
  sealPurposeOfApp,
  sealSignIn,
} from './pending-sign-in.ts';
export { type AppliedRules, applyRules, findGroup, planRules } from './rules.ts';
export {
  bindToEntry,
  entrySubject,
  entrySubjects,
  ldapIssuer,
  listUnboundLdapAccounts,
  mayBindByAddress,
} from './ldap-identity.ts';
export { ldapGroups, ldapRules } from './ldap-sign-in.ts';
export { checkCode, getSecondStep } from './second-step.ts';
export {
  awaitsFirstSignIn,
  noteFirstSignIn,
  mustChangePassword,
  requirePasswordChange,
  checkPassword,
  personWithPassword,
} from './sign-in.ts';

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

/** Emails users about a sign-in from a browser or app that is new for their account. */
async function warnOfNewDevice(tx: Tx, { userId, userAgent, address }: NewDeviceSignIn): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!user?.isActive || !userSetting(user, 'enable_login_emails')) return;
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  const when = new Date(tx.now).toISOString().replace('T', ' ').slice(0, 16);
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t('mail.newDevice', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.newDevice.text', { name, device: describeDevice(userAgent), address, when }),
      t('mail.newDevice.notYou'),
    ].join('\n\n'),
  });
}
