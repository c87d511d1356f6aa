/**
 * Runs a bot for one call in a process of its own, which is killed when the call ends, fails, or exceeds its time or memory.
 * Node's permission model denies it the network, other processes, and all files but the program; `room.ts` what that leaves
 * open; and on Linux the kernel denies it other processes and the network again.
 */
import { once } from 'node:events';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BotProgram } from '../../core/bots/index.ts';
import { type Confinement, spawnConfined } from '../../lib/children/children.ts';
import { findConfinement } from '../../lib/children/confinement.ts';
import { residentBytes } from '../../lib/children/resident-bytes.ts';
import { valueAt } from '../../lib/json.ts';
import { BotRequestRefused } from './refused.ts';
import { room } from './room.ts';
import type { FromBot, Method, Order, Outcome } from './protocol.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import type { Readable } from 'node:stream';

/** Lines from an untrusted process, which may be endless. What is not asked for stays in the pipe, so that the process waits. */
async function* readLines(input: Readable, mostBytes: number): AsyncGenerator<string, undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = input;
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (bytes + end > mostBytes) break;
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString();
      [parts, bytes, rest] = [[], 0, rest.subarray(end + 1)];
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes > mostBytes) throw tooLarge();
  }
}

const longestStartMs = 20_000;
const heapMebibytes = 64;

/** Limits of one call. */
const usualLimits = { longestMs: 10_000, mostBytes: 256 * 1024 * 1024, mostRequests: 100 };
type Limits = typeof usualLimits;

/** UTF-16 units of one request, as a line of JSON. What is longer is not parsed, and not kept. */
const longestRequest = 200_000;
const mostBytesOfUnit = 3;
const looksEveryMs = 100;
const atOnce = 2;

/** A failure caused by the bot. The message is shown to its owner. */
export class BotFailure extends Error {
  override readonly name = 'BotFailure';
}

type Child = ReturnType<typeof spawnConfined>;
export type Handle = (method: Method, args: readonly unknown[]) => Promise<unknown>;

let running = 0;
const waiting: (() => void)[] = [];

type Call = Omit<Order, 'program' | 'room'>;

const getOrder = ({ file }: BotProgram, call: Call): Order => ({
  ...call,
  program: pathToFileURL(file).href,
  room,
});

/** @throws BotFailure */
export async function runProgram(
  program: BotProgram,
  call: Call,
  handle: Handle,
  limits: Limits = usualLimits,
): Promise<void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    await run(start(program, await findConfinement()), getOrder(program, call), handle, limits);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const start = ({ file }: BotProgram, by: Confinement) =>
  spawnConfined(new URL('./bot-process.ts', import.meta.url), {
    heapMebibytes,
    by,
    reads: [`${dirname(file)}/*`],
  });

async function run(
  child: Child,
  order: Order,
  handle: Handle,
  { longestMs, mostBytes, mostRequests }: Limits,
): Promise<void> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const fail = (reason: string) => reject(new BotFailure(reason));
  let clock = setTimeout(() => reject(new Error('The process of a bot does not start.')), longestStartMs);
  const memory = setInterval(() => {
    if (residentBytes(child) > mostBytes) fail('It takes too much memory.');
  }, looksEveryMs);
  child.on('error', reject);
  // A process that has ended reads nothing; its end is reported.
  child.stdin.on('error', () => undefined);
  const begin = () => {
    clearTimeout(clock);
    clock = setTimeout(() => fail(`It takes longer than ${longestMs / 1000} seconds.`), longestMs);
    return tell(child, order);
  };
  try {
    await Promise.race([converse(child, { begin, handle, mostRequests }), ended]);
  } finally {
    clearTimeout(clock);
    clearInterval(memory);
    child.kill('SIGKILL');
  }
}

interface Conversation {
  begin: () => Promise<void>;
  handle: Handle;
  mostRequests: number;
}

/** One request at a time: the next is read when the process has taken the outcome, so that no more than one is held here. */
async function converse(child: Child, { begin, handle, mostRequests }: Conversation): Promise<void> {
  let requests = -1;
  for await (const text of readLines(child.stdout, longestRequest * mostBytesOfUnit)) {
    if (text.length > longestRequest) throw tooLarge();
    if (++requests === 0) {
      await begin();
      continue;
    }
    const message = parseLine(text);
    if (!isFromBot(message)) throw new BotFailure('It says what cannot be understood.');
    if (message.kind === 'done') return;
    if (message.kind === 'failed') throw new BotFailure(message.reason.slice(0, 1000));
    if (requests > mostRequests) throw new BotFailure(`It asks for more than ${mostRequests} things.`);
    await tell(child, await carryOut(handle, message));
    // Others come between two of them.
    await setImmediate();
  }
  throw new BotFailure(crashed);
}

async function carryOut(
  handle: Handle,
  { id, method, args }: FromBot & { kind: 'request' },
): Promise<Outcome> {
  try {
    return { id, value: await handle(method, args) };
  } catch (error) {
    if (error instanceof BotRequestRefused) return { id, error: error.message };
    throw error;
  }
}

/** Resolves when the process reads fast enough for more. @throws BotFailure if it ends before that */
async function tell({ stdin }: Child, message: Order | Outcome): Promise<void> {
  if (stdin.write(`${JSON.stringify(message)}\n`)) return;
  await once(stdin, 'drain').catch(() => Promise.reject(new BotFailure(crashed)));
}

const crashed = 'It has crashed.';
const tooLarge = () => new BotFailure('It asks for something too large.');

/** @returns `undefined` for what is no message */
function parseLine(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
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
