/**
 * Kills and freezes nodes of one organization while people talk through a load balancer, and holds what they were told against
 * what is there. Runs by itself too: `npm run soak -- --nodes 3 --rounds 50`, with HAProxy.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Balancer } from '../support/faults/balancer.ts';
import { Client } from '../support/client.ts';
import { createOrganization, ServerProcess, type Organization } from '../support/process/process.ts';
import { disturb, ears, startRun, untilSaid, type Report } from './kill.ts';
import { Listener } from './listener.ts';
import { Random } from './random.ts';
import { isEnding, pause, survive, type Run } from './run.ts';
import { buildStage, type Stage } from './stage.ts';

export interface NodesPlan {
  databaseUrl: string;
  nodes: number;
  rounds: number;
  seed: number;
  /** For how long a node is frozen, in milliseconds. */
  frozenMs: number;
  /** Further options of each node. */
  args?: readonly string[];
  /** Listens in front of the nodes. */
  balance?: (ports: readonly number[]) => Promise<Front>;
}

/** What people are connected to. */
export interface Front {
  url: string;
  takeOut(port: number): void;
  takeIn(port: number): Promise<void>;
  close(): Promise<void>;
}

/** No file is stored in these runs. */
const sharedFiles = [
  ...['--s3-bucket', 'heddle', '--s3-endpoint', 'http://127.0.0.1:9'],
  ...['--s3-access-key-id', 'id', '--s3-secret-access-key', 'secret'],
];

interface Nodes {
  processes: ServerProcess[];
  front: Front;
}

/** @throws AssertionError when a promise is broken. */
export async function nodeRounds(plan: NodesPlan): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-nodes-'));
  const random = new Random(plan.seed);
  const owner = createOrganization({ dataDir: join(folder, '0'), databaseUrl: plan.databaseUrl });
  const processes = await prepareNodes(folder, plan);
  const front = await (plan.balance ?? balanceAtRandom(random.branch()))(processes.map(portOf));
  // A load balancer of its own may take a slow node out at any time.
  const run: Run = { ...startRun(front.url, random), isSpread: true, isUp: plan.balance === undefined };
  try {
    await Promise.all(processes.map((node) => node.start()));
    for (const node of processes) await front.takeIn(portOf(node));
    return { rounds: plan.rounds, ...(await talkAndFail(run, { processes, front }, owner, plan)) };
  } finally {
    run.ending.abort();
    for (const node of processes) await node.stop('SIGKILL');
    await front.close();
    rmSync(folder, { recursive: true });
  }
}

async function talkAndFail(run: Run, nodes: Nodes, owner: Organization, plan: NodesPlan) {
  const stage = await buildStage(run.url, owner);
  const listeners = ears(stage).map((ear) => new Listener(run, run.random.branch(), ear));
  for (const listener of listeners) await listener.register();
  const changing = changeThings(run, stage);
  const fail = () => failAgainAndAgain(run, nodes, plan);
  const report = await disturb(run, stage, listeners, fail, async () => {
    await changing;
    await levelAll(stage, nodes);
  });
  return report;
}

async function prepareNodes(folder: string, { databaseUrl, nodes, args = [] }: NodesPlan) {
  const processes: ServerProcess[] = [];
  for (let i = 0; i < nodes; i++) {
    const dataDir = join(folder, String(i));
    mkdirSync(dataDir, { recursive: true });
    if (i > 0) copyFileSync(join(folder, '0', 'secrets.toml'), join(dataDir, 'secrets.toml'));
    const where = { dataDir, databaseUrl };
    processes.push(await ServerProcess.at(where, '--rate-limits', 'off', ...sharedFiles, ...args));
  }
  return processes;
}

const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port);

const balanceAtRandom = (random: Random) => async (): Promise<Front> => {
  const balancer = new Balancer((ports) => random.pick(ports));
  await balancer.listen();
  return {
    url: balancer.url,
    takeOut: (port) => balancer.takeOut(port),
    takeIn(port) {
      balancer.ports.add(port);
      return Promise.resolve();
    },
    close: () => balancer.close(),
  };
};

/** In turn: a node is killed and started again, a node is frozen and continues. */
async function failAgainAndAgain(
  run: Run,
  nodes: Nodes,
  { rounds, frozenMs, balance }: NodesPlan,
): Promise<number> {
  let longest = 0;
  for (let round = 0; round < rounds && !isEnding(run); round++) {
    await pause(run.random.between(20, 500));
    await untilSaid(run, run.acknowledged + run.random.between(12, 40));
    const node = run.random.pick(nodes.processes);
    const failed = performance.now();
    run.life++;
    run.isUp = false;
    if (round % 2 === 0) await kill(nodes, node);
    else await freeze(run, nodes, node, frozenMs);
    run.isUp = balance === undefined;
    longest = Math.max(longest, performance.now() - failed);
  }
  await pause(run.random.between(100, 300));
  return Math.round(longest);
}

async function kill({ front }: Nodes, node: ServerProcess): Promise<void> {
  await node.stop('SIGKILL');
  front.takeOut(portOf(node));
  await node.start();
  await front.takeIn(portOf(node));
}

/** Others continue meanwhile. Within a transaction it holds them up until the database has ended that. */
async function freeze(run: Run, { front }: Nodes, node: ServerProcess, frozenMs: number): Promise<void> {
  process.kill(node.pid, 'SIGSTOP');
  front.takeOut(portOf(node));
  await pause(frozenMs);
  await untilSaid(run, run.acknowledged + 5);
  process.kill(node.pid, 'SIGCONT');
  await node.untilReady();
  await front.takeIn(portOf(node));
}

/** Names, descriptions, channels and who is in them: what nodes hold in memory. */
async function changeThings(run: Run, { people }: Stage): Promise<void> {
  const [ada, bo, cy] = people;
  if (!ada || !bo || !cy) throw new Error('Nobody is there.');
  const client = new Client(run.url, ada);
  for (let i = 0; !isEnding(run); i++) {
    const room = `room ${i % 5}`;
    await survive(run, () => client.patch('/realm', { description: `changed ${i} times` }));
    const joining = { subscriptions: [{ name: room }], principals: [bo.id, cy.id] };
    const quietly = { ...joining, send_new_subscription_messages: false };
    await survive(run, () => client.post('/users/me/subscriptions', quietly));
    const leaving = { subscriptions: [room], principals: [cy.id] };
    await survive(run, () => client.delete('/users/me/subscriptions', leaving));
    await pause(30);
  }
}

/** Anyone who writes has applied everything before. */
async function levelAll({ people }: Stage, { processes }: Nodes): Promise<void> {
  for (const { url } of processes) {
    const { status, json } = await new Client(url, people[0]).post('/register', { fetch_event_types: [] });
    if (status !== 200) throw new Error(json.msg);
  }
}
