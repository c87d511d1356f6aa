/** What a counterpart is, and the stage on which one is used: a folder of its own, and all that ends with it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorMessage } from '../../server/src/lib/thrown.ts';
import { Daemon, type DaemonOptions } from './daemon.ts';

/** A program that Heddle is connected with, as it is packaged by Debian. */
export interface Counterpart {
  /** The name that people know it by. */
  title: string;
  /** The first one is that whose version is shown. */
  packages: readonly string[];
  /** Uses it, and makes it fail. */
  prove(stage: Stage): Promise<void>;
}

export interface CheckResult {
  /** A sentence that says what holds. */
  sentence: string;
  /** Why it does not hold. */
  failure?: string;
}

export class Stage {
  readonly folder: string;
  readonly results: CheckResult[] = [];
  readonly #undo: (() => void | Promise<void>)[] = [];

  constructor(name: string) {
    this.folder = mkdtempSync(path.join(tmpdir(), `heddle-${name}-`));
    // Daemons leave root for an account of their own.
    chmodSync(this.folder, 0o755);
  }

  /** A check that fails does not keep the next ones from running. */
  async check(sentence: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.results.push({ sentence });
      console.log(`ok    ${sentence}`);
    } catch (error) {
      const failure = errorMessage(error).split('\n').slice(0, 8).join(' ').slice(0, 600);
      this.results.push({ sentence, failure });
      console.log(`FAIL  ${sentence}\n      ${failure}`);
    }
  }

  /** The last one is undone first. */
  undo(work: () => void | Promise<void>): void {
    this.#undo.push(work);
  }

  /** Starts a program that ends with the stage. */
  async start(options: DaemonOptions): Promise<Daemon> {
    const daemon = new Daemon(options);
    this.undo(() => daemon.stop('SIGKILL'));
    await daemon.start();
    return daemon;
  }

  makeFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** @returns its path */
  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  async close(): Promise<void> {
    for (const work of this.#undo.reverse())
      try {
        await work();
      } catch (error) {
        console.error(error);
      }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
