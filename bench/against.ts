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

export async function compareRevisions(comparison: Comparison): Promise<Line[]> {
  const other = checkOut(comparison.revision);
  const folder = temporaryFolder();
  const generator = startGenerator();
  try {
    const owner = seedBoth(folder.path, other.root, comparison.messages);
    const stage: Stage = { roots: [other.root, here], folder: folder.path, owner, generator };
    // A server that can be inspected takes several times the CPU.
    const memory = await withSides(stage, { isInspected: true }, (sides) => compareMemory(sides));
    const cpu = await withSides(stage, { isInspected: false }, async (sides) => {
      const lines: Line[] = [];
      for (const name of comparison.names) {
        process.stderr.write(`${name} …\n`);
        lines.push(await compare(name, cases[name], sides, comparison.rounds));
      }
      return [...lines, compareResident(sides)];
    });
    return [...memory, ...cpu];
  } finally {
    generator.stop();
    folder.remove();
    other.remove();
  }
}

interface Stage {
  roots: readonly [string, string];
  folder: string;
  owner: string;
  generator: Generator;
}

async function withSides<T>(
  { roots, folder, owner, generator }: Stage,
  { isInspected }: { isInspected: boolean },
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
    return await work([await start(roots[0], 'a'), await start(roots[1], 'b')]);
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

async function compare(name: string, compared: Case, sides: Sides, rounds: number): Promise<Line> {
  const [a, b] = [await compared.prepare(sides[0]), await compared.prepare(sides[1])];
  const count = compared.count ?? (await chooseCount(a));
  const [runA, runB] = [() => a(count), () => b(count)];
  for (let warm = 0; warm < warmBatches; warm++) for (const run of [runA, runB]) await run();
  const measured: { a: number[]; b: number[]; ratios: number[] } = { a: [], b: [], ratios: [] };
  for (let round = 0; round < rounds; round++) {
    const [a1, b1, b2, a2] = [await runA(), await runB(), await runB(), await runA()];
    measured.a.push(a1, a2);
    measured.b.push(b1, b2);
    measured.ratios.push((b1 + b2) / (a1 + a2));
  }
  const cost = `${inMs(median(measured.a))} -> ${inMs(median(measured.b))} ms CPU`;
  return line(name, compared.what, `${cost}, ${describeRatios(measured.ratios)}`);
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
