import type { Selectable } from 'kysely';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import type { ChannelFolderTable } from '../../db/schema.ts';

export function serializeFolder(row: Selectable<ChannelFolderTable>): ChannelFolder {
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
