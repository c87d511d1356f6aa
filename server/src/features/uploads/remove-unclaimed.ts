/** Deletes files that no message has linked to for a while. */
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { jobs } from './jobs.ts';

/** A file without a message may be in a draft, or linked again by an edit. */
const unclaimedDays = 35;
export const unclaimedMs = unclaimedDays * 24 * 3600_000;

/** Schedules the check of these files. */
export async function scheduleRemoval(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await enqueue(tx, jobs.removeUnclaimed, { ids: [...ids] }, tx.now + unclaimedMs);
}
