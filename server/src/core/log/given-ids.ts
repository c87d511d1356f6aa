/**
 * Ids that clients may know are given to nothing else, even if what they named is lost because the storage went back: a copy of it
 * was put back, its newest part was lost, or another PostgreSQL took over. Docs: ADR 43.
 *
 * Whenever this process takes up the storage it cannot know what has become of it since. So all ids jump by as many as could
 * have been given out since the last moment that the storage itself knows of: the clock is outside of what goes back. Whatever
 * happened after that moment, and however often ids jumped then, they stayed below.
 */
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Db } from '../../db/db.ts';
import { raiseSequences } from '../../db/sequences.ts';
import { begin } from '../../db/sql.ts';
import type { Tx } from './tx.ts';

/** Ids per millisecond, more than any server gives to events and messages. */
const mostPerMs = 10;
/** Ids per millisecond of everything else, which people and programs create one by one. */
const othersPerMs = 0.1;
/** The time that is assumed to have passed if the clock is behind the last known moment. */
const unknownMs = 86_400_000;

const facts = { shift: 'event ids shift', at: 'ids given until' } as const;

export class GivenIds {
  readonly #clock: Clock;
  #shift = 0;
  #hasResumed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How much greater than their positions the ids of events are that this process stores. */
  get shift(): number {
    return this.#shift;
  }

  /** Called when the storage was opened, or opened again, before anything is stored in it. */
  async resume(db: Db): Promise<void> {
    this.#hasResumed = false;
    await db.connection.run(begin(db.dialect), []);
    try {
      const shift = await this.#jump(db);
      await db.connection.run('COMMIT', []);
      this.#shift = shift;
      this.#hasResumed = true;
    } catch (error) {
      await Promise.resolve(db.connection.run('ROLLBACK', [])).catch(() => undefined);
      throw error;
    }
  }

  /**
   * What is stored by now is known from here on: the next jump is smaller. Before this process has jumped itself, as when its start
   * fails, that would take from the next jump the time in which lost ids were given out.
   */
  async note(tx: Tx): Promise<void> {
    if (!this.#hasResumed) return;
    await setFact(tx, facts.at, this.#clock.now());
  }

  async #jump(db: Db): Promise<number> {
    // Locks the row: of several nodes one jumps after the other.
    await db.q
      .insertInto('server_fact')
      .values({ name: facts.shift, value: '0' })
      .onConflict((oc) => oc.column('name').doUpdateSet((eb) => ({ value: eb.ref('server_fact.value') })))
      .execute();
    const shift = (await readFact(db, facts.shift)) ?? 0;
    const known = (await readFact(db, facts.at)) ?? (await newestMessageTime(db));
    const now = this.#clock.now();
    await setFact(db, facts.at, now);
    if (known === undefined) return shift;
    // The clock of a database may have gone back with it.
    const elapsed = Math.max(now, systemClock.now()) - known;
    const ms = elapsed < 0 ? unknownMs : Math.max(elapsed, 1);
    await raiseSequences(db, (table) => Math.ceil(ms * (table === 'message' ? mostPerMs : othersPerMs)));
    const next = shift + ms * mostPerMs;
    await setFact(db, facts.shift, next);
    return next;
  }
}

async function readFact(db: Db, name: string): Promise<number | undefined> {
  const row = await db.q
    .selectFrom('server_fact')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && Number(row.value);
}

async function setFact(db: Db, name: string, value: number): Promise<void> {
  await db.q
    .insertInto('server_fact')
    .values({ name, value: `${value}` })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value: `${value}` }))
    .execute();
}

/** The fallback for a database without this fact, as after a restore; undefined before anything was known. */
async function newestMessageTime(db: Db): Promise<number | undefined> {
  const newest = await db.q
    .selectFrom('message')
    .select('sent_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.sent_at;
}
