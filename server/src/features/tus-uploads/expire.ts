/** Uploads whose next part never came. */
import type { Tx } from '../../core/log/tx.ts';
import type { JobContext } from '../../core/jobs/handlers.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import { forget } from './actions.ts';

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
  await enqueue(tx, 'removeUnfinished', { ids });
  return rows.length === forgottenAtOnce;
}

export interface RemoveUnfinished {
  ids: string[];
}

/** The job: takes away the bytes of uploads that have no row any more. */
export async function removeUnfinished({ heddle, payload }: JobContext<'removeUnfinished'>): Promise<void> {
  for (const id of payload.ids) await heddle.files.unfinished.remove(id);
}
