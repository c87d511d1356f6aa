/** Passkeys of accounts, as rows. */
import type { Db } from '../../db/db.ts';
import type { Tx } from '../log/index.ts';

export const listPasskeys = (db: Db, orgId: number, userId: number) =>
  db.q
    .selectFrom('passkey')
    .select(['id', 'credential_id', 'name', 'created_at', 'last_used_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

export async function isPasskeyUsed(db: Db, orgId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('passkey')
    .select('id')
    .where('org_id', '=', orgId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const findPasskey = (db: Db, orgId: number, credentialId: string) =>
  db.q
    .selectFrom('passkey')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('org_id', '=', orgId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  name: string;
}

export async function insertPasskey(
  tx: Tx,
  userId: number,
  { credentialId, publicKey, counter, name }: NewPasskey,
) {
  const { id } = await tx.q
    .insertInto('passkey')
    .values({
      org_id: tx.orgId,
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      name,
      created_at: tx.now,
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renamePasskey(tx: Tx, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Notes a use.
 * @param counter As reported by the authenticator; 0 where it does not count.
 * @returns false for a passkey that is gone, and for a counter that has gone back: someone has a copy of the authenticator.
 */
export async function notePasskeyUse(tx: Tx, id: number, counter: number): Promise<boolean> {
  const row = await tx.q
    .selectFrom('passkey')
    .select('counter')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  if (!row || ((counter > 0 || row.counter > 0) && counter <= row.counter)) return false;
  await tx.q
    .updateTable('passkey')
    .set({ counter, last_used_at: tx.now })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  return true;
}
