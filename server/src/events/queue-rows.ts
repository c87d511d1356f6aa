/** Event queues as rows, so that they outlive the process. */
import type { Db } from '../db/db.ts';
import { readEntries } from '../db/log-rows.ts';
import type { Tx } from '../db/tx.ts';
import type { Directory } from '../directory/directory.ts';
import { wants, type Hub } from './hub.ts';
import type { QueueOptions } from './options.ts';
import { EventQueue, queueLimits } from './queue.ts';

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
    })
    .execute();
}

export async function deleteQueues(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.q.deleteFrom('event_queue').where('org_id', '=', tx.orgId).where('id', 'in', ids).execute();
}

/** Ends every event queue of someone with this transaction, wherever it is served. */
export async function endQueuesOf(tx: Tx, userId: number): Promise<void> {
  await tx.q
    .deleteFrom('event_queue')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .execute();
  await tx.touch({ endsQueuesOf: [userId] });
}

/** Notes how far queues have come: late is harmless, it only keeps the log longer. */
export async function saveProgress(tx: Tx, queues: readonly EventQueue[]): Promise<void> {
  for (const queue of queues)
    await tx.q
      .updateTable('event_queue')
      .set({ acknowledged: queue.acknowledged, last_seen_at: queue.lastSeenAt })
      .where('id', '=', queue.id)
      .execute();
}

/**
 * Brings a queue that this process does not know back to life, from its row and the log.
 * Answers `undefined` when there is none, or it can no longer be continued without a gap.
 */
export async function reviveQueue(
  db: Db,
  hub: Hub,
  directory: Directory,
  id: string,
  lastEventId: number,
): Promise<EventQueue | undefined> {
  const row = await db.q
    .selectFrom('event_queue')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', directory.orgId)
    .executeTakeFirst();
  const living = hub.get(id);
  if (living) return living;
  if (!row || lastEventId < row.acknowledged) return undefined;
  const options = JSON.parse(row.options) as QueueOptions;
  const owner = { directory, userId: row.user_id };
  const position = hub.position(directory.orgId);
  const queue = new EventQueue(id, owner, options, position, row.idle_timeout_ms, Date.now());
  hub.add(queue);
  await refill(db, directory, queue, lastEventId, position);
  if (queue.isOverfull) {
    hub.remove(queue);
    return undefined;
  }
  return queue;
}

/** Reads from the log what the client has not confirmed, up to where the fan-out took over. */
async function refill(
  db: Db,
  directory: Directory,
  queue: EventQueue,
  after: number,
  upTo: number,
): Promise<void> {
  const found = [];
  let position = after;
  while (position < upTo && found.length <= queueLimits.events) {
    const entries = await readEntries(db, directory.orgId, position, 500);
    for (const entry of entries)
      if (entry.position <= upTo && wants(directory, queue, entry)) found.push(entry);
    const last = entries.at(-1);
    if (!last) break;
    position = last.position;
  }
  queue.acknowledged = after;
  queue.restore(found);
}

/** Removes what no living queue may still ask for; answers the oldest position kept. */
export async function trimLog(tx: Tx): Promise<void> {
  const oldest = await tx.q
    .selectFrom('event_queue')
    .select((eb) => eb.fn.min('acknowledged').as('position'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  await tx.q
    .deleteFrom('event_log')
    .where('org_id', '=', tx.orgId)
    .where('position', '<=', oldest?.position ?? tx.position)
    .execute();
}

/** Queues whose clients have been silent for longer than they may, those of former processes included. */
export async function expiredQueues(db: Db, orgId: number, now: number): Promise<{ id: string }[]> {
  return db.q
    .selectFrom('event_queue')
    .select('id')
    .where('org_id', '=', orgId)
    .where((eb) => eb(eb('last_seen_at', '+', eb.ref('idle_timeout_ms')), '<', now))
    .execute();
}
