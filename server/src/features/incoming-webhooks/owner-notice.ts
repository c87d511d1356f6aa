/** Notifies the owner of a bot of deliveries that could not be read, at most once an hour. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, textsOfPerson } from '../../core/organization/index.ts';
import type { ApiError } from '../../lib/errors.ts';
import { errorText } from '../../lib/i18n/errors.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { draftFor, getMention, notificationBot, sendDirect } from '../message-send/index.ts';
import { md } from './markup.ts';

const quietMs = 3600_000;

/** @param getProblem what is wrong, given a mention of the bot */
export async function notifyOwner(
  app: AppContext,
  bot: Principal,
  getProblem: (t: Texts, bot: string) => string,
): Promise<void> {
  const { botOwnerId: ownerId } = bot.user;
  if (ownerId === null) return;
  await app.db.write(bot.orgId, 'system', async (tx) => {
    const owner = tx.cache.users.get(ownerId);
    if (!owner?.isActive || !(await noteNotice(tx, bot.id))) return;
    const t = textsOfPerson(tx.cache, owner);
    const text = `${getProblem(t, getMention(bot.user))}\n\n${t('notices.deliveriesQuiet')}`;
    const draft = draftFor(tx, owner, text);
    await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
  });
}

/** @returns whether the last notice was sent long enough ago */
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

export const unusable =
  (service: string, why: string) =>
  (t: Texts, bot: string): string =>
    t('notices.deliveryUnusable', { bot, service: md`${service}`.text, reason: md`${why}`.text });

export const notSent =
  (service: string, error: ApiError) =>
  (t: Texts, bot: string): string => {
    const reason = md`${errorText(t.language, error)}`.text;
    return t('notices.deliveryNotPosted', { bot, service: md`${service}`.text, reason });
  };
