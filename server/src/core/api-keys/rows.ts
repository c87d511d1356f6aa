/** How named API keys begin and end. */
import type { ApiKeyScope } from '../../../../wire/api-keys.ts';
import { inList } from '../../db/sql.ts';
import { endKeys } from '../events/index.ts';
import { type Tx, expiry } from '../log/index.ts';
import { hashNamedKey } from './api-keys.ts';

export interface NewKey {
  userId: number;
  name: string;
  scopes: readonly ApiKeyScope[];
  channelId: number | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
}

/** @returns its id */
export async function insertKey(tx: Tx, text: string, key: NewKey): Promise<number> {
  const { id } = await tx.q
    .insertInto('api_key')
    .values({
      org_id: tx.orgId,
      user_id: key.userId,
      name: key.name,
      key_hash: hashNamedKey(text),
      scopes: key.scopes.join(' '),
      channel_id: key.channelId,
      created_at: tx.now,
      expires_at: key.expiresAt,
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes one key, with its event queues. @returns its name; undefined if this account has no such key */
export async function revokeKey(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const row = await tx.q
    .deleteFrom('api_key')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (row) await endKeys(tx, [id]);
  return row?.name;
}

/** Revokes all keys of an account, with their event queues. @returns how many */
export async function revokeUserKeys(tx: Tx, userId: number): Promise<number> {
  const rows = await tx.q
    .deleteFrom('api_key')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  await endKeys(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Whether what the key asked for may still be done. */
export async function isKeyValid(tx: Tx, userId: number, id: number): Promise<boolean> {
  const row = await tx.q
    .selectFrom('api_key')
    .select('expires_at')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && (row.expires_at === null || row.expires_at > tx.now);
}

/** Expired keys stay in the list for so long, so that their owner sees why a program stopped. */
const shownAfterExpiryMs = 30 * 24 * 3600_000;

export const deleteExpiredKeys = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('api_key')
      .select('id')
      .where('expires_at', '<=', tx.now - shownAfterExpiryMs)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    await tx.q
      .deleteFrom('api_key')
      .where(inList(tx.dialect, 'id', ids))
      .execute();
  },
);
