/**
 * Kills the server again and again while people talk, and compares acknowledgements and events with what is stored: black box,
 * over HTTP. Runs by itself too: `node tests/faults/kill.ts [rounds] [seed]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isScript } from '../../tools/is-script.ts';
import { createOrganization, ServerProcess, type ServerLocation } from '../support/process/process.ts';
import { Listener, type QueueSpec } from './listener.ts';
import { assertSound, judge, type RunSummary } from './oracle.ts';
import { Random, endRun, isEnding, pause, type Run } from './run.ts';
import { sendAll } from './sender.ts';
import { buildStage, type Person, type Stage } from './stage.ts';

export interface Plan extends ServerLocation {
  rounds: number;
  seed: number;
}

export interface Report extends RunSummary {
  rounds: number;
  /** From a kill to the first response of the next server, in milliseconds. */
  longestAbsence: number;
}

const senders = 8;
const longestWaitMs = 180_000;

/** @throws AssertionError when a promise is broken. The seed repeats what is decided by chance, not what the machine does. */
export async function killRounds({ rounds, seed, ...where }: Plan): Promise<Report> {
  const random = new Random(seed);
  const owner = createOrganization(where);
  const server = await ServerProcess.at(where, '--rate-limits', 'off');
  const run = startRun(server.url, random);
  try {
    await server.start();
    const stage = await buildStage(server.url, owner);
    const listeners = listQueues(stage).map((queue) => new Listener(run, random.branch(), queue));
    for (const listener of listeners) await listener.register();
    const report = await runWithFaults(run, stage, listeners, () => killRepeatedly(run, server, rounds));
    await server.stop('SIGKILL');
    if (where.databaseUrl === undefined) assertSound(where.dataDir);
    return { rounds, ...report };
  } finally {
    endRun(run);
    await server.end();
  }
}

export const startRun = (url: string, random: Random): Run => ({
  url,
  random,
  life: 0,
  isUp: true,
  acknowledged: 0,
  ending: new AbortController(),
  isOver: false,
});

/**
 * People talk while things fail; then everything is held against what was promised.
 * @param fail Resolves when enough has failed, to the longest absence.
 * @param settle Resolves when anyone who is asked knows all that was acknowledged.
 */
export async function runWithFaults(
  run: Run,
  stage: Stage,
  listeners: Listener[],
  fail: () => Promise<number>,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<Omit<Report, 'rounds'>> {
  const listening = listeners.map((listener) => listener.listen());
  const sending = stage.people.slice(0, senders).map((person) =>
    sendAll(
      run,
      run.random.branch(),
      person,
      stage.destinations.filter((destination) => destination.people.has(person.id)),
    ),
  );
  const going = Promise.all([...listening, ...sending]);
  // What a sender or listener finds wrong ends the run at once.
  const longestAbsence = await Promise.race([fail(), going.then(() => 0)]);
  run.ending.abort();
  const sent = (await Promise.all(sending)).flat();
  await Promise.all(listening);
  await settle();
  for (const listener of listeners) await listener.drain();
  return { longestAbsence, ...(await judge(run.url, stage.people, sent, listeners)) };
}

async function killRepeatedly(run: Run, server: ServerProcess, rounds: number): Promise<number> {
  const { random } = run;
  let longest = 0;
  for (let round = 0; round < rounds && !isEnding(run); round++) {
    await pause(random.between(20, 700));
    await untilAcknowledged(run, run.acknowledged + random.between(12, 40));
    const killed = performance.now();
    run.life++;
    run.isUp = false;
    await server.stop('SIGKILL');
    server.launch();
    if (random.chance(0.2)) {
      await pause(random.between(50, 400));
      await server.stop('SIGKILL');
      server.launch();
    }
    await server.untilReady();
    run.isUp = true;
    longest = Math.max(longest, performance.now() - killed);
  }
  await pause(random.between(100, 300));
  return Math.round(longest);
}

/** On a slow machine, too, a life is long enough for something to be lost. @throws Error when that takes minutes */
export async function untilAcknowledged(run: Run, many: number): Promise<void> {
  const giveUp = performance.now() + longestWaitMs;
  while (run.acknowledged < many && !isEnding(run)) {
    if (performance.now() > giveUp) throw new Error('Too few messages are acknowledged.');
    await pause(5);
  }
}

/** Sixteen queues: one that keeps everything for each of the ten, and six that are narrowed or widened. */
export function listQueues({ people }: Stage): QueueSpec[] {
  const named = (name: string): Person => {
    const found = people.find((person) => person.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const plain = (person: Person, params = {}, keepsState = false): QueueSpec => ({
    person,
    params,
    keepsState,
    receives: (destination) => destination.people.has(person.id),
  });
  const messages = { event_types: ['message'] };
  const everywhere = { ...messages, all_public_streams: true };
  const [ida, jo, bo, dee] = [named('Ida'), named('Jo'), named('Bo'), named('Dee')];
  return [
    ...people.map((person) => plain(person, {}, true)),
    plain(named('Ada'), { ...messages, idle_queue_timeout: 'mobile' }),
    {
      ...plain(ida, everywhere),
      receives: (destination) => destination.isPublic || destination.people.has(ida.id),
    },
    plain(jo, everywhere),
    {
      ...plain(bo, { ...messages, narrow: [['stream', 'inner']] }),
      receives: (destination) => destination.name === 'inner',
    },
    {
      ...plain(dee, { ...messages, narrow: [['is', 'dm']] }),
      receives: (destination) => destination.channelId === null && destination.people.has(dee.id),
    },
    plain(named('Hal'), { ...messages, apply_markdown: false, client_capabilities: {} }),
  ];
}

if (isScript(import.meta)) {
  const [rounds = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-kill-'));
  console.log(`${rounds} rounds with seed ${seed} in ${dataDir}`);
  const start = performance.now();
  console.log(await killRounds({ dataDir, rounds, seed }));
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  rmSync(dataDir, { recursive: true });
}
