/**
 * The same clients, spread over more and more nodes. One, two and three nodes take turns, since the machine may be faster in one
 * minute than in the next: each group of nodes has a database of its own on the same PostgreSQL, and all of them run all the
 * time, since V8 compiles what a node does in its first seconds. Beside them, as the machine's limit, three nodes with a
 * database each, which share nothing but the processors.
 */
import { availableParallelism } from 'node:os';
import { sendTo, type Effort } from '../send.ts';
import { cpuMicroseconds, cpuWithChildren, type Server, startGenerator } from '../support/processes.ts';
import type { Line } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { type Stage, stopAll } from './stage.ts';

const clients = 48;
/** The share of what one node sends. Writes of one organization take turns; those of several grow if each node has a core. */
const leastShare = { one: 0.8, several: 1 };
/** Besides the nodes, PostgreSQL and the clients compute. */
const otherProcesses = 2;
const roundsEach = 5;
const mostNodes = 3;
/** The time that each node gets to compile. */
const compilingSeconds = 3;
/** Before each measurement. */
const settleSeconds = 0.3;

type Send = (nodes: readonly Server[], many: number, seconds: number, observed?: Server) => Promise<Sent>;

interface Sent {
  /** Messages per second. */
  rate: number;
  /** The CPU time of one message, in microseconds. */
  cpu: { nodes: number; database: number; observed: number };
}

interface Group {
  nodes: readonly Server[];
  /** Each node has a database of its own. */
  isApart?: true;
}

export async function measureSends(stage: Stage, { seconds, rounds }: Effort): Promise<Line[]> {
  const groups: Group[] = [];
  const generator = startGenerator();
  const send: Send = (...given) => sendFor(stage, generator.generate, ...given);
  try {
    for (let count = 1; count <= mostNodes; count++)
      groups.push({ nodes: await stage.startNodes(count, [], await stage.copyDatabase()) });
    const apart: Server[] = [];
    groups.push({ nodes: apart, isApart: true });
    while (apart.length < mostNodes)
      apart.push(...(await stage.startNodes(1, [], await stage.copyDatabase())));
    for (const { nodes } of groups) {
      await send(nodes, 1, compilingSeconds * nodes.length);
      await send(nodes, stage.seeded.length, nodes.length / 2);
    }
    const lines: Line[] = [];
    for (const many of [1, stage.seeded.length])
      lines.push(
        ...(await compareGroups(groups, many, { send, seconds: seconds / 2, rounds: rounds * roundsEach })),
      );
    const pair = groups[1]?.nodes ?? [];
    for (const many of [1, stage.seeded.length])
      lines.push(await measureApplying(pair, many, { send, seconds }));
    return lines;
  } finally {
    generator.stop();
    await stopAll(groups.flatMap(({ nodes }) => nodes));
  }
}

async function compareGroups(
  groups: readonly Group[],
  many: number,
  { send, seconds, rounds }: { send: Send; seconds: number; rounds: number },
): Promise<Line[]> {
  const measured: Sent[][] = groups.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, { nodes }] of groups.entries()) {
      await send(nodes, many, settleSeconds);
      measured[at]?.push(await send(nodes, many, seconds));
    }
  const [alone = []] = measured;
  return groups.map((group, at) => describe(group, many, measured[at] ?? [], alone));
}

function describe(group: Group, many: number, measured: readonly Sent[], alone: readonly Sent[]): Line {
  const count = group.nodes.length;
  const middle = (pick: (one: Sent) => number) => median(measured.map(pick)).toFixed(0);
  const shares = measured.map(({ rate }, round) => rate / (alone[round]?.rate ?? NaN));
  const share = median(shares);
  const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`;
  return {
    id: 'nodes',
    what:
      `sends of ${many} organization${many === 1 ? '' : 's'}, ${clients} clients, ${count} node${count === 1 ? '' : 's'}` +
      (group.isApart ? ' with a database each' : ''),
    measured:
      `${middle(({ rate }) => rate)}/s, ${count === 1 ? '' : `${share.toFixed(2)} of one node (${range}), `}` +
      `CPU for each: ${middle(({ cpu }) => cpu.nodes)} us of nodes, ${middle(({ cpu }) => cpu.database)} us of PostgreSQL`,
    ...(group.isApart ? { target: '', isMet: null } : judge(share, count, many)),
  };
}

function judge(share: number, nodes: number, many: number): Pick<Line, 'target' | 'isMet'> {
  const hasCores = availableParallelism() >= nodes + otherProcesses;
  if (nodes === 1 || (many > 1 && !hasCores)) return { target: '', isMet: null };
  const least = many === 1 ? leastShare.one : leastShare.several;
  return { target: `>= ${least} of one node`, isMet: share >= least };
}

/** What the sends at one node cost another, to which nobody sends and where nobody polls. A node applies what it has in memory. */
async function measureApplying(
  [sending, applying]: readonly Server[],
  many: number,
  { send, seconds }: { send: Send; seconds: number },
): Promise<Line> {
  if (!sending || !applying) throw new Error('There are two nodes.');
  await send([sending], many, settleSeconds);
  const { cpu } = await send([sending], many, seconds, applying);
  return {
    id: 'apply',
    what: `CPU of a node for a send at another, ${many} organization${many === 1 ? '' : 's'}`,
    measured: `${cpu.observed.toFixed(0)} us, of the sending node ${cpu.nodes.toFixed(0)} us`,
    target: '',
    isMet: null,
  };
}

/** @param observed Another node, whose CPU is measured as well. */
async function sendFor(
  { seeded, postgres }: Stage,
  generate: ReturnType<typeof startGenerator>['generate'],
  ...[nodes, many, seconds, observed]: Parameters<Send>
): Promise<Sent> {
  const targets = nodes.flatMap(({ port }) =>
    seeded.slice(0, many).map(({ authorization, host }) => ({ port, authorization, host })),
  );
  const upTo = (at: number) => Math.floor((clients * at) / targets.length);
  const cpu = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0),
    database: cpuWithChildren(postgres.pid),
    observed: observed ? cpuMicroseconds(observed.pid) : 0,
  });
  const before = cpu();
  const measured = await generate(
    targets.map((target, at) => {
      const timing = { seconds, warmupSeconds: 0 };
      return { ...target, ...timing, clients: upTo(at + 1) - upTo(at), asks: [sendTo('size-10')] };
    }),
  );
  const after = cpu();
  const sent = measured.reduce((sum, { times }) => sum + times.flat().length, 0);
  return {
    rate: measured.reduce((sum, one) => sum + one.times.flat().length / one.seconds, 0),
    cpu: {
      nodes: (after.nodes - before.nodes) / sent,
      database: (after.database - before.database) / sent,
      observed: (after.observed - before.observed) / sent,
    },
  };
}
