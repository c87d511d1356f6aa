/** Releases memory that a start or a load needed, and an idle server does not. */
import { exposeCollector } from '../../lib/collector.ts';
import type { App } from '../open-app.ts';

const settledMs = 1500;
const checkEveryMs = 30_000;
/** A server that was busy for less of a period is idle: a collection delays hardly any request then. */
const idleShare = 0.05;
/** Growth that is worth a collection, which takes 50 to 100 ms. */
const worthwhileGrowth = 1.15;

export interface Meter {
  /** CPU time of the process so far. */
  cpuMs(): number;
  residentBytes(): number;
  collect(): void;
}

/** Collects garbage once after each load, since V8 keeps what it grew to until something new is allocated. */
export class IdleCollector {
  readonly #meter: Meter;
  #cpuMs: number;
  /** Resident memory after the last collection. */
  #settledBytes = 0;

  constructor(meter: Meter) {
    this.#meter = meter;
    this.#cpuMs = meter.cpuMs();
  }

  collect(): void {
    this.#meter.collect();
    this.#settledBytes = this.#meter.residentBytes();
  }

  /** Called after each period of this length. */
  check(periodMs: number): void {
    const cpuMs = this.#meter.cpuMs();
    const isIdle = cpuMs - this.#cpuMs < periodMs * idleShare;
    this.#cpuMs = cpuMs;
    if (isIdle && this.#meter.residentBytes() > this.#settledBytes * worthwhileGrowth) this.collect();
  }
}

/**
 * Once per process: shortly after the start, which leaves some 16 MB of garbage, and whenever the server is idle after it has grown.
 * The first request to an organization of 10,000 people leaves 150 MB.
 */
export function giveBackMemory(app: Pick<App, 'shrink'>): void {
  const collectGarbage = exposeCollector();
  const collector = new IdleCollector({
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    residentBytes: () => process.memoryUsage.rss(),
    collect() {
      // Statements are garbage to SQLite once V8 has collected them.
      app.shrink?.();
      collectGarbage({ type: 'major' });
    },
  });
  setTimeout(() => collector.collect(), settledMs).unref();
  setInterval(() => collector.check(checkEveryMs), checkEveryMs).unref();
}
