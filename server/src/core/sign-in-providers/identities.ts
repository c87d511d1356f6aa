/** Rows of identities at providers. */
import type { Db } from '../../db/db.ts';
import type { Tx } from '../log/index.ts';

export interface Identity {
  issuer: string;
  subject: string;
}

export const findIdentity = (tx: Tx, identity: Identity) => readIdentity(tx, tx.orgId, identity);

/** The same outside of an action. */
export const readIdentity = (db: Db, orgId: number, { issuer, subject }: Identity) =>
  db.q
    .selectFrom('external_identity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** An account has at most one identity per issuer. */
export const findAccountIdentity = (tx: Tx, issuer: string, userId: number) =>
  readAccountIdentity(tx, tx.orgId, issuer, userId);

/** The same outside of an action. */
export const readAccountIdentity = (db: Db, orgId: number, issuer: string, userId: number) =>
  db.q
    .selectFrom('external_identity')
    .select(['id', 'subject'])
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function insertIdentity(tx: Tx, { issuer, subject }: Identity, userId: number): Promise<number> {
  const values = {
    org_id: tx.orgId,
    user_id: userId,
    issuer,
    subject,
    created_at: tx.now,
    last_used_at: tx.now,
  };
  const { id } = await tx.q
    .insertInto('external_identity')
    .values({ ...values, key_hash: null, key_sid: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The provider knows the account by another subject. */
export async function moveIdentity(tx: Tx, id: number, subject: string): Promise<void> {
  await tx.q
    .updateTable('external_identity')
    .set({ subject })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

export async function deleteIdentity(tx: Tx, { issuer, subject }: Identity): Promise<void> {
  await tx.q
    .deleteFrom('external_identity')
    .where('org_id', '=', tx.orgId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

export async function noteUse(tx: Tx, id: number): Promise<void> {
  await tx.q
    .updateTable('external_identity')
    .set({ last_used_at: tx.now })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

/** Records which key a sign-in returned, so that it can be revoked with the sign-in. */
export async function noteKey(tx: Tx, id: number, keyHash: string, sid: string | null): Promise<void> {
  await tx.q
    .updateTable('external_identity')
    .set({ key_hash: keyHash, key_sid: sid })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

export const findSessionIdentity = (db: Db, orgId: number, tokenHash: string) =>
  db.q
    .selectFrom('session')
    .innerJoin('external_identity', 'external_identity.id', 'session.identity_id')
    .select(['external_identity.issuer', 'session.id_token'])
    .where('session.org_id', '=', orgId)
    .where('external_identity.org_id', '=', orgId)
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Records which picture of the provider the account has. */
export async function notePicture(tx: Tx, issuer: string, userId: number, hash: string): Promise<void> {
  await tx.q
    .updateTable('external_identity')
    .set({ picture_hash: hash })
    .where('org_id', '=', tx.orgId)
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .execute();
}
