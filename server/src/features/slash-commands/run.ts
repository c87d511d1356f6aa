/** Runs a command of the organization: calls its outgoing webhook while the user waits for the response. */
import type { ZcommandParams, ZcommandResponse, SlashCommand } from '../../../../wire/slash-commands.ts';
import { getRow } from '../../core/bots/index.ts';
import { channelForPosting } from '../../core/channels/index.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import {
  channelRef,
  checkDirectAllowed,
  cleanTopic,
  findDirect,
  isForChannel,
  memberKey,
  participants,
} from '../../core/messages/index.ts';
import {
  type Principal,
  type User,
  currentUser,
  type OrganizationCache,
  isInGroup,
} from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { organizationUrl } from '../../http/urls.ts';
import { apiError } from '../../lib/errors.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { getMention, prepareDraft, sendDirect, sendToChannel } from '../message-send/index.ts';
import { isCallFailure, newExchange, post, recordDelivery } from '../outgoing-webhooks/index.ts';
import {
  type Invocation,
  type Conversation,
  type CommandResponse,
  parseResponse,
  invocationBody,
} from './serialize-invocation.ts';
import { Places } from '../../lib/net/places.ts';
import { roles } from '../../../../wire/core.ts';

/** The client name of the responses. */
const client = 'OutgoingWebhook';
const timeoutMs = 10_000;
/** Limits: requests per user, and concurrent ones of an organization and of a bot, whose program may be slow. */
const perPerson = { seconds: 60, count: 30 };
const mostAtOnce = { organization: 10, bot: 5 };

const limits = defineService(() => ({
  people: new RateLimiter([perPerson]),
  running: new Places(mostAtOnce),
}));

interface ParsedCommand extends ZcommandParams {
  /** Lower case, without the slash. */
  name: string;
  /** The arguments. */
  text: string;
}

/** @throws ApiError for an unknown command or one that the user may not use, and if the webhook fails */
export async function runCommand(
  app: AppContext,
  me: Principal,
  asked: ParsedCommand,
): Promise<ZcommandResponse> {
  const { cache, user, orgId } = me;
  const row = isCommandName(asked.name) ? await commandNamed(app.db.read, orgId, asked.name) : undefined;
  if (!row || !canUse(cache, row, user))
    throw apiError('slash-commands.unknown', { name: asked.name.slice(0, 100) });
  const bot = cache.users.get(row.user_id) ?? user;
  const { payload_url: url, token, interface: format } = await getRow(app.db.read, bot);
  if (url === null || token === null) throw apiError('slash-commands.no-webhook');
  const invocation: Invocation = {
    command: `/${asked.name}`,
    text: asked.text,
    bot,
    user,
    organization: cache.organization,
    host: new URL(organizationUrl(app, cache.organization.subdomain)).host,
    token,
    format: format ?? 1,
    place: await findConversation(app.db.read, me, asked),
    now: app.clock.now(),
  };
  const said = await withinLimits(app, me, bot, () => ask(app, invocation, orgId, url));
  return said
    ? respond(app, { me, asked, row }, invocation, said)
    : { rendered_content: null, message_id: null };
}

/** The conversation, in which the user may send messages. @throws ApiError */
async function findConversation(
  db: Db,
  { cache, user, orgId }: Principal,
  { type, to, topic }: ZcommandParams,
): Promise<Conversation | undefined> {
  if (type === undefined || to === undefined) return undefined;
  if (!isForChannel({ type })) {
    const people = await participants(db, cache, user, to);
    const directId = (await findDirect(db, orgId, memberKey(people.map(({ id }) => id)))) ?? 0;
    await checkDirectAllowed(db, cache, user, { people, directId });
    return { people };
  }
  if (topic === undefined) throw apiError('parameters.missing-topic');
  return { channel: channelForPosting(cache, user, channelRef(to)), topic: cleanTopic(topic) };
}

async function withinLimits<T>(
  app: AppContext,
  me: Principal,
  bot: User,
  work: () => Promise<T>,
): Promise<T> {
  const { people, running } = limits(app);
  const { isAllowed, retryAfter } = people.use(String(me.id), app.clock.now());
  if (!isAllowed) throw apiError('requests.rate-limit', {}, { 'retry-after': retryAfter });
  const leave = running.take({ organization: me.orgId, bot: bot.id });
  if (!leave) throw apiError('slash-commands.busy');
  return work().finally(leave);
}

