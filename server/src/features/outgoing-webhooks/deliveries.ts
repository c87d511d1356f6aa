/** The log of requests to outgoing webhooks: the latest ones of each bot, for its owner and administrators. */
import { botTypes } from '../../../../wire/bots.ts';
import type { OutgoingDelivery } from '../../../../wire/deliveries.ts';
import { botToAdminister } from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, jobKind } from '../../core/jobs/index.ts';
import { expiry, type Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { truncate } from '../../lib/text.ts';
import { type Trigger, type Body, Unreadable } from './serialize-call.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';

const mostPerBot = 50;
const keptMs = 30 * 24 * 3600_000;
const longestResponse = 1000;

interface Delivery {
  orgId: number;
  botId: number;
  /** Undefined for slash commands. */
  messageId?: number | undefined;
  trigger: Trigger;
  attempt: number;
}

export async function recordDelivery(
  { db }: Pick<AppContext, 'db'>,
  { orgId, botId, messageId, trigger, attempt }: Delivery,
  { sentAt, ms, status, error, response }: Exchange,
): Promise<void> {
  await db.write(orgId, 'system', async (tx) => {
    await tx.q
      .insertInto('outgoing_delivery')
      .values({
        org_id: orgId,
        user_id: botId,
        message_id: messageId ?? null,
        trigger_name: trigger,
        attempt,
        sent_at: sentAt,
        ms,
        status,
        error: shown(error),
        response: shown(response),
      })
      .execute();
    await dropOlder(tx, botId);
  });
}

/** PostgreSQL rejects NUL characters and lone surrogates. */
function shown(text: string | null): string | null {
  if (text === null) return null;
  const beginning = text.slice(0, 2 * longestResponse + 2).toWellFormed();
  return truncate(beginning.replaceAll(/(?![\t\n])\p{Cc}/gu, ' '), longestResponse, '…');
}

async function dropOlder(tx: Tx, botId: number): Promise<void> {
  const oldest = await tx.q
    .selectFrom('outgoing_delivery')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', botId)
    .orderBy('id', 'desc')
    .offset(mostPerBot)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await tx.q
    .deleteFrom('outgoing_delivery')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', botId)
    .where('id', '<=', oldest.id)
    .execute();
}

/** Newest first. */
export async function getDeliveries(db: Db, me: Principal, id: number): Promise<OutgoingDelivery[]> {
  const bot = botToAdminister(me.cache, me.user, id);
  const rows = await db.q
    .selectFrom('outgoing_delivery')
    .selectAll()
    .where('org_id', '=', me.orgId)
    .where('user_id', '=', bot.id)
    .orderBy('id', 'desc')
    .limit(mostPerBot)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    trigger: row.trigger_name,
    message_id: row.message_id,
    attempt: row.attempt,
    timestamp: Math.floor(row.sent_at / 1000),
    milliseconds: row.ms,
    status: row.status,
    error: row.error,
    response: row.response,
  }));
}

/** Calls the bot again for the same message; its response is posted even if an earlier one was. */
export async function sendAgain(tx: Tx, me: Pick<Principal, 'id'>, botId: number, id: number): Promise<void> {
  const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), botId);
  if (bot.botType !== botTypes.outgoing) throw apiError('bots.not-outgoing');
  const row = await tx.q
    .selectFrom('outgoing_delivery')
    .select(['message_id', 'trigger_name'])
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', bot.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw apiError('deliveries.not-found');
  if (row.message_id === null) throw apiError('deliveries.not-repeatable');
  const trigger = row.trigger_name;
  await enqueue(tx, jobs.callWebhook, { botId: bot.id, messageId: row.message_id, trigger, again: tx.now });
}

export const deleteOldDeliveries = expiry(
  (tx, limit) =>
    tx.q
      .selectFrom('outgoing_delivery')
      .select('id')
      .where('org_id', '=', tx.orgId)
      .where('sent_at', '<', tx.now - keptMs)
      .limit(limit)
      .execute(),
  async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    await tx.q
      .deleteFrom('outgoing_delivery')
      .where('org_id', '=', tx.orgId)
      .where('id', 'in', ids)
      .execute();
  },
);

// Job kinds of this feature, with their payloads.

export interface CallWebhook {
  botId: number;
  messageId: number;
  trigger: Trigger;
  /** When a user requested the repetition; its response is posted even if an earlier one was. */
  again?: number;
}

export const jobs = {
  /** Calls a bot by HTTP. */
  callWebhook: jobKind<CallWebhook>('callWebhook'),
};

// One request to the URL of a bot, and its result.

/** A temporary failure: a retry may succeed. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Whether `post` or `replyIn` threw it. The message is shown to people. */
export const isCallFailure = (error: unknown): error is Error =>
  [Unavailable, Unreadable, FetchRefused].some((kind) => error instanceof kind);

interface Exchange {
  /** Milliseconds since 1970. */
  sentAt: number;
  ms: number;
  /** null until a response arrives. */
  status: number | null;
  /** The beginning of the response. */
  response: string | null;
  /** Why it failed, for people. */
  error: string | null;
}

export const newExchange = (sentAt: number): Exchange => ({
  sentAt,
  ms: 0,
  status: null,
  response: null,
  error: null,
});

/** @returns the response's text @throws Unavailable, Unreadable, FetchRefused */
export async function post(
  { config }: Pick<AppContext, 'config'>,
  url: string,
  { contentType, text: body }: Body,
  exchange: Exchange,
  timeoutMs?: number,
): Promise<string> {
  const headers = { 'content-type': contentType };
  const request = { method: 'POST', headers, body, reachable: config.reachableNetworks } as const;
  const startedAt = performance.now();
  try {
    const { status, text } = await guardedFetch(url, {
      ...request,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    Object.assign(exchange, { status, response: text });
    if (status >= 500 || status === 429) throw new Unavailable(`It responded with status ${status}.`);
    if (status < 200 || status > 299) throw new Unreadable(`It responded with status ${status}.`);
    return text;
  } catch (error) {
    // An unreachable server is retried; a forbidden address is not.
    if (error instanceof FetchRefused && error.isPassing) throw new Unavailable(error.message);
    throw error;
  } finally {
    exchange.ms = Math.round(performance.now() - startedAt);
  }
}
