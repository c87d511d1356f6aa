/** The content of a new organization: a channel for everyone, introductory topics, and a welcome message to its owner. */
import { beginMemberships, insertChannel } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type User, textsOfOrganization } from '../../core/organization/index.ts';
import { draftFor, sendDirect, sendToChannel, systemBot } from '../message-send/index.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';

const client = 'Internal';

/** Lists show the newest topic first, so the one to read first is sent last. */
const topics = [
  ['first.apps', 'first.apps.text', 'first.apps.bots'],
  ['first.inviting', 'first.inviting.text'],
  ['first.keys', 'first.keys.text'],
  ['first.formatting', 'first.formatting.text', 'first.formatting.code'],
  ['first.topics', 'first.topics.text', 'first.topics.try'],
  ['first.welcome', 'first.welcome.text'],
] as const;

/** @param tx A transaction of the new organization. Its owner is subscribed before the messages are sent. */
export async function insertFirstChannel(tx: Tx, ownerId: number): Promise<void> {
  const owner = tx.cache.users.get(ownerId);
  if (!owner) throw new Error(`The organization has no owner ${ownerId}.`);
  const t = textsOfOrganization(tx.cache);
  const description = t('first.description');
  const channelId = await insertChannel(tx, {
    name: t('first.channel'),
    description,
    renderedDescription: renderDescription(description),
    creatorId: ownerId,
    isDefault: true,
  });
  await announceIn(tx, channelId);
  await beginMemberships(tx, [{ userId: ownerId, channelId }]);
  await sendTopics(tx, channelId, t);
  await welcomeOwner(tx, owner, t);
}

async function announceIn(tx: Tx, channelId: number): Promise<void> {
  const settings = {
    ...tx.cache.organization.settings,
    new_stream_announcements_stream_id: channelId,
    signup_announcements_stream_id: channelId,
  };
  await tx.q
    .updateTable('organization')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
}

async function sendTopics(tx: Tx, channelId: number, t: Texts): Promise<void> {
  const bot = systemBot(tx, 'welcome-bot');
  for (const [topic, ...messages] of topics)
    for (const message of messages) {
      const draft = draftFor(tx, bot, t(message, namesIn(tx, t)));
      await sendToChannel(tx, bot, { to: channelId, topic: t(topic) }, { draft, client });
    }
}

async function welcomeOwner(tx: Tx, owner: User, t: Texts): Promise<void> {
  const draft = draftFor(tx, owner, t('first.owner', namesIn(tx, t)));
  await sendDirect(tx, systemBot(tx, 'welcome-bot'), [owner.id], { draft, client });
}

/** An asterisk in the name would end the bold text around it. */
const namesIn = (tx: Tx, t: Texts) => ({
  name: tx.cache.organization.name.replaceAll('*', ''),
  channel: t('first.channel'),
  welcome: t('first.welcome'),
});
