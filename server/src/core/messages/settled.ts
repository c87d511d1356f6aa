/**
 * Up to which id no more messages can appear. Ids are taken before the commit, so a node may store a message after another has stored
 * one with a greater id in another organization. Work on the messages of all organizations in the order of their ids would skip it.
 *
 * Of a committed message with the id N, and a transaction that stores one with a lower id, which was thus taken before: it was taken
 *
 * - in that transaction, which held the lock of the organization by then, or
 * - in an earlier one of the same node, and kept. Such a transaction compares its ids with the bound, and holds the lock before it does.
 *   If that was after the bound was raised to N, it fails; otherwise it held the lock before the bound was raised.
 *
 * So all of them either hold such a lock right after the bound was raised to N, or have ended. No clock has a part in this, nor which
 * nodes know of each other. Only for nodes that do not know the bound, while they are upgraded, there is a pause.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { haveEarlierWriters, listWriting } from '../../db/postgres/writing.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../context/index.ts';
import { newestMessageId, raiseIdBound } from '../log/index.ts';

/** What `after` resolves to where one process writes: ids appear in the order of commits. */
export const everyId = Number.MAX_SAFE_INTEGER;

const retryMs = 20;
/** By then nodes that do not know the bound have begun the transactions for which they kept ids: they do so for a fifth of this. */
const earlierMs = 500;
/** Longer than a session may be idle in a transaction. A node that stops waits for as long. */
const usualPatienceMs = 6000;

export class SettledMessages {
  readonly #app: Pick<AppContext, 'db' | 'peers'>;
  readonly #patienceMs: number;
  #upTo = 0;
  #mark = -1;

  /** @param patienceMs For how long transactions are waited for at once. */
  constructor(app: Pick<AppContext, 'db' | 'peers'>, patienceMs = usualPatienceMs) {
    this.#app = app;
    this.#patienceMs = patienceMs;
  }

  /**
   * Waits for the transactions in progress, unless it did so for further messages behind the mark.
   * @param readMark Up to which message the work is done.
   * @returns an id, which is that of the mark if nothing lies behind it, or if a transaction takes too long: no message is passed
   *   over, and the work continues at a later message or heartbeat
   */
  async after(readMark: (db: Db) => Promise<number>): Promise<number> {
    const { db, peers } = this.#app;
    if (!peers.areAllowed) return everyId;
    const mark = await readMark(db.read);
    const hasMoved = mark > this.#mark;
    this.#mark = mark;
    if (hasMoved && mark < this.#upTo) return this.#upTo;
    const newest = await newestMessageId(db.read);
    if (newest <= mark) return mark;
    await db.write(0, 'system', (tx) => raiseIdBound(tx, newest));
    if (await haveEarlierWriters(db.read.connection)) await sleep(earlierMs);
    if (!(await haveEnded(db.read, this.#patienceMs))) return mark;
    return (this.#upTo = newest);
  }
}

/** Resolves when all transactions have ended that may have taken ids by now. @returns false if one of them takes too long */
async function haveEnded({ connection }: Db, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  let before = await listWriting(connection);
  while (before.size > 0 && performance.now() < until) {
    await sleep(retryMs);
    before = before.intersection(await listWriting(connection));
  }
  return before.size === 0;
}
