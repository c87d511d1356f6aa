/**
 * Runs a bot for one call in a process of its own, which is killed when the call ends, fails, or exceeds its time or memory.
 * Node's permission model denies it the network, other processes, and all files but the program.
 */
import { fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BotProgram } from '../../core/bots/index.ts';
import { valueAt } from '../../lib/json.ts';
import { residentBytes } from '../../lib/resident-bytes.ts';
import { BotRequestRefused } from './refused.ts';
import type { FromBot, Method, Order, Outcome } from './protocol.ts';

const longestStartMs = 20_000;
const heapMebibytes = 64;

/** Limits of one call. */
const usualLimits = { longestMs: 10_000, mostBytes: 256 * 1024 * 1024, mostRequests: 100 };
type Limits = typeof usualLimits;

/** UTF-16 units of one request, as JSON. */
const longestRequest = 200_000;
const looksEveryMs = 100;
const atOnce = 2;

/** A failure caused by the bot. The message is shown to its owner. */
export class BotFailure extends Error {
  override readonly name = 'BotFailure';
}

export type Handle = (method: Method, args: readonly unknown[]) => Promise<unknown>;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws BotFailure */
export async function runProgram(
  program: BotProgram,
  order: Omit<Order, 'program'>,
  handle: Handle,
  limits: Limits = usualLimits,
): Promise<void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    await run(program, order, handle, limits);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const entry = fileURLToPath(new URL('./bot-process.ts', import.meta.url));

function start({ file }: BotProgram) {
  return fork(entry, {
    env: {},
    execArgv: [
      `--max-old-space-size=${heapMebibytes}`,
      '--permission',
      `--allow-fs-read=${entry}`,
      `--allow-fs-read=${dirname(file)}/*`,
      '--disable-warning=ExperimentalWarning',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function run(
  program: BotProgram,
  order: Omit<Order, 'program'>,
  handle: Handle,
  { longestMs, mostBytes, mostRequests }: Limits,
): Promise<void> {
  const child = start(program);
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (reason: string) => reject(new BotFailure(reason));
  let clock = setTimeout(() => reject(new Error('The process of a bot does not start.')), longestStartMs);
  const memory = setInterval(() => {
    if (residentBytes(child) > mostBytes) fail('It takes too much memory.');
  }, looksEveryMs);
  const begin = () => {
    clearTimeout(clock);
    clock = setTimeout(() => fail(`It takes longer than ${longestMs / 1000} seconds.`), longestMs);
    child.send({ ...order, program: pathToFileURL(program.file).href }, (error) => error && reject(error));
  };
  let requests = 0;
  const request = ({ id, method, args }: FromBot & { kind: 'request' }) => {
    const respond = (outcome: Outcome) => child.connected && child.send(outcome, () => undefined);
    if (++requests > mostRequests) fail(`It asks for more than ${mostRequests} things.`);
    else if (JSON.stringify(args).length > longestRequest) fail('It asks for something too large.');
    else
      handle(method, args).then(
        (value) => respond({ id, value }),
        (error: unknown) =>
          error instanceof BotRequestRefused ? respond({ id, error: error.message }) : reject(error),
      );
  };
  child.once('message', () => {
    begin();
    child.on('message', (message) => {
      if (!isFromBot(message)) fail('It says what cannot be understood.');
      else if (message.kind === 'done') resolve(undefined);
      else if (message.kind === 'failed') fail(message.reason.slice(0, 1000));
      else request(message);
    });
  });
  child.on('error', reject);
  child.once('exit', () => fail('It has crashed.'));
  return promise.finally(() => {
    clearTimeout(clock);
    clearInterval(memory);
    child.kill('SIGKILL');
  });
}

/** The program may send any message in place of `bot-process.ts`. */
function isFromBot(given: unknown): given is Exclude<FromBot, { kind: 'ready' }> {
  const kind = valueAt(given, 'kind');
  if (kind === 'request')
    return (
      Number.isSafeInteger(valueAt(given, 'id')) &&
      typeof valueAt(given, 'method') === 'string' &&
      Array.isArray(valueAt(given, 'args'))
    );
  return kind === 'done' || (kind === 'failed' && typeof valueAt(given, 'reason') === 'string');
}
