/** B1 to B4: durable sends, by number of clients and of subscribers. */
import { startPostgres } from '../tests/support/services/postgres.ts';
import { seed } from './seed.ts';
import {
  bytesWritten,
  cpuMicroseconds,
  generate,
  startServer,
  temporaryFolder,
  type Server,
} from './support/processes.ts';
import type { Ask } from './support/load.ts';
import type { Line } from './support/report.ts';
import { median, summarize, type Summary } from './support/stats.ts';

export interface Effort {
  seconds: number;
  warmupSeconds: number;
  rounds: number;
}

const text =
  'Message number # with some **bold** words, a `name` and a link https://example.com/page to read';

export const sendTo = (channel: string): Ask => ({
  method: 'POST',
  path: '/messages',
  body: new URLSearchParams({ type: 'channel', to: channel, topic: 'loom', content: text }).toString(),
});

interface Target {
  id: string;
  clients: number;
  perSecond: number;
  p50: number;
  p99: number;
}

const targets: readonly Target[] = [
  { id: 'B1', clients: 1, perSecond: 1200, p50: 0.8, p99: 3 },
  { id: 'B2', clients: 16, perSecond: 4500, p50: Infinity, p99: 8 },
  { id: 'B3', clients: 64, perSecond: 7000, p50: Infinity, p99: 20 },
];

/** On PostgreSQL beside the server, on the same cores. */
const postgresTargets: readonly Target[] = [
  { id: 'P1', clients: 1, perSecond: 700, p50: Infinity, p99: Infinity },
  { id: 'P2', clients: 16, perSecond: 3000, p50: Infinity, p99: Infinity },
  { id: 'P3', clients: 64, perSecond: 4000, p50: Infinity, p99: Infinity },
];

export const measureSends = (effort: Effort): Promise<Line[]> => measureOn(targets, effort);

export async function measurePostgresSends(effort: Effort): Promise<Line[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    return await measureOn(postgresTargets, effort, postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function measureOn(goals: readonly Target[], effort: Effort, databaseUrl?: string): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization } = await seed(folder.path, [10], databaseUrl);
    const server = await startServer(folder.path, databaseUrl ? ['--database-url', databaseUrl] : []);
    const lines: Line[] = [];
    for (const goal of goals) lines.push(await measureTarget(server, authorization, goal, effort));
    await server.stop();
    return lines;
  } finally {
    folder.remove();
  }
}

async function measureTarget(
  server: Server,
  authorization: string,
  { id, clients, perSecond, p50, p99 }: Target,
  effort: Effort,
): Promise<Line> {
  const rounds: { summary: Summary; cpu: number }[] = [];
  for (let round = 0; round < effort.rounds; round++) {
    const cpu = cpuMicroseconds(server.pid);
    const { times, seconds } = await generate({
      port: server.port,
      authorization,
      clients,
      asks: [sendTo('size-10')],
      ...effort,
    });
    const summary = summarize(times.flat(), seconds);
    const share = effort.seconds / (effort.seconds + effort.warmupSeconds);
    rounds.push({ summary, cpu: ((cpuMicroseconds(server.pid) - cpu) * share) / summary.count });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const rate = of(({ summary }) => summary.perSecond);
  const middle = of(({ summary }) => summary.p50);
  const slow = of(({ summary }) => summary.p99);
  const limits = [
    `>= ${perSecond}/s`,
    ...(p50 < Infinity ? [`p50 <= ${p50}`] : []),
    ...(p99 < Infinity ? [`p99 <= ${p99} ms`] : []),
  ];
  return {
    id,
    what: `send, ${clients} client${clients === 1 ? '' : 's'}, 10 subscribers`,
    measured: `${rate.toFixed(0)}/s, p50 ${middle.toFixed(2)}, p99 ${slow.toFixed(2)} ms, ${of(({ cpu }) => cpu).toFixed(0)} us CPU each`,
    target: limits.join(', '),
    isMet: rate >= perSecond && middle <= p50 && slow <= p99,
  };
}

const sizes = [10, 1000, 10_000, 100_000] as const;

/** B4: what a message costs must not depend on who gets it. */
export async function measureAudience(effort: Effort): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization } = await seed(folder.path, sizes);
    const server = await startServer(folder.path);
    const bytes: number[] = [];
    await firstRequest(server, authorization);
    const job = { port: server.port, authorization, clients: 1, ...effort };
    const { times } = await generate({ ...job, asks: sizes.map((size) => sendTo(`size-${size}`)) });
    for (const size of [sizes[0], sizes[3]]) {
      const before = bytesWritten(server.pid);
      const alone = await generate({
        ...job,
        seconds: 1,
        warmupSeconds: 0,
        asks: [sendTo(`size-${size}`)],
      });
      bytes.push((bytesWritten(server.pid) - before) / alone.times.flat().length / 1000);
    }
    await server.stop();
    return audienceLines(times, bytes);
  } finally {
    folder.remove();
  }
}

/** The organization is read into memory at the first request: that is not what is measured here. */
async function firstRequest({ port }: Server, authorization: string): Promise<void> {
  const headers = { authorization: `Basic ${authorization}` };
  const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/users/me`, { headers });
  if (status !== 200) throw new Error(`The first request returned ${status}.`);
}

function audienceLines(times: number[][], bytes: number[]): Line[] {
  const middles = times.map((some) => summarize(some, 1).p50);
  const [fewest = NaN, ...others] = middles;
  const most = others.at(-1) ?? NaN;
  return [
    {
      id: 'B4',
      what: `send to ${sizes.join(' / ')} subscribers`,
      measured: `p50 ${middles.map((middle) => middle.toFixed(2)).join(' / ')} ms`,
      target: 'last <= 1.25 x first, <= 1.0 ms',
      isMet: most <= 1.25 * fewest && most <= 1,
    },
    {
      id: 'B4',
      what: `bytes written a send, ${sizes[0]} / ${sizes[3]} subscribers`,
      measured: `${bytes.map((kb) => kb.toFixed(1)).join(' / ')} KB`,
      target: '<= 40 KB',
      isMet: bytes.every((kb) => kb <= 40),
    },
  ];
}
