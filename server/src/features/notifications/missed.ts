/**
 * Decides that a user gets one email about missed messages of one conversation, without those read, deleted or hidden by
 * then. While the user is active in the app it waits, since they are about to see them there.
 */
import { type JobContext, enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { readerIn, type Reader, visibleRows } from '../../core/messages/index.ts';
import { quietUntil } from '../do-not-disturb/index.ts';
import { jobs, type MissedMessages } from './jobs.ts';
import { emailState, settle, urgentAmong, waitingRows } from './missed-rows.ts';
import { readIds } from '../../core/read-state/index.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import { presenceBoards } from '../presence/index.ts';

const deferMs = 300_000;

export async function missedMessages({ app, orgId, payload }: JobContext<MissedMessages>): Promise<void> {
  const { userId, since } = payload;
  const isActive = await isAtWork(app, orgId, userId, since);
  await app.db.write(orgId, 'system', async (tx) => {
    if (isActive) await defer(tx, payload);
    else if (await isQuiet(tx, userId)) await notifyUrgent(tx, payload);
    else await notify(tx, payload, await waitingIds(tx, payload));
  });
}

async function waitingIds(tx: Tx, { userId, conversation }: MissedMessages): Promise<number[]> {
  return (await waitingRows(tx, userId, conversation)).map((row) => row.message_id);
}

/** What else there is waits for the end of the quiet time. */
async function notifyUrgent(tx: Tx, payload: MissedMessages): Promise<void> {
  const ids = await waitingIds(tx, payload);
  const urgent = await urgentAmong(tx, payload.userId, ids);
  await notify(tx, payload, urgent);
  if (urgent.length < ids.length) await defer(tx, payload);
}

async function isQuiet(tx: Tx, userId: number): Promise<boolean> {
  const user = tx.cache.users.get(userId);
  return user !== undefined && (await quietUntil(tx, user, tx.now)) !== undefined;
}

function defer(tx: Tx, payload: MissedMessages): Promise<void> {
  return enqueue(tx, jobs.missedMessages, payload, tx.now + deferMs);
}

async function notify(
  tx: Tx,
  { userId, conversation }: MissedMessages,
  ids: readonly number[],
): Promise<void> {
  const user = tx.cache.users.get(userId);
  const unread = user?.isActive ? await unreadAmong(tx, readerIn(tx, user), ids) : [];
  const isUnread = new Set(unread);
  await settle(
    tx,
    userId,
    ids.filter((id) => !isUnread.has(id)),
    emailState.readBefore,
  );
  if (unread.length === 0) return;
  await settle(tx, userId, unread, emailState.sent);
  await enqueue(tx, jobs.sendMissed, { userId, conversation, messageIds: unread });
}

/** The messages that are visible to the reader and unread. */
export async function unreadAmong(db: Db, reader: Reader, ids: readonly number[]): Promise<number[]> {
  const rows = await visibleRows(db, reader, ids);
  const read = await readIds(db, reader.cache, reader.id, rows);
  return rows.filter(({ id }) => !read.has(id)).map(({ id }) => id);
}

// Whether a user is active in the app, where they see new messages: emails and push notifications wait then.

/** Activity this recent means that the user sees messages in the app. */
const atWorkMs = 120_000;
/** A user who stays online without reading is notified after this time. */
const longestDeferMs = 3600_000;

/** @param since When the first waiting message was sent. */
export async function isAtWork(
  app: AppContext,
  orgId: number,
  userId: number,
  since: number,
): Promise<boolean> {
  const activeAt = (await presenceBoards(app).of(orgId)).get(userId)?.activeAt ?? 0;
  const now = app.clock.now();
  return now - activeAt < atWorkMs && now - since < longestDeferMs;
}
