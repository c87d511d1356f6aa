import type { Db } from '../../db/db.ts';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import type { Selectable } from 'kysely';
import type { ChannelFolderTable } from '../../db/schema.ts';

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

function serializeFolder(row: Selectable<ChannelFolderTable>): ChannelFolder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    creator_id: row.creator_id,
    date_created: Math.floor(row.created_at / 1000),
    is_archived: row.is_archived === 1,
    order: row.sort_order,
  };
}
