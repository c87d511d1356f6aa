/**
 * Kills and freezes nodes of one organization while people talk through a load balancer, and compares acknowledgements and events with
 * what is there. Runs by itself too: `npm run soak -- --nodes 3 --rounds 50`, with HAProxy.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Balancer } from '../support/faults/balancer.ts';
import { Client } from '../support/client.ts';
import type { TcpProxy } from '../support/faults/tcp-proxy.ts';
import type { Command } from '../support/process/bundle.ts';
import { createOrganization, ServerProcess, type Organization } from '../support/process/process.ts';
import { runWithFaults, listQueues, startRun, untilAcknowledged, type Report } from './kill.ts';
import { Listener } from './listener.ts';
import { type Front, type NodeFault, nodeFaults, type NodeStage } from './node-faults.ts';
import { Changes } from './node-changes.ts';
import { Random, endRun, isEnding, pause, type Run } from './run.ts';
import { buildStage, type Stage } from './stage.ts';

export interface NodesPlan {
  databaseUrl: string;
  nodes: number;
  rounds: number;
  seed: number;
  /** How long a node is frozen, in milliseconds. */
  frozenMs: number;
  /** What happens, in turn. */
  faults: readonly NodeFault[];
  /** Through which each node reaches the database, if not directly. */
  databaseProxies?: readonly { proxy: TcpProxy; url: string }[];
  /** The programs beside the nodes. */
  services?: Pick<NodeStage, 'database' | 'nats'>;
  /** Further options of each node. */
  args?: readonly string[];
  /** What the nodes run until they are stopped for the first time: an earlier version. */
  earlier?: Command;
  /** Listens in front of the nodes. */
  balance?: (ports: readonly number[]) => Promise<Front>;
}

const tenMinutesMs = 600_000;

/** No file is stored in these runs. */
const sharedFiles = [
  '--s3-bucket',
  'heddle',
  '--s3-endpoint',
  'http://127.0.0.1:9',
  '--s3-access-key-id',
  'id',
  '--s3-secret-access-key',
  'secret',
];

/** @throws AssertionError when a promise is broken. */
export async function nodeRounds(plan: NodesPlan): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-nodes-'));
  const random = new Random(plan.seed);
  const owner = createOrganization({
    dataDir: join(folder, '0'),
    databaseUrl: plan.databaseUrl,
    earlier: plan.earlier,
  });
  const processes = await prepareNodes(folder, plan);
  const front = await (plan.balance ?? balanceAtRandom(random.branch()))(processes.map(serverPort));
  // A load balancer of its own may take a slow node out at any time.
  const run: Run = {
    ...startRun(front.url, random),
    isSpread: true,
    isCalm: true,
    isUp: plan.balance === undefined,
  };
  try {
    await Promise.all(processes.map((node) => node.start()));
    for (const node of processes) await front.takeIn(serverPort(node));
    return {
      rounds: plan.rounds,
      ...(await runFaults(
        {
          run,
          processes,
          front,
          write: writeBy(owner),
          ...plan.services,
          ...stageOptions(plan),
        },
        owner,
        plan,
      )),
    };
  } finally {
    endRun(run);
    for (const node of processes) await node.end();
    await front.close();
    rmSync(folder, { recursive: true });
  }
}

async function runFaults(nodes: NodeStage, owner: Organization, plan: NodesPlan) {
  const { run } = nodes;
  const stage = await buildStage(run.url, owner);
  const listeners = listQueues(stage).map((queue) => new Listener(run, run.random.branch(), queue));
  for (const listener of listeners) await listener.register();
  const changes = new Changes(run, stage, nodes.processes);
  await changes.prepare();
  const changing = changes.make();
  // What is found wrong with a change ends the run at once, too.
  const fail = () => Promise.race([injectFaults(nodes, plan), changing.then(() => 0)]);
  const report = await runWithFaults(run, stage, listeners, fail, async () => {
    await changing;
    await catchUpAll(stage, nodes);
    await changes.assertKept();
  });
  return report;
}

const writeBy =
  ({ email, api_key: apiKey }: Organization) =>
  async ({ url }: ServerProcess): Promise<number | undefined> => {
    const client = new Client(url, { email, apiKey });
    const reply = await client.post('/register', { fetch_event_types: [] }).catch(() => undefined);
    return reply?.status;
  };

/** Their clocks are ten minutes apart. */
async function prepareNodes(
  folder: string,
  { databaseUrl, nodes, args = [], databaseProxies, earlier }: NodesPlan,
) {
  const processes: ServerProcess[] = [];
  for (let i = 0; i < nodes; i++) {
    const dataDir = join(folder, String(i));
    mkdirSync(dataDir, { recursive: true });
    if (i > 0) copyFileSync(join(folder, '0', 'secrets.toml'), join(dataDir, 'secrets.toml'));
    const url = databaseProxies?.[i]?.url ?? databaseUrl;
    const where = { dataDir, databaseUrl: url, clockAheadMs: i * tenMinutesMs, earlier };
    processes.push(await ServerProcess.at(where, '--rate-limits', 'off', ...sharedFiles, ...args));
  }
  return processes;
}

const stageOptions = ({
  frozenMs,
  databaseProxies,
}: NodesPlan): Pick<NodeStage, 'frozenMs' | 'databaseProxies'> => ({
  frozenMs,
  ...(databaseProxies && { databaseProxies: databaseProxies.map(({ proxy }) => proxy) }),
});

const serverPort = ({ url }: ServerProcess): number => Number(new URL(url).port);

const balanceAtRandom = (random: Random) => async (): Promise<Front> => {
  const balancer = new Balancer((ports) => random.pick(ports));
  await balancer.listen();
  return {
    url: balancer.url,
    takeOut: (port) => balancer.takeOut(port),
    drain: (port) => void balancer.ports.delete(port),
    takeIn(port) {
      balancer.ports.add(port);
      return Promise.resolve();
    },
    close: () => balancer.close(),
  };
};

/** One fault after the other, in their order. */
async function injectFaults(stage: NodeStage, { rounds, faults }: NodesPlan): Promise<number> {
  const { run } = stage;
  let longest = 0;
  for (let round = 0; round < rounds && !isEnding(run); round++) {
    await pause(run.random.between(20, 500));
    await untilAcknowledged(run, run.acknowledged + run.random.between(12, 40));
    const failed = performance.now();
    const fault = faults[round % faults.length] ?? 'kill';
    await nodeFaults[fault](stage);
    longest = Math.max(longest, performance.now() - failed);
  }
  await pause(run.random.between(100, 300));
  return Math.round(longest);
}

/** Anyone who writes has applied everything before. */
async function catchUpAll({ people }: Stage, { processes }: NodeStage): Promise<void> {
  for (const { url } of processes) {
    const { status, json } = await new Client(url, people[0]).post('/register', { fetch_event_types: [] });
    if (status !== 200) throw new Error(json.msg);
  }
}
