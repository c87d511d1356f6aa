/** What is measured at each size: the CPU that it takes, or the heap. */
import { join } from 'node:path';
import { cases, marking } from '../against/cases.ts';
import { fanOut } from '../against/held.ts';
import type { Batch, Case, Side } from '../against/side.ts';
import { keysIn } from '../../server/src/lib/objects.ts';
import { ask } from '../support/asks.ts';
import { heapBytes } from '../support/inspector.ts';
import {
  appMeasured,
  preciseCpuMicroseconds,
  startGenerator,
  startServerAt,
  untilIdle,
} from '../support/processes.ts';
import { here } from '../against/checkout.ts';
import { freePort } from '../../tests/support/services/free-port.ts';
import type { Dimension, Size } from './sizes.ts';

interface Measure {
  what: string;
  unit: 'ms' | 'MB';
  /** With what it may grow in proportion, since what is returned or kept does; with all else it should stay the same. */
  grows: readonly Dimension[];
}

export const measures = {
  send: { what: 'send to a channel of everyone', unit: 'ms', grows: [] },
  'fan-out': { what: 'message for which polls wait', unit: 'ms', grows: ['queues'] },
  page: { what: '100 messages of a channel', unit: 'ms', grows: ['reactions'] },
  search: { what: 'search, most common word', unit: 'ms', grows: ['reactions'] },
  topics: { what: 'topics of a channel', unit: 'ms', grows: ['topics', 'messages'] },
  mark: { what: 'mark 100 messages as read', unit: 'ms', grows: [] },
  register: { what: 'register', unit: 'ms', grows: ['people', 'channels', 'groups', 'messages'] },
  start: { what: 'start and first response', unit: 'ms', grows: ['people', 'channels', 'groups'] },
  memory: { what: 'heap after the start', unit: 'MB', grows: ['people', 'channels', 'groups', 'queues'] },
  backup: {
    what: 'backup',
    unit: 'ms',
    grows: ['people', 'channels', 'topics', 'messages', 'queues', 'reactions', 'groups'],
  },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof measures;
export const measureNames = keysIn(measures);
export type Figures = Record<MeasureName, number>;

/** The CPU time of the server for one batch. */
const batchMicroseconds = 60_000;
/** Until then V8 has compiled what is called often. */
const warmBatches = 6;
const batches = 5;

export async function measureSize(folder: string, owner: string, size: Size): Promise<Figures> {
  const generator = startGenerator();
  const dataDir = join(folder, 'data');
  try {
    const costs = await onServer({ dataDir, owner, generator }, async (side) => ({
      page: await measureCase(cases['page-channel'], side),
      search: await measureCase(cases['search-common'], side),
      topics: await measureCase(cases.topics, side),
      mark: await measureCase(marking('read', 'add', 100), side),
      // From here on there are newer messages than those that the others ask for; the queues remain for the start.
      send: await measureCase(cases.send, side),
      'fan-out': await measureCase(fanOut(size.queues), side),
    }));
    const memory = await onServer({ dataDir, owner, generator }, measureHeap, {
      isInspected: true,
    });
    const start = await onServer({ dataDir, owner, generator }, measureStart);
    // Registrations leave queues, and are therefore the last.
    const again = await onServer({ dataDir, owner, generator }, async (side) => ({
      start: await measureStart(side),
      register: await measureCase(cases.register, side),
    }));
    const { cpuSeconds } = await appMeasured('backup', join(folder, 'all.heddle'), '--data', dataDir);
    return { ...costs, ...again, memory, start: Math.min(start, again.start), backup: cpuSeconds * 1000 };
  } finally {
    generator.stop();
  }
}

interface Place extends Pick<Side, 'owner' | 'generator'> {
  dataDir: string;
}

async function onServer<T>(
  { dataDir, owner, generator }: Place,
  work: (side: Side) => Promise<T>,
  { isInspected } = { isInspected: false },
): Promise<T> {
  const inspectorPort = await freePort();
  const server = await startServerAt(here, dataDir, isInspected ? { inspectorPort } : {});
  try {
    await untilIdle(server.pid);
    return await work({ server, owner, generator, inspectorPort });
  } finally {
    await server.stop();
  }
}

/** @returns milliseconds of CPU for each */
async function measureCase(measured: Case, side: Side): Promise<number> {
  const run = await measured.prepare(side);
  const count = measured.count ?? (await chooseCount(run));
  for (let warm = 0; warm < warmBatches; warm++) await run(count);
  const costs: number[] = [];
  for (let batch = 0; batch < batches; batch++) costs.push(await run(count));
  // What else the machine does only adds to it.
  return Math.min(...costs) / 1000;
}

async function chooseCount(run: Batch): Promise<number> {
  await run(5);
  const each = await run(10);
  return Math.min(1000, Math.max(1, Math.round(batchMicroseconds / each)));
}

/** The first request loads the organization. */
async function measureStart(side: Side): Promise<number> {
  await ask(side, '/users/me');
  return preciseCpuMicroseconds(side.server.pid) / 1000;
}

async function measureHeap(side: Side): Promise<number> {
  await ask(side, '/users/me');
  await untilIdle(side.server.pid);
  return (await heapBytes(side.inspectorPort)) / 1e6;
}
