/** Pauses for as long as the last part of an import took, so that other requests get half of the time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A longer pause would delay the import without benefit. */
const longestMs = 250;

export async function giveWay<T>(isLive: boolean, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const done = await work();
  if (isLive) await sleep(Math.min(longestMs, performance.now() - startedAt));
  return done;
}
