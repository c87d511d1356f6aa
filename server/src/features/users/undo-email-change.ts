/**
 * The former address can undo a change of the email address for three days. Someone else may have made the change, so
 * all access to the account is revoked.
 */
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, textsOfPerson } from '../../core/organization/index.ts';
import {
  checkEmailIsFree,
  deleteEmailLinks,
  deleteLinks,
  emailInUse,
  findLink,
  makeLink,
  takeLink,
} from '../../core/users/index.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { organizationUrl } from '../../http/urls.ts';
import { apiError } from '../../lib/errors.ts';
import { deliverEmail } from '../../lib/mail/deliver.ts';
import { revokeAccess } from './api-key.ts';
import { changeAddress } from './update.ts';

interface EmailChange {
  userId: number;
  before: string;
  after: string;
}

/** The job. The token is created in the job, so that the email is its only copy. */
export async function notifyFormerAddress({
  app,
  orgId,
  payload: { userId, before, after },
}: JobContext<EmailChange>): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const { name, subdomain } = cache.organization;
  const user = cache.users.get(userId);
  if (!user?.isActive) return;
  const token = await makeLink(app, orgId, 'undo', { userId, email: before });
  const t = textsOfPerson(cache, user);
  await deliverEmail(app.config, {
    to: before,
    subject: t('mail.addressChanged', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.addressChanged.text', { name, email: after }),
      t('mail.addressChanged.undo'),
      `${organizationUrl(app, subdomain)}/undo-email/${token}`,
    ].join('\n\n'),
  });
}

/** The address that the link restores. */
export async function addressToRestore(
  app: AppContext,
  orgId: number,
  token: string,
): Promise<string | undefined> {
  return (await findLink(app.db.read, orgId, 'undo', token, app.clock.now()))?.email;
}

/**
 * Restores the former address; password, keys and sessions end.
 * @returns the user, who has to choose a new password. @throws ApiError
 */
export async function undoEmailChange(app: AppContext, orgId: number, token: string): Promise<User> {
  try {
    return await app.db.write(orgId, 'system', async (tx) => {
      const { userId, email, createdAt } = await takeLink(tx, 'undo', token);
      const user = tx.cache.users.get(userId);
      if (!user?.isActive) throw apiError('sign-in.link-expired');
      checkEmailIsFree(tx.cache, email, user.id);
      await changeAddress(tx, user, email);
      await revokeAccess(app, tx, user);
      await forgetWaysIn(tx, userId, createdAt);
      await auditUser(tx, user, 'update', {
        before: { delivery_email: user.deliveryEmail },
        after: { delivery_email: email },
      });
      return tx.cache.users.get(userId) ?? user;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailInUse() : error;
  }
}

/** Providers are linked again by the email address; passkeys from before the change remain. */
async function forgetWaysIn(tx: Tx, userId: number, changedAt: number): Promise<void> {
  await deleteLinks(tx, userId, 'reset');
  await deleteEmailLinks(tx, userId);
  const { orgId } = tx;
  await tx.q
    .updateTable('person')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  await tx.q
    .deleteFrom('external_identity')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  await tx.q
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .where('created_at', '>=', changedAt)
    .execute();
}
