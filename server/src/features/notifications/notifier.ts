/**
 * Decides whom new messages notify, asynchronously and in batches, so that sending takes equally long
 * however many users are notified. A durable mark stores the last message done: a crash repeats at most one
 * batch, which keeps existing decisions.
 */
import type { Clock } from '../../lib/clock.ts';
import { Slices } from '../../lib/slices.ts';
import type { Db } from '../../db/db.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { CatchUpWorker, type Organizations } from '../../core/events/index.ts';
import type { Database, Tx } from '../../core/log/index.ts';
import { SettledMessages } from '../../core/messages/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { usersWithDevices } from '../mobile-push/index.ts';
import { decide } from './decide.ts';
import { type Decided, isKept, storeDecisions } from './decision-rows.ts';
import { factsFor, type NotifiedMessage } from './facts.ts';
import { getConversation, noteMissed } from './missed-rows.ts';
import { enqueuePushes } from './push-missed.ts';

const pauseMs = 500;
const batch = 200;
/** Users per transaction, so that a message to very many does not block other writes. */
const notedAtOnce = 500;
/** Messages undecided for longer, such as after downtime, notify nobody. */
const tooLateMs = 24 * 3600_000;
const lookedThroughAtOnce = 5000;
const markName = 'notified up to message';

interface UndecidedMessage extends NotifiedMessage {
  org_id: number;
}

export const notifier = defineService((app: AppContext) => {
  const decisions = new Decisions(app);
  return new CatchUpWorker({
    pauseMs,
    log: app.log,
    failure: 'deciding who is notified of a message failed',
    doSome: () => decisions.makeSome(),
    lead: (work) => app.nodes.lead('notifications', work),
  });
});

/** Decisions for everyone who may have to be notified of the messages. */
export async function decideFor(
  db: Db,
  cache: OrganizationCache,
  messages: readonly NotifiedMessage[],
): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const [conversation, some] of Map.groupBy(messages, getConversation))
    for (const [messageId, people] of await factsFor(db, cache, some))
      for (const facts of people.values())
        decided.push({ user: facts.user, messageId, conversation, decision: decide(facts) });
  return decided.filter(isKept);
}

/** Stores decisions, and enqueues the emails and push notifications. */
export async function carryOut(db: Database, orgId: number, decided: readonly Decided[]): Promise<void> {
  for (let from = 0; from < decided.length; from += notedAtOnce)
    await db.write(orgId, 'system', (tx) => carryOutSome(tx, decided.slice(from, from + notedAtOnce)));
}

export async function carryOutSome(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const pushed = decided.filter(({ decision }) => decision.push).map(({ user }) => user.id);
  const hasDevice = await usersWithDevices(tx, [...new Set(pushed)]);
  const fresh = await storeDecisions(tx, decided, hasDevice);
  await noteMissed(
    tx,
    fresh.filter(({ decision }) => decision.email),
  );
  await enqueuePushes(
    tx,
    fresh.filter(({ user, decision }) => decision.push && hasDevice.has(user.id)),
  );
}

/** The id of the last message whose notifications are decided. */
export async function notifiedUpTo(db: Db): Promise<number> {
  const known = await db.q
    .selectFrom('server_fact')
    .select('value')
    .where('name', '=', markName)
    .executeTakeFirst();
  return known ? Number(known.value) : 0;
}

class Decisions {
  readonly #db: Database;
  readonly #organizations: Organizations;
  readonly #clock: Clock;
  readonly #settled: SettledMessages;
  #hasSkipped = false;

  constructor({
    db,
    clock,
    organizations,
    peers,
    log,
  }: Pick<AppContext, 'db' | 'clock' | 'organizations' | 'peers' | 'log'>) {
    this.#settled = new SettledMessages({ db, peers, log });
    this.#db = db;
    this.#clock = clock;
    this.#organizations = organizations;
  }

  /** Returns whether there may be more. */
  async makeSome(): Promise<boolean> {
    const upTo = await this.#settled.after(notifiedUpTo);
    const mark = await this.#mark(upTo);
    const rows = await this.#messagesAfter(mark, upTo);
    const last = rows.at(-1);
    if (!last) return false;
    for (const [orgId, some] of Map.groupBy(rows, (row) => row.org_id)) {
      const cache = await this.#organizations.cache(orgId);
      await carryOut(this.#db, orgId, await decideFor(this.#db.read, cache, some));
    }
    await this.#setMark(last.id);
    // Unsettled messages may follow.
    return rows.length === batch;
  }

  /** Once, it goes past messages that are too old. */
  async #mark(upTo: number): Promise<number> {
    const mark = await notifiedUpTo(this.#db.read);
    if (this.#hasSkipped) return mark;
    const timely = await this.#pastOld(mark, upTo);
    if (timely > mark) await this.#setMark(timely);
    this.#hasSkipped = true;
    return timely;
  }

  async #pastOld(mark: number, upTo: number): Promise<number> {
    const tooLate = this.#clock.now() - tooLateMs;
    // After an import without a server they are all that it brought.
    const slices = new Slices();
    for (;;) {
      await slices.pause();
      const rows = await this.#db.read.q
        .selectFrom('message')
        .select(['id', 'sent_at'])
        .where('id', '>', mark)
        .where('id', '<=', upTo)
        .orderBy('id')
        .limit(lookedThroughAtOnce)
        .execute();
      const timely = rows.findIndex((row) => row.sent_at >= tooLate);
      if (timely >= 0) return rows[timely - 1]?.id ?? mark;
      const last = rows.at(-1);
      if (!last) return mark;
      mark = last.id;
    }
  }

  #messagesAfter(id: number, upTo: number): Promise<UndecidedMessage[]> {
    return this.#db.read.q
      .selectFrom('message')
      .select(['id', 'org_id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'topic_key', 'traits'])
      .where('id', '>', id)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(batch)
      .execute();
  }

  #setMark(id: number): Promise<void> {
    return this.#db.write(0, 'system', async ({ q }) => {
      await q
        .insertInto('server_fact')
        .values({ name: markName, value: String(id) })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(id) }))
        .execute();
    });
  }
}
