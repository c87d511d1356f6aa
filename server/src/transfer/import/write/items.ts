/** Maps records of the source to rows: stored with each row, so that a record is never imported twice. */
import { Bulk, type BulkTable } from '../../../db/bulk.ts';
import type { Db } from '../../../db/db.ts';
import { inTexts } from '../../../db/sql.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { ImportContext } from './context.ts';

export type ItemKind =
  | 'person'
  | 'channel'
  | 'member'
  | 'direct'
  | 'message'
  | 'thread'
  | 'file'
  | 'emoji'
  | 'avatar'
  | 'field'
  | 'personal'
  | 'folder'
  | 'group';

export interface Item {
  key: string;
  localId: number;
  /** False for a row that existed before, which an undo keeps. */
  isOurs?: boolean;
}

const table: BulkTable = {
  name: 'import_item',
  columns: {
    source_id: 'int',
    kind: 'text',
    source_key: 'text',
    local_id: 'int',
    run_id: 'int',
    is_ours: 'int',
  },
};

export async function storeItems(
  tx: Tx,
  { sourceId, runId }: Pick<ImportContext, 'sourceId' | 'runId'>,
  kind: ItemKind,
  items: readonly Item[],
): Promise<void> {
  await new Bulk(tx).insert(
    table,
    items.map(({ key, localId, isOurs = true }) => [sourceId, kind, key, localId, runId, isOurs ? 1 : 0]),
  );
}

export interface KnownItem {
  localId: number;
  runId: number;
  isOurs: boolean;
}

/** The known ones of these keys. */
export async function findItems(
  db: Db,
  sourceId: number,
  kind: ItemKind,
  keys: readonly string[],
): Promise<Map<string, KnownItem>> {
  if (keys.length === 0) return new Map();
  const rows = await db.q
    .selectFrom('import_item')
    .select(['source_key', 'local_id', 'run_id', 'is_ours'])
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .where(inTexts(db.dialect, 'source_key', keys))
    .execute();
  return new Map(
    rows.map((row) => [
      row.source_key,
      { localId: row.local_id, runId: row.run_id, isOurs: row.is_ours === 1 },
    ]),
  );
}

/** All items of a kind of limited number: people, channels, conversations. */
export async function readItems(db: Db, sourceId: number, kind: ItemKind): Promise<Map<string, number>> {
  const rows = await db.q
    .selectFrom('import_item')
    .select(['source_key', 'local_id'])
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map((row) => [row.source_key, row.local_id]));
}
