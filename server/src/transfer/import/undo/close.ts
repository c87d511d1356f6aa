/** Before an undo: checks that no user has written in the imported conversations, and archives the channels so that none can. */
import type { Db } from '../../../db/db.ts';
import { withIds, inList } from '../../../db/sql.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { AppContext } from '../../../core/context/index.ts';
import { setRunState, type ListedRun } from '../runs.ts';
import { giveWay } from '../write/give-way.ts';

/**
 * @param after Checks newer messages only.
 * @returns the newest message that was checked.
 * @throws StartRefused if a channel or conversation of this import has a message that no import has written.
 */
export async function refuseIfRepliedTo(
  db: Db,
  orgId: number,
  run: ListedRun,
  { after = 0, isLive = false } = {},
): Promise<number> {
  const newest = await db.q
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  for (const [kind, column] of [
    ['channel', 'channel_id'],
    ['direct', 'direct_id'],
  ] as const)
    for (const ids of chunks(await ownIds(db, run, kind))) {
      // Checked one by one: other requests are handled in between.
      const reply = await giveWay(isLive, () => firstReply(db, { orgId, run, column, ids, after }));
      if (reply)
        throw new StartRefused(
          `Import ${run.id} cannot be undone: someone has posted in what it imported (message ${reply.id}).`,
        );
    }
  return newest?.id ?? 0;
}

const placesAtOnce = 10;

function* chunks(ids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += placesAtOnce) yield ids.slice(at, at + placesAtOnce);
}

interface ReplyQuery {
  orgId: number;
  run: ListedRun;
  column: 'channel_id' | 'direct_id';
  ids: readonly number[];
  after: number;
}

const firstReply = (db: Db, { orgId, run, column, ids, after }: ReplyQuery) =>
  db.q
    .selectFrom('message')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .where('client', '<>', `${run.product} import`)
    .where(inList(db.dialect, column, ids))
    .limit(1)
    .executeTakeFirst();

async function ownIds(db: Db, run: ListedRun, kind: 'channel' | 'direct'): Promise<number[]> {
  const rows = await db.q
    .selectFrom('import_item')
    .select('local_id')
    .where('source_id', '=', run.source_id)
    .where('kind', '=', kind)
    .where('run_id', '=', run.id)
    .where('is_ours', '=', 1)
    .execute();
  return rows.map((row) => row.local_id);
}

/** Archived channels accept no messages. A conversation in which someone writes during the undo is kept. */
export async function closeChannels(
  app: AppContext,
  orgId: number,
  run: ListedRun,
  before: number,
): Promise<void> {
  await app.db.write(orgId, 'system', async (tx) => {
    await refuseIfRepliedTo(tx, orgId, run, { after: before });
    const ids = await ownIds(tx, run, 'channel');
    await tx.q
      .updateTable('channel')
      .set({ is_archived: 1 })
      .where(withIds(tx.dialect, orgId, ids))
      .execute();
    await tx.touch({ channels: ids });
    await setRunState(tx, run.id, 'undoing');
  });
}
