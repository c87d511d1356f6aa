/** What is done to nodes while people talk. Each resolves when all nodes serve again. */
import assert from 'node:assert/strict';
import type { TcpProxy } from '../support/faults/tcp-proxy.ts';
import type { ServerProcess } from '../support/process/process.ts';
import { until } from '../support/until.ts';
import { pause, type Run } from './run.ts';
import { untilAcknowledged } from './kill.ts';

/** What people are connected to. */
export interface Front {
  url: string;
  /** A node that failed. */
  takeOut(port: number): void;
  /** A node that says that it stops: nothing more is sent there, and what was is waited for. */
  drain(port: number): void;
  takeIn(port: number): Promise<void>;
  close(): Promise<void>;
}

/** A program beside the nodes that can be killed. */
export interface Service {
  halt(): Promise<void>;
  start(): Promise<void>;
  /** Freezes all of its processes. */
  suspend?(): void;
  resume?(): void;
}

export interface NodeStage {
  run: Run;
  processes: ServerProcess[];
  front: Front;
  /** How long a node is frozen, in milliseconds. */
  frozenMs: number;
  /** Stores an event queue by one node. @returns the status of the response */
  write(node: ServerProcess): Promise<number | undefined>;
  /** The way of each node to its database. */
  databaseProxies?: readonly TcpProxy[];
  database?: Service;
  nats?: Service;
}

type Fault = (stage: NodeStage) => Promise<void>;

const serverPort = ({ url }: ServerProcess): number => Number(new URL(url).port);

/** Requests may fail meanwhile. */
async function whileFailing(run: Run, work: () => Promise<void>): Promise<void> {
  const { isUp } = run;
  run.life++;
  run.isUp = false;
  run.isCalm = false;
  await work();
  run.life++;
  run.isUp = isUp;
  run.isCalm = true;
}

async function kill({ run, processes, front }: NodeStage): Promise<void> {
  const node = run.random.pick(processes);
  await whileFailing(run, async () => {
    await node.stop('SIGKILL');
    front.takeOut(serverPort(node));
    await node.start();
    await front.takeIn(serverPort(node));
  });
}

/** Others continue meanwhile. Within a transaction it holds them up until the database has ended that. */
async function freeze({ run, processes, front, frozenMs, write }: NodeStage): Promise<void> {
  const node = run.random.pick(processes);
  await whileFailing(run, async () => {
    process.kill(node.pid, 'SIGSTOP');
    front.takeOut(serverPort(node));
    await pause(frozenMs);
    await untilAcknowledged(run, run.acknowledged + 5);
    process.kill(node.pid, 'SIGCONT');
    // It may not know yet that its session has ended.
    await until('the node stores an event queue', async () => (await write(node)) === 200);
    await front.takeIn(serverPort(node));
  });
}

/** All nodes one after the other, as for an upgrade: every request gets a response, and none an error. */
async function restart({ run, processes, front }: NodeStage): Promise<void> {
  const { isUp } = run;
  run.life++;
  run.isUp = true;
  for (const node of processes) {
    const stopped = node.stop('SIGTERM');
    front.drain(serverPort(node));
    await stopped;
    await node.start();
    await front.takeIn(serverPort(node));
    await untilAcknowledged(run, run.acknowledged + 5);
  }
  run.isUp = isUp;
}

/** The connections of one node to the database end at once, again and again. */
async function cut({ run, databaseProxies = [], processes }: NodeStage): Promise<void> {
  const at = run.random.between(0, processes.length - 1);
  await whileFailing(run, async () => {
    for (let i = 0; i < 5; i++) {
      databaseProxies[at]?.cut();
      await pause(run.random.between(50, 500));
    }
    await processes[at]?.untilReady();
    await untilAcknowledged(run, run.acknowledged + 10);
  });
}

/** Every packet between one node and the database takes its time. */
async function slow({ run, databaseProxies = [], processes }: NodeStage): Promise<void> {
  const at = run.random.between(0, processes.length - 1);
  await whileFailing(run, async () => {
    if (databaseProxies[at]) databaseProxies[at].delayMs = run.random.between(20, 200);
    await untilAcknowledged(run, run.acknowledged + 20);
    if (databaseProxies[at]) databaseProxies[at].delayMs = 0;
    await processes[at]?.untilReady();
  });
}

async function haltService({ run, processes }: NodeStage, service: Service | undefined): Promise<void> {
  await whileFailing(run, async () => {
    await service?.halt();
    await pause(run.random.between(200, 2000));
    await service?.start();
    for (const node of processes) await node.untilReady();
    await untilAcknowledged(run, run.acknowledged + 10);
  });
}

/** The database responds to nothing: every node refuses requests at once, after a few seconds of waiting, until it responds again. */
async function stall({ run, processes, database, write }: NodeStage): Promise<void> {
  await whileFailing(run, async () => {
    database?.suspend?.();
    for (const node of processes)
      await until('the node refuses a request', async () => (await write(node)) === 503);
    for (const { url } of processes) assert.equal((await fetch(`${url}/readyz`)).status, 503);
    database?.resume?.();
    for (const node of processes) await node.untilReady();
    await untilAcknowledged(run, run.acknowledged + 10);
  });
}

/** Hints between nodes are lost: events come a second later, and nothing fails. */
async function nats({ run, nats: service }: NodeStage): Promise<void> {
  await service?.halt();
  await untilAcknowledged(run, run.acknowledged + 20);
  await service?.start();
}

export const nodeFaults = {
  kill,
  freeze,
  restart,
  cut,
  slow,
  nats,
  database: (stage) => haltService(stage, stage.database),
  stall,
} satisfies Record<string, Fault>;

export type NodeFault = keyof typeof nodeFaults;
