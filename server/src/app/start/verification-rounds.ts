/** Periodically reads and verifies all stored data, to detect damage while there are backups without it. */
import type { Logger } from 'pino';
import type { DamageNotices } from './damage-notices.ts';
import type { Opened } from '../../db/open.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { StorageHealth } from '../../lib/storage/health.ts';

/** Delayed after a start, which has more urgent work. */
const firstMs = 60_000;
const betweenMs = 6 * 3600_000;

interface RoundsContext {
  opened: Pick<Opened, 'verify'>;
  health: StorageHealth;
  log: Logger;
  damage: DamageNotices;
}

export class VerificationRounds {
  readonly #database: Pick<Opened, 'verify'>;
  readonly #health: StorageHealth;
  readonly #log: Logger;
  readonly #damage: DamageNotices;
  #timer: NodeJS.Timeout;
  #isStopped = false;

  constructor({ opened, health, log, damage }: RoundsContext) {
    this.#database = opened;
    this.#health = health;
    this.#log = log;
    this.#damage = damage;
    this.#timer = this.#schedule(firstMs);
  }

  #schedule(afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      void this.round().finally(() => {
        if (!this.#isStopped) this.#timer = this.#schedule(betweenMs);
      });
    }, afterMs).unref();
  }

  /** Never rejects. */
  async round(): Promise<void> {
    if (this.#health.fault) return;
    const begun = performance.now();
    try {
      await this.#damage.report(await this.#database.verify());
      this.#log.debug({ ms: Math.round(performance.now() - begun) }, 'the stored data was verified');
    } catch (error) {
      if (error instanceof StorageFault) this.#health.report(error);
      else if (!this.#isStopped) this.#log.warn({ err: error }, 'verifying the stored data failed');
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
