/** Removes push notifications once their messages were read on another device or deleted. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type LogEntry, type Tx, isEvent } from '../../core/log/index.ts';
import type { MessagesHidden } from '../../core/messages/index.ts';
import { inList } from '../../db/sql.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { enqueuePushNotices } from '../mobile-push/index.ts';
import { isInState, messagesInState, pushState, setPushState } from './decision-rows.ts';

const shownStates = [pushState.queued, pushState.delivered];
/** Most messages in one removal; older notifications have expired. */
const mostRemoved = 200;

/** Runs on every node: the first one removes the notifications, and the others find none. */
export const pushRemover = defineService((app: AppContext) => new PushRemover(app));

class PushRemover {
  readonly #app: AppContext;
  #round: Promise<void> = Promise.resolve();

  constructor(app: AppContext) {
    this.#app = app;
  }

  committed(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      // The type first: events of other nodes are parsed when they are read.
      if (entry.type !== 'update_message_flags') continue;
      const { orgId, event, audience } = entry;
      if (!isEvent(event, 'update_message_flags') || event.flag !== 'read' || event.op !== 'add') continue;
      for (const userId of audience.users ?? []) this.#queue(orgId, userId, event.messages);
    }
  }

  /** Resolves when everything committed before the call is processed. */
  catchUp(): Promise<void> {
    return this.#round;
  }

  async stop(): Promise<void> {
    await this.#round;
  }

  #queue(orgId: number, userId: number, read: readonly number[]): void {
    this.#round = this.#round
      .then(() => this.#remove(orgId, userId, read))
      .catch((error: unknown) => logFailure(this.#app.log, error, 'removing push notifications failed'));
  }

  async #remove(orgId: number, userId: number, read: readonly number[]): Promise<void> {
    const { db } = this.#app;
    const shown = new Set(await messagesInState(db.read, userId, shownStates));
    if (shown.size === 0) return;
    const ids = read.filter((id) => shown.has(id));
    if (ids.length > 0) await db.write(orgId, 'system', (tx) => removePushes(tx, userId, ids));
  }
}

async function removePushes(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  const removed = await setPushState(tx, userId, ids, { from: shownStates, to: pushState.removed });
  if (removed.length === 0) return;
  const messageIds = removed.sort((a, b) => a - b).slice(-mostRemoved);
  await enqueuePushNotices(tx, userId, [{ type: 'remove', messageIds }]);
}

/** Removes notifications of messages that were deleted, or moved to where some users may not read them. */
export async function removeHidden(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  let query = tx.q
    .selectFrom('notification_decision')
    .select(['user_id', 'message_id'])
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'message_id', ids))
    .where(isInState(shownStates));
  if (userIds) query = query.where(inList(tx.dialect, 'user_id', userIds));
  for (const [userId, rows] of Map.groupBy(await query.execute(), (row) => row.user_id))
    await removePushes(
      tx,
      userId,
      rows.map((row) => row.message_id),
    );
}
