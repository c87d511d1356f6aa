/** Which runs can be undone. */
import type { AppContext } from '../../../core/context/index.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { ListedRun } from '../runs.ts';

/** @throws StartRefused for one that has been undone, and for one that a later one continued. */
export async function refuseLater(app: AppContext, orgId: number, run: ListedRun): Promise<void> {
  if (run.state === 'undone') throw new StartRefused(`Import ${run.id} has been undone already.`);
  const later = await app.db.read.q
    .selectFrom('import_run')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '>', run.id)
    .where('state', '<>', 'undone')
    .where('source_id', '=', run.source_id)
    .executeTakeFirst();
  if (later) throw new StartRefused(`Import ${later.id} continued this one. Undo it first.`);
}
