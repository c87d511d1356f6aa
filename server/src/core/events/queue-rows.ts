/** Event queues as rows, so that they survive the process. */
import type { Db } from '../../db/db.ts';
import {
  type Database,
  type LogEntry,
  type Tx,
  firstPosition,
  lastBefore,
  oldestNeeded,
  readEntries,
  removeEntries,
} from '../log/index.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { greater, inList, inTexts } from '../../db/sql.ts';
import { isFor, wants } from './audience.ts';
import type { Hub } from './hub.ts';
import type { EventRuleTable } from './event-rules.ts';
import type { QueueOptions } from './encode.ts';
import { EventQueue, queueLimits } from './queue.ts';
import { parseStored } from '../../lib/json.ts';

export async function insertQueue(tx: Tx, queue: EventQueue): Promise<void> {
  await tx.q
    .insertInto('event_queue')
    .values({
      id: queue.id,
      org_id: queue.orgId,
      user_id: queue.userId,
      options: JSON.stringify(queue.options),
      created_at: tx.now,
      acknowledged: queue.acknowledged,
      last_seen_at: tx.now,
      idle_timeout_ms: queue.idleTimeoutMs,
      key_id: queue.options.keyId ?? null,
      session_id: queue.options.sessionId ?? null,
    })
    .execute();
}

export async function deleteQueues(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('event_queue').where('org_id', '=', tx.orgId).where('id', 'in', ids).execute();
}

/** Deletes the queues whose clients, according to their rows, have been idle for too long. @returns their ids */
export async function deleteExpired(tx: Tx, ids: readonly string[], now: number): Promise<string[]> {
  const rows = await tx.q
    .deleteFrom('event_queue')
    .where('org_id', '=', tx.orgId)
    .where(inTexts(tx.dialect, 'id', ids))
    .where((eb) => eb(eb('last_seen_at', '+', eb.ref('idle_timeout_ms')), '<', now))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the row of a queue that exceeded its limits here, unless another node has served its client since. */
export async function deleteOutgrown(tx: Tx, { id, acknowledged, lastSeenAt }: EventQueue): Promise<void> {
  await tx.q
    .deleteFrom('event_queue')
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('acknowledged', '<=', acknowledged)
    .where('last_seen_at', '<=', lastSeenAt + clockToleranceMs)
    .execute();
}

/** The maximum difference between the clocks of two nodes, which both measure the database's clock. */
const clockToleranceMs = 1000;

/** Ends all event queues of a user with this transaction, on all nodes. */
export async function endUserQueues(tx: Tx, userId: number): Promise<void> {
  await tx.q.deleteFrom('event_queue').where('org_id', '=', tx.orgId).where('user_id', '=', userId).execute();
  await tx.touch({ endsQueuesOf: [userId] });
}

/** Ends these named API keys, both as credentials and for the event queues that they registered. */
export async function endKeys(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q
    .deleteFrom('event_queue')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'key_id', ids))
    .execute();
  await tx.touch({ endsKeys: [...ids] });
}

/** Stores the progress of queues: a delay only keeps the log longer. Another node may know more about the same queue. */
export async function saveProgress(tx: Tx, queues: readonly EventQueue[]): Promise<void> {
  for (const queue of queues)
    await tx.q
      .updateTable('event_queue')
      .set((eb) => ({
        acknowledged: greater(tx.dialect, eb.ref('acknowledged'), queue.acknowledged),
        last_seen_at: greater(tx.dialect, eb.ref('last_seen_at'), queue.lastSeenAt),
      }))
      .where('id', '=', queue.id)
      .execute();
}

