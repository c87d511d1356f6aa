/** Whether an organization requires a second factor of accounts with a password, and since when. */
import type { Db } from '../../db/db.ts';
import type { Tx } from '../log/index.ts';
import { isTwoFactorUsed } from './rows.ts';

/** @returns milliseconds since 1970, `null` if none is required. A time in the future is the end of the grace period. */
export async function getTwoFactorStart(db: Db, orgId: number): Promise<number | null> {
  const row = await db.q
    .selectFrom('sign_in_policy')
    .select('two_factor_from')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.two_factor_from ?? null;
}

export async function isTwoFactorRequired(db: Db, orgId: number, now: number): Promise<boolean> {
  const from = await getTwoFactorStart(db, orgId);
  return from !== null && from <= now;
}

/** Whether the user may need more than a password to sign in, which apps cannot ask for. */
export const needsBrowserSignIn = async (db: Db, orgId: number): Promise<boolean> =>
  (await isTwoFactorUsed(db, orgId)) || (await getTwoFactorStart(db, orgId)) !== null;

export async function storeTwoFactorStart(tx: Tx, from: number | null): Promise<void> {
  await tx.q
    .insertInto('sign_in_policy')
    .values({ org_id: tx.orgId, two_factor_from: from })
    .onConflict((oc) => oc.column('org_id').doUpdateSet({ two_factor_from: from }))
    .execute();
}
