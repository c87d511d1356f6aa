/** The boards of all organizations, and the batches in which they are written. */
import type { Logger } from 'pino';
import type { Db } from '../../db/db.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { Database, Tx } from '../../core/log/index.ts';
import type { Peers, SeenHint } from '../../core/peers/index.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { Board, type SeenRow } from './board.ts';

const batchMs = 10_000;
/** Rows that fit in one hint between nodes. */
const hintedAtOnce = 50;

export const presenceBoards = defineService(
  ({ db, log, peers }: Pick<AppContext, 'db' | 'log' | 'peers'>) => new PresenceBoards(db, log, peers),
);

class PresenceBoards {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #peers: Peers;
  readonly #boards = new Map<number, Promise<Board>>();
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger, peers: Peers) {
    this.#db = db;
    this.#log = log;
    this.#peers = peers;
    peers.on('presence', ([orgId, rows]) => void this.#receive(orgId, rows));
    this.#timer = setInterval(() => {
      this.#round = this.#round.then(() => this.flush());
    }, batchMs).unref();
  }

  /** The board of an organization, loaded at first use. */
  of(orgId: number): Promise<Board> {
    const known = this.#boards.get(orgId);
    if (known) return known;
    const loading = this.#load(orgId);
    this.#boards.set(orgId, loading);
    loading.catch(() => this.#boards.delete(orgId));
    return loading;
  }

  async #load(orgId: number): Promise<Board> {
    const rows = await readSeen(this.#db.read, orgId);
    return new Board(rows, this.#peers.clock, (news) => this.#notify(orgId, news));
  }

  /** Notifies the other nodes directly: the rows are written already, or will be with the next batch. */
  #notify(orgId: number, rows: readonly SeenRow[]): void {
    for (let from = 0; from < rows.length; from += hintedAtOnce) {
      const hints = rows
        .slice(from, from + hintedAtOnce)
        .map((row): SeenHint => [
          row.userId,
          row.activeAt,
          row.connectedAt,
          row.updateId,
          row.hasLeft === true,
        ]);
      this.#peers.send('presence', [orgId, hints]);
    }
  }

  /** A board that is not loaded yet will read the rows instead. */
  async #receive(orgId: number, hints: readonly SeenHint[]): Promise<void> {
    const board = await this.#boards.get(orgId)?.catch(() => undefined);
    board?.receive(
      hints.map(([userId, activeAt, connectedAt, updateId, hasLeft]) => ({
        userId,
        activeAt,
        connectedAt,
        updateId,
        hasLeft,
      })),
    );
  }

  /** Writes the unpublished updates. After a failure they are retried with the next batch. */
  async flush(): Promise<void> {
    for (const [orgId, loading] of this.#boards) {
      const board = await loading.catch(() => null);
      if (!board?.hasNews) continue;
      const rows = board.takeNews();
      try {
        board.publish(await this.#db.write(orgId, 'system', (tx) => saveActive(tx, rows)));
      } catch (error) {
        board.giveBack(rows);
        logFailure(this.#log, error, 'updating presence failed');
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    await this.flush();
  }
}

/** Skips users who were deactivated or deleted after their last ping, whose row must not come back. @returns the others */
async function saveActive(tx: Tx, rows: readonly SeenRow[]): Promise<SeenRow[]> {
  const active = rows.filter(({ userId }) => tx.cache.users.get(userId)?.isActive === true);
  await saveSeen(tx, active);
  return active;
}

async function readSeen({ q }: Db, orgId: number): Promise<SeenRow[]> {
  const rows = await q
    .selectFrom('presence')
    .select(['user_id', 'active_at', 'connected_at', 'update_id'])
    .where('org_id', '=', orgId)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    activeAt: row.active_at,
    connectedAt: row.connected_at,
    updateId: row.update_id,
  }));
}

/** Rows per statement: SQLite allows 32,766 parameters, and each row has five. */
const rowsAtOnce = 1000;

export async function saveSeen(tx: Tx, rows: readonly SeenRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx.q
      .insertInto('presence')
      .values(
        rows.slice(from, from + rowsAtOnce).map((row) => ({
          user_id: row.userId,
          org_id: tx.orgId,
          active_at: row.activeAt,
          connected_at: row.connectedAt,
          update_id: row.updateId,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({
          active_at: eb.ref('excluded.active_at'),
          connected_at: eb.ref('excluded.connected_at'),
          update_id: eb.ref('excluded.update_id'),
        })),
      )
      .execute();
}
