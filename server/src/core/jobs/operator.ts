/** What an operator does about jobs by hand. */
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import type { JobRow } from './queue.ts';

/** Those that were given up. */
type JobSelection = readonly number[] | 'dead';

/** The dead ones first, then those that are due soonest. */
export function listJobs(
  db: Db,
  { onlyDead, limit }: { onlyDead: boolean; limit: number },
): Promise<JobRow[]> {
  let query = db.q.selectFrom('job').selectAll();
  if (onlyDead) query = query.where('is_dead', '=', 1);
  return query.orderBy('is_dead', 'desc').orderBy('run_at').orderBy('id').limit(limit).execute();
}

/** They are due at once, with all their attempts. @returns their ids */
export async function retryJobs(tx: Tx, selection: JobSelection): Promise<number[]> {
  const ids = await findJobs(tx, selection);
  if (ids.length === 0) return [];
  await tx.q
    .updateTable('job')
    .set({ is_dead: 0, attempts: 0, run_at: tx.now })
    .where(inList(tx.dialect, 'id', ids))
    .execute();
  tx.wakesJobs = true;
  return ids;
}

/** @returns their ids */
export async function dropJobs(tx: Tx, selection: JobSelection): Promise<number[]> {
  const ids = await findJobs(tx, selection);
  if (ids.length === 0) return [];
  await tx.q
    .deleteFrom('job')
    .where(inList(tx.dialect, 'id', ids))
    .execute();
  return ids;
}

async function findJobs(db: Db, selection: JobSelection): Promise<number[]> {
  const query = db.q.selectFrom('job').select('id').orderBy('id');
  const found = await (
    selection === 'dead' ? query.where('is_dead', '=', 1) : query.where(inList(db.dialect, 'id', selection))
  ).execute();
  return found.map(({ id }) => id);
}
