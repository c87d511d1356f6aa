/** Whether somebody is at work in the app, where they see what comes: then what is sent elsewhere waits. */
import type { AppContext } from '../../core/context/index.ts';
import { presenceBoards } from '../presence/index.ts';

/** At work this recently, somebody sees it in the app. */
const atWorkMs = 120_000;
/** Anyone who is online all the time and still does not read it is notified. */
const longestDeferMs = 3600_000;

/** @param since When the first message came that waits. */
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
