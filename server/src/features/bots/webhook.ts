/** Calling a bot by HTTP, and saying in its name what it answers. */
import { botInterfaces } from '../../../../wire/bots.ts';
import type { SendMessageAnswer } from '../../../../wire/messages.ts';
import { rowOf } from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type MessageFacts, quotableMessage, quoted, urlOf } from '../../core/messages/index.ts';
import type { Directory, Principal, User } from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import { linkedMedia } from '../media-proxy/index.ts';
import {
  type Draft,
  draftFor,
  mentionOf,
  notificationBot,
  prepareDraft,
  rememberSend,
  sendDirect,
  sendToChannel,
  sentBefore,
} from '../message-send/index.ts';
import { givenWidget } from '../submessages/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { topicLinks } from '../../lib/markdown/links/topic-links.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { organizationUrl } from '../../http/urls.ts';
import { bodyOf, replyIn, Unreadable, type Call, type Reply } from './serialize-webhooks.ts';
import { type CallWebhook } from './jobs.ts';

/** The name of the program that such messages come from. */
const client = 'OutgoingWebhook';
const mostTries = 3;

/** The next try may do better. */
class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** @throws Error while there is hope that another try does better; the owner is notified of the last one. */
export async function callWebhook({ app, orgId, payload, attempt }: JobContext<CallWebhook>): Promise<void> {
  const directory = await app.organizations.directory(orgId);
  const bot = directory.users.get(payload.botId);
  if (!bot?.isActive) return;
  const found = await callOf(app, directory, bot, payload);
  if (!found) return;
  try {
    const said = await ask(app, found.call, found.url);
    if (said !== undefined) await say(app, directory, found.call, said);
  } catch (error) {
    if (!isExpected(error)) throw error;
    if (error instanceof Unavailable && attempt < mostTries) throw error;
    await tellOwner(app, directory, found.call, error.message);
  }
}

const isExpected = (error: unknown): error is Error =>
  [Unavailable, Unreadable, FetchRefused, ApiError].some((kind) => error instanceof kind);

/** Undefined when the message is gone, the bot may not read it any more, or it is no webhook. */
async function callOf(
  app: AppContext,
  directory: Directory,
  bot: User,
  { messageId, trigger }: CallWebhook,
): Promise<{ call: Call; url: string } | undefined> {
  const { payload_url: url, token, interface: format } = await rowOf(app.db.read, bot);
  const facts = await factsOf(app, directory, bot, messageId);
  if (url === null || token === null || !facts) return undefined;
  const { organization } = directory;
  const { host } = new URL(organizationUrl(app, organization.subdomain));
  const call = { bot, organization, host, trigger, token, format: format ?? botInterfaces.generic, ...facts };
  return { call, url };
}

async function factsOf(
  { db }: Pick<AppContext, 'db'>,
  directory: Directory,
  bot: User,
  id: number,
): Promise<Pick<Call, 'facts' | 'content' | 'rendered'> | undefined> {
  const quotable = await quotableMessage(db.read, principal(directory, bot), id).catch(noneIfRefused);
  const row = await db.read.q
    .selectFrom('message')
    .select(['content', 'rendered', 'client', 'sent_at', 'topic', 'direct_id', 'traits'])
    .where('id', '=', id)
    .where('org_id', '=', directory.orgId)
    .executeTakeFirst();
  if (!quotable || !row) return undefined;
  const { place } = quotable;
  const facts: MessageFacts = {
    id,
    sender: quotable.sender,
    realm: directory.organization.subdomain,
    client: row.client,
    sentAt: row.sent_at,
    topic: row.topic,
    topicLinks: topicLinks(row.topic, directory.organization.linkifiers),
    isMe: (row.traits & trait.isMe) !== 0,
    place: 'channel' in place ? place : { directId: row.direct_id ?? 0, people: place.people },
  };
  return { facts, content: row.content, rendered: row.rendered };
}

const principal = (directory: Directory, user: User): Principal => ({
  id: user.id,
  orgId: directory.orgId,
  user,
  directory,
});

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** @returns undefined where the bot has nothing to say. */
async function ask({ config }: AppContext, call: Call, url: string): Promise<Reply | undefined> {
  const { contentType, text } = bodyOf(call);
  const { status, text: answer } = await guardedFetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: text,
    reachable: config.reachableNetworks,
  }).catch(hopeful);
  if (status >= 500 || status === 429) throw new Unavailable(`It answered with status ${status}.`);
  if (status < 200 || status > 299) throw new Unreadable(`It answered with status ${status}.`);
  return replyIn(answer, call.format);
}

/** A server that cannot be reached now may be later; one that must not be called must not be called then. */
function hopeful(error: unknown): never {
  if (error instanceof FetchRefused && error.isPassing) throw new Unavailable(error.message);
  throw error;
}

/** Once, though the server ends between that and the end of the job, and the bot is asked again. */
async function say(
  { db, secrets }: AppContext,
  directory: Directory,
  { bot, facts: { id, place } }: Call,
  said: Reply,
): Promise<void> {
  const widget = said.widget === undefined ? undefined : givenWidget(said.widget);
  const draft = prepareDraft({ directory, user: bot }, said.text, { linked: linkedMedia(secrets), widget });
  const key = `webhook ${id}`;
  await db.write(directory.orgId, bot, async (tx) => {
    const sender = tx.directory.users.get(bot.id);
    if (!sender?.isActive || (await sentBefore(tx, bot.id, key)) !== undefined) return;
    const sent = await sendBeside(tx, sender, id, place, draft);
    if (sent === undefined) return;
    await rememberSend(tx, bot.id, key, { id: sent.id });
  });
}

/** Where the message stands by now; undefined when it is gone. */
async function sendBeside(
  tx: Tx,
  sender: User,
  id: number,
  place: MessageFacts['place'],
  draft: Draft,
): Promise<SendMessageAnswer | undefined> {
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

async function tellOwner(app: AppContext, directory: Directory, call: Call, why: string): Promise<void> {
  const { bot, facts } = call;
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId);
  if (!owner?.isActive) return;
  const readable = await quotableMessage(app.db.read, principal(directory, owner), facts.id).catch(
    noneIfRefused,
  );
  const message = readable ? `[a message](${urlOf(readable)})` : `message ${facts.id}`;
  const text = `Your bot ${mentionOf(bot)} was called for ${message}, without success:\n\n${quoted(why)}`;
  await app.db.write(directory.orgId, 'system', async (tx) => {
    const draft = draftFor(tx, owner, text);
    await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
  });
}
