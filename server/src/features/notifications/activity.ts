/** Whether a user is active in the app, where they see new messages: emails and push notifications wait then. */
import type { AppContext } from '../../core/context/index.ts';
import { presenceBoards } from '../presence/index.ts';

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
