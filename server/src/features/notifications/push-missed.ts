/**
 * Sends push notifications of messages that are still unread. While the user is active in the app they
 * wait, since the user will see the messages there.
 */
import { enqueue, type JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { readerIn } from '../../core/messages/index.ts';
import { type User, userSetting } from '../../core/organization/index.ts';
import { quietUntil } from '../do-not-disturb/index.ts';
import { enqueuePushNotices } from '../mobile-push/index.ts';
import { type MissedMessage, type PushOutcome, getMissedMessages } from '../push/index.ts';
import { type Decided, firstInState, messagesInState, pushState, setPushState } from './decision-rows.ts';
import { jobs, type PushMissed, type PushUrgent } from './jobs.ts';
import { isAtWork, unreadAmong } from './missed.ts';

/** Interval at which activity is checked again. */
const deferMs = 60_000;
/** Per user and batch: further messages are read in the app. */
const mostSent = 50;

/** One job for each user sends everything that waits. */
export async function enqueuePushes(tx: Tx, decided: readonly Decided[]): Promise<void> {
  for (const [userId, some] of Map.groupBy(decided, ({ user }) => user.id)) {
    const first = Math.min(...some.map(({ messageId }) => messageId));
    await enqueue(tx, jobs.pushMissed, { userId, since: tx.now, first });
  }
}

export async function pushMissed({ app, orgId, payload }: JobContext<PushMissed>): Promise<void> {
  const { userId, since } = payload;
  const isActive = await isAtWork(app, orgId, userId, since);
  await app.db.write(orgId, 'system', async (tx) => {
    const user = tx.cache.users.get(userId);
    const quiet = user && (await quietUntil(tx, user, tx.now));
    if (quiet !== undefined) {
      if (!(await othersWait(tx, payload))) await enqueue(tx, jobs.pushMissed, payload, quiet);
      return;
    }
    const isLate = !isActive || (user && userSetting(user, 'enable_online_push_notifications')) === true;
    if (isLate) await pushWaiting(tx, userId, user);
    else await enqueue(tx, jobs.pushMissed, payload, tx.now + deferMs);
  });
}

/**
 * Whether an earlier message waits for the end of the quiet time, whose job sends this one too: otherwise as many jobs as messages would
 * pile up, and all be due in the same minute.
 */
async function othersWait(tx: Tx, { userId, first }: PushMissed): Promise<boolean> {
  const earliest = first === undefined ? undefined : await firstInState(tx, userId, pushState.waiting);
  return first !== undefined && earliest !== undefined && earliest < first;
}

/** What has waited for the end of a quiet time is sent when it ends early. */
export const pushEarlier = (tx: Tx, { userId }: { userId: number }): Promise<void> =>
  enqueue(tx, jobs.pushMissed, { userId, since: tx.now });

/** Neither the end of a quiet time nor that the user leaves the app is waited for. */
export async function pushUrgent({ app, orgId, payload }: JobContext<PushUrgent>): Promise<void> {
  const { userId, messageId } = payload;
  await app.db.write(orgId, 'system', (tx) => pushWaiting(tx, userId, tx.cache.users.get(userId), messageId));
}

/** @param only Of this message. */
async function pushWaiting(tx: Tx, userId: number, user: User | undefined, only?: number): Promise<void> {
  const all = await messagesInState(tx, userId, [pushState.waiting]);
  const waiting = only === undefined ? all : all.filter((id) => id === only);
  if (waiting.length === 0) return;
  const unread = user?.isActive ? await unreadAmong(tx, readerIn(tx, user), waiting) : [];
  const isUnread = new Set(unread);
  const from = [pushState.waiting];
  const read = waiting.filter((id) => !isUnread.has(id));
  await setPushState(tx, userId, read, { from, to: pushState.readBefore });
  if (!user || unread.length === 0) return;
  const messages = await getMissedMessages(tx, readerIn(tx, user), unread.slice(-mostSent));
  const notices = messages.map((message) => ({
    type: 'message' as const,
    messageId: message.id,
    conversation: getPlace(message),
  }));
  const isSent = await enqueuePushNotices(tx, userId, notices);
  await setPushState(tx, userId, unread, { from, to: isSent ? pushState.queued : pushState.noDevice });
}

const getPlace = ({ channel, topic, people }: MissedMessage): string =>
  channel ? `channel ${channel.id} ${topic}` : `people ${people.map(({ id }) => id).join(',')}`;

/** Delivery to one device counts as delivered. */
export async function settlePush(tx: Tx, { userId, messageId, outcome }: PushOutcome): Promise<void> {
  const { queued, failed, delivered, readBefore } = pushState;
  if (outcome === 'delivered')
    await setPushState(tx, userId, [messageId], { from: [queued, failed], to: delivered });
  else {
    const to = outcome === 'failed' ? failed : readBefore;
    await setPushState(tx, userId, [messageId], { from: [queued], to });
  }
}
