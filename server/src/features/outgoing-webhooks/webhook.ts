/** Calls an outgoing webhook bot and posts its response. */
import { botInterfaces } from '../../../../wire/bots.ts';
import type { SendMessageResponse } from '../../../../wire/messages.ts';
import { getRow } from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type MessageFacts, quotableMessage, quoted, getUrl } from '../../core/messages/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  textsOfPerson,
} from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import {
  type Draft,
  prepareDraft,
  rememberSend,
  sendDirect,
  sendToChannel,
  sentBefore,
  draftFor,
  getMention,
  notificationBot,
} from '../message-send/index.ts';
import { givenWidget } from '../submessages/index.ts';
import { isRefusal } from '../../lib/errors.ts';
import { topicLinks } from '../../lib/markdown/links/topic-links.ts';
import { organizationUrl } from '../../http/urls.ts';
import {
  recordDelivery,
  type CallWebhook,
  isCallFailure,
  newExchange,
  post,
  Unavailable,
} from './deliveries.ts';
import { readBody, replyIn, type Call, type Reply } from './serialize-call.ts';

/** The client name of these messages. */
const client = 'OutgoingWebhook';
const mostTries = 3;

/** @throws Unavailable for a failure that the job retries; the owner is notified after the last attempt. */
export async function callWebhook({ app, orgId, payload, attempt }: JobContext<CallWebhook>): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const bot = cache.users.get(payload.botId);
  if (!bot?.isActive) return;
  const found = await getCall(app, cache, bot, payload);
  if (!found) return;
  const exchange = newExchange(app.clock.now());
  try {
    const said = replyIn(await post(app, found.url, readBody(found.call), exchange), found.call.format);
    if (said !== undefined) await say(app, cache, found.call, said, payload.again);
  } catch (error) {
    if (!isExpected(error)) throw error;
    exchange.error = error.message;
    if (error instanceof Unavailable && attempt < mostTries) throw error;
    await notifyBotOwner(app, cache, { bot, messageId: payload.messageId }, error.message);
  } finally {
    await recordDelivery(app, { orgId, ...payload, attempt }, exchange);
  }
}

const isExpected = (error: unknown): error is Error => isCallFailure(error) || isRefusal(error);

/** Undefined if the message was deleted, the bot can no longer read it, or the bot is no webhook. */
async function getCall(
  app: AppContext,
  cache: OrganizationCache,
  bot: User,
  { messageId, trigger }: CallWebhook,
): Promise<{ call: Call; url: string } | undefined> {
  const { payload_url: url, token, interface: format } = await getRow(app.db.read, bot);
  const facts = await getFacts(app, cache, bot, messageId);
  if (url === null || token === null || !facts) return undefined;
  const { organization } = cache;
  const { host } = new URL(organizationUrl(app, organization.subdomain));
  const call = { bot, organization, host, trigger, token, format: format ?? botInterfaces.generic, ...facts };
  return { call, url };
}

async function getFacts(
  { db }: Pick<AppContext, 'db'>,
  cache: OrganizationCache,
  bot: User,
  id: number,
): Promise<Pick<Call, 'facts' | 'content' | 'rendered'> | undefined> {
  const quotable = await quotableMessage(db.read, principal(cache, bot), id).catch(noneIfRefused);
  const row = await db.read.q
    .selectFrom('message')
    .select(['content', 'rendered', 'client', 'sent_at', 'topic', 'direct_id', 'traits'])
    .where('id', '=', id)
    .where('org_id', '=', cache.orgId)
    .executeTakeFirst();
  if (!quotable || !row) return undefined;
  const { place } = quotable;
  const facts: MessageFacts = {
    id,
    sender: quotable.sender,
    realm: cache.organization.subdomain,
    client: row.client,
    sentAt: row.sent_at,
    topic: row.topic,
    topicLinks: topicLinks(row.topic, cache.organization.linkifiers),
    isMe: (row.traits & trait.isMe) !== 0,
    place: 'channel' in place ? place : { directId: row.direct_id ?? 0, people: place.people },
  };
  return { facts, content: row.content, rendered: row.rendered };
}

const principal = (cache: OrganizationCache, user: User): Principal => ({
  id: user.id,
  orgId: cache.orgId,
  user,
  cache,
});

function noneIfRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

/** Idempotent: a crash before the end of the job repeats the call, but not the message. */
async function say(
  { db, secrets }: AppContext,
  cache: OrganizationCache,
  { bot, facts: { id, place } }: Call,
  said: Reply,
  again: number | undefined,
): Promise<void> {
  const widget = said.widget === undefined ? undefined : givenWidget(said.widget);
  const draft = prepareDraft({ cache, user: bot }, said.text, { linked: mediaProxy(secrets), widget });
  const key = again === undefined ? `webhook ${id}` : `webhook ${id} ${again}`;
  await db.write(cache.orgId, bot, async (tx) => {
    const sender = tx.cache.users.get(bot.id);
    if (!sender?.isActive || (await sentBefore(tx, bot.id, key)) !== undefined) return;
    const sent = await sendBeside(tx, sender, id, place, draft);
    if (sent === undefined) return;
    await rememberSend(tx, bot.id, key, { id: sent.id });
  });
}

/** Sends to the conversation that the message is in now. @returns undefined if it was deleted */
async function sendBeside(
  tx: Tx,
  sender: User,
  id: number,
  place: MessageFacts['place'],
  draft: Draft,
): Promise<SendMessageResponse | undefined> {
  const row = await tx.q
    .selectFrom('message')
    .select(['channel_id', 'topic'])
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  if (!row) return undefined;
  const reading = { keepsUnread: true };
  if ('people' in place)
    return sendDirect(
      tx,
      sender,
      place.people.map((user) => user.id),
      { draft, client, reading },
    );
  const to = row.channel_id ?? place.channel.id;
  return sendToChannel(tx, sender, { to, topic: row.topic }, { draft, client, reading });
}

// Notifies the owner of a bot that a call of it failed.

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
