/**
 * The generator: a process of its own that sends form posts over raw keep-alive sockets, one after the other on each.
 * Reads its job as JSON from standard input and writes what it measured to standard output. Every answer is looked at.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Job {
  port: number;
  /** Base64 of `email:key`. */
  authorization: string;
  clients: number;
  seconds: number;
  /** Measured only after this long. */
  warmupSeconds: number;
  /** Each client goes through these in turn; `#` becomes a number that never comes twice. */
  bodies: string[];
}

export interface Measured {
  seconds: number;
  /** Milliseconds of each answer, by index of the body that was sent. */
  times: number[][];
  errors: number;
  firstError: string | null;
}

async function run(job: Job): Promise<Measured> {
  const measured: Measured = { seconds: 0, times: job.bodies.map(() => []), errors: 0, firstError: null };
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
  let received = '';
  const send = () => {
    sent += job.clients;
    sentAt = performance.now();
    socket.write(requestFor(job, sent));
  };
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (!isWhole(received)) return;
    const now = performance.now();
    if (!received.startsWith('HTTP/1.1 200') || !received.includes('"result":"success"')) {
      measured.errors++;
      measured.firstError ??= received;
    }
    received = '';
    if (sentAt >= from) measured.times[sent % job.bodies.length]?.push(now - sentAt);
    if (now < until) return send();
    socket.destroy();
    resolve(undefined);
  });
  return promise;
}

function requestFor({ authorization, bodies }: Job, sent: number): string {
  const body = (bodies[sent % bodies.length] ?? '').replace('%23', String(sent));
  return (
    `POST /api/v1/messages HTTP/1.1\r\nHost: bench\r\nAuthorization: Basic ${authorization}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(received)?.[1];
  return end >= 0 && length !== undefined && received.length >= end + 4 + Number(length);
}

if (import.meta.main)
  process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Job)));
