/** The secret that a bot shares with the service that posts to it. */
import type { AppContext } from '../../core/context/index.ts';
import { auditUser } from '../../core/audit/index.ts';
import { botToAdminister } from '../../core/bots/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { openApiKey, sealApiKey, SecretsError } from '../../lib/secrets.ts';

const loadSecretBox = async (db: Db, botId: number): Promise<string | null> => {
  const row = await db.q
    .selectFrom('incoming_webhook')
    .select('secret_box')
    .where('user_id', '=', botId)
    .executeTakeFirst();
  return row?.secret_box ?? null;
};

/** GET /bots/{bot_id}/webhook_secret */
export async function hasSecret(db: Db, me: Principal, id: number): Promise<boolean> {
  const bot = botToAdminister(me.cache, me.user, id);
  return (await loadSecretBox(db, bot.id)) !== null;
}

/** PUT, and DELETE without a secret. */
export async function changeSecret(
  tx: Tx,
  { secrets }: Pick<AppContext, 'secrets'>,
  me: Pick<Principal, 'id'>,
  id: number,
  secret: string | undefined,
): Promise<void> {
  const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), id);
  const box = secret === undefined ? null : sealApiKey(secrets, secret);
  if (box === null && (await loadSecretBox(tx, bot.id)) === null) return;
  await tx.q
    .insertInto('incoming_webhook')
    .values({ user_id: bot.id, noticed_at: 0, secret_box: box })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ secret_box: box }))
    .execute();
  await auditUser(tx, bot, 'update', { after: { webhook_secret: box === null ? 'removed' : 'set' } });
}

/** @returns `null` if none is set; `lost` if it was sealed with another server key, as after an import */
export async function loadSecret(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  botId: number,
): Promise<{ text: string } | 'lost' | null> {
  const box = await loadSecretBox(db.read, botId);
  if (box === null) return null;
  if (box === '') return 'lost';
  try {
    return { text: openApiKey(secrets, box) };
  } catch (error) {
    if (error instanceof SecretsError) return 'lost';
    throw error;
  }
}
