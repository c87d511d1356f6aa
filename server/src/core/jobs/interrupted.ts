/** Jobs that ran when an earlier process on this data folder ended, according to its marks. Several nodes use claims instead. */
import type { AppContext } from '../context/index.ts';
import { countCrashes, excuseClaimed, type JobRow } from './queue.ts';

const prefix = 'job ';

export const markFor = ({ id }: Pick<JobRow, 'id'>): string => `${prefix}${String(id)}`;

/** Counts these jobs in their rows, before any job runs. */
export async function countInterrupted({ db, runningWork }: AppContext): Promise<void> {
  const crashed = runningWork.crashed(prefix);
  if (crashed.length === 0) return;
  const counts = crashed.map(([key, count]) => [Number(key.slice(prefix.length)), count] as const);
  await db.write(0, 'system', (tx) => countCrashes(tx, counts));
  for (const [key] of crashed) runningWork.forget(key);
}

/** Called when the process is asked to end: a job that is interrupted by that has not caused a crash. */
export async function excuseRunning({ db, nodes, log }: AppContext): Promise<void> {
  const { claimant } = nodes;
  if (!claimant) return;
  try {
    await db.write(0, 'system', (tx) => excuseClaimed(tx, claimant.id));
  } catch (error) {
    log.warn({ err: error }, 'jobs that this node interrupts count as having ended it');
  }
}
