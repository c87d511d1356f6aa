/**
 * What the process is doing, in a file of the data folder, so that the next start knows during which work the last process
 * ended. The file is not flushed: what a process has written survives its death, and work is not to blame for a power failure.
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { valueAt, parseStored } from '../json.ts';

/** Work during which the process ended this often is set aside: it is likely to end the next one too. */
export const mostCrashes = 3;

/** How long suspected work keeps other work waiting, and waits for it. By then it is unlikely to end the process. */
const longestAloneMs = 10_000;
const fileBytes = 4096;

export class RunningWork {
  /** The file, which may be deleted while no server runs. */
  readonly path: string | undefined;
  #file: number | undefined;
  readonly #crashes: Map<string, number>;
  /** By the key, or a symbol for work without one. */
  readonly #running = new Map<string | symbol, Promise<unknown>>();
  /** Resolves when no suspected work runs or waits. */
  #isolation: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  private constructor(path?: string, crashes = new Map<string, number>()) {
    this.path = path;
    this.#crashes = crashes;
    if (path !== undefined) this.#file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  }

  /** Counts nothing: of a command, which nobody starts again by itself. */
  static unrecorded(): RunningWork {
    return new RunningWork();
  }

  /** Opens the work of the only server on this folder. Work during which the last server ended is counted at once. */
  static open(dataDir: string): RunningWork {
    const path = join(dataDir, 'running-work.json');
    const work = new RunningWork(path, readCrashes(path));
    work.#save();
    return work;
  }

  /** How often in a row the process has ended during this work. */
  crashes(key: string): number {
    return this.#crashes.get(key) ?? 0;
  }

  /** The keys with this prefix during which a process has ended, with how often. */
  crashed(prefix: string): [key: string, count: number][] {
    return [...this.#crashes].filter(([key]) => key.startsWith(prefix));
  }

  delete(key: string): void {
    if (this.#crashes.delete(key)) this.#save();
  }

  /**
   * Runs work that is marked as running meanwhile. However it ends, it has not ended the process.
   * @param key `null` for work whose interruptions are counted elsewhere
   * @param isSuspect Whether a process has ended during it: it runs alone, so that what runs beside it is not suspected for ever.
   */
  async run<T>(
    key: string | null,
    work: () => Promise<T>,
    isSuspect = key !== null && this.crashes(key) > 0,
  ): Promise<T> {
    const release = await this.#admit(isSuspect);
    const name = key ?? Symbol();
    const running = Promise.resolve().then(work);
    this.#running.set(
      name,
      running.catch(() => undefined),
    );
    if (key !== null) this.#save();
    try {
      return await running;
    } finally {
      release();
      this.#running.delete(name);
      if (key !== null) {
        this.#crashes.delete(key);
        this.#save();
      }
    }
  }

  /** Does what `run` does for work that blocks all other work, such as a migration. @returns a function that ends the mark */
  mark(key: string): () => void {
    this.#running.set(key, Promise.resolve());
    this.#save();
    return () => {
      this.#running.delete(key);
      this.#crashes.delete(key);
      this.#save();
    };
  }

  /** Called when the process is asked to end: work that is interrupted by that is not to blame. */
  stop(): void {
    this.#isStopping = true;
    this.#save();
  }

  close(): void {
    this.stop();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** @returns what lets other work run again */
  async #admit(isSuspect: boolean): Promise<() => void> {
    if (!isSuspect) {
      for (let before; before !== this.#isolation;) await (before = this.#isolation);
      return () => undefined;
    }
    const before = this.#isolation;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#isolation = before.then(() => promise);
    await before;
    await Promise.race([
      Promise.all(this.#running.values()),
      sleep(longestAloneMs, undefined, { ref: false }),
    ]);
    setTimeout(() => resolve(undefined), longestAloneMs).unref();
    return () => resolve(undefined);
  }

  #save(): void {
    if (this.#file === undefined) return;
    const marked = [...this.#running.keys()].filter((name) => typeof name === 'string');
    const running = this.#isStopping ? [] : marked;
    const text = `${JSON.stringify({ running, crashes: Object.fromEntries(this.#crashes) })}\n`;
    try {
      // One write, which a death of the process does not divide; what is behind its line is left of a longer one.
      writeSync(this.#file, text.padEnd(fileBytes), 0);
    } catch {
      // A full disk: work runs unmarked rather than not at all.
    }
  }
}

function readCrashes(path: string): Map<string, number> {
  const crashes = new Map<string, number>();
  try {
    const stored: unknown = parseStored<unknown>(readFileSync(path, 'utf8').split('\n', 1)[0] ?? '');
    for (const [key, count] of Object.entries(valueAt(stored, 'crashes') ?? {}))
      if (typeof count === 'number') crashes.set(key, count);
    const running = valueAt(stored, 'running');
    if (Array.isArray(running))
      for (const key of running.map(String)) crashes.set(key, (crashes.get(key) ?? 0) + 1);
  } catch {
    // There is none yet, or it was torn by a power failure.
  }
  return crashes;
}
