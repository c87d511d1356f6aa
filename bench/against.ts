/**
 * Whether requests take more or less CPU than at another revision: both servers run on copies of the same data, and are asked in
 * turn (this one is B: A B B A), so that what else the machine does meanwhile meets both.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { keysIn } from '../server/src/lib/objects.ts';
import { cases, type CaseName } from './against/cases.ts';
import { checkOut, here } from './against/checkout.ts';
import { measureHeldMemory, measureIdleMemory } from './against/held.ts';
import type { Batch, Case, Generator, Side } from './against/side.ts';
import { basic } from './support/asks.ts';
import { freePort } from '../tests/support/services/free-port.ts';
import {
  runAppAt,
  residentMb,
  startGenerator,
  startServerAt,
  temporaryFolder,
  untilIdle,
} from './support/processes.ts';
import type { Line } from './support/report.ts';
import { median } from './support/stats.ts';

export const caseNames = keysIn(cases);

export interface Comparison {
  revision: string;
  names: readonly CaseName[];
  /** Messages in the organization. */
  messages: number;
  /** Rounds of A B B A for each request. The median lies between the smallest and largest ratio of six with 97 %. */
  rounds: number;
}

/** The CPU time of the server for one batch. */
const batchMicroseconds = 300_000;
/** Until then V8 has compiled what is called often. */
const warmBatches = 4;
/** How often both servers are started. */
const starts = 3;

export async function compareRevisions(comparison: Comparison): Promise<Line[]> {
  const other = checkOut(comparison.revision);
  const folder = temporaryFolder();
  const generator = startGenerator();
  try {
    const owner = seedBoth(folder.path, other.root, comparison.messages);
    const stage: Stage = { roots: [other.root, here], folder: folder.path, owner, generator };
    // A server that can be inspected takes several times the CPU.
    const memory = await withSides(stage, { isInspected: true }, (sides) => compareMemory(sides));
    return [...memory, ...(await compareCpu(stage, comparison))];
  } finally {
    generator.stop();
    folder.remove();
    other.remove();
  }
}

/**
 * V8 compiles the same code differently in each process, which changes the CPU of all its requests by up to a tenth. So both servers are
 * started several times, each first in turn.
 */
async function compareCpu(stage: Stage, { names, rounds }: Comparison): Promise<Line[]> {
  const measured = new Map<CaseName, Measurement>(names.map((name) => [name, { a: [], b: [], ratios: [] }]));
  const resident: Line[] = [];
  for (let start = 0; start < starts; start++)
    await withSides(stage, { isInspected: false, isOtherFirst: start % 2 === 0 }, async (sides) => {
      for (const [name, measurement] of measured) {
        process.stderr.write(`${name}, start ${start + 1} of ${starts} …\n`);
        await measure(cases[name], sides, Math.ceil(rounds / starts), measurement);
      }
      if (start === starts - 1) resident.push(compareResident(sides));
    });
  return [...[...measured].map(([name, measurement]) => describe(name, measurement)), ...resident];
}

interface Measurement {
  a: number[];
  b: number[];
  ratios: number[];
}

interface Stage {
  roots: readonly [string, string];
  folder: string;
  owner: string;
  generator: Generator;
}

async function withSides<T>(
  { roots, folder, owner, generator }: Stage,
  { isInspected, isOtherFirst = true }: { isInspected: boolean; isOtherFirst?: boolean },
  work: (sides: Sides) => Promise<T>,
): Promise<T> {
  const started: Side[] = [];
  const start = async (root: string, data: string): Promise<Side> => {
    const inspectorPort = await freePort();
    const options = isInspected ? { inspectorPort } : {};
    const server = await startServerAt(root, join(folder, data), options);
    const side = { server, owner, generator, inspectorPort };
    started.push(side);
    await untilIdle(server.pid);
    return side;
  };
  try {
    if (isOtherFirst) return await work([await start(roots[0], 'a'), await start(roots[1], 'b')]);
    const own = await start(roots[1], 'b');
    return await work([await start(roots[0], 'a'), own]);
  } finally {
    await Promise.all(started.map(({ server }) => server.stop()));
  }
}

/** The other revision and this one. */
type Sides = readonly [Side, Side];

/** The other revision makes the data, since the newer of two can read what the older has written. @returns who asks */
function seedBoth(folder: string, root: string, messages: number): string {
  const size = ['--people', '10000', '--channels', '1000', '--messages', String(messages), '--seed', '7'];
  const made = runAppAt<{ owner: { email: string; api_key: string } }>(root, [
    'demo',
    ...size,
    '--data',
    join(folder, 'a'),
  ]);
  cpSync(join(folder, 'a'), join(folder, 'b'), { recursive: true });
  return basic(made.owner.email, made.owner.api_key);
}

async function measure(
  compared: Case,
  sides: Sides,
  rounds: number,
  { a, b, ratios }: Measurement,
): Promise<void> {
  const [askA, askB] = [await compared.prepare(sides[0]), await compared.prepare(sides[1])];
  // Both are asked as often before they are compared.
  const counts = [await chooseCount(askA), await chooseCount(askB)];
  const count = compared.count ?? Math.max(...counts);
  const [runA, runB] = [() => askA(count), () => askB(count)];
  for (let warm = 0; warm < warmBatches; warm++) for (const run of [runA, runB]) await run();
  for (let round = 0; round < rounds; round++) {
    const [a1, b1, b2, a2] = [await runA(), await runB(), await runB(), await runA()];
    a.push(a1, a2);
    b.push(b1, b2);
    ratios.push((b1 + b2) / (a1 + a2));
  }
}

function describe(name: CaseName, { a, b, ratios }: Measurement): Line {
  const cost = `${inMs(median(a))} -> ${inMs(median(b))} ms CPU`;
  return line(name, cases[name].what, `${cost}, ${describeRatios(ratios)}`);
}

/** After the first requests, which compile what they run. */
async function chooseCount(run: Batch): Promise<number> {
  await run(5);
  const each = await run(10);
  return Math.min(5000, Math.max(3, Math.round(batchMicroseconds / each)));
}

async function compareMemory([a, b]: Sides): Promise<Line[]> {
  const compareHeap = async (id: string, what: string, measure: (side: Side) => Promise<number>) => {
    const [before, after] = [await measure(a), await measure(b)];
    return line(id, what, `${before.toFixed(1)} -> ${after.toFixed(1)} KB`);
  };
  return [
    await compareHeap('idle-memory', 'heap of a queue without a poll', measureIdleMemory),
    await compareHeap('held-memory', 'heap of a poll that waits, beside its connection', measureHeldMemory),
  ];
}

function compareResident([a, b]: Sides): Line {
  const [before, after] = [residentMb(a.server.pid), residentMb(b.server.pid)];
  return line('memory', 'resident, after all of this', `${before.toFixed(0)} -> ${after.toFixed(0)} MB`);
}

const inMs = (microseconds: number): string => (microseconds / 1000).toPrecision(3);

const percent = (ratio: number): string => `${ratio < 1 ? '' : '+'}${((ratio - 1) * 100).toFixed(1)} %`;

function describeRatios(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const verdict = least > 1 ? ' MORE' : most < 1 ? ' less' : '';
  return `${percent(median(ratios))} (${percent(least)} to ${percent(most)})${verdict}`;
}

const line = (id: string, what: string, measured: string): Line => ({
  id,
  what,
  measured,
  target: '',
  isMet: null,
});
