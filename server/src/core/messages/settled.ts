/**
 * Up to which id no more messages can appear. Ids are taken before the commit, so a node may store a message after another has stored
 * one with a greater id in another organization. Work on the messages of all organizations in the order of their ids would skip it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../context/index.ts';
import { idsKeptMs } from '../log/index.ts';
import { newestMessageId } from './unread-rows.ts';

/** What `after` resolves to where one process writes: ids appear in the order of commits. */
export const everyId = Number.MAX_SAFE_INTEGER;

/** By then a group that uses ids which were kept has begun its transaction. */
const waitMs = 5 * idsKeptMs;
const retryMs = 20;
/** A transaction that takes longer is not waited for: a node that stopped in it loses its session after five seconds. */
const patienceMs = 6000;

export class SettledMessages {
  readonly #app: Pick<AppContext, 'db' | 'nodes'>;
  #upTo = 0;
  #mark = -1;

  constructor(app: Pick<AppContext, 'db' | 'nodes'>) {
    this.#app = app;
  }

  /**
   * Waits for the transactions in progress, unless it did so for further messages behind the mark.
   * @param readMark Up to which message the work is done.
   * @returns an id, which is that of the mark if nothing lies behind it
   */
  async after(readMark: (db: Db) => Promise<number>): Promise<number> {
    const { db, nodes } = this.#app;
    if (nodes.list().length < 2) return everyId;
    const mark = await readMark(db.read);
    const hasMoved = mark > this.#mark;
    this.#mark = mark;
    if (hasMoved && mark < this.#upTo) return this.#upTo;
    const newest = await newestMessageId(db.read);
    if (newest <= mark) return mark;
    await sleep(waitMs);
    await untilEnded(db.read);
    return (this.#upTo = newest);
  }
}

const writingSql = `SELECT pid || ' ' || backend_xid AS name FROM pg_stat_activity
  WHERE datname = current_database() AND backend_xid IS NOT NULL`;

/** Resolves when all transactions have ended that were writing. */
async function untilEnded({ connection }: Db): Promise<void> {
  const read = async () => new Set((await connection.query(writingSql, [])).map(({ name }) => String(name)));
  const until = performance.now() + patienceMs;
  let before = await read();
  while (before.size > 0 && performance.now() < until) {
    await sleep(retryMs);
    before = before.intersection(await read());
  }
}
