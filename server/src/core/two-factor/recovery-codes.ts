/** Codes for who has lost their authenticator app: written down once, each works once. */
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { toBase32 } from '../../lib/two-factor/totp.ts';
import type { Tx } from '../log/index.ts';

const count = 10;
/** 80 bits: what has the hash of one is found by no search. */
const codeBytes = 10;
const codeForm = /^[a-z2-7]{16}$/;

/** Accepts a code in any case, with or without separators. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

export const isRecoveryCode = (plain: string): boolean => codeForm.test(plain);

const hashCode = (userId: number, plain: string): string =>
  createHash('sha256').update(`recovery code ${userId} ${plain}`).digest('base64url');

/** In place of those there were. @returns them, in groups of four characters. */
export async function newRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => toBase32(randomBytes(codeBytes)).toLowerCase());
  await deleteRecoveryCodes(tx, userId);
  await tx.q
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, org_id: tx.orgId, code_hash: hashCode(userId, code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/** @returns whether it was one; it is used up. */
export async function takeRecoveryCode(tx: Tx, userId: number, plain: string): Promise<boolean> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .where('code_hash', '=', hashCode(userId, plain))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, orgId: number, userId: number): Promise<number> {
  const rows = await db.q
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  return rows.length;
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.q
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .execute();
}
