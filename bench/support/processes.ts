/** The server and the load generator as separate processes, pinned to different cores where possible. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Job, Measured } from './load.ts';
import { freePort } from '../../tests/support/services/free-port.ts';

/** This checkout; the server of another one can be started as well. */
const here = fileURLToPath(new URL('../..', import.meta.url));
/** As users start it: from its bundle, with a compile cache. */
const programAt = (root: string) => ({
  launcher: join(root, 'tools', 'run.mjs'),
  mainScript: join(root, 'server', 'src', 'main.ts'),
});
const { launcher, mainScript } = programAt(here);
const loadScript = fileURLToPath(new URL('./load.ts', import.meta.url));
const canPin = process.platform === 'linux' && spawnSync('taskset', ['-V']).status === 0;

function pinned(core: 0 | 1 | null, script: string, args: string[]): [string, string[]] {
  const command = ['--disable-warning=ExperimentalWarning', script, ...args];
  return canPin && core !== null
    ? ['taskset', ['-c', String(core), process.execPath, ...command]]
    : [process.execPath, command];
}

export interface Server {
  port: number;
  pid: number;
  /** Milliseconds from the start of the process to its first 200. */
  readyAfter: number;
  /** Has a channel to this process if it loads a module. */
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** @param core The one that it runs on; `null` for any. */
export const startServer = (dataDir: string, extra: string[] = [], core: 0 | null = 0): Promise<Server> =>
  startServerAt(here, dataDir, { extra, core });

/** The same with a meter of the slices of its event loop. */
export const startMeteredServer = (dataDir: string, extra: string[]): Promise<Server> =>
  startServerAt(here, dataDir, { extra, loads: new URL('../hostile/slice-meter.ts', import.meta.url) });

interface StartOptions {
  extra?: string[];
  core?: 0 | null;
  /** Where its memory can be asked for. */
  inspectorPort?: number;
  /** A module that is loaded first, and has a channel to this process. */
  loads?: URL;
}

/** @param root Of the checkout whose server it is. */
export async function startServerAt(
  root: string,
  dataDir: string,
  { extra = [], core = 0, inspectorPort, loads }: StartOptions,
): Promise<Server> {
  const program = programAt(root);
  const port = await freePort();
  const args = ['serve', '--data', dataDir, '--port', String(port), '--rate-limits', 'off', ...extra];
  const [command, all] = pinned(core, program.launcher, [program.mainScript, ...args]);
  const start = performance.now();
  const options = [
    ...(inspectorPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectorPort}`]),
    ...(loads === undefined ? [] : [`--import=${loads.href}`]),
  ].join(' ');
  const env = options === '' ? process.env : { ...process.env, NODE_OPTIONS: options };
  const child = spawn(command, all, {
    stdio: ['ignore', 'ignore', 'ignore', ...(loads ? (['ipc'] as const) : [])],
    env,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilHealthy(child, port);
  const readyAfter = performance.now() - start;
  return {
    port,
    pid: child.pid ?? 0,
    readyAfter,
    process: child,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

async function untilHealthy(child: ChildProcess, port: number): Promise<void> {
  const giveUp = performance.now() + 60_000;
  while (performance.now() < giveUp) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    try {
      if ((await fetch(`http://127.0.0.1:${port}/health`)).status === 200) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  child.kill('SIGKILL');
  throw new Error('The server did not become healthy within a minute.');
}

/** Runs the command line, and returns what it printed as JSON. */
export const app = <T>(...args: string[]): T => runAppAt<T>(here, args);

/** The same of another checkout. */
export function runAppAt<T>(root: string, args: readonly string[]): T {
  const program = programAt(root);
  const done = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program.launcher, program.mainScript, ...args, '--json'],
    {
      encoding: 'utf8',
    },
  );
  if (done.status !== 0) throw new Error(`heddle ${args.slice(0, 2).join(' ')} failed: ${done.stderr}`);
  return JSON.parse(done.stdout) as T;
}

export interface MeasuredCommand {
  /** As the command says itself: without the start of the process. */
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
}

