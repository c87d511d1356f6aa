/** Reports rows that the disk has changed: in the log each time, and to the owners of all organizations once. */
import type { Logger } from 'pino';
import type { AppContext } from '../../core/context/index.ts';
import { notifyOwners } from '../../features/message-send/index.ts';
import { logFailure } from '../../lib/storage/health.ts';

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
