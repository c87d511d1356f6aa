/** Telling the owner of a bot what is wrong with what a service delivers: once an hour, whatever comes in between. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { draftFor, getMention, notificationBot, sendDirect } from '../message-send/index.ts';
import { md, type Markup } from './markup.ts';

const quietMs = 3600_000;

export async function notifyOwner(app: AppContext, bot: Principal, what: Markup): Promise<void> {
  const { botOwnerId: ownerId } = bot.user;
  if (ownerId === null) return;
  await app.db.write(bot.orgId, 'system', async (tx) => {
    const owner = tx.cache.users.get(ownerId);
    if (!owner?.isActive || !(await noteNotice(tx, bot.id))) return;
    const text = `Your bot ${getMention(bot.user)} ${what.text}`;
    const draft = draftFor(
      tx,
      owner,
      `${text}\n\nFurther problems of this bot are not reported for an hour.`,
    );
    await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
  });
}

/** @returns whether the last notice is long enough ago for another. */
async function noteNotice(tx: Tx, botId: number): Promise<boolean> {
  const row = await tx.q
    .selectFrom('incoming_webhook')
    .select('noticed_at')
    .where('user_id', '=', botId)
    .executeTakeFirst();
  if (row && row.noticed_at > tx.now - quietMs) return false;
  await tx.q
    .insertInto('incoming_webhook')
    .values({ user_id: botId, noticed_at: tx.now })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ noticed_at: tx.now }))
    .execute();
  return true;
}

export const unusable = (service: string, why: string): Markup =>
  md`received a delivery from ${service} that could not be used: ${why}.`;

export const notSent = (service: string, why: string): Markup =>
  md`could not post a message of ${service}: ${why}`;
