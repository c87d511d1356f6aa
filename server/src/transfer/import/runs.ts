/** Stores imports as rows: an interrupted run continues in the same row. */
import type { Tx } from '../../core/log/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { ImportState } from '../../db/schema/imports.ts';
import type { ImportOptions } from './options.ts';
import type { Origin } from './origins.ts';
import type { Source } from './reading/source.ts';
import type { ImportReport } from './report.ts';
import type { ImportContext } from './write/context.ts';

export interface Run {
  id: number;
  sourceId: number;
}

export async function beginRun(
  app: AppContext,
  orgId: number,
  { product, origin, former }: Pick<Source, 'product'> & Origin,
  options: ImportOptions,
): Promise<Run> {
  return app.db.write(orgId, 'system', async (tx) => {
    if (former !== undefined)
      await tx.q
        .updateTable('import_source')
        .set({ origin })
        .where('org_id', '=', orgId)
        .where('product', '=', product)
        .where('origin', '=', former)
        .execute();
    await tx.q
      .insertInto('import_source')
      .values({ org_id: orgId, product, origin })
      .onConflict((conflict) => conflict.columns(['org_id', 'product', 'origin']).doNothing())
      .execute();
    const { id: sourceId } = await tx.q
      .selectFrom('import_source')
      .select('id')
      .where('org_id', '=', orgId)
      .where('product', '=', product)
      .where('origin', '=', origin)
      .executeTakeFirstOrThrow();
    const last = await tx.q
      .selectFrom('import_run')
      .select(['id', 'state'])
      .where('source_id', '=', sourceId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const values = { state: 'running', options: JSON.stringify(options), report: null, ended_at: null };
    if (last?.state === 'undoing')
      throw new StartRefused(`Import ${last.id} is being undone. Finish it with heddle import undo first.`);
    if (last && (last.state === 'running' || last.state === 'failed')) {
      await tx.q.updateTable('import_run').set(values).where('id', '=', last.id).execute();
      return { id: last.id, sourceId };
    }
    const { id } = await tx.q
      .insertInto('import_run')
      .values({ ...values, org_id: orgId, source_id: sourceId, started_at: tx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, sourceId };
  });
}

export async function setRunState(tx: Tx, id: number, state: ImportState): Promise<void> {
  await tx.q
    .updateTable('import_run')
    .set({ state })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

export async function endRun(
  app: AppContext,
  context: ImportContext,
  state: ImportState,
): Promise<ImportReport> {
  const report = context.report.done();
  await app.db.write(context.orgId, 'system', (tx) =>
    tx.q
      .updateTable('import_run')
      .set({ state, report: JSON.stringify(report), ended_at: tx.now })
      .where('id', '=', context.runId)
      .where('org_id', '=', context.orgId)
      .execute(),
  );
  return report;
}

export interface ListedRun {
  id: number;
  source_id: number;
  product: string;
  origin: string;
  state: string;
  /** Milliseconds since 1970. */
  started_at: number;
  ended_at: number | null;
}

export const listRuns = (app: AppContext, orgId: number): Promise<ListedRun[]> =>
  app.db.read.q
    .selectFrom('import_run')
    .innerJoin('import_source', 'import_source.id', 'import_run.source_id')
    .select(['import_run.id', 'source_id', 'product', 'origin', 'state', 'started_at', 'ended_at'])
    .where('import_run.org_id', '=', orgId)
    .orderBy('import_run.id', 'desc')
    .execute();

/** @throws StartRefused for an unknown run. */
export async function findRun(app: AppContext, orgId: number, id: number | undefined): Promise<ListedRun> {
  const runs = await listRuns(app, orgId);
  const found =
    id === undefined ? runs.find(({ state }) => state !== 'undone') : runs.find((run) => run.id === id);
  if (!found)
    throw new StartRefused(id === undefined ? 'There is no import to undo.' : `There is no import ${id}.`);
  return found;
}
