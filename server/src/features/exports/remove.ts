/** Deletes archives on request and after their retention. */
import { exportDays } from '../../../../wire/exports.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import { removeArchive } from './actions.ts';
import { emitExports } from './emit.ts';

export const deleteExportFile = ({ app, payload }: JobContext<{ path: string }>): Promise<void> =>
  app.files.store.remove(payload.path);

const keptMs = exportDays * 24 * 3600_000;

export async function deleteOldExports(
  app: AppContext,
  isStopped: () => boolean,
  now = app.clock.now(),
): Promise<void> {
  const old = await app.db.read.q
    .selectFrom('organization_export')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('finished_at', '<=', now - keptMs)
    .execute();
  for (const [orgId, rows] of Map.groupBy(old, (row) => row.org_id)) {
    if (isStopped()) return;
    await app.db.write(orgId, 'system', async (tx) => {
      for (const row of rows) await removeArchive(tx, row);
      await emitExports(tx, organizationUrl(app, tx.cache.organization.subdomain));
    });
  }
}
