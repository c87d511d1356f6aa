/**
 * The process of a bot: loads one program, calls it once, and forwards its requests. It imports nothing of the server, whose
 * files it cannot read.
 */
import type { Bot, BotContext } from '../../../../sdk/index.ts';
import type { FromBot, Method, Order, Outcome } from './protocol.ts';

const waiting = new Map<number, (outcome: Outcome) => void>();
let lastId = 0;

const say = (message: FromBot): void => void process.send?.(message);

function request<T>(method: Method, ...args: unknown[]): Promise<T> {
  const id = ++lastId;
  say({ kind: 'request', id, method, args });
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ value, error }) => {
      waiting.delete(id);
      // The server responds as the SDK declares the method.
      if (error === undefined) resolve(value as T);
      else reject(new Error(error));
    });
  });
}

const contextFor = ({ self, config }: Order): BotContext => ({
  self,
  config,
  storage: {
    get: (key) => request('get', key),
    set: (key, value) => request('set', key, value),
    delete: (key) => request('delete', key),
  },
  reply: (content) => request('reply', content),
  send: (to, content) => request('send', to, content),
  react: (emojiName) => request('react', emojiName),
  topics: (channel) => request('topics', channel),
  messages: (channel, topic, range) => request('messages', channel, topic, range),
});

async function run(order: Order): Promise<void> {
  try {
    // A program of another shape fails at its call, which is reported.
    const { default: bot } = (await import(order.program)) as { default: Bot };
    await bot(order.call, contextFor(order));
    say({ kind: 'done' });
  } catch (error) {
    say({ kind: 'failed', reason: String(error) });
  }
}

process.once('message', (order: Order) => {
  process.on('message', (outcome: Outcome) => waiting.get(outcome.id)?.(outcome));
  void run(order);
});
say({ kind: 'ready' });
