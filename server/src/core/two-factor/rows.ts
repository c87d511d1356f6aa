/** The authenticator app of an account, and what its codes prove. */
import type { Logger } from 'pino';
import type { Db } from '../../db/db.ts';
import { openApiKey, sealApiKey, SecretsError, type Secrets } from '../../lib/secrets.ts';
import { matchTotp, toBase32 } from '../../lib/two-factor/totp.ts';
import type { Tx } from '../log/index.ts';
import { isPasskeyUsed, listPasskeys } from './passkeys.ts';
import { createHash, randomBytes } from 'node:crypto';

interface TwoFactorContext {
  secrets: Secrets;
  log: Logger;
}

/** Whether an account has an authenticator app. */
export async function hasApp(db: Db, orgId: number, userId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether its password is not enough: it has an app or a passkey. */
export const hasTwoFactor = async (db: Db, orgId: number, userId: number): Promise<boolean> =>
  (await hasApp(db, orgId, userId)) || (await listPasskeys(db, orgId, userId)).length > 0;

/** Whether anyone of the organization has a second factor. */
export async function isTwoFactorUsed(db: Db, orgId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('two_factor')
    .select('user_id')
    .where('org_id', '=', orgId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined || isPasskeyUsed(db, orgId);
}

/**
 * @param step Of the code that has shown that the app has the secret.
 * @returns recovery codes, which are shown once; none where the account has some from another second factor.
 */
export async function storeTwoFactor(
  tx: Tx,
  secrets: Secrets,
  userId: number,
  { secret, step }: { secret: string; step: number },
): Promise<string[]> {
  const isFirst = !(await hasTwoFactor(tx, tx.orgId, userId));
  await tx.q
    .insertInto('two_factor')
    .values({
      user_id: userId,
      org_id: tx.orgId,
      secret_box: sealApiKey(secrets, secret),
      last_step: step,
      created_at: tx.now,
    })
    .execute();
  return isFirst ? newRecoveryCodes(tx, userId) : [];
}

/** Recovery codes end with the last second factor. @returns whether there was an app */
export async function deleteApp(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  if (!(await hasTwoFactor(tx, tx.orgId, userId))) await deleteRecoveryCodes(tx, userId);
  return numDeletedRows > 0n;
}

/** @returns whether there was anything. */
export async function deleteTwoFactor(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  const passkeys = await tx.q
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  await deleteRecoveryCodes(tx, userId);
  return numDeletedRows + passkeys.numDeletedRows > 0n;
}

/**
 * Uses a code up, of the app or for recovery.
 * @param now Milliseconds since 1970.
 * @returns what it was; `undefined` for a wrong one, one that was used, and an account without a second factor.
 */
export async function takeCode(
  { secrets, log }: TwoFactorContext,
  tx: Tx,
  { userId, code, now }: { userId: number; code: string; now: number },
): Promise<'app' | 'recovery' | undefined> {
  const plain = plainCode(code);
  if (isRecoveryCode(plain)) return (await takeRecoveryCode(tx, userId, plain)) ? 'recovery' : undefined;
  const row = await tx.q
    .selectFrom('two_factor')
    .select(['secret_box', 'last_step'])
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  const secret = row && openSecret(secrets, log, userId, row.secret_box);
  const step = secret === undefined ? undefined : matchTotp(secret, plain, now, row?.last_step ?? 0);
  if (step === undefined) return undefined;
  await tx.q
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .execute();
  return 'app';
}

/** After the server got new secrets, only recovery codes are accepted: the second factor never ends by itself. */
function openSecret(secrets: Secrets, log: Logger, userId: number, box: string): string | undefined {
  try {
    return openApiKey(secrets, box);
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    log.error(
      { user: userId },
      'the secret of an authenticator app cannot be opened: reset two-factor for this user',
    );
    return undefined;
  }
}

/** Stores the secret under the current server key. */
export async function resealTwoFactor(tx: Tx, secrets: Secrets, userId: number): Promise<void> {
  const row = await tx.q
    .selectFrom('two_factor')
    .select('secret_box')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return;
  const secret_box = resealed(secrets, row.secret_box);
  if (secret_box === undefined) return;
  await tx.q.updateTable('two_factor').set({ secret_box }).where('user_id', '=', userId).execute();
}

/** `undefined` where a key that was lost earlier has sealed it. */
function resealed(secrets: Secrets, box: string): string | undefined {
  try {
    return sealApiKey(secrets, openApiKey(secrets, box));
  } catch (error) {
    if (error instanceof SecretsError) return undefined;
    throw error;
  }
}

// Recovery codes replace a lost authenticator app. They are shown once, and each works once.

const count = 10;
/** 80 bits: too many to find a code by trying when its hash is known. */
const codeBytes = 10;
const codeForm = /^[a-z2-7]{16}$/;

/** Accepts a code in any case, with or without separators. */
const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

const isRecoveryCode = (plain: string): boolean => codeForm.test(plain);

const hashCode = (userId: number, plain: string): string =>
  createHash('sha256').update(`recovery code ${userId} ${plain}`).digest('base64url');

/** Replaces the codes that the account had. @returns the new ones, in groups of four characters. */
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
async function takeRecoveryCode(tx: Tx, userId: number, plain: string): Promise<boolean> {
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
