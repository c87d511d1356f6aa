/** Storage of bots: texts by key. */
import { sql } from 'kysely';
import { botStorageKeyLength, botStorageLimit } from '../../../../wire/bots.ts';
import { creationLimits } from '../../../../wire/creation-limits.ts';
import type { Db } from '../../db/db.ts';
import { inTexts } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, isWellFormed } from '../../lib/text.ts';

const noSuchKey = () => apiError('bots.no-such-key');

/** @param keys All entries without it. @throws ApiError for a missing key */
export async function getStorage(
  db: Db,
  userId: number,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  let query = db.q.selectFrom('bot_storage').select(['entry_key', 'value']).where('user_id', '=', userId);
  if (keys) query = query.where(inTexts(db.dialect, 'entry_key', keys));
  const rows = await query.orderBy('entry_key').execute();
  if (keys && rows.length < new Set(keys).size) throw noSuchKey();
  return Object.fromEntries(rows.map((row) => [row.entry_key, row.value]));
}

const rowsAtOnce = 500;

/** Entries with the same keys are replaced, others stay. */
export async function keep(tx: Tx, userId: number, entries: Readonly<Record<string, string>>): Promise<void> {
  const list = Object.entries(entries);
  const { most } = creationLimits['bots.too-many-entries'];
  const tooMany = () => apiError('bots.too-many-entries', { limit: most });
  // No more than these are compared with what is stored: more are only allowed if they were stored before there was a limit.
  if (list.length > most && list.length > (await measureWithout(tx, userId, [])).count) throw tooMany();
  for (const [key, value] of list) checkEntry(key, value);
  const added = list.reduce((sum, [key, value]) => sum + codePoints(key) + codePoints(value), 0);
  const others = await measureWithout(tx, userId, Object.keys(entries));
  const excess = others.size + added - botStorageLimit;
  if (excess > 0) throw apiError('bots.storage-full', { excess, limit: botStorageLimit });
  const count = others.count + list.length;
  // An account that stored more before there was a limit may still replace entries.
  if (count > most && count > (await measureWithout(tx, userId, [])).count) throw tooMany();
  for (let start = 0; start < list.length; start += rowsAtOnce)
    await tx.q
      .insertInto('bot_storage')
      .values(
        list
          .slice(start, start + rowsAtOnce)
          .map(([entry_key, value]) => ({ user_id: userId, entry_key, value })),
      )
      .onConflict((oc) =>
        oc.columns(['user_id', 'entry_key']).doUpdateSet({ value: (eb) => eb.ref('excluded.value') }),
      )
      .execute();
}

/** @param keys All entries without it. @throws ApiError for a missing key, without removing any */
export async function deleteEntries(
  tx: Tx,
  userId: number,
  keys: readonly string[] | undefined,
): Promise<void> {
  await getStorage(tx, userId, keys);
  let query = tx.q.deleteFrom('bot_storage').where('user_id', '=', userId);
  if (keys) query = query.where(inTexts(tx.dialect, 'entry_key', keys));
  await query.execute();
}

function checkEntry(key: string, value: string): void {
  if (codePoints(key) > botStorageKeyLength)
    throw apiError('bots.key-too-long', { limit: botStorageKeyLength });
  for (const text of [key, value])
    if (text.includes('\0') || !isWellFormed(text))
      throw apiError('parameters.not-valid-text', { name: 'storage' });
}

/** Number and code points of all entries but these. */
async function measureWithout(
  db: Db,
  userId: number,
  keys: readonly string[],
): Promise<{ count: number; size: number }> {
  const row = await db.q
    .selectFrom('bot_storage')
    .select(({ fn }) => fn.countAll().as('count'))
    .select(sql<number | string | null>`sum(length(entry_key) + length(value))`.as('size'))
    .where('user_id', '=', userId)
    .where((eb) => eb.not(inTexts(db.dialect, 'entry_key', keys)))
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), size: Number(row?.size ?? 0) };
}
