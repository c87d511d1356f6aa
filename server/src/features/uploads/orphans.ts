/** Removes files without a row, which a killed process leaves behind. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Db } from '../../db/db.ts';
import type { Files } from '../../lib/files/open.ts';
import { logFailure } from '../../lib/storage/health.ts';

/** At start, when no upload is in progress: removes interrupted ones now instead of hours later. */
export async function removeLeftovers({ db, files, log, nodes }: AppContext): Promise<void> {
  try {
    // Other nodes may be receiving files.
    if (nodes.list().length <= 1) await db.write(0, 'system', removeInterrupted);
    await sweepUnfinished(db.read, files);
  } catch (error) {
    logFailure(log, error, 'removing interrupted uploads failed');
  }
}

/** Removes unfinished uploads without a row. The row is created before the file, so new uploads are not affected. */
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
