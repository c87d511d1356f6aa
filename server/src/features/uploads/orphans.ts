/** Files that no row will ever name, because the process that stored them was killed. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Db } from '../../db/db.ts';
import type { Files } from '../../lib/files/open.ts';
import { logFailure } from '../../lib/storage/health.ts';

/** At start, when nothing is being stored: what was interrupted goes now instead of hours later, unless the disk is full. */
export async function removeLeftovers({ db, files, log, nodes }: AppContext): Promise<void> {
  try {
    // What other nodes are receiving is not interrupted.
    if (nodes.list().length <= 1) await db.write(0, 'system', removeInterrupted);
    await sweepUnfinished(db.read, files);
  } catch (error) {
    logFailure(log, error, 'removing interrupted uploads failed');
  }
}

/** Removes unfinished uploads that have no row. A row is there before its file, so that none of these is just beginning. */
export async function sweepUnfinished(db: Db, { unfinished }: Files): Promise<void> {
  for (const id of await unfinished.list()) {
    const row = await db.q
      .selectFrom('resumable_upload')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) await unfinished.remove(id);
  }
}

async function removeInterrupted(tx: Tx): Promise<void> {
  await tx.q
    .updateTable('job')
    .set({ run_at: tx.now })
    .where('kind', 'in', ['removeFile', 'removePicture'])
    .where('attempts', '=', 0)
    .where('run_at', '>', tx.now)
    .execute();
}
