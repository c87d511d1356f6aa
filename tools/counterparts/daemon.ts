/** A program that runs beside Heddle, and can be stopped, frozen and started again with the same configuration. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from '../../tests/support/until.ts';
import { within } from '../../server/src/lib/within.ts';

export interface DaemonOptions {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** The account that runs it, where the program refuses to run as root. */
  ids?: { uid: number; gid: number };
  /** It ends the group of its process, which must not be ours. */
  leadsGroup?: boolean;
  isReady: () => Promise<boolean>;
}

const endMs = 20_000;

export class Daemon {
  readonly #options: DaemonOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #said = '';

  constructor(options: DaemonOptions) {
    this.#options = options;
  }

  /** The end of what it has written since it was started. */
  get said(): string {
    return this.#said;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, ids, leadsGroup = false, isReady } = this.#options;
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...ids,
      detached: leadsGroup,
    });
    this.#child = child;
    this.#said = '';
    for (const stream of [child.stdout, child.stderr])
      stream
        .setEncoding('utf8')
        .on('data', (text: string) => (this.#said = (this.#said + text).slice(-4000)));
    this.#ended = new Promise((resolve) => {
      child.once('exit', resolve);
      child.once('error', (error) => {
        this.#said += error.message;
        resolve(error);
      });
    });
    await until(
      `${command} is ready`,
      async () => {
        if (child.exitCode !== null || child.pid === undefined)
          throw new Error(`${command} ended with ${child.exitCode}: ${this.#said}`);
        return isReady().catch(() => false);
      },
      50,
    );
  }

  /** With all processes that it has started. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (signal === 'SIGKILL') this.#signal('SIGKILL');
    else child.kill(signal);
    this.thaw();
    await within(this.#ended, endMs);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    for (const each of [pid, ...listDescendants(pid)])
      try {
        process.kill(each, signal);
      } catch {
        // It has just ended.
      }
  }
}

export function listDescendants(pid: number): number[] {
  let children: number[];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}
