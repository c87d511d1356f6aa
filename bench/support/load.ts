/**
 * The load generator: a separate process that sends sequential requests over raw keep-alive sockets. Each line of its
 * standard input is a JSON array of jobs, which it does side by side before it writes what it measured of each as a line of
 * standard output. Checks every response.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { composeRequest, ResponseParser } from './asker.ts';

export interface Ask {
  method: 'GET' | 'POST';
  /** Below `/api/v1`. */
  path: string;
  /** A form. */
  body?: string;
  /** Accepted encodings of the response. */
  encoding?: string;
}

export interface Job {
  port: number;
  /** The host of the organization; by default that at the root host. */
  host?: string | undefined;
  /** Base64 of `email:key`. */
  authorization: string;
  clients: number;
  /** Requests in all, in place of a time. */
  count?: number;
  /** Requests of all clients together at fixed times, whenever responses come; without it, each is sent after the response before. */
  perSecond?: number;
  seconds: number;
  /** Measured only after this long. */
  warmupSeconds: number;
  /** Each client goes through these in turn; `#` in a body becomes a number that never comes twice. */
  asks: Ask[];
}

export interface Measured {
  seconds: number;
  /** Milliseconds of each response, by index of what was asked. */
  times: number[][];
  errors: number;
  firstError: string | null;
}

async function run(job: Job): Promise<Measured> {
  const measured: Measured = { seconds: 0, times: job.asks.map(() => []), errors: 0, firstError: null };
  const start = performance.now();
  const from = start + job.warmupSeconds * 1000;
  const until = from + job.seconds * 1000;
  await Promise.all(
    Array.from({ length: job.clients }, (_, client) => runClient(job, client, from, until, measured)),
  );
  measured.seconds = (performance.now() - from) / 1000;
  return measured;
}

function runClient(job: Job, client: number, from: number, until: number, measured: Measured) {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const socket = connect(job.port, '127.0.0.1').setNoDelay(true);
  let sent = client;
  let sentAt = 0;
  let response = new ResponseParser();
  const waits = intervals(job, client);
  /** A request that is late because the response before it was has waited since it was due. */
  const send = (due = performance.now()) => {
    sent += job.clients;
    sentAt = due;
    socket.write(requestFor(job, sent));
  };
  const sendNext = () => {
    const due = waits();
    const wait = (due ?? 0) - performance.now();
    if (wait > 0) setTimeout(send, wait);
    else send(due);
  };
  socket.on('connect', sendNext);
  socket.on('error', reject);
  socket.on('data', (chunk: Buffer) => {
    if (!response.isWholeWith(chunk)) return;
    const now = performance.now();
    if (!response.isSuccess) {
      measured.errors++;
      measured.firstError ??= response.start;
    }
    response = new ResponseParser();
    if (sentAt >= from) measured.times[sent % job.asks.length]?.push(now - sentAt);
    if (job.count === undefined ? now < until : sent < job.count) return sendNext();
    socket.destroy();
    resolve(undefined);
  });
  return promise;
}

/** @returns when the next request of the client is due, as `performance.now()` counts; undefined where none waits */
function intervals({ perSecond, clients }: Job, client: number): () => number | undefined {
  if (perSecond === undefined) return () => undefined;
  const period = (clients / perSecond) * 1000;
  let due = performance.now() + (period * client) / clients;
  return () => (due += period);
}

function requestFor({ authorization, asks, host = '127.0.0.1' }: Job, sent: number): string {
  const { method, path, body = '', encoding } = asks[sent % asks.length] ?? { method: 'GET', path: '' };
  const form = body.replace('%23', String(sent));
  return composeRequest({ method, path, host, authorization, form, encoding });
}

if (import.meta.main)
  for await (const line of createInterface({ input: process.stdin })) {
    const jobs = JSON.parse(line) as Job[];
    process.stdout.write(`${JSON.stringify(await Promise.all(jobs.map(run)))}\n`);
  }
