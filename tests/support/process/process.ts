/** The server as its users start it: a process of its own, from the command line, on a folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { program, programEnvironment, type Command } from './bundle.ts';
import { within } from '../../../server/src/lib/within.ts';
import { freePort } from '../services/free-port.ts';

export interface ServerLocation {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** By how many milliseconds the clock of the process is ahead. */
  clockAheadMs?: number;
  /** An earlier version: the process runs it until it is stopped for the first time, as at an upgrade. */
  earlier?: Command | undefined;
}

/** Only what is said here: the settings of anyone who runs the tests are not the test's. */
const environment = ({ clockAheadMs = 0 }: ServerLocation): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HEDDLE_'))),
  ...programEnvironment,
  ...(clockAheadMs !== 0 && {
    NODE_OPTIONS: `--import=${new URL('shifted-clock.mjs', import.meta.url).href}`,
    HEDDLE_TEST_CLOCK_AHEAD: String(clockAheadMs),
  }),
});

/** The longest that a command or the end of a server takes on a machine that does much else. */
const longestMs = 120_000;

const place = ({ dataDir, databaseUrl }: ServerLocation): string[] => [
  '--data',
  dataDir,
  ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl]),
];

/** Runs a command to its end, and returns what it printed as JSON. */
export function app<T>(where: ServerLocation, ...args: string[]): T {
  const [command, ...first] = where.earlier ?? program;
  const done = spawnSync(command, [...first, ...args, ...place(where), '--json'], {
    encoding: 'utf8',
    env: environment(where),
    timeout: longestMs,
  });
  if (done.status !== 0) throw new Error(`heddle ${args.slice(0, 2).join(' ')} failed: ${done.stderr}`);
  return JSON.parse(done.stdout) as T;
}

export interface Organization {
  realm_id: number;
  user_id: number;
  email: string;
  api_key: string;
}

export const ownerPassword = 'correct horse battery staple';

/** Without the channel and messages that organizations start with: each test makes what it is about. */
export const createOrganization = (where: ServerLocation): Organization =>
  app(
    where,
    'org',
    'create',
    '--name',
    'Weavers',
    '--subdomain',
    '',
    '--empty',
    '--owner-name',
    'Ada Achterberg',
    '--owner-email',
    'ada@example.com',
    '--owner-password',
    ownerPassword,
  );

/** A server that may be killed and started again at the same address. */
export class ServerProcess {
  readonly url: string;
  readonly #where: ServerLocation;
  readonly #port: number;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #said = '';
  #program: Command;
  #isOver = false;

  private constructor(where: ServerLocation, port: number, args: readonly string[]) {
    this.#where = where;
    this.#program = where.earlier ?? program;
    this.#port = port;
    this.#args = args;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param args Of `heddle serve`, beyond its place and its port. */
  static async at(where: ServerLocation, ...args: string[]): Promise<ServerProcess> {
    return new ServerProcess(where, await freePort(), args);
  }

  /** What it has written since it was started last: the end of it. */
  get said(): string {
    return this.#said;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('The server was not started.');
    return this.#child.pid;
  }

  /** Starts it, without waiting for it. @throws Error after `end` */
  launch(): void {
    if (this.#isOver) throw new Error('The server was ended.');
    const [command, ...first] = this.#program;
    const args = ['serve', '--port', String(this.#port), '--log-level', 'warn', ...this.#args];
    const child = spawn(command, [...first, ...args, ...place(this.#where)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(this.#where),
    });
    this.#said = '';
    for (const stream of [child.stdout, child.stderr])
      stream
        .setEncoding('utf8')
        .on('data', (text: string) => (this.#said = (this.#said + text).slice(-4000)));
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()));
    this.#child = child;
  }

  /** Resolves when it responds. @throws Error when it ends instead, or takes half a minute. */
  async untilReady(): Promise<void> {
    const giveUp = performance.now() + 30_000;
    while (performance.now() < giveUp) {
      const { exitCode, signalCode } = this.#child ?? {};
      const end = exitCode ?? signalCode;
      if (end !== null && end !== undefined) throw new Error(`The server ended with ${end}: ${this.#said}`);
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${this.url}/health`, { signal }).catch(() => undefined);
      if (response?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`The server did not become ready: ${this.#said}`);
  }

  async start(): Promise<void> {
    this.launch();
    await this.untilReady();
  }

  /** Ends it, SIGTERM politely and SIGKILL at once; resolves when it is gone. @throws Error when it does not end */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#child?.kill(signal);
    try {
      await within(this.#ended, longestMs);
    } catch (error) {
      throw new Error(`The server did not end on ${signal}: ${this.#said}`, { cause: error });
    }
    this.#program = program;
  }

  /** Kills it for good: what is still under way starts no other process, which nobody would end. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.stop('SIGKILL');
  }
}
