/** Delivers notifications: a job for each browser or app, retried while its push service is unavailable. */
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, type JobContext, jobKind } from '../../core/jobs/index.ts';
import { type Tx, trigger, defineHook } from '../../core/log/index.ts';
import { visibleRows } from '../../core/messages/index.ts';
import { readIds } from '../../core/read-state/index.ts';
import { messageNotice, getMissedMessages } from './message-notice.ts';
import type { Notice, RemoveNotice, WaitingNotice } from './payload.ts';
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

/** What notifications are enqueued for. Browsers show only the last message of each conversation. */
export type QueuedNotice = { type: 'message'; messageId: number; conversation: string } | RemoveNotice;

export const getWaiting = (notice: QueuedNotice): WaitingNotice =>
  notice.type === 'message' ? { type: 'message', messageId: notice.messageId } : notice;

/** Enqueues notifications. @returns whether there is a device to deliver them to */
export async function enqueueNotices(
  tx: Tx,
  userId: number,
  notices: readonly QueuedNotice[],
): Promise<boolean> {
  const subscriptions = await liveSubscriptions(tx, tx, userId);
  const expiresAt = tx.now + keptSeconds * 1000;
  for (const { id: subscriptionId, kind, endpoint } of subscriptions)
    for (const queued of kind === 'web' ? lastOfConversations(notices) : notices)
      if (queued.type !== 'remove' || mayBeSilent(endpoint))
        await enqueue(tx, jobs.sendWebPush, {
          userId,
          subscriptionId,
          notice: getWaiting(queued),
          expiresAt,
        });
  return subscriptions.length > 0;
}

/** Safari revokes the permission after three silent notifications. */
const mayBeSilent = (endpoint: string): boolean => !new URL(endpoint).hostname.endsWith('.push.apple.com');

function lastOfConversations(notices: readonly QueuedNotice[]): QueuedNotice[] {
  const last = new Map<string, QueuedNotice>();
  for (const notice of notices)
    last.set(notice.type === 'message' ? `in ${notice.conversation}` : notice.type, notice);
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
  const shown = await noticeToSend(app, orgId, userId, notice);
  if (subscription?.user_id !== userId || now > expiresAt || !shown) {
    const reason = shown ? 'failed' : 'unnecessary';
    await app.db.write(orgId, 'system', (tx) => settleNotice(tx, userId, notice, reason));
    return;
  }
  const outcome = await sendWebPush(app, cache.organization.subdomain, subscription, shown);
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
  notice: WaitingNotice,
  outcome: PushOutcome['outcome'],
): Promise<void> {
  if (notice.type === 'message')
    await trigger(tx, pushOutcome, { userId, messageId: notice.messageId, outcome });
}

/**
 * The notification as its recipient may see it now.
 * @returns undefined if it is not wanted any more: the message was read or deleted, or is hidden from the user
 */
export async function noticeToSend(
  { db, organizations }: Pick<AppContext, 'db' | 'organizations'>,
  orgId: number,
  userId: number,
  notice: WaitingNotice,
): Promise<Notice | undefined> {
  if (notice.type !== 'message') return notice;
  const cache = await organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user?.isActive) return undefined;
  const reader = { id: userId, orgId, user, cache };
  const [message] = await getMissedMessages(db.read, reader, [notice.messageId]);
  const rows = message ? await visibleRows(db.read, reader, [message.id]) : [];
  if (!message || (await readIds(db.read, cache, userId, rows)).has(message.id)) return undefined;
  return messageNotice(cache, user, message);
}

// The hook for the outcome of a message's push notification.

export interface PushOutcome {
  userId: number;
  messageId: number;
  /** `delivered`: a push service has accepted it for at least one device of the user. */
  outcome: 'delivered' | 'failed' | 'unnecessary';
}

export const pushOutcome = defineHook<PushOutcome>('push settled');

// Job kinds of this feature, with their payloads.

interface SendWebPush {
  userId: number;
  subscriptionId: number;
  notice: WaitingNotice;
  /** Milliseconds since 1970; not delivered later. */
  expiresAt: number;
}

export const jobs = {
  /** Sends one notification to one browser or app. */
  sendWebPush: jobKind<SendWebPush>('pushToSubscription'),
  /** COMPAT(heddle): of earlier versions, whose nodes could not send what is enqueued now. */
  sendStoredWebPush: jobKind<SendWebPush>('sendWebPush'),
};
