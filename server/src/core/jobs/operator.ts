/** Operations on jobs by an operator. */
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import type { JobRow } from './queue.ts';

/** `dead`: all jobs that have failed for good. */
type JobSelection = readonly number[] | 'dead';

/** Dead jobs first, then by due time. */
export function listJobs(
  db: Db,
  { onlyDead, limit }: { onlyDead: boolean; limit: number },
): Promise<JobRow[]> {
  let query = db.q.selectFrom('job').selectAll();
  if (onlyDead) query = query.where('is_dead', '=', 1);
  return query.orderBy('is_dead', 'desc').orderBy('run_at').orderBy('id').limit(limit).execute();
}

export interface FoundJob {
  id: number;
  orgId: number;
  kind: string;
}

export async function findJobs(db: Db, selection: JobSelection): Promise<FoundJob[]> {
  const query = db.q.selectFrom('job').select(['id', 'org_id as orgId', 'kind']).orderBy('id');
  return (
    selection === 'dead' ? query.where('is_dead', '=', 1) : query.where(inList(db.dialect, 'id', selection))
  ).execute();
}

/** Makes jobs due immediately and resets their attempts and crashes. @returns the jobs that existed */
export async function retryJobs(tx: Tx, ids: readonly number[]): Promise<FoundJob[]> {
  const found = await findJobs(tx, ids);
  if (found.length === 0) return [];
  await tx.q
    .updateTable('job')
    .set({ is_dead: 0, attempts: 0, crashes: 0, run_at: tx.now })
    .where(inList(tx.dialect, 'id', getIds(found)))
    .execute();
  for (const { kind } of found) tx.enqueued.add(kind);
  return found;
}

/** @returns the jobs that existed */
export async function dropJobs(tx: Tx, ids: readonly number[]): Promise<FoundJob[]> {
  const found = await findJobs(tx, ids);
  if (found.length === 0) return [];
  await tx.q
    .deleteFrom('job')
    .where(inList(tx.dialect, 'id', getIds(found)))
    .execute();
  return found;
}

const getIds = (jobs: readonly FoundJob[]): number[] => jobs.map(({ id }) => id);
