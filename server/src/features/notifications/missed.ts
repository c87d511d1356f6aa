/**
 * Decides that a user gets one email about missed messages of one conversation, without those read, deleted or hidden by
 * then. While the user is active in the app it waits, since they are about to see them there.
 */
import { type JobContext, enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { readerIn } from '../../core/messages/index.ts';
import { quietUntil } from '../do-not-disturb/index.ts';
import { isAtWork } from './activity.ts';
import { jobs, type MissedMessages } from './jobs.ts';
import { emailState, settle, waitingRows } from './missed-rows.ts';
import { unreadAmong } from './unread.ts';

const deferMs = 300_000;

export async function missedMessages({ app, orgId, payload }: JobContext<MissedMessages>): Promise<void> {
  const { userId, since } = payload;
  const isActive = await isAtWork(app, orgId, userId, since);
  await app.db.write(orgId, 'system', async (tx) =>
    isActive || (await isQuiet(tx, userId)) ? defer(tx, payload) : notify(tx, payload),
  );
}

async function isQuiet(tx: Tx, userId: number): Promise<boolean> {
  const user = tx.cache.users.get(userId);
  return user !== undefined && (await quietUntil(tx, user, tx.now)) !== undefined;
}

function defer(tx: Tx, payload: MissedMessages): Promise<void> {
  return enqueue(tx, jobs.missedMessages, payload, tx.now + deferMs);
}

async function notify(tx: Tx, { userId, conversation }: MissedMessages): Promise<void> {
  const rows = await waitingRows(tx, userId, conversation);
  const user = tx.cache.users.get(userId);
  const ids = rows.map((row) => row.message_id);
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
