/**
 * The process of a bot: loads one program, calls it once, and forwards its requests. It imports nothing of the server, whose
 * files it cannot read. What the program must not have is taken away before it is loaded, see `room.ts`.
 */
import { Console } from 'node:console';
import nodeModule, { registerHooks } from 'node:module';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Bot, BotContext } from '../../../../sdk/index.ts';
import type { FromBot, Method, Order, Outcome, Room } from './protocol.ts';

const { stdin, stdout } = process;
const waiting = new Map<number, (outcome: Outcome) => void>();
let lastId = 0;

const say = (message: FromBot): void => void stdout.write(`${JSON.stringify(message)}\n`);

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

/** Leaves the modules, members of `process` and globals that are allowed, and no others. */
function closeRoom({ modules, members, globals }: Room): void {
  const isAllowed = (name: string) => modules.includes(name.replace(/^node:/, ''));
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!found.url.startsWith('node:') || isAllowed(found.url)) return found;
      throw new Error(`${found.url} is not available to bots.`);
    },
  });
  // Programs in CommonJS reach this class by their own `module`.
  for (const name of ['register', 'registerHooks', 'createRequire']) Reflect.deleteProperty(nodeModule, name);
  const { getBuiltinModule } = process;
  globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
  for (const target of [process, Object.getPrototypeOf(process) as object]) removeOthers(target, members);
  removeOthers(globalThis, globals);
  process.getBuiltinModule = (name: string) => (isAllowed(name) ? getBuiltinModule(name) : undefined);
}

function removeOthers(target: object, allowed: readonly string[]): void {
  for (const name of Object.getOwnPropertyNames(target))
    if (!allowed.includes(name) && !Reflect.deleteProperty(target, name))
      throw new Error(`${name} cannot be taken away.`);
}

async function run(order: Order): Promise<void> {
  try {
    closeRoom(order.room);
    // A program of another shape fails at its call, which is reported.
    const { default: bot } = (await import(order.program)) as { default: Bot };
    await bot(order.call, contextFor(order));
    say({ kind: 'done' });
  } catch (error) {
    say({ kind: 'failed', reason: String(error) });
  }
}

const lines = createInterface({ input: stdin, crlfDelay: Infinity });
// The server has ended, or has ended the call.
lines.once('close', () => process.exit());
lines.once('line', (first) => {
  lines.on('line', (line) => {
    // The server says what `Outcome` declares.
    const outcome = JSON.parse(line) as Outcome;
    waiting.get(outcome.id)?.(outcome);
  });
  // As `Order` declares.
  void run(JSON.parse(first) as Order);
});
say({ kind: 'ready' });
