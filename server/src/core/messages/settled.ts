/**
 * Up to which id no more messages can appear. Ids are taken before the commit, so a node may store a message after another has stored
 * one with a greater id in another organization. Work on the messages of all organizations in the order of their ids would skip it.
 *
 * Let N be the id of a committed message, and let a transaction store one with a lower id, which was thus taken before. It was taken
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

interface Awaited {
  /** Settled once all of these transactions have ended. */
  id: number;
  writing: ReadonlySet<string>;
}

export class SettledMessages {
  readonly #app: Pick<AppContext, 'db' | 'peers' | 'log'>;
  readonly #patienceMs: number;
  #upTo = 0;
  #mark = -1;
  /** What was not waited for to its end. */
  #awaited: Awaited | undefined;

  /** @param patienceMs For how long transactions are waited for at once. */
  constructor(app: Pick<AppContext, 'db' | 'peers' | 'log'>, patienceMs = usualPatienceMs) {
    this.#app = app;
    this.#patienceMs = patienceMs;
  }

  /**
   * Waits for the transactions in progress, unless it did so for further messages behind the mark.
   * @param readMark Up to which message the work is done.
   * @returns an id, which is that of the mark if nothing lies behind it, or if a transaction takes too long: no message is passed
   *   over, and the work continues at a later message or heartbeat, without waiting for transactions that have begun since
   */
  async after(readMark: (db: Db) => Promise<number>): Promise<number> {
    const { db, peers, log } = this.#app;
    if (!peers.areAllowed) return everyId;
    const mark = await readMark(db.read);
    const hasMoved = mark > this.#mark;
    this.#mark = mark;
    if (hasMoved && mark < this.#upTo) return this.#upTo;
    // Another node may have done the work meanwhile.
    if (this.#awaited && this.#awaited.id <= mark) this.#awaited = undefined;
    const awaited = this.#awaited ?? (await this.#begin(mark));
    if (!awaited) return mark;
    const writing = await waitForEnds(db.read, awaited.writing, this.#patienceMs);
    if (writing.size > 0 && !this.#awaited)
      log.warn(
        'a transaction takes long; until it ends, newer messages are neither indexed nor cause notifications',
      );
    this.#awaited = writing.size > 0 ? { id: awaited.id, writing } : undefined;
    return writing.size > 0 ? mark : (this.#upTo = awaited.id);
  }

  async #begin(mark: number): Promise<Awaited | undefined> {
    const { db } = this.#app;
    const id = await newestMessageId(db.read);
    if (id <= mark) return undefined;
    await db.write(0, 'system', (tx) => raiseIdBound(tx, id));
    if (await haveEarlierWriters(db.read.connection)) await sleep(earlierMs);
    return { id, writing: await listWriting(db.read.connection) };
  }
}

/** @returns those of the transactions that have not ended in time */
async function waitForEnds(
  { connection }: Db,
  transactions: ReadonlySet<string>,
  patienceMs: number,
): Promise<ReadonlySet<string>> {
  const until = performance.now() + patienceMs;
  let left = transactions;
  while (left.size > 0) {
    left = left.intersection(await listWriting(connection));
    if (left.size === 0 || performance.now() >= until) break;
    await sleep(retryMs);
  }
  return left;
}
