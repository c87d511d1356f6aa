/** Event queues of clients: registered, polled, acknowledged, deleted. */
import type { AppContext } from '../../core/context/index.ts';
import {
  EventQueue,
  type Hub,
  type QueueOptions,
  deleteQueues,
  insertQueue,
  queueLimits,
  getQueues,
  reviveQueue,
} from '../../core/events/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, Principal } from '../../core/organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { orderedUuid } from '../../lib/ordered-uuid.ts';

/**
 * Makes a queue that starts at this transaction's position: what commits later is delivered, what came before is not.
 * The caller calls `makeRoom` first, in the same transaction.
 */
export async function openQueue(
  tx: Tx,
  hub: Hub,
  me: Principal,
  options: QueueOptions,
  idleTimeoutMs: number,
): Promise<EventQueue> {
  const owner = { cache: me.cache, userId: me.id, delivery: hub.delivery };
  const start = { startsAfter: tx.position, idleTimeoutMs, now: tx.now };
  const queue = new EventQueue(orderedUuid(), owner, options, start);
  await insertQueue(tx, queue);
  return queue;
}

/**
 * Deletes the queues of this person that have been idle longest, the oldest first, so that there may be one more.
 * @returns their ids; once the transaction is committed, `endQueues` has to follow.
 */
export async function makeRoom(tx: Tx, { hub }: Pick<AppContext, 'hub'>, userId: number): Promise<string[]> {
  const rows = await getQueues(tx, userId);
  const excess = rows.length - queueLimits.perUser + 1;
  if (excess <= 0) return [];
  const ids = rows
    .map(({ id, last_seen_at }) => ({ id, seenAt: seenAt(hub.get(id), last_seen_at) }))
    .sort((a, b) => a.seenAt - b.seenAt)
    .slice(0, excess)
    .map(({ id }) => id);
  await deleteQueues(tx, ids);
  return ids;
}

/** A client whose poll is held is there now; the row of a queue in use is behind. */
function seenAt(queue: EventQueue | undefined, saved: number): number {
  if (!queue) return saved;
  return queue.isHeld ? Infinity : Math.max(saved, queue.lastSeenAt);
}

/** Ends queues whose rows are deleted, on all nodes: the next poll of each gets the error that there is no such queue. */
export function endQueues({ hub, peers }: Pick<AppContext, 'hub' | 'peers'>, ids: readonly string[]): void {
  if (ids.length === 0) return;
  hub.removeIds(ids);
  peers.send('queuesDeleted', ids);
}

/** What a key with fewer scopes must not read is in queues of other keys. */
const isOwner = ({ userId, options }: EventQueue, me: Principal): boolean =>
  userId === me.id && options.keyId === me.key?.id;

export const goneQueue = (id: string): ApiError => apiError('queues.bad-queue-id', { id }, { queue_id: id });

/**
 * The caller's queue, brought back from its row if this process does not know it, or does not have what is asked for
 * again because a response was lost on the way.
 * @param lastEventId `undefined` for all that is not confirmed.
 * @throws ApiError BAD_EVENT_QUEUE_ID when there is none that can be continued there.
 */
export async function queueForPolling(
  app: AppContext,
  me: Principal,
  id: string,
  lastEventId: number | undefined,
): Promise<EventQueue> {
  const { hub } = app;
  for (;;) {
    const living = hub.get(id);
    if (living && !isOwner(living, me)) throw goneQueue(id);
    const holdsAll = living && (lastEventId === undefined || lastEventId >= living.acknowledged);
    const queue = holdsAll ? living : await reviveQueue(app, me, id, lastEventId);
    if (!queue) throw goneQueue(id);
    // Copies on other nodes would be the same, but gather events that nobody asks for there.
    if (queue !== living) app.peers.send('queueMoved', [id, queue.acknowledged]);
    await queue.ready;
    // Another poll may have had it rebuilt, or it may have ended, while this one waited.
    if (hub.get(id) === queue) return queue;
  }
}

/** Whether this is a queue of the caller, alive or waiting in its row. */
export async function ownsQueue(app: AppContext, me: Principal, id: string): Promise<boolean> {
  const living = app.hub.get(id);
  if (living) return isOwner(living, me);
  const row = await app.db.read.q
    .selectFrom('event_queue')
    .select(['user_id', 'key_id'])
    .where('id', '=', id)
    .where('org_id', '=', me.orgId)
    .executeTakeFirst();
  return row?.user_id === me.id && row.key_id === (me.key?.id ?? null);
}

/** @throws ApiError for an id that no event can have had yet. */
export function checkLastEventId(cache: OrganizationCache, position: number, lastEventId: number): void {
  if (lastEventId < 0) throw apiError('queues.not-an-event');
  if (lastEventId > position)
    throw apiError('queues.newer-than-events', {
      id: lastEventId,
      organization: cache.organization.name,
    });
}
