import type { Db } from '../../db/db.ts';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import { serializeFolder } from './serialize.ts';

/** In their order. */
export async function getFolders(
  db: Db,
  orgId: number,
  { includeArchived }: { includeArchived: boolean },
): Promise<ChannelFolder[]> {
  const rows = await db.q
    .selectFrom('channel_folder')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(!includeArchived, (query) => query.where('is_archived', '=', 0))
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  return rows.map(serializeFolder);
}

export async function folderById(db: Db, orgId: number, id: number): Promise<ChannelFolder | undefined> {
  const row = await db.q
    .selectFrom('channel_folder')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && serializeFolder(row);
}
