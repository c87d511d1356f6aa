/**
 * Runs a bot for one call in a process of its own, which is killed when the call ends, fails, or exceeds its time or memory.
 * Node's permission model denies it the network, other processes, and all files but the program; `room.ts` what that leaves
 * open; and on Linux the kernel denies it other processes and the network again.
 */
import { dirname } from 'node:path';
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

// Lines from an untrusted process, which may be endless.

/** @param tooLong Called instead of collecting more than so many bytes of a line. */
function onLines(
  input: Readable,
  mostBytes: number,
  { line, tooLong }: { line: (text: string) => void; tooLong: () => void },
): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  input.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (bytes + end > mostBytes) break;
      line(Buffer.concat([...parts, rest.subarray(0, end)]).toString());
      [parts, bytes, rest] = [[], 0, rest.subarray(end + 1)];
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes <= mostBytes) return;
    input.destroy();
    tooLong();
  });
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

function run(
  child: ReturnType<typeof spawnConfined>,
  order: Order,
  handle: Handle,
  { longestMs, mostBytes, mostRequests }: Limits,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (reason: string) => reject(new BotFailure(reason));
  let clock = setTimeout(() => reject(new Error('The process of a bot does not start.')), longestStartMs);
  const memory = setInterval(() => {
    if (residentBytes(child) > mostBytes) fail('It takes too much memory.');
  }, looksEveryMs);
  // A process that has ended reads nothing; its end is reported.
  child.stdin.on('error', () => undefined);
  const tell = (message: Order | Outcome) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const begin = () => {
    clearTimeout(clock);
    clock = setTimeout(() => fail(`It takes longer than ${longestMs / 1000} seconds.`), longestMs);
    tell(order);
  };
  let requests = 0;
  const request = ({ id, method, args }: FromBot & { kind: 'request' }) => {
    if (++requests > mostRequests) fail(`It asks for more than ${mostRequests} things.`);
    else
      handle(method, args).then(
        (value) => tell({ id, value }),
        (error: unknown) =>
          error instanceof BotRequestRefused ? tell({ id, error: error.message }) : reject(error),
      );
  };
  let hasBegun = false;
  const tooLong = () => fail('It asks for something too large.');
  onLines(child.stdout, longestRequest * mostBytesOfUnit, {
    line(text) {
      const isTooLong = text.length > longestRequest;
      const message = isTooLong ? undefined : parseLine(text);
      if (isTooLong) tooLong();
      else if (!hasBegun) begin();
      else if (!isFromBot(message)) fail('It says what cannot be understood.');
      else if (message.kind === 'done') resolve(undefined);
      else if (message.kind === 'failed') fail(message.reason.slice(0, 1000));
      else request(message);
      hasBegun = true;
    },
    tooLong,
  });
  child.on('error', reject);
  // Not at its exit: what it has said last may still be read.
  child.once('close', () => fail('It has crashed.'));
  return promise.finally(() => {
    clearTimeout(clock);
    clearInterval(memory);
    child.kill('SIGKILL');
  });
}

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
