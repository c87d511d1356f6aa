/** Deletes archives on request and after their retention. */
import { importLimits } from '../../../../wire/imports.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import { removeArchive } from './actions.ts';
import { isActive } from './serialize.ts';

/** The job: deletes an archive unless a row refers to it. */
export async function deleteImportFile({ app, payload }: JobContext<{ path: string }>): Promise<void> {
  const row = await app.db.read.q
    .selectFrom('import_request')
    .select('id')
    .where('path', '=', payload.path)
    .executeTakeFirst();
  if (!row) await app.files.store.remove(payload.path);
}

const keptMs = importLimits.days * 24 * 3600_000;

export async function deleteOldArchives(
  { db, clock }: AppContext,
  isStopped: () => boolean,
  now = clock.now(),
): Promise<void> {
  const old = await db.read.q
    .selectFrom('import_request')
    .selectAll()
    .where('path', 'is not', null)
    .where('updated_at', '<=', now - keptMs)
    .execute();
  for (const row of old) {
    if (isStopped()) return;
    if (!isActive(row)) await db.write(row.org_id, 'system', (tx) => removeArchive(tx, row));
  }
}
