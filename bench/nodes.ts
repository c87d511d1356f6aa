/**
 * Several nodes on one PostgreSQL: how long an event takes from one to another, what a node more or less costs those who
 * send, and how soon someone else serves the polls of one that was killed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../tests/support/client.ts';
import { freePort } from '../tests/support/services/free-port.ts';
import { startPostgres, type TestPostgres } from '../tests/support/services/postgres.ts';
import { seed, type Seeded } from './seed.ts';
import { type Effort, sendTo } from './send.ts';
import {
  cpuMicroseconds,
  cpuWithChildren,
  generateAll,
  startServer,
  temporaryFolder,
  type Server,
} from './support/processes.ts';
import type { Line } from './support/report.ts';
import { median, summarize } from './support/stats.ts';

const clients = 48;
const organizations = 10;
const events = 200;
const kills = 7;
const lagTarget = { p50: 3, p99: 15 };
/** Of what one node sends. */
const leastShare = 0.8;
/** For each node that has just started: before, a good part of what is measured is V8 that compiles, in each of them. */
const compilingSeconds = 5;

interface Stage {
  folder: string;
  databaseUrl: string;
  postgres: Pick<TestPostgres, 'pid'>;
  /** The first is at the root host. */
  seeded: Seeded[];
}

export async function measureNodes(effort: Effort): Promise<Line[]> {
  const folder = temporaryFolder();
  const postgres = await startPostgres({ isDurable: true });
  try {
    const stage: Stage = { folder: join(folder.path, '0'), databaseUrl: postgres.url, postgres, seeded: [] };
    mkdirSync(stage.folder);
    for (let i = 0; i < organizations; i++)
      stage.seeded.push(await seed(stage.folder, [10], postgres.url, i === 0 ? '' : `organization-${i}`));
    return [
      ...(await measureLag(stage, 'LISTEN/NOTIFY', [])),
      ...(await measureLagWithNats(stage)),
      ...(await measureSends(stage, effort)),
      ...(await measureApplying(stage, effort)),
      await measureKills(stage),
    ];
  } finally {
    await postgres.stop();
    folder.remove();
  }
}

/** No file is stored. */
const sharedFiles = ['--s3-bucket', 'bench', '--s3-endpoint', 'http://127.0.0.1:9'];

async function startNodes({ folder, databaseUrl }: Stage, count: number, args: string[] = []) {
  const nodes: Server[] = [];
  for (let i = 0; i < count; i++) nodes.push(await startNode(folder, databaseUrl, i, args));
  return nodes;
}

/** Every node has the secrets of the first one. */
function startNode(folder: string, databaseUrl: string, at: number, args: string[] = []): Promise<Server> {
  const dataDir = at === 0 ? folder : `${folder}-${at}`;
  mkdirSync(dataDir, { recursive: true });
  if (at > 0) copyFileSync(join(folder, 'secrets.toml'), join(dataDir, 'secrets.toml'));
  return startServer(dataDir, ['--database-url', databaseUrl, ...sharedFiles, ...args], null);
}

const stopAll = (nodes: readonly Server[]) => Promise.all(nodes.map((node) => node.stop()));

interface Polled {
  events: { id: number; message?: { id: number } }[];
}

/**
 * From the moment of sending at one node until the event has arrived in a poll that is held at another; beside it the same at
 * one node, which is what a way between nodes is added to.
 */
async function measureLag(stage: Stage, bus: string, args: string[]): Promise<Line[]> {
  const nodes = await startNodes(stage, 2, args);
  try {
    const [here, there] = nodes.map(({ port }) => clientAt(port, stage));
    if (!here || !there) throw new Error('There are two nodes.');
    const own = await lagsBetween(here, here);
    return [lagLine(bus, await lagsBetween(here, there), median(own))];
  } finally {
    await stopAll(nodes);
  }
}

async function lagsBetween(here: Client, there: Client): Promise<number[]> {
  const types = { event_types: ['message'], fetch_event_types: [] };
  const { json } = await there.post('/register', types);
  let last = json.last_event_id as number;
  const lags: number[] = [];
  for (let i = 0; i < events; i++) {
    const held = there.get('/events', { queue_id: json.queue_id, last_event_id: last });
    await sleep(5);
    const sentAt = performance.now();
    await here.post('/messages', { type: 'channel', to: 'size-10', topic: 'loom', content: `Number ${i}` });
    const received = (await held).json as unknown as Polled;
    lags.push(performance.now() - sentAt);
    last = received.events.at(-1)?.id ?? last;
  }
  return lags.slice(events / 4);
}

function clientAt(port: number, { seeded }: Stage): Client {
  const [email = '', apiKey = ''] = Buffer.from(seeded[0]?.authorization ?? '', 'base64')
    .toString()
    .split(':');
  return new Client(`http://127.0.0.1:${port}`, { email, apiKey });
}

function lagLine(bus: string, lags: number[], own: number): Line {
  const { p50, p99 } = summarize(lags, 1);
  return {
    id: 'lag',
    what: `send at one node until its event arrives at another, ${bus}`,
    measured: `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms; at one node p50 ${own.toFixed(2)} ms`,
    target: `p50 <= ${lagTarget.p50}, p99 <= ${lagTarget.p99} ms`,
    isMet: p50 <= lagTarget.p50 && p99 <= lagTarget.p99,
  };
}

