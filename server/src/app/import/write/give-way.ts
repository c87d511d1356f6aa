/** Lets others have the server for as long as a part of an import had it. */
import { setTimeout as sleep } from 'node:timers/promises';

/** More would make an import longer, and nothing else shorter. */
const longestMs = 250;

export async function giveWay<T>(isLive: boolean, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const done = await work();
  if (isLive) await sleep(Math.min(longestMs, performance.now() - startedAt));
  return done;
}
