/** Uploads whose next part never came. */
import { type JobContext, enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { forget } from './actions.ts';
import { jobs, type RemoveUnfinished } from './jobs.ts';

const forgottenAtOnce = 500;

/** Housekeeping: the rows now, the bytes by a job. */
export async function forgetUnfinished(tx: Tx): Promise<boolean> {
  const rows = await tx.q
    .selectFrom('resumable_upload')
    .select('id')
    .where('expires_at', '<=', tx.now)
    .limit(forgottenAtOnce)
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await forget(tx, ids);
  await enqueue(tx, jobs.removeUnfinished, { ids });
  return rows.length === forgottenAtOnce;
}

/** The job: takes away the bytes of uploads that have no row any more. */
export async function removeUnfinished({ app, payload }: JobContext<RemoveUnfinished>): Promise<void> {
  for (const id of payload.ids) await app.files.unfinished.remove(id);
}