async function measureLagWithNats(stage: Stage): Promise<Line[]> {
  if (spawnSync('nats-server', ['--version']).status !== 0) return [];
  const port = await freePort();
  const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  try {
    return await measureLag(stage, 'NATS', ['--nats', `nats://127.0.0.1:${port}`]);
  } finally {
    nats.kill();
  }
}

/** The same clients, spread over more and more nodes. */
async function measureSends(stage: Stage, effort: Effort): Promise<Line[]> {
  const lines: Line[] = [];
  const alone = new Map<number, number>();
  for (const count of [1, 2, 3]) {
    const nodes = await startNodes(stage, count);
    for (const many of [1, organizations]) {
      const warmupSeconds = Math.max(effort.warmupSeconds, many === 1 ? compilingSeconds : 0);
      const { rate, cpu } = await sendRate(nodes, stage, many, { ...effort, warmupSeconds });
      if (count === 1) alone.set(many, rate);
      const share = rate / (alone.get(many) ?? rate);
      lines.push({
        id: `nodes`,
        what: `sends of ${many} organization${many === 1 ? '' : 's'}, ${clients} clients, ${count} node${count === 1 ? '' : 's'}`,
        measured: `${rate.toFixed(0)}/s, ${share.toFixed(2)} of one node; CPU for each: ${cpu.nodes.toFixed(0)} us of nodes, ${cpu.database.toFixed(0)} us of PostgreSQL`,
        target: count === 1 ? '' : `>= ${leastShare} of one node`,
        isMet: count === 1 ? null : share >= leastShare,
      });
    }
    await stopAll(nodes);
  }
  return lines;
}

/** What the sends at one node cost another, to which nobody sends and where nobody polls. */
async function measureApplying(stage: Stage, effort: Effort): Promise<Line[]> {
  const nodes = await startNodes(stage, 2);
  const [sending, applying] = nodes;
  if (!sending || !applying) throw new Error('There are two nodes.');
  try {
    const lines: Line[] = [];
    for (const many of [1, organizations]) {
      // A node applies what it has in memory.
      await sendRate([applying], stage, many, { ...effort, seconds: 0.5, warmupSeconds: 0 });
      const { cpu } = await sendRate([sending], stage, many, effort, applying);
      lines.push({
        id: 'apply',
        what: `CPU of a node for a send at another, ${many} organization${many === 1 ? '' : 's'}`,
        measured: `${cpu.observed.toFixed(0)} us, of the sending node ${cpu.nodes.toFixed(0)} us`,
        target: '',
        isMet: null,
      });
    }
    return lines;
  } finally {
    await stopAll(nodes);
  }
}

/** @param observed Another node, whose CPU is measured as well. */
async function sendRate(
  nodes: readonly Server[],
  { seeded: all, postgres }: Stage,
  many: number,
  { seconds, warmupSeconds }: Effort,
  observed?: Server,
) {
  const seeded = all.slice(0, many);
  const cpu = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0),
    database: cpuWithChildren(postgres.pid),
    observed: observed ? cpuMicroseconds(observed.pid) : 0,
  });
  const targets = nodes.flatMap(({ port }) =>
    seeded.map(({ authorization, host }) => ({ port, authorization, host, asks: [sendTo('size-10')] })),
  );
  const upTo = (at: number) => Math.floor((clients * at) / targets.length);
  const sendFor = (duration: number) =>
    generateAll(
      targets.map((target, at) => {
        const timing = { seconds: duration, warmupSeconds: 0 };
        return { ...target, clients: upTo(at + 1) - upTo(at), ...timing };
      }),
    );
  // Each node compiles what it runs often by itself.
  await sendFor(warmupSeconds * nodes.length);
  const before = cpu();
  const measured = await sendFor(seconds);
  const sent = measured.reduce((sum, { times }) => sum + times.flat().length, 0);
  const rate = measured.reduce((sum, one) => sum + one.times.flat().length / one.seconds, 0);
  const after = cpu();
  return {
    rate,
    cpu: {
      nodes: (after.nodes - before.nodes) / sent,
      database: (after.database - before.database) / sent,
      observed: (after.observed - before.observed) / sent,
    },
  };
}

/** From the kill of a node until the client of a poll held there has a response of another. */
async function measureKills(stage: Stage): Promise<Line> {
  const nodes = await startNodes(stage, 2);
  const took: number[] = [];
  try {
    for (let round = 0; round < kills; round++) {
      const [first, second] = nodes;
      if (!first || !second) throw new Error('There are two nodes.');
      const [here, there] = [clientAt(first.port, stage), clientAt(second.port, stage)];
      const { json } = await here.post('/register', { event_types: ['message'], fetch_event_types: [] });
      const query = { queue_id: json.queue_id as string, last_event_id: json.last_event_id as number };
      const lost = here.get('/events', query).catch(() => null);
      await sleep(50);
      const killed = performance.now();
      const ended = first.stop('SIGKILL');
      await lost;
      const { status } = await there.get('/events', { ...query, dont_block: true });
      if (status !== 200) throw new Error('The queue was lost.');
      took.push(performance.now() - killed);
      await ended;
      nodes[0] = await startNode(stage.folder, stage.databaseUrl, 0);
    }
  } finally {
    await stopAll(nodes);
  }
  return {
    id: 'killed',
    what: 'from the kill of a node until another serves a poll that it held, for a client that asks again at once',
    measured: `median ${median(took).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms of ${took.length}`,
    target: '',
    isMet: null,
  };
}
