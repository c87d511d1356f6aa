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
import type { Principal } from '../../core/organization/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { orderedUuid } from '../../lib/ordered-uuid.ts';

/**
 * Creates a queue that starts at this transaction's position. The caller calls `makeRoom` first, in the same transaction.
 */
export async function openQueue(
  tx: Tx,
  hub: Hub,
  me: Principal,
  options: QueueOptions,
  idleTimeoutMs: number,
): Promise<EventQueue> {
  const owner = { cache: me.cache, userId: me.id, rules: hub.rules, ids: hub.ids(me.orgId) };
  const start = { startsAfter: tx.position, idleTimeoutMs, now: tx.now };
  const queue = new EventQueue(orderedUuid(), owner, { ...options, registeredAt: tx.position }, start);
  await insertQueue(tx, queue);
  return queue;
}

/**
 * Deletes the queues of a user that have been idle longest, so that the limit allows one more.
 * @returns their ids, to be passed to `endQueues` after the commit
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

/** The row of a queue in use is out of date; a client with a waiting poll is connected now. */
function seenAt(queue: EventQueue | undefined, saved: number): number {
  if (!queue) return saved;
  return queue.isHeld ? Infinity : Math.max(saved, queue.lastSeenAt);
}

/** Ends queues whose rows were deleted, on all nodes: their next poll gets BAD_EVENT_QUEUE_ID. */
export function endQueues({ hub, peers }: Pick<AppContext, 'hub' | 'peers'>, ids: readonly string[]): void {
  if (ids.length === 0) return;
  hub.removeIds(ids);
  peers.send('queuesDeleted', ids);
}

/** Queues of other keys may have events that this key's scopes do not allow. */
const isOwner = ({ userId, options }: EventQueue, me: Principal): boolean =>
  userId === me.id && options.keyId === me.key?.id;

export const goneQueue = (id: string): ApiError => apiError('queues.bad-queue-id', { id }, { queue_id: id });

/**
 * The caller's queue, rebuilt from its row and the log if this node does not have it, or no longer has the requested
 * events because a response was lost.
 * @param last Position of the last event that the client has; `undefined` for all unacknowledged events.
 * @throws ApiError BAD_EVENT_QUEUE_ID if there is no such queue, or its events were trimmed from the log
 */
export async function queueForPolling(
  app: AppContext,
  me: Principal,
  id: string,
  last: number | undefined,
): Promise<EventQueue> {
  const { hub } = app;
  for (;;) {
    const living = hub.get(id);
    if (living && !isOwner(living, me)) throw goneQueue(id);
    const holdsAll = living && (last === undefined || last >= living.acknowledged);
    const queue = holdsAll ? living : await reviveQueue(app, me, id, last);
    if (!queue) throw goneQueue(id);
    // Copies on other nodes would gather events that nobody polls there.
    if (queue !== living) app.peers.send('queueMoved', [id, queue.acknowledged]);
    await queue.ready;
    // Another node may have shown its client events that have not arrived here.
    if (queue !== living && app.peers.areAllowed) await app.peers.catchUp(me.orgId);
    // It may have been rebuilt by another poll, or have ended, in the meantime.
    if (hub.get(id) === queue) return queue;
  }
}

/** Whether this is a queue of the caller, in memory or only stored. */
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

/**
 * @returns the position of an event
 * @throws ApiError BAD_EVENT_QUEUE_ID for an id that no event has: what the client has seen is lost, so it has to register again
 */
export async function findPosition(
  { hub, peers }: AppContext,
  { orgId }: Principal,
  queueId: string,
  eventId: number,
): Promise<number> {
  if (eventId < 0) throw apiError('queues.not-an-event');
  const known = () => hub.ids(orgId).findPosition(eventId, hub.position(orgId));
  const found = known();
  if (found !== undefined) return found;
  // The event may have come from another node, which is ahead of this one.
  await peers.catchUp(orgId);
  const caughtUp = known();
  if (caughtUp === undefined) throw goneQueue(queueId);
  return caughtUp;
}
