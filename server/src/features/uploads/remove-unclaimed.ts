/** Files that no message links to are kept for a while before they are deleted. */
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { jobs } from './jobs.ts';

/** How long such a file is kept: it may be in a draft, or come back with an edit. */
const unclaimedDays = 35;
export const unclaimedMs = unclaimedDays * 24 * 3600_000;

/** Checks these files again when their time is over. */
export async function scheduleRemoval(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await enqueue(tx, jobs.removeUnclaimed, { ids: [...ids] }, tx.now + unclaimedMs);
}
