/** Resets a forgotten password by a link in an email. */
import { roles } from '../../../../wire/core.ts';
import { apiError } from '../../lib/errors.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type JobContext, enqueue, sendEmail, jobKind } from '../../core/jobs/index.ts';
import { makeLimit, type UseLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type OrganizationCache, type User, textsOfPerson } from '../../core/organization/index.ts';
import { endUserSessions } from '../../core/sessions/index.ts';
import {
  type AccountLink,
  checkPasswordStrength,
  findLink,
  isAboveAdministrators,
  deleteLinks,
  linkLifetimes,
  storeLink,
  takeLink,
} from '../../core/users/index.ts';
import { rateLimited } from '../../http/limits.ts';
import { revokeAccess } from '../users/index.ts';
import { deliverEmail } from '../../lib/mail/deliver.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { organizationUrl } from '../../http/urls.ts';
import { emailKey } from '../../lib/text.ts';
import { signInLimits } from './sign-in-limits.ts';

const linksPerAccount = { seconds: 1800, count: 5 };

/** Limits on requests for links, by account and by network. */
const linkLimits = defineService((app: AppContext) => {
  const { signInLimitMinutes, signInAddressLimit } = app.config;
  const perNetwork = { seconds: signInLimitMinutes * 60, count: signInAddressLimit };
  return {
    names: makeLimit(app, 'reset', linksPerAccount),
    networks: makeLimit(app, 'reset network', perNetwork),
  };
});

/**
 * Requests the link. Response and timing do not reveal whether the account exists, since only the job looks it up.
 * @throws ApiError 429 above the limits
 */
export async function requestPasswordReset(
  app: AppContext,
  from: { orgId: number; ip: string },
  email: string,
): Promise<void> {
  if (app.config.rateLimits !== 'off') {
    const { names, networks } = linkLimits(app);
    await countRequest(networks, limitedNetwork(from.ip));
    await countRequest(names, `${from.orgId} ${emailKey(email)}`);
  }
  await app.db.write(from.orgId, 'system', (tx) => enqueue(tx, jobs.resetPassword, { email }));
}

async function countRequest(limit: UseLimit, key: string): Promise<void> {
  const { isAllowed, retryAfter } = await limit.use(key);
  if (!isAllowed) throw rateLimited(retryAfter);
}

/** The token is created in the job, so that the email is its only copy. */
export async function sendResetLink({ app, orgId, payload }: JobContext<{ email: string }>): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const { organization, users } = cache;
  const user = users.find('deliveryEmail', emailKey(payload.email));
  if (!user?.isActive || user.isBot || organization.isDeactivated) return;
  const url = await makeResetLink(app, cache, user);
  const t = textsOfPerson(cache, user);
  const { name } = organization;
  await deliverEmail(app.config, {
    to: user.deliveryEmail,
    subject: t('mail.reset', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.reset.text', { name }),
      url,
      t('mail.reset.ignore'),
    ].join('\n\n'),
  });
}

/** Creates a link that can be used once within a day. */
export const makeResetLink = (app: AppContext, { orgId }: OrganizationCache, user: User): Promise<string> =>
  app.db.write(orgId, 'system', (tx) => storeResetLink(app, tx, user));

/** When a link created now expires, in milliseconds since 1970. */
export const resetLinkExpiry = (now: number): number => now + linkLifetimes.reset;

/** As `makeResetLink`, in a transaction with more. @param maker Who creates it for the user. */
export async function storeResetLink(app: AppContext, tx: Tx, user: User, maker?: User): Promise<string> {
  const account = { userId: user.id, email: user.deliveryEmail };
  const token = await storeLink(tx, 'reset', maker ? { ...account, makerId: maker.id } : account);
  return `${organizationUrl(app, tx.cache.organization.subdomain)}/reset/${token}`;
}

/** The user whose password the link may change. */
export async function personOfResetLink(
  app: AppContext,
  orgId: number,
  token: string,
): Promise<User | undefined> {
  const link = await findLink(app.db.read, orgId, 'reset', token, app.clock.now());
  if (!link) return undefined;
  return findPerson(await app.organizations.cache(orgId), link);
}

/** @returns undefined for a link to a former address, and one whose maker could not create it now */
function findPerson({ users }: OrganizationCache, { userId, email, makerId }: AccountLink): User | undefined {
  const user = users.get(userId);
  if (!user?.isActive || user.deliveryEmail !== email) return undefined;
  return makerId === undefined || mayResetPassword(users.get(makerId), user) ? user : undefined;
}

/** Administrators may for others, except for people who can do more than they. */
export const mayResetPassword = (author: User | undefined, user: User): boolean =>
  author?.isActive === true &&
  !author.isBot &&
  author.role <= roles.administrator &&
  author.id !== user.id &&
  user.role >= author.role &&
  (author.role === roles.owner || !isAboveAdministrators(user));

/**
 * Sets the password and ends all sessions, and the API keys too unless `keepsKeys`: the password may have been
 * compromised. @throws ApiError
 */
export async function resetPassword(
  app: AppContext,
  orgId: number,
  token: string,
  password: string,
  { keepsKeys = false }: { keepsKeys?: boolean } = {},
): Promise<void> {
  const before = await personOfResetLink(app, orgId, token);
  if (!before) throw apiError('sign-in.link-expired');
  const cache = await app.organizations.cache(orgId);
  await checkPasswordStrength(cache, password, { email: before.deliveryEmail, fullName: before.fullName });
  const hash = await hashPassword(password);
  await app.db.write(orgId, 'system', async (tx) => {
    const user = findPerson(tx.cache, await takeLink(tx, 'reset', token));
    if (!user) throw apiError('sign-in.link-expired');
    await storePassword(tx, user, hash);
    if (!keepsKeys) await revokeAccess(app, tx, user);
  });
  await signInLimits(app).forgive(orgId, before);
}

/**
 * Sets a password for the operator of the server, without a link.
 * @param record Runs in the same transaction.
 * @throws ApiError
 */
export async function setPassword(
  app: AppContext,
  orgId: number,
  { id, deliveryEmail, fullName }: User,
  password: string,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  await checkPasswordStrength(cache, password, { email: deliveryEmail, fullName });
  const hash = await hashPassword(password);
  const changed = await app.db.write(orgId, 'system', async (tx) => {
    const user = tx.cache.users.get(id);
    if (!user?.isActive || user.isBot) throw apiError('users.deactivated');
    await deleteLinks(tx, id, 'reset');
    await storePassword(tx, user, hash);
    await record(tx);
    return user;
  });
  await signInLimits(app).forgive(orgId, changed);
}

async function storePassword(tx: Tx, user: User, hash: string): Promise<void> {
  await tx.q
    .updateTable('person')
    .set({ password_hash: hash, must_change_password: 0 })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await endUserSessions(tx, user.id);
  await notifyOfChange(tx, user);
}

async function notifyOfChange(tx: Tx, user: User): Promise<void> {
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t('mail.passwordChanged', { name }),
    text: [t('mail.helloName', { name: user.fullName }), t('mail.passwordChanged.text', { name })].join(
      '\n\n',
    ),
  });
}

// Job kinds of this feature, with their payloads.

export const jobs = {
  /** Sends a link to reset the password, if the address is that of an account. */
  resetPassword: jobKind<{ email: string }>('resetPassword'),
};
