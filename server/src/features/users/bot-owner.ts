/** Gives a bot to another owner, without what the former one may know of its credentials. */
import { emitBotOwnerChanged, getRow, storeBot } from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { audienceAbout, userChanged } from '../../core/users/index.ts';
import { newApiKey } from '../../lib/secrets.ts';
import { revokeAccess } from './api-key.ts';

/**
 * The bot gets another API key and, as an outgoing webhook, another token. Its named keys and email addresses of channels end.
 * Callers check permissions.
 */
export async function giveBot(
  app: Pick<AppContext, 'secrets'>,
  tx: Tx,
  { id, botOwnerId }: User,
  owner: User,
): Promise<void> {
  await tx.q
    .updateTable('person')
    .set({ bot_owner_id: owner.id })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [id] });
  const bot = tx.cache.users.get(id);
  if (!bot) throw new Error(`Bot ${id} is gone.`);
  tx.emit(userChanged({ user_id: id, bot_owner_id: owner.id }), await audienceAbout(tx, bot));
  await revokeAccess(app, tx, bot);
  const row = await getRow(tx, bot);
  if (row.token !== null) await storeBot(tx, { ...row, token: newApiKey() });
  await emitBotOwnerChanged(tx, bot, botOwnerId === null ? undefined : tx.cache.users.get(botOwnerId));
}
