/** Notifies users whom someone else has added to a group or removed from it. */
import { limits } from '../../../../wire/core.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Group, type User, textsOfPerson } from '../../core/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { asCode, draftFor, getMention, notificationBot, sendDirect } from '../message-send/index.ts';

export const notifyAdded = (tx: Tx, by: User, group: Group, ids: readonly number[]): Promise<void> =>
  notifyMembers(tx, by, ids, (t) => t('notices.groupAdded', namesIn(by, group)));

export const notifyRemoved = (tx: Tx, by: User, group: Group, ids: readonly number[]): Promise<void> =>
  notifyMembers(tx, by, ids, (t) => t('notices.groupRemoved', namesIn(by, group)));

const namesIn = (by: User, { name }: Group) => ({
  user: getMention(by),
  group: name.includes('*') ? asCode(`@${name}`) : `@_*${name}*`,
});

/** Notifies no bots, and nobody if the change has very many users. */
async function notifyMembers(
  tx: Tx,
  by: User,
  ids: readonly number[],
  getText: (t: Texts) => string,
): Promise<void> {
  if (ids.length > limits.bulkNewSubscriptionMessages) return;
  const bot = notificationBot(tx);
  for (const id of ids) {
    const user = tx.cache.users.get(id);
    if (!user || user.isBot || user.id === by.id) continue;
    const draft = draftFor(tx, user, getText(textsOfPerson(tx.cache, user)));
    await sendDirect(tx, bot, [id], { draft, client: 'Internal' });
  }
}