/** Runs a command that says how long it took, and looks at its process meanwhile. */
export async function appMeasured(...args: string[]): Promise<MeasuredCommand> {
  const command = ['--disable-warning=ExperimentalWarning', launcher, mainScript, ...args, '--json'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let [cpu, peakMb, output] = [0, 0, ''];
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000);
    cpu = cpuMicroseconds(child.pid ?? 0);
  }, 20);
  child.once('exit', () => clearInterval(timer));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`heddle ${args[0] ?? ''} failed.`);
  const { seconds } = JSON.parse(output) as { seconds: number };
  return { seconds, cpuSeconds: cpu / 1e6, peakMb };
}

export async function generate(job: Job): Promise<Measured> {
  const [measured] = await generateAll([job]);
  if (!measured) throw new Error('Nothing was measured.');
  return measured;
}

export async function generateAll(jobs: readonly Job[]): Promise<Measured[]> {
  const generator = startGenerator();
  try {
    return await generator.generate(jobs);
  } finally {
    generator.stop();
  }
}

interface Generator {
  /** Does all jobs side by side, one call after the other; a run with one error is void. */
  generate(jobs: readonly Job[]): Promise<Measured[]>;
  stop(): void;
}

/** Runs a script on the core of the load generator, with a line of JSON as its input. @returns the JSON that it prints */
export async function runBeside<T>(script: URL, input: unknown): Promise<T> {
  const [command, args] = pinned(1, fileURLToPath(script), []);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify(input)}\n`);
  const chunks = await Array.fromAsync(child.stdout.setEncoding('utf8'));
  // What our scripts print is what the caller expects of them.
  return JSON.parse(chunks.join('')) as T;
}

/** While `work` runs. @returns the CPU time of the longest slice of the event loop, in milliseconds, too */
export async function longestSlice<T>(
  server: Server,
  work: () => Promise<T>,
): Promise<{ result: T; ms: number }> {
  server.process.send('start');
  const result = await work();
  const slice = once(server.process, 'message') as Promise<[number]>;
  server.process.send('stop');
  const [ms] = await slice;
  return { result, ms };
}

/** Used for several runs, it has compiled what it does after the first. */
export function startGenerator(): Generator {
  const [command, args] = pinned(1, loadScript, []);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async generate(jobs) {
      child.stdin.write(`${JSON.stringify(jobs)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The load generator has ended.');
      const measured = JSON.parse(value) as Measured[];
      const failed = measured.find(({ errors }) => errors > 0);
      if (failed) throw new Error(`${failed.errors} responses were errors: ${failed.firstError ?? ''}`);
      return measured;
    },
    stop: () => void child.stdin.end(),
  };
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1000;
}

/** CPU time so far, in microseconds; from the scheduler's ticks of 10 ms. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/**
 * The same from the nanoseconds that its threads have run, which are up to date while it is idle. Threads that have ended are
 * missing: a server keeps those that it has.
 */
export function preciseCpuMicroseconds(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const ran = readdirSync(folder).map((task) => readFileSync(`${folder}/${task}/schedstat`, 'utf8'));
  return ran.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1000;
}

/** The same of a process with its children, those included that have ended. */
export function cpuWithChildren(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * 10_000;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, child) => sum + cpuIfThere(child), cpuMicroseconds(pid) + ended);
}

function cpuIfThere(pid: string): number {
  try {
    return cpuMicroseconds(Number(pid));
  } catch {
    // It has just ended.
    return 0;
  }
}

const idleMs = 500;
const longestWaitMs = 120_000;

/**
 * Waits until a process has nothing to do any more: for example, until a server has indexed what was seeded.
 * @throws Error when it does not come to rest
 */
export async function untilIdle(pid: number): Promise<void> {
  const giveUp = performance.now() + longestWaitMs;
  for (let before = cpuMicroseconds(pid); performance.now() < giveUp;) {
    await sleep(idleMs);
    const now = cpuMicroseconds(pid);
    if (now - before <= idleMs * 20) return;
    before = now;
  }
  throw new Error(`Process ${pid} was still busy after ${longestWaitMs / 1000} seconds.`);
}

/** Bytes handed to the system for writing so far. */
export function bytesWritten(pid: number): number {
  return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? NaN);
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
