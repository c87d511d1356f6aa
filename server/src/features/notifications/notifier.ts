/**
 * Decides for new messages who is notified of them, a moment after they came and in batches, so that sending costs the same
 * anyone who is told. A durable mark says up to which message that is done: a crash repeats at most one batch, in which
 * what is noted already stays as it is.
 */
import type { Db } from '../../db/db.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { CatchUpWorker, type Organizations } from '../../core/events/index.ts';
import type { Database } from '../../core/log/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { getConversation, noteMissed, type Missed } from './missed-rows.ts';
import { decide } from './decide.ts';
import { factsFor, type NotifiedMessage } from './facts.ts';

const pauseMs = 500;
const batch = 200;
/** People noted in one write, so that a message to very many holds up nobody. */
const notedAtOnce = 500;
/** What was not decided within this time is too late to tell: it waited while the server was away. */
const tooLateMs = 24 * 3600_000;
const lookedThroughAtOnce = 5000;
const markName = 'notified up to message';

interface Waiting extends NotifiedMessage {
  org_id: number;
}

export const notifier = defineService(({ db, organizations, log, nodes }: AppContext) => {
  const decisions = new Decisions(db, organizations);
  return new CatchUpWorker({
    ...{ pauseMs, log, failure: 'deciding who is told of a message failed' },
    doSome: () => decisions.makeSome(),
    lead: (work) => nodes.lead('notifications', work),
  });
});

/** Anyone who is to have an e-mail about the messages unless they read them before. */
export async function getMissed(
  db: Db,
  cache: OrganizationCache,
  messages: readonly NotifiedMessage[],
): Promise<Missed[]> {
  const missed: Missed[] = [];
  for (const [conversation, some] of Map.groupBy(messages, getConversation))
    for (const [messageId, people] of await factsFor(db, cache, some))
      for (const facts of people.values()) {
        const { email, trigger } = decide(facts);
        if (email && trigger) missed.push({ user: facts.user, messageId, conversation, trigger });
      }
  return missed;
}

export async function noteAll(db: Database, orgId: number, missed: readonly Missed[]): Promise<void> {
  for (let from = 0; from < missed.length; from += notedAtOnce)
    await db.write(orgId, 'system', (tx) => noteMissed(tx, missed.slice(from, from + notedAtOnce)));
}

/** The message up to which it is decided who is notified. */
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
  #hasSkipped = false;

  constructor(db: Database, organizations: Organizations) {
    this.#db = db;
    this.#organizations = organizations;
  }

  /** Returns whether there may be more. */
  async makeSome(): Promise<boolean> {
    const mark = await this.#mark();
    const rows = await this.#messagesAfter(mark);
    const last = rows.at(-1);
    if (!last) return false;
    for (const [orgId, some] of Map.groupBy(rows, (row) => row.org_id)) {
      const cache = await this.#organizations.cache(orgId);
      await noteAll(this.#db, orgId, await getMissed(this.#db.read, cache, some));
    }
    await this.#setMark(last.id);
    return rows.length === batch;
  }

  async #mark(): Promise<number> {
    const mark = await notifiedUpTo(this.#db.read);
    if (this.#hasSkipped) return mark;
    this.#hasSkipped = true;
    return this.#pastOld(mark);
  }

  async #pastOld(mark: number): Promise<number> {
    const tooLate = Date.now() - tooLateMs;
    for (;;) {
      const rows = await this.#db.read.q
        .selectFrom('message')
        .select(['id', 'sent_at'])
        .where('id', '>', mark)
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

  #messagesAfter(id: number): Promise<Waiting[]> {
    return this.#db.read.q
      .selectFrom('message')
      .select(['id', 'org_id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'topic_key', 'traits'])
      .where('id', '>', id)
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
