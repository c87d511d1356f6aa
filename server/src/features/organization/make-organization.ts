/** Creates an organization with its first owner and its first channel. */
import { Exact, Type, type Static } from '../../../../wire/core.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { Tx, appendEntries } from '../../core/log/index.ts';
import { searchIndexer } from '../../core/messages/index.ts';
import { checkPersonInput, newCredentials, systemBots } from '../../core/users/index.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { createOrganization, type NewOrganization } from './create.ts';
import { loadCache, type User, textsOfOrganization } from '../../core/organization/index.ts';
import { beginMemberships, insertChannel } from '../../core/channels/index.ts';
import { draftFor, sendDirect, sendToChannel, systemBot } from '../message-send/index.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';

export const NewOrganizationOptions = Exact({
  name: Type.String(),
  subdomain: Type.String(),
  ownerEmail: Type.String(),
  ownerName: Type.String(),
  ownerPassword: Type.String(),
  language: Type.Optional(Type.String()),
  /** Without the first channel and its topics. */
  empty: Type.Optional(Type.Boolean()),
});
export type NewOrganizationOptions = Static<typeof NewOrganizationOptions>;

export interface MadeOrganization {
  realm_id: number;
  user_id: number;
  email: string;
  api_key: string;
  /** Why the password is weak, if it was accepted nevertheless. */
  warning?: string;
}

export async function makeOrganization(
  app: AppContext,
  { ownerEmail, ownerName, ownerPassword, empty = false, ...organization }: NewOrganizationOptions,
  weakPassword: 'warn' | 'refuse',
): Promise<MadeOrganization> {
  const { email, fullName, password, warning } = await checkPersonInput(
    { email: ownerEmail, fullName: ownerName, password: ownerPassword },
    weakPassword,
  );
  const { apiKey, ...credentials } = newCredentials(app.secrets, await hashPassword(password));
  const botCredentials = systemBots.map(() => newCredentials(app.secrets, null));
  const given = { ...organization, owner: { email, fullName, ...credentials }, botCredentials };
  const { orgId, ownerId } = await app.db.write(0, 'system', async (tx) => {
    const made = await (empty ? createOrganization(tx, given) : createWithFirstChannel(tx, given));
    await writeInNewOrganization(tx, made.orgId, auditNew);
    return made;
  });
  await app.organizations.refresh();
  app.peers.send('organizations', null);
  searchIndexer(app).wake();
  return {
    realm_id: orgId,
    user_id: ownerId,
    email,
    api_key: apiKey,
    ...(warning === undefined ? {} : { warning }),
  };
}

const auditNew = (tx: Tx): Promise<void> =>
  audit(tx, {
    action: 'organization.create',
    target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
  });

async function createWithFirstChannel(tx: Tx, given: NewOrganization) {
  const made = await createOrganization(tx, given);
  await writeInNewOrganization(tx, made.orgId, (inner) => insertFirstChannel(inner, made.ownerId));
  return made;
}

// Continues a transaction in the organization that it created, so that both commit together.

/** The new organization is in no cache yet, so its events are only appended to its log. */
export async function writeInNewOrganization(
  tx: Tx,
  orgId: number,
  action: (tx: Tx) => Promise<void>,
): Promise<void> {
  const cache = await loadCache(tx, orgId, 0, tx.cache.clock);
  if (!cache) throw new Error(`This transaction has made no organization ${orgId}.`);
  const inner = new Tx(tx, {
    cache,
    lastPosition: 0,
    shift: 0,
    now: tx.now,
    settledNow: tx.settledNow,
    reactions: tx.reactions,
    author: tx.author,
  });
  await action(inner);
  inner.finish();
  await appendEntries(tx, orgId, inner.entries);
  for (const kind of inner.enqueued) tx.enqueued.add(kind);
}

// The content of a new organization: a channel for everyone, introductory topics, and a welcome message to its owner.

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
