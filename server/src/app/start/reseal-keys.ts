/**
 * Encrypts stored API keys with the current server key instead of a former one. Each batch is a transaction: until the
 * last one, both kinds of rows work, and an interrupted run continues at any account.
 */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { resealTwoFactor } from '../../core/two-factor/index.ts';
import { resealCallTokens } from '../../features/calls/index.ts';
import { hashApiKey, openApiKey, sealApiKey, SecretsError, type Secrets } from '../../lib/secrets.ts';
import { storeFingerprint } from '../../db/secrets/match.ts';

type ResealContext = Pick<AppContext, 'db' | 'secrets'>;

/** Stores the fingerprint of secrets that have none in the database: new ones, or those of an interrupted rotation, which this completes. */
export async function settleSecrets({ db, secrets }: ResealContext): Promise<void> {
  if (secrets.former) await resealKeys({ db, secrets });
  else await db.write(0, 'system', (tx) => storeFingerprint(tx, secrets));
}

/** @returns the number of accounts. */
export async function resealKeys({ db, secrets }: ResealContext): Promise<number> {
  const organizations = await db.read.q.selectFrom('organization').select('id').orderBy('id').execute();
  let accounts = 0;
  for (const { id: orgId } of organizations) {
    await db.write(orgId, 'system', (tx) => resealProviders(tx, secrets));
    let after: number | undefined = 0;
    while (after !== undefined) {
      const from: number = after;
      const portion = await db.write(orgId, 'system', (tx) => resealSome(tx, secrets, from));
      accounts += portion.changed;
      after = portion.last;
    }
  }
  // Last: a database with the fingerprint of the current key needs no former one.
  await db.write(0, 'system', (tx) => storeFingerprint(tx, secrets));
  return accounts;
}

const accountsAtOnce = 200;

async function resealSome(
  tx: Tx,
  secrets: Secrets,
  after: number,
): Promise<{ changed: number; last: number | undefined }> {
  const rows = await tx.q
    .selectFrom('person')
    .select(['id', 'api_key_hash', 'api_key_box'])
    .where('org_id', '=', tx.orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(accountsAtOnce)
    .execute();
  const changed: number[] = [];
  for (const row of rows) if (await reseal(tx, secrets, row)) changed.push(row.id);
  if (changed.length > 0) await tx.touch({ users: changed });
  return { changed: changed.length, last: rows.at(-1)?.id };
}

async function reseal(
  tx: Tx,
  secrets: Secrets,
  { id, api_key_hash: before, api_key_box: box }: { id: number; api_key_hash: string; api_key_box: string },
): Promise<boolean> {
  const apiKey = openApiKey(secrets, box);
  const api_key_hash = hashApiKey(secrets, apiKey);
  if (api_key_hash === before) return false;
  await tx.q
    .updateTable('person')
    .set({ api_key_hash, api_key_box: sealApiKey(secrets, apiKey) })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  // Sign-out by an identity provider compares it to determine whether the key is still the one that the sign-in issued.
  await tx.q
    .updateTable('external_identity')
    .set({ key_hash: api_key_hash })
    .where('user_id', '=', id)
    .where('key_hash', '=', before)
    .execute();
  await resealWebhookSecret(tx, secrets, id);
  await resealTwoFactor(tx, secrets, id);
  await resealCallTokens(tx, secrets, id);
  return true;
}

async function resealWebhookSecret(tx: Tx, secrets: Secrets, userId: number): Promise<void> {
  const row = await tx.q
    .selectFrom('incoming_webhook')
    .select('secret_box')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // Empty after an import.
  if (!row?.secret_box) return;
  const secret_box = sealApiKey(secrets, openApiKey(secrets, row.secret_box));
  await tx.q.updateTable('incoming_webhook').set({ secret_box }).where('user_id', '=', userId).execute();
}

/** Secrets of sign-in providers. One that was encrypted with a lost key has to be entered again. */
async function resealProviders(tx: Tx, secrets: Secrets): Promise<void> {
  const rows = await tx.q
    .selectFrom('sign_in_provider')
    .select(['id', 'secret_box'])
    .where('org_id', '=', tx.orgId)
    .where('secret_box', 'is not', null)
    .execute();
  for (const { id, secret_box: box } of rows) {
    const secret = box === null ? undefined : openOrNothing(secrets, box);
    if (secret === undefined) continue;
    const secret_box = sealApiKey(secrets, secret);
    await tx.q
      .updateTable('sign_in_provider')
      .set({ secret_box })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  }
  if (rows.length > 0) await tx.touch({ organization: true });
}

function openOrNothing(secrets: Secrets, box: string): string | undefined {
  try {
    return openApiKey(secrets, box);
  } catch (error) {
    if (error instanceof SecretsError) return undefined;
    throw error;
  }
}
