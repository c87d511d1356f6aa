/** Notifies the owner of a bot that a call of it failed. */
import type { AppContext } from '../../core/context/index.ts';
import { quotableMessage, quoted, getUrl } from '../../core/messages/index.ts';
import { type OrganizationCache, type User, textsOfPerson } from '../../core/organization/index.ts';
import { isRefusal } from '../../lib/errors.ts';
import { draftFor, getMention, notificationBot, sendDirect } from '../message-send/index.ts';

/** @param why Untrusted. */
export async function notifyBotOwner(
  app: Pick<AppContext, 'db'>,
  cache: OrganizationCache,
  { bot, messageId }: { bot: User; messageId: number },
  why: string,
): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : cache.users.get(bot.botOwnerId);
  if (!owner?.isActive) return;
  const reader = { id: owner.id, orgId: cache.orgId, user: owner, cache };
  const readable = await quotableMessage(app.db.read, reader, messageId).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
  const t = textsOfPerson(cache, owner);
  const problem = readable
    ? t('notices.botCallFailed', { bot: getMention(bot), url: getUrl(readable) })
    : t('notices.botCallFailedHidden', { bot: getMention(bot), id: String(messageId) });
  const text = `${problem}\n\n${quoted(why)}`;
  await app.db.write(cache.orgId, 'system', async (tx) => {
    const draft = draftFor(tx, owner, text);
    await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
  });
}