/** All queues of a user, the least recently polled first; ties in order of registration, which ids preserve. */
export function getQueues(db: Db, userId: number): Promise<{ id: string; last_seen_at: number }[]> {
  return db.q
    .selectFrom('event_queue')
    .select(['id', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A queue belongs to a user, and to the named API key that registered it. */
interface QueueOwner {
  cache: OrganizationCache;
  id: number;
  key?: { id: number };
}

/**
 * Restores a user's queue from its row and the log, if this process does not have it in memory, or has dropped events that are
 * requested again. Returns `undefined` if there is none, or it cannot be continued without a gap.
 * @param last Position of the last event that the client has; `undefined`: all unacknowledged events are requested.
 */
export async function reviveQueue(
  app: { db: Database; hub: Hub; clock: Clock },
  { cache, id: userId, key }: QueueOwner,
  id: string,
  last: number | undefined,
): Promise<EventQueue | undefined> {
  const { db, hub } = app;
  const row = await getRow(db.read, cache.orgId, id);
  if (row?.user_id !== userId || row.key_id !== (key?.id ?? null)) return undefined;
  if (last !== undefined && last < row.acknowledged) return undefined;
  const living = hub.get(id);
  if (living && (last === undefined || last >= living.acknowledged)) return living;
  if (living) hub.remove(living);
  const options = parseStored<QueueOptions>(row.options);
  const owner = { cache, userId, rules: hub.rules, ids: hub.ids(cache.orgId) };
  const queue = new EventQueue(id, owner, options, {
    startsAfter: hub.position(cache.orgId),
    idleTimeoutMs: row.idle_timeout_ms,
    now: app.clock.now(),
  });
  queue.acknowledged = last ?? row.acknowledged;
  queue.isWhole = false;
  hub.add(queue);
  queue.ready = rebuild(app, queue);
  return queue;
}

function getRow(db: Db, orgId: number, id: string) {
  return db.q
    .selectFrom('event_queue')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

async function rebuild({ db, hub }: { db: Database; hub: Hub }, queue: EventQueue): Promise<void> {
  try {
    const { entries, endings } = await readMissed(db.read, queue, hub.rules);
    queue.restore(entries, endings);
    // Its row may have been deleted while this node did not have the queue.
    if (!(await getRow(db.read, queue.orgId, queue.id))) hub.remove(queue);
  } catch (error) {
    hub.remove(queue);
    throw error;
  }
  if (!queue.isOverfull) return;
  hub.remove(queue);
  await db.write(queue.orgId, 'system', (tx) => deleteQueues(tx, [queue.id]));
}

interface Missed {
  entries: LogEntry[];
  /** Those of `entries` that are only needed to recheck the others. */
  endings: LogEntry[];
}

/** The unacknowledged entries up to the position from which the fan-out delivers. */
async function readMissed(db: Db, queue: EventQueue, rules: EventRuleTable): Promise<Missed> {
  const { cache, acknowledged, startsAfter } = queue;
  const missed: Missed = { entries: [], endings: [] };
  let size = 0;
  let position = acknowledged;
  while (position < startsAfter && missed.entries.length <= queueLimits.events && size <= queueLimits.bytes) {
    const read = await readEntries(db, cache.orgId, position, entriesAtOnce);
    for (const entry of read) {
      const rule = rules.get(entry.type);
      if (!rule || entry.position > startsAfter) continue;
      const isWanted = wants(cache, queue, entry, rule);
      const isEnding = !isWanted && missed.entries.length > 0 && rule.ends !== undefined;
      if (!isWanted && !(isEnding && isFor(cache, queue, entry, rule))) continue;
      missed.entries.push(entry);
      if (isEnding) missed.endings.push(entry);
      size += entry.size;
    }
    const last = read.at(-1);
    if (!last) break;
    position = last.position;
  }
  return missed;
}

const entriesAtOnce = 500;

/**
 * Removes entries that no queue may request any more, oldest first, in batches so that writes hardly wait.
 * @returns whether there are more.
 * @param keptSince Entries since then (milliseconds since 1970) are kept even if no queue needs them.
 */
export async function trimLog(tx: Tx, keptSince?: number): Promise<boolean> {
  const needed = await oldestNeeded(tx, tx.orgId);
  const first = await firstPosition(tx, tx.orgId);
  if (first === undefined || first > needed) return false;
  const most = Math.min(needed, first + trimmedAtOnce);
  const last = keptSince === undefined ? most : await lastBefore(tx, tx.orgId, most, keptSince);
  if (last === undefined) return false;
  await removeEntries(tx, tx.orgId, last);
  return last === most && last < needed;
}

const trimmedAtOnce = 5000;

/** Queues whose clients have been idle for too long, including queues of former processes. */
export async function expiredQueues(db: Db, orgId: number, now: number): Promise<{ id: string }[]> {
  return db.q
    .selectFrom('event_queue')
    .select('id')
    .where('org_id', '=', orgId)
    .where((eb) => eb(eb('last_seen_at', '+', eb.ref('idle_timeout_ms')), '<', now))
    .execute();
}
