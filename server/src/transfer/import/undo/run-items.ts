/** Reads the map rows of a run page by page: those of all runs of a workspace are in one list, and a server handles requests between pages. */
import type { Db } from '../../../db/db.ts';
import type { AppContext } from '../../../core/context/index.ts';
import type { ListedRun } from '../runs.ts';
import { giveWay } from '../write/give-way.ts';
import type { ItemKind } from '../write/items.ts';
import { isPartKey } from '../reading/split.ts';

const pageRows = 2000;

interface RunItem {
  key: string;
  localId: number;
  isOurs: boolean;
}

const readPage = (db: Db, sourceId: number, kind: ItemKind, after: string) =>
  db.q
    .selectFrom('import_item')
    .select(['source_key', 'local_id', 'is_ours', 'run_id'])
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .where('source_key', '>', after)
    .orderBy('source_key')
    .limit(pageRows)
    .execute();

/** Pages without items of the run are empty. */
export async function* listRunItems(
  app: AppContext,
  run: ListedRun,
  kind: ItemKind,
): AsyncGenerator<RunItem[]> {
  for (let after = ''; ;) {
    const page = await giveWay(app.generation > 0, () => readPage(app.db.read, run.source_id, kind, after));
    yield page
      .filter(({ run_id: id }) => id === run.id)
      .map(({ source_key: key, local_id: localId, is_ours: ours }) => ({ key, localId, isOurs: ours === 1 }));
    after = page.at(-1)?.source_key ?? '';
    if (page.length < pageRows) return;
  }
}

/** A long message that became several counts once, as in the report of the import. */
export const isPart = (kind: ItemKind, key: string): boolean => kind === 'message' && isPartKey(key);

export async function countRunItems(
  app: AppContext,
  run: ListedRun,
  kind: ItemKind,
  isCounted: (key: string) => boolean = () => true,
): Promise<number> {
  let count = 0;
  for await (const page of listRunItems(app, run, kind))
    count += page.filter(({ isOurs, key }) => isOurs && !isPart(kind, key) && isCounted(key)).length;
  return count;
}