async function ask(
  app: AppContext,
  invocation: Invocation,
  orgId: number,
  url: string,
): Promise<CommandResponse | undefined> {
  const exchange = newExchange(app.clock.now());
  try {
    return parseResponse(
      await post(app, url, invocationBody(invocation), exchange, timeoutMs),
      invocation.format,
    );
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    exchange.error = error.message;
    throw apiError('slash-commands.failed', { command: invocation.command, reason: error.message });
  } finally {
    const delivery = { orgId, botId: invocation.bot.id, trigger: 'slash_command', attempt: 1 } as const;
    await recordDelivery(app, delivery, exchange);
  }
}

/**
 * Posts the response to the conversation if it is public and the bot may post there; otherwise only the user gets it.
 * @throws ApiError if the user may no longer run the command there
 */
async function respond(
  app: AppContext,
  { me, asked, row }: { me: Principal; asked: ParsedCommand; row: CommandRow },
  { bot, user, place, command, text }: Invocation,
  { content, isForAll }: CommandResponse,
): Promise<ZcommandResponse> {
  const linked = mediaProxy(app.secrets);
  const isPosted = isForAll && place && ('channel' in place || place.people.some(({ id }) => id === bot.id));
  if (!isPosted) {
    const draft = prepareDraft({ cache: me.cache, user: bot }, content, { linked });
    return { msg: draft.content, rendered_content: draft.rendered.html, message_id: null };
  }
  const heading = `${getMention(user)}: ${asCode(`${command} ${text}`.trim())}`;
  const draft = prepareDraft({ cache: me.cache, user: bot }, `${heading}\n\n${content}`, { linked });
  const posting = { draft, client, reading: { keepsUnread: true } };
  const { id } = await app.db.write(me.orgId, bot, async (tx) => {
    // The webhook may have taken seconds.
    const now = { ...me, cache: tx.cache, user: currentUser(tx.cache, me) };
    if (!now.user.isActive) throw apiError('users.account-deactivated');
    if (!canUse(tx.cache, row, now.user)) throw apiError('slash-commands.unknown', { name: asked.name });
    await findConversation(tx, now, asked);
    const sender = activeSender(tx.cache.users.get(bot.id));
    return 'channel' in place
      ? sendToChannel(tx, sender, { to: place.channel.id, topic: place.topic }, posting)
      : sendDirect(
          tx,
          sender,
          place.people.map((one) => one.id),
          posting,
        );
  });
  return { rendered_content: null, message_id: id };
}

function activeSender(bot: User | undefined): User {
  if (!bot?.isActive) throw apiError('slash-commands.no-webhook');
  return bot;
}

/** Inline code on one line. */
function asCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed();
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length > 1 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

export interface CommandRow {
  id: number;
  name: string;
  description: string;
  /** The bot. */
  user_id: number;
  group_id: number;
}

const columns = ['id', 'name', 'description', 'user_id', 'group_id'] as const;

export const commandRows = (db: Db, orgId: number): Promise<CommandRow[]> =>
  db.q.selectFrom('slash_command').select(columns).where('org_id', '=', orgId).orderBy('name').execute();

/** Also excludes characters that databases reject. */
export const isCommandName = (text: string): boolean => /^[a-z0-9][a-z0-9_-]*$/.test(text);

const commandNamed = (db: Db, orgId: number, name: string): Promise<CommandRow | undefined> =>
  db.q
    .selectFrom('slash_command')
    .select(columns)
    .where('org_id', '=', orgId)
    .where('name', '=', name)
    .executeTakeFirst();

/** A command cannot be used while its bot is deactivated. */
function canUse(cache: OrganizationCache, row: CommandRow, user: User): boolean {
  const group = cache.groups.get(row.group_id);
  const isReady = cache.users.get(row.user_id)?.isActive === true;
  return isReady && !user.isBot && group !== undefined && isInGroup(cache, group, user);
}

export async function getCommands(db: Db, { orgId, cache, user }: Principal): Promise<SlashCommand[]> {
  const isAdministrator = user.role <= roles.administrator;
  return (await commandRows(db, orgId))
    .map((row) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      bot_id: row.user_id,
      group_id: row.group_id,
      can_use: canUse(cache, row, user),
    }))
    .filter((command) => isAdministrator || command.can_use);
}
