/** Regenerates the API key of a bot, and deactivates bots. */
import { auditUser } from '../../core/audit/index.ts';
import { botToAdminister } from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { newCredentials } from '../../core/users/index.ts';
import { endAccount, storeApiKey } from '../users/index.ts';

/** POST /bots/{bot_id}/api_key/regenerate: the old key ends. */
export async function regenerateBotApiKey(app: AppContext, me: Principal, id: number): Promise<string> {
  const { apiKey, ...credentials } = newCredentials(app.secrets, null);
  await app.db.write(me.orgId, me, async (tx) => {
    const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), id);
    await storeApiKey(tx, bot.id, credentials);
    await auditUser(tx, bot, 'regenerate_api_key');
  });
  return apiKey;
}

/** DELETE /bots/{bot_id}: no effect on a deactivated bot. */
export async function deactivateBot(tx: Tx, me: { id: number }, id: number): Promise<void> {
  const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), id);
  if (!bot.isActive) return;
  await endAccount(tx, bot);
  await auditUser(tx, bot, 'deactivate');
}
