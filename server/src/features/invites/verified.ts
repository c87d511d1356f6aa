/** Joins with an address that a sign-in provider has verified, without a confirmation email. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, organizationSettings } from '../../core/organization/index.ts';
import { type DisposableCheck, checkMayJoin } from '../domains/index.ts';
import { emailKey } from '../../lib/text.ts';
import { type InvitedPerson, addInvited } from './accept.ts';
import { InvitationEnded, openInvitation } from './open.ts';
import { seedIn, type Invitation } from './rows.ts';

/**
 * @param key Of the invitation; without it, one that was sent to the address is used.
 * @returns `undefined` if there is no invitation
 * @throws InvitationEnded for an invitation that has ended or is for another address; ApiError for an address that may not
 *   join
 */
export async function joinInvited(
  app: AppContext,
  tx: Tx,
  key: string | undefined,
  person: InvitedPerson,
  isDisposable: DisposableCheck,
): Promise<User | undefined> {
  const row = key === undefined ? await findSent(tx, person.email) : await findByKey(app, tx, key);
  if (typeof row?.email === 'string' && emailKey(row.email) !== emailKey(person.email))
    throw new InvitationEnded('addressOther');
  await checkMayJoin(tx, tx.cache, isDisposable, person.email);
  return row && addInvited(app, tx, row, person);
}

/** @throws InvitationEnded if an invitation is required */
export function checkIsOpen({ cache }: Tx): void {
  if (organizationSettings(cache).invite_required) throw new InvitationEnded('closed');
}

const findByKey = (app: AppContext, tx: Tx, key: string): Promise<Invitation> =>
  openInvitation(tx, tx.cache, seedIn(app.secrets, key), tx.now);

/** The newest valid one. */
async function findSent(tx: Tx, email: string): Promise<Invitation | undefined> {
  const rows = await tx.q
    .selectFrom('invitation')
    .select('seed')
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', 'email')
    .where('email_key', '=', emailKey(email))
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .execute();
  for (const { seed } of rows) {
    try {
      return await openInvitation(tx, tx.cache, seed, tx.now);
    } catch (error) {
      if (!(error instanceof InvitationEnded)) throw error;
    }
  }
  return undefined;
}
