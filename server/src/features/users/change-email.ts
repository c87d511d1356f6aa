/**
 * Changes the email address of a user after they confirm it by a link, and by one sent to the former address if the
 * organization requires that. The former address can undo the change (undo-email-change.ts).
 */
import { roles } from '../../../../wire/core.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type JobContext, enqueue, jobKind } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type User,
  organizationSettings,
  textsOfPerson,
} from '../../core/organization/index.ts';
import {
  checkEmailIsFree,
  emailInUse,
  deleteEmailLinks,
  deleteLinks,
  findLink,
  getUserVisibility,
  isChangeRequested,
  storeLink,
  parsedEmail,
  takeOneOfTwo,
} from '../../core/users/index.ts';
import { type DisposableCheck, checkMayJoin, disposableCheck } from '../domains/index.ts';
import { apiError } from '../../lib/errors.ts';
import { deliverEmail } from '../../lib/mail/deliver.ts';
import { organizationUrl } from '../../http/urls.ts';
import { changeAddress } from './update.ts';

/** A link sent to the new or to the former address. */
export type EmailLink = 'email' | 'former';

const paths: Readonly<Record<EmailLink, string>> = { email: 'confirm-email', former: 'confirm-former' };

/** Placeholder addresses have no mailbox. */
const needsFormer = ({ organization }: OrganizationCache, { deliveryEmail }: User): boolean =>
  organization.signInRules.confirmsFormerEmail && !deliveryEmail.endsWith('.invalid');

/** Whether the user may change their own address. */
function mayChangeEmail(cache: OrganizationCache, user: User): boolean {
  return (
    !user.isBot && (!organizationSettings(cache).email_changes_disabled || user.role <= roles.administrator)
  );
}

/**
 * Enqueues the email to the new address. Does nothing for the current address. That of an account which is hidden from the user is
 * refused only when its mailbox confirms it, so that the response does not say who has an address.
 * @returns whether an email will be sent. @throws ApiError
 */
export async function requestEmailChange(
  tx: Tx,
  userId: number,
  given: string,
  isDisposable: DisposableCheck,
): Promise<boolean> {
  const user = tx.cache.users.get(userId);
  if (!user || given.trim() === user.deliveryEmail) return false;
  const email = await checkedAddress(tx, user, given, isDisposable);
  await deleteEmailLinks(tx, userId);
  // Nobody has its token. What ends access to the account deletes it, and with it the request.
  await storeLink(tx, 'email', { userId, email });
  await enqueue(tx, jobs.confirmEmail, { userId, email, isNoted: true });
  return true;
}

async function checkedAddress(
  tx: Tx,
  user: User,
  given: string,
  isDisposable: DisposableCheck,
): Promise<string> {
  if (!mayChangeEmail(tx.cache, user)) throw apiError('email.fixed');
  const email = parsedEmail(given);
  if (email === undefined) throw apiError('email.invalid');
  await checkMayJoin(tx, tx.cache, isDisposable, email);
  checkEmailIsFree(tx.cache, email, user.id, await getUserVisibility(tx, tx.cache, user));
  return email;
}

/** The job. The token is created in the job, so that the email is its only copy. */
export async function sendConfirmation({
  app,
  orgId,
  payload: { userId, email, isNoted },
}: JobContext<ConfirmEmail>): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const { name, subdomain } = cache.organization;
  const user = cache.users.get(userId);
  if (!user?.isActive) return;
  const asksFormer = needsFormer(cache, user);
  const account = { userId, email };
  const tokens = await app.db.write(orgId, 'system', async (tx) => {
    if (isNoted && !(await isChangeRequested(tx, orgId, account))) return undefined;
    await deleteEmailLinks(tx, userId);
    return {
      former: asksFormer ? await storeLink(tx, 'former', account) : '',
      email: await storeLink(tx, 'email', account),
    };
  });
  if (!tokens) return;
  const link = (kind: EmailLink) => `${organizationUrl(app, subdomain)}/${paths[kind]}/${tokens[kind]}`;
  const t = textsOfPerson(cache, user);
  if (asksFormer)
    await deliverEmail(app.config, {
      to: user.deliveryEmail,
      subject: t('mail.formerAddress', { name }),
      text: [
        t('mail.helloName', { name: user.fullName }),
        t('mail.formerAddress.text', { name, email }),
        link('former'),
        t('mail.formerAddress.ignore'),
      ].join('\n\n'),
    });
  await deliverEmail(app.config, {
    to: email,
    subject: t('mail.newAddress', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.newAddress.text', { name }),
      link('email'),
      ...(asksFormer ? [t('mail.newAddress.both')] : []),
      t('mail.newAddress.ignore'),
    ].join('\n\n'),
  });
}

/** The address that the link confirms. */
export async function addressToConfirm(
  app: AppContext,
  orgId: number,
  kind: EmailLink,
  token: string,
): Promise<string | undefined> {
  return (await findLink(app.db.read, orgId, kind, token, app.clock.now()))?.email;
}

/**
 * Applies the new address, after both addresses have confirmed if that is required. Checks the preconditions again.
 * @returns whether it was applied. @throws ApiError
 */
export async function confirmEmail(
  app: AppContext,
  orgId: number,
  kind: EmailLink,
  token: string,
): Promise<boolean> {
  const isDisposable = await disposableCheck();
  try {
    return await app.db.write(orgId, 'system', async (tx) => {
      const link = await findLink(tx, orgId, kind, token, tx.now);
      const user = link && tx.cache.users.get(link.userId);
      if (!link || !user?.isActive) throw apiError('sign-in.link-expired');
      const checked = await checkedAddress(tx, user, link.email, isDisposable);
      // Not for the former mailbox, which the user reads.
      if (kind === 'email') checkEmailIsFree(tx.cache, checked, user.id);
      const hasOther = await takeOneOfTwo(tx, kind, token);
      if (!hasOther && (kind === 'former' || needsFormer(tx.cache, user))) return false;
      checkEmailIsFree(tx.cache, checked, user.id);
      await changeAddress(tx, user, checked);
      // A link to reset the password in the former mailbox must not work.
      await deleteLinks(tx, user.id, 'reset');
      await enqueue(tx, jobs.emailChanged, { userId: user.id, before: user.deliveryEmail, after: checked });
      return true;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}

// Job kinds of this feature, with their payloads.

interface ConfirmEmail {
  userId: number;
  email: string;
  /** Whether the request has a link, without which it was cancelled. COMPAT(heddle): earlier versions stored none. */
  isNoted?: true;
}

export const jobs = {
  /** Sends the link that confirms a new address. */
  confirmEmail: jobKind<ConfirmEmail>('confirmEmail'),
  /** Sends a link that undoes the change to the former address. */
  emailChanged: jobKind<{ userId: number; before: string; after: string }>('emailChanged'),
};
