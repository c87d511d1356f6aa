/** Carries out requests of bots with the permissions of the bot's account. */
import type { BotDestination, BotMessage } from '../../../../sdk/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { valueAt } from '../../lib/json.ts';
import { NarrowError } from '../../lib/narrow/terms.ts';
import { deleteEntries, getStorage, keep } from '../bots/index.ts';
import { type SendRequest, sendMessage } from '../message-send/index.ts';
import { addReaction } from '../reactions/index.ts';
import type { Handle } from './process.ts';
import type { Method } from './protocol.ts';
import { BotRequestRefused } from './refused.ts';
import { fetchMessages, fetchTopics } from './serialize-fetched.ts';

/** The client name of these messages. */
const client = 'EmbeddedBot';
const mostMessages = 5;

export interface Host {
  app: AppContext;
  me: Principal;
  /** The message that the bot was called for. */
  messageId: number;
  /** Where it replies. */
  origin: BotDestination;
}

/** @returns the handler of requests of one call, which throws BotRequestRefused for what the bot may not do */
export function hostFor(host: Host): Handle {
  const handlers = handlersFor(host);
  return async (method, args) => {
    if (!Object.hasOwn(handlers, method)) throw new BotRequestRefused('There is no such method.');
    try {
      return await handlers[method](...args);
    } catch (error) {
      if (error instanceof ApiError || error instanceof NarrowError)
        throw new BotRequestRefused(error.message);
      throw error;
    }
  };
}

function handlersFor(host: Host): Record<Method, (...args: unknown[]) => Promise<unknown>> {
  const { app, me, messageId, origin } = host;
  let sent = 0;
  const send = async (to: BotDestination, content: unknown): Promise<number> => {
    sent++;
    if (sent > mostMessages) throw new BotRequestRefused(`A call may send ${mostMessages} messages.`);
    // The job may run again after a crash; the key keeps it from sending a message twice.
    const key = `bot ${messageId} ${sent}`;
    const request = { ...destination(to), content: text(content), idempotencyKey: key, isKeyEnough: true };
    return (await sendMessage(app, me, request, client)).id;
  };
  return {
    reply: (content) => send(origin, content),
    send: (to, content) => send(checkedDestination(to), content),
    react: (emoji) =>
      app.db.write(me.orgId, me, (tx) => addReaction(tx, me, messageId, { emoji_name: text(emoji) })),
    get: async (key) => {
      const name = text(key);
      return (await getStorage(app.db.read, me.id, undefined))[name];
    },
    set: (key, value) => app.db.write(me.orgId, me, (tx) => keep(tx, me.id, { [text(key)]: text(value) })),
    delete: (key) => app.db.write(me.orgId, me, (tx) => deleteEntries(tx, me.id, [text(key)])),
    topics: (channel) => fetchTopics(app, me, text(channel)),
    messages: (channel, topic, range): Promise<BotMessage[]> =>
      fetchMessages(app, me, { channel: text(channel), topic: text(topic), range: checkedRange(range) }),
  };
}

function text(given: unknown): string {
  if (typeof given !== 'string') throw new BotRequestRefused('A text is expected.');
  return given;
}

const isId = (given: unknown): given is number => Number.isSafeInteger(given);

function checkedDestination(given: unknown): BotDestination {
  const users = valueAt(given, 'users');
  if (Array.isArray(users) && users.every(isId)) return { users };
  return { channel: text(valueAt(given, 'channel')), topic: text(valueAt(given, 'topic')) };
}

function destination(to: BotDestination): Pick<SendRequest, 'type' | 'to' | 'topic'> {
  if ('users' in to) return { type: 'direct', to: [...to.users] };
  return { type: 'channel', to: to.channel, topic: to.topic };
}

const mostFetched = 100;

function checkedRange(given: unknown): { isFirst: boolean; count: number } {
  const first = valueAt(given, 'first');
  const count = first ?? valueAt(given, 'last');
  if (!isId(count) || count < 1 || count > mostFetched)
    throw new BotRequestRefused(`Between 1 and ${mostFetched} messages can be fetched.`);
  return { isFirst: first !== undefined, count };
}
