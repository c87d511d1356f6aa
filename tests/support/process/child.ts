/** The program as a process whose every word is kept: for tests of the command line itself. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { program, programEnvironment, type Command } from './bundle.ts';
import { undoAfter } from '../undo.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Start {
  /** Its standard input. */
  input?: string;
  /** What a shell sets before it becomes the program. */
  limits?: string;
  /** Its standard input stays open, for `feed`. */
  heldInput?: boolean;
  /** A file for the bytes of its standard output. */
  output?: string;
}

export class Child {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;
  #changed = Promise.withResolvers<undefined>();

  constructor(args: readonly string[], { input = '', limits, heldInput = false, output }: Start = {}) {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('HEDDLE_'));
    const command: Command = [...program, ...args];
    const [first, ...rest]: Command =
      limits === undefined ? command : ['/bin/sh', '-c', `${limits}; exec "$0" "$@"`, ...command];
    const child = spawn(first, rest, {
      stdio: 'pipe',
      env: { ...Object.fromEntries(inherited), ...programEnvironment },
    });
    child.stdin.on('error', () => undefined);
    if (!heldInput) child.stdin.end(input);
    const written = Promise.withResolvers<undefined>();
    if (output === undefined) {
      written.resolve(undefined);
      child.stdout.setEncoding('utf8').on('data', (text: string) => this.#append('stdout', text));
    } else {
      const file = child.stdout.pipe(createWriteStream(output));
      file.once('close', () => written.resolve(undefined)).once('error', written.reject);
    }
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#append('stderr', text));
    this.process = child;
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    this.ended = closed.then(async (code) => {
      this.#changed.resolve(undefined);
      // The process ends before the last of its output is in the file.
      await written.promise;
      return { code, stdout: this.stdout, stderr: this.stderr };
    });
  }

  #append(stream: 'stdout' | 'stderr', text: string): void {
    this[stream] += text;
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers();
  }

  /** The first match in what it says. @throws Error when it ends without. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (found) return found;
      const { exitCode, signalCode } = this.process;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`It ended without saying ${pattern}: ${this.stdout}${this.stderr}`);
      await this.#changed.promise;
    }
  }

  /** Gives it the first part of a file, and waits until it has read that. */
  async feed(path: string, share: number): Promise<void> {
    const bytes = readFileSync(path);
    const part = bytes.subarray(0, Math.floor(bytes.length * share));
    await new Promise<void>((resolve) => this.process.stdin?.write(part, () => resolve()));
    await this.says(/ of [\d,]+ rows/);
  }

  end(signal: NodeJS.Signals): Promise<Ended> {
    this.process.kill(signal);
    return this.ended;
  }
}

/** Runs a command to its end. */
export const run = (args: readonly string[], input = ''): Promise<Ended> => new Child(args, { input }).ended;

/** A server on any free port, stopped when the test ends. Resolves when it can be reached. */
export async function serve(
  t: TestContext,
  args: readonly string[],
  start: Start = {},
): Promise<Child & { url: string; port: number }> {
  const child = new Child(['serve', '--port', '0', '--rate-limits', 'off', ...args], start);
  undoAfter(t, () => child.end('SIGKILL'));
  const [, port = ''] = await child.says(/running at http:\/\/localhost:(\d+)[^]*\n\n/);
  return Object.assign(child, { url: `http://127.0.0.1:${port}`, port: Number(port) });
}
