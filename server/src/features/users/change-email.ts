/** Another e-mail address for oneself: it counts once a link sent to it was opened, and the old address is told. */
import { roles } from '../../../../wire/core.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type JobContext, enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Directory,
  type User,
  organizationSettings,
  textsOfPerson,
} from '../../core/organization/index.ts';
import {
  checkEmailIsFree,
  emailInUse,
  findLink,
  forgetLinks,
  makeLink,
  parsedEmail,
  takeLink,
} from '../../core/users/index.ts';
import { type DisposableCheck, checkMayJoin, disposableCheck } from '../domains/index.ts';
import { apiError } from '../../lib/errors.ts';
import { deliverEmail } from '../../lib/mail/deliver.ts';
import { organizationUrl } from '../../http/urls.ts';
import { changeAddress } from './update.ts';
import { jobs } from './jobs.ts';

/** Whether someone may change their own address at all. */
function mayChangeEmail(directory: Directory, user: User): boolean {
  return (
    !user.isBot &&
    (!organizationSettings(directory).email_changes_disabled || user.role <= roles.administrator)
  );
}

/**
 * Puts in the e-mail that asks the new address. Does nothing for the address there is.
 * @returns whether there will be an e-mail. @throws ApiError
 */
export async function requestEmailChange(
  tx: Tx,
  userId: number,
  given: string,
  isDisposable: DisposableCheck,
): Promise<boolean> {
  const user = tx.directory.users.get(userId);
  if (!user || given.trim() === user.deliveryEmail) return false;
  const email = await checkedAddress(tx, user, given, isDisposable);
  await enqueue(tx, jobs.confirmEmail, { userId, email });
  return true;
}

async function checkedAddress(
  tx: Tx,
  user: User,
  given: string,
  isDisposable: DisposableCheck,
): Promise<string> {
  if (!mayChangeEmail(tx.directory, user)) throw apiError('email.fixed');
  const email = parsedEmail(given);
  if (email === undefined) throw apiError('email.invalid');
  await checkMayJoin(tx, tx.directory, isDisposable, email);
  checkEmailIsFree(tx.directory, email, user.id);
  return email;
}

/** The job. The token is made here, so that it is stored nowhere but in the e-mail. */
export async function sendConfirmation({
  app,
  orgId,
  payload: { userId, email },
}: JobContext<{ userId: number; email: string }>): Promise<void> {
  const directory = await app.organizations.directory(orgId);
  const { name, subdomain } = directory.organization;
  const user = directory.users.get(userId);
  if (!user?.isActive) return;
  const token = await makeLink(app, orgId, 'email', { userId, email });
  const url = `${organizationUrl(app, subdomain)}/confirm-email/${token}`;
  const t = textsOfPerson(directory, user);
  await deliverEmail(app.config, {
    to: email,
    subject: t('mail.newAddress', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.newAddress.text', { name }),
      url,
      t('mail.newAddress.ignore'),
    ].join('\n\n'),
  });
}

/** The address that a link would confirm. */
export async function addressToConfirm(
  app: AppContext,
  orgId: number,
  token: string,
): Promise<string | undefined> {
  return (await findLink(app.db.read, orgId, 'email', token))?.email;
}

/** Makes the address count. What may have changed since it was asked for is looked at again. @throws ApiError */
export async function confirmEmail(app: AppContext, orgId: number, token: string): Promise<void> {
  const isDisposable = await disposableCheck();
  try {
    await app.db.write(orgId, 'system', async (tx) => {
      const { userId, email } = await takeLink(tx, 'email', token);
      const user = tx.directory.users.get(userId);
      if (!user?.isActive) throw apiError('sign-in.link-expired');
      const checked = await checkedAddress(tx, user, email, isDisposable);
      await changeAddress(tx, user, checked);
      // A link for a password that lies in the old mailbox has nothing to open any more.
      await forgetLinks(tx, userId, 'reset');
      await tellOldAddress(tx, user, checked);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}

async function tellOldAddress(tx: Tx, user: User, email: string): Promise<void> {
  const t = textsOfPerson(tx.directory, user);
  const { name } = tx.directory.organization;
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t('mail.addressChanged', { name }),
    text: [t('mail.helloName', { name: user.fullName }), t('mail.addressChanged.text', { name, email })].join(
      '\n\n',
    ),
  });
}
