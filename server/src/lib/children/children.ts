/**
 * Makes all child processes of the server. Each has a process group of its own, so that Ctrl C in a terminal reaches the server
 * alone, which ends them; none opens a debugger when it gets a signal; and none outlives the server.
 */
import {
  type ChildProcess,
  type ChildProcessByStdio,
  type ForkOptions,
  execFile,
  fork,
  spawn,
} from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** On Windows a group of its own would be a window of its own. */
const detached = process.platform !== 'win32';

/** Flags that this version of Node knows. */
const known = (flags: readonly string[]): string[] =>
  flags.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag.split('=', 1)[0] ?? ''));

const quiet = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning'];
const heap = (mebibytes: number) => `--max-old-space-size=${mebibytes}`;

/** A part of the server in a process of its own, which exchanges messages with it and gets none of its environment. */
export const forkChild = (
  entry: URL,
  { heapMebibytes, ...options }: { heapMebibytes: number } & Pick<ForkOptions, 'serialization'>,
): ChildProcess =>
  fork(entry, {
    env: {},
    detached,
    ...options,
    execArgv: [heap(heapMebibytes), ...known(quiet)],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Node modules that read files, or call functions of libraries, past the permission model. */
const withoutBypasses = ['--no-experimental-sqlite', '--no-experimental-ffi', '--no-experimental-webstorage'];

/** What confines a program beyond Node's permission model. */
export interface Confinement {
  readonly name: 'namespaces' | 'none';
  /** What runs the program. */
  readonly prefix: readonly string[];
}

interface Confined {
  heapMebibytes: number;
  /** Files and folders that it may read, beside its entry point. */
  reads: readonly string[];
  by: Confinement;
}

/** A program of others: without network, processes and files but those named; with pipes for its input and output. */
export function spawnConfined(
  entry: URL,
  { heapMebibytes, reads, by }: Confined,
): ChildProcessByStdio<Writable, Readable, null> {
  const file = fileURLToPath(entry);
  const [command, ...args] = [
    ...by.prefix,
    process.execPath,
    heap(heapMebibytes),
    '--permission',
    '--no-warnings',
    ...known(['--disable-sigusr1', ...withoutBypasses]),
    ...[file, ...reads].map((path) => `--allow-fs-read=${path}`),
    file,
  ];
  return spawn(command, args, { env: {}, detached, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** A command of this program, which reports its errors on its standard error. */
export function spawnCommand(
  args: readonly string[],
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): ChildProcessByStdio<null, Readable, Readable> {
  const [, script = ''] = process.argv;
  const all = [...known(['--disable-sigusr1']), ...process.execArgv, script, ...args, '--json'];
  const child = spawn(process.execPath, all, {
    env,
    signal,
    detached,
    // The channel says that the server has ended: see `end-with-server.ts`.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The types of Node know these streams only without a channel.
  return child as ChildProcessByStdio<null, Readable, Readable>;
}

/** A program of the system. @throws if it fails or takes longer */
export const runSystemProgram = async (
  name: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<string> => (await promisify(execFile)(name, args, { timeout: timeoutMs })).stdout;
