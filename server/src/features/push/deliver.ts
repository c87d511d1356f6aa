/** Delivers notifications: a job for each browser or app, retried while its push service is unavailable. */
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, type JobContext } from '../../core/jobs/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import { visibleRows } from '../../core/messages/index.ts';
import { readIds } from '../../core/read-state/index.ts';
import { jobs, type SendWebPush } from './jobs.ts';
import type { MessageNotice, Notice, RemoveNotice } from './notice.ts';
import { pushOutcome, type PushOutcome } from './outcome.ts';
import {
  deleteDeadSubscription,
  liveSubscription,
  noteDelivery,
  liveSubscriptions,
} from './subscriptions.ts';
import { keptSeconds, sendWebPush } from './web-push.ts';

/** Retries start after 10 seconds and double: the last attempt is an hour and a half after the first. */
export const mostPushAttempts = 10;

/** The push service is temporarily unavailable. */
export class PushFailed extends Error {
  override readonly name = 'PushFailed';
}

/** Enqueues notifications. @returns whether there is a device to deliver them to */
export async function enqueueNotices(
  tx: Tx,
  userId: number,
  notices: readonly (MessageNotice | RemoveNotice)[],
): Promise<boolean> {
  const subscriptions = await liveSubscriptions(tx, tx, userId);
  const expiresAt = tx.now + keptSeconds * 1000;
  for (const { id: subscriptionId, kind, endpoint } of subscriptions)
    for (const notice of kind === 'web' ? lastOfConversations(notices) : notices)
      if (notice.type !== 'remove' || mayBeSilent(endpoint))
        await enqueue(tx, jobs.sendWebPush, { userId, subscriptionId, notice, expiresAt });
  return subscriptions.length > 0;
}

/** Safari revokes the permission after three silent notifications. */
const mayBeSilent = (endpoint: string): boolean => !new URL(endpoint).hostname.endsWith('.push.apple.com');

function lastOfConversations<T extends MessageNotice | RemoveNotice>(notices: readonly T[]): T[] {
  const last = new Map<string, T>();
  for (const notice of notices)
    last.set(notice.type === 'message' ? JSON.stringify(notice.recipient) : notice.type, notice);
  return [...last.values()];
}

export async function deliverWebPush({
  app,
  orgId,
  payload,
  attempt,
}: JobContext<SendWebPush>): Promise<void> {
  const { userId, subscriptionId, notice, expiresAt } = payload;
  const now = app.clock.now();
  const cache = await app.organizations.cache(orgId);
  const subscription = await liveSubscription(app.db.read, { cache, now }, subscriptionId);
  const wanted = await isWanted(app, orgId, userId, notice);
  if (subscription?.user_id !== userId || now > expiresAt || !wanted) {
    const reason = wanted ? 'failed' : 'unnecessary';
    await app.db.write(orgId, 'system', (tx) => settleNotice(tx, userId, notice, reason));
    return;
  }
  const outcome = await sendWebPush(app, cache.organization.subdomain, subscription, notice);
  const isLast = outcome.kind !== 'failed' || !outcome.isPassing || attempt >= mostPushAttempts;
  await app.db.write(orgId, 'system', async (tx) => {
    if (outcome.kind === 'gone') await deleteDeadSubscription(tx, subscriptionId);
    else await noteDelivery(tx, subscriptionId, outcome.kind === 'failed' ? outcome.error : null);
    if (isLast) await settleNotice(tx, userId, notice, outcome.kind === 'delivered' ? 'delivered' : 'failed');
  });
  if (!isLast) throw new PushFailed(outcome.error);
}

/** Records the outcome of a notification of a message. */
export async function settleNotice(
  tx: Tx,
  userId: number,
  notice: Notice,
  outcome: PushOutcome['outcome'],
): Promise<void> {
  if (notice.type === 'message')
    await trigger(tx, pushOutcome, { userId, messageId: notice.messageId, outcome });
}

/** Whether a notification is still wanted: not if the message was read, or is hidden from the user. */
export async function isWanted(
  { db, organizations }: Pick<AppContext, 'db' | 'organizations'>,
  orgId: number,
  userId: number,
  notice: Notice,
): Promise<boolean> {
  if (notice.type !== 'message') return true;
  const { messageId } = notice;
  const cache = await organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user?.isActive) return false;
  const rows = await visibleRows(db.read, { id: userId, orgId, user, cache }, [messageId]);
  return rows.length > 0 && !(await readIds(db.read, cache, userId, rows)).has(messageId);
}
