/** Before anything goes: nobody has written in it, and from now on nobody can. */
import type { Db } from '../../../db/db.ts';
import type { Tx } from '../../../core/log/index.ts';
import { inList } from '../../../db/sql.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { App } from '../../open-app.ts';
import { setRunState, type ListedRun } from '../runs.ts';

/**
 * @returns the newest message that was looked at.
 * @throws StartRefused where a message that no import has written is in a channel or conversation that this one has made.
 */
export async function refuseAnswered(db: Db, orgId: number, run: ListedRun, after = 0): Promise<number> {
  const newest = await db.q
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  for (const [kind, column] of [
    ['channel', 'channel_id'],
    ['direct', 'direct_id'],
  ] as const) {
    const answer = await db.q
      .selectFrom('message')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '>', after)
      .where('client', '<>', `${run.product} import`)
      .where(column, 'in', (eb) =>
        eb
          .selectFrom('import_item')
          .select('local_id')
          .where('source_id', '=', run.source_id)
          .where('kind', '=', kind)
          .where('run_id', '=', run.id)
          .where('is_ours', '=', 1),
      )
      .limit(1)
      .executeTakeFirst();
    if (answer)
      throw new StartRefused(
        `Import ${run.id} cannot be undone: somebody has written in what it brought (message ${answer.id}).`,
      );
  }
  return newest?.id ?? 0;
}

/** Archived channels take no messages. A conversation in which somebody writes meanwhile stays, with what they wrote. */
export async function closeChannels(app: App, orgId: number, run: ListedRun, before: number): Promise<void> {
  await app.db.write(orgId, 'system', async (tx) => {
    await refuseAnswered(tx, orgId, run, before);
    const ids = await channelsOf(tx, run);
    await tx.q
      .updateTable('channel')
      .set({ is_archived: 1 })
      .where('org_id', '=', orgId)
      .where(inList(tx.dialect, 'id', ids))
      .execute();
    await tx.touch({ channels: ids });
    await setRunState(tx, run.id, 'undoing');
  });
}

async function channelsOf(tx: Tx, run: ListedRun): Promise<number[]> {
  const rows = await tx.q
    .selectFrom('import_item')
    .innerJoin('channel', 'channel.id', 'local_id')
    .select('local_id')
    .where('org_id', '=', tx.orgId)
    .where('source_id', '=', run.source_id)
    .where('kind', '=', 'channel')
    .where('run_id', '=', run.id)
    .where('is_ours', '=', 1)
    .execute();
  return rows.map((row) => row.local_id);
}
