/** The job: runs an embedded bot for one message. Failures are recorded, and the owner is notified. */
import type { BotCall, BotDestination } from '../../../../sdk/index.ts';
import { botPrograms, getRow, type BotProgram } from '../../core/bots/index.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type JobContext, jobKind } from '../../core/jobs/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import { type Quotable, quotableMessage } from '../../core/messages/index.ts';
import type { OrganizationCache, Principal, User } from '../../core/organization/index.ts';
import { isRefusal } from '../../lib/errors.ts';
import { parseStored } from '../../lib/json.ts';
import { newExchange, notifyBotOwner, recordDelivery } from '../outgoing-webhooks/index.ts';
import { hostFor } from './host.ts';
import { BotFailure, runProgram } from './process.ts';

const limits = defineService((app: AppContext) => ({
  calls: makeLimit(app, 'embedded bot', { seconds: 60, count: 30 }),
  notices: makeLimit(app, 'embedded bot notice', { seconds: 3600, count: 1 }),
}));

/** @throws Error for failures that the bot has not caused; the job is then retried */
export async function runBot({ app, orgId, payload, attempt }: JobContext<RunBot>): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const bot = cache.users.get(payload.botId);
  if (!bot?.isActive) return;
  const me: Principal = { id: bot.id, orgId, user: bot, cache };
  const message = await quotableMessage(app.db.read, me, payload.messageId).catch(noneIfRefused);
  if (!message) return;
  const exchange = newExchange(app.clock.now());
  const startedAt = performance.now();
  try {
    if (!(await limits(app).calls.use(String(bot.id))).isAllowed)
      throw new BotFailure('It is called too often.');
    const { service_name: name, config } = await getRow(app.db.read, bot);
    const program = botPrograms(app).get(name ?? '');
    if (!program)
      throw new BotFailure(`There is no program ${JSON.stringify(name)} on this server any more.`);
    await callProgram(app, me, message, { program, config: parseStored<Record<string, string>>(config) });
  } catch (error) {
    if (!(error instanceof BotFailure)) throw error;
    exchange.error = error.message;
    app.log.warn({ org: orgId, bot: bot.id, reason: error.message }, 'an embedded bot failed');
    await notifyOnce(app, cache, bot, message.id, error.message);
  } finally {
    exchange.ms = Math.round(performance.now() - startedAt);
    await recordDelivery(app, { orgId, ...payload, attempt }, exchange);
  }
}

async function callProgram(
  app: AppContext,
  me: Principal,
  message: Quotable,
  { program, config }: { program: BotProgram; config: Readonly<Record<string, string>> },
): Promise<void> {
  const order = {
    call: callFor(me.user, message),
    self: { id: me.id, name: me.user.fullName },
    config: { ...program.config, ...config },
  };
  const origin = replyDestination(message);
  await runProgram(program, order, hostFor({ app, me, messageId: message.id, origin }));
}

function callFor(bot: User, { id, sender, sentAt, content, place }: Quotable): BotCall {
  return {
    id,
    sender: { id: sender.id, name: sender.fullName },
    content,
    sentAt: Math.floor(sentAt / 1000),
    ...('channel' in place && { channel: place.channel.name, topic: place.topic }),
    isDirect: 'people' in place,
    text: withoutMention(content, bot),
  };
}

/** Mentions with an ID in them too. */
function withoutMention(content: string, { fullName, id }: User): string {
  const forms = [`@**${fullName}**`, `@**${fullName}|${id}**`];
  return forms.reduce((text, form) => text.replaceAll(form, ''), content).trim();
}

const replyDestination = ({ place }: Quotable): BotDestination =>
  'channel' in place
    ? { channel: place.channel.name, topic: place.topic }
    : { users: place.people.map(({ id }) => id) };

async function notifyOnce(
  app: AppContext,
  cache: OrganizationCache,
  bot: User,
  messageId: number,
  why: string,
): Promise<void> {
  if (!(await limits(app).notices.use(String(bot.id))).isAllowed) return;
  await notifyBotOwner(app, cache, { bot, messageId }, why);
}

function noneIfRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

// Job kinds of this feature, with their payloads.

interface RunBot {
  botId: number;
  messageId: number;
  trigger: 'mention' | 'direct_message';
}

export const jobs = {
  /** Runs an embedded bot for one message. */
  runBot: jobKind<RunBot>('runBot'),
};
