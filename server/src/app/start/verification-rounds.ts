/** Periodically reads and verifies all stored data, to detect damage while there are backups without it. */
import type { Logger } from 'pino';
import type { Opened } from '../../db/open.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { type StorageHealth, logFailure } from '../../lib/storage/health.ts';
import type { AppContext } from '../../core/context/index.ts';
import { notifyOwners } from '../../features/message-send/index.ts';

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

// Reports rows that the disk has changed: in the log each time, and to the owners of all organizations once.

const text = 'stored rows differ from their hashes: the disk has damaged them';
const remedy =
  'Run heddle verify, which lists them, and restore the newest backup in which heddle verify finds no damage.';

type DamageContext = Pick<AppContext, 'db' | 'organizations'> & { log: Logger };

export class DamageNotices {
  readonly #context: DamageContext;
  /** The tables whose damage the owners know: what is found once is found in each round. */
  readonly #known = new Set<string>();

  constructor(context: DamageContext) {
    this.#context = context;
  }

  /** Never rejects. */
  async report(damages: readonly { table: string }[]): Promise<void> {
    const { log } = this.#context;
    if (damages.length === 0) return;
    log.error({ damages, remedy }, text);
    const tables = new Set(damages.map(({ table }) => table));
    if (tables.isSubsetOf(this.#known)) return;
    try {
      await this.#notify();
      for (const table of tables) this.#known.add(table);
    } catch (error) {
      logFailure(log, error, 'notifying the owners of damage failed');
    }
  }

  async #notify(): Promise<void> {
    const { db, organizations } = this.#context;
    for (const { id } of organizations.names)
      await db.write(id, 'system', (tx) => notifyOwners(tx, (t) => t('notices.rowsDamaged')));
  }
}
