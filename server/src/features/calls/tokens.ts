/** OAuth tokens of users at call providers, stored sealed. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Db } from '../../db/db.ts';
import { badValue } from '../../lib/errors.ts';
import { parseStored } from '../../lib/json.ts';
import { openApiKey, sealApiKey, SecretsError, type Secrets } from '../../lib/secrets.ts';

export type AccountProvider = 'zoom' | 'webex';

/** @throws ApiError for an unknown provider */
export function checkedProvider(name: string): AccountProvider {
  if (name === 'zoom' || name === 'webex') return name;
  throw badValue('provider', name);
}

export interface CallToken {
  access: string;
  /** Empty if the provider returns none; the account is then connected again after each expiry. */
  refresh: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A token with its sealed text, which identifies it. */
export interface StoredToken {
  token: CallToken;
  box: string;
}

export async function readToken(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  me: { orgId: number; id: number },
  provider: AccountProvider,
): Promise<StoredToken | undefined> {
  const row = await db.read.q
    .selectFrom('call_token')
    .select('token_box')
    .where('org_id', '=', me.orgId)
    .where('user_id', '=', me.id)
    .where('provider', '=', provider)
    .executeTakeFirst();
  const token = row && opened(secrets, row.token_box);
  return row && token && { token, box: row.token_box };
}

/** The providers that a user has connected. */
export async function connectedAccounts(db: Db, orgId: number, userId: number): Promise<Set<string>> {
  const rows = await db.q
    .selectFrom('call_token')
    .select('provider')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}

/** @param accountId ID of the account at the provider, if known. */
export async function storeToken(
  tx: Tx,
  secrets: Secrets,
  {
    userId,
    provider,
    token,
    accountId,
  }: { userId: number; provider: AccountProvider; token: CallToken; accountId: string | null },
): Promise<void> {
  const row = {
    org_id: tx.orgId,
    user_id: userId,
    provider,
    account_id: accountId,
    created_at: tx.now,
    token_box: sealApiKey(secrets, JSON.stringify(token)),
  };
  await tx.q
    .insertInto('call_token')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(row))
    .execute();
  emitConnected(tx, userId, { provider, isConnected: true });
}

/** Replaces a token, unless another one was stored in the meantime. */
export async function renewToken(
  tx: Tx,
  secrets: Secrets,
  {
    userId,
    provider,
    before,
    token,
  }: { userId: number; provider: AccountProvider; before: string; token: CallToken },
): Promise<void> {
  await tx.q
    .updateTable('call_token')
    .set({ token_box: sealApiKey(secrets, JSON.stringify(token)) })
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('token_box', '=', before)
    .execute();
}

/** @param box Deletes only this token, not one that has replaced it. */
export async function deleteToken(
  tx: Tx,
  userId: number,
  provider: AccountProvider,
  box?: string,
): Promise<void> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('call_token')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .$if(box !== undefined, (query) => query.where('token_box', '=', box ?? ''))
    .executeTakeFirst();
  if (numDeletedRows > 0n) emitConnected(tx, userId, { provider, isConnected: false });
}

/** Deletes the tokens of a deactivated user. */
export async function deleteTokens(tx: Tx, userId: number): Promise<void> {
  for (const provider of ['zoom', 'webex'] as const) await deleteToken(tx, userId, provider);
}

function emitConnected(
  tx: Tx,
  userId: number,
  { provider, isConnected }: { provider: AccountProvider; isConnected: boolean },
): void {
  tx.emit({ type: `has_${provider}_token`, value: isConnected }, { users: [userId] });
}

/** Seals the tokens of an account with the current key. */
export async function resealCallTokens(tx: Tx, secrets: Secrets, userId: number): Promise<void> {
  const rows = await tx.q
    .selectFrom('call_token')
    .select(['provider', 'token_box'])
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .execute();
  for (const { provider, token_box } of rows) {
    const token = opened(secrets, token_box);
    if (!token) continue;
    await tx.q
      .updateTable('call_token')
      .set({ token_box: sealApiKey(secrets, JSON.stringify(token)) })
      .where('org_id', '=', tx.orgId)
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute();
  }
}

/** Undefined if it was sealed with a lost key; the user then connects again. */
function opened(secrets: Secrets, box: string): CallToken | undefined {
  try {
    return parseStored<CallToken>(openApiKey(secrets, box));
  } catch (error) {
    if (error instanceof SecretsError) return undefined;
    throw error;
  }
}
