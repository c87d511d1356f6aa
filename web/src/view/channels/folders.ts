/** Channel folders, for the page that manages them. */
import type { ChannelFolder } from '../../../../wire/folders.ts';
import type { Live } from '../../store/live.ts';

export type FolderRow = { folder: ChannelFolder; channels: number };

/** In their order, archived ones last. */
export function folderRows(live: Live): FolderRow[] {
  const sizes = new Map<number | null, number>();
  for (const { folder_id: id, is_archived } of live.get('channels').values())
    if (!is_archived) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  return [...live.get('folders').values()]
    .sort((a, b) => Number(a.is_archived) - Number(b.is_archived) || a.order - b.order)
    .map((folder) => ({ folder, channels: sizes.get(folder.id) ?? 0 }));
}

/** All IDs after moving one of them up or down among the rows; undefined if it cannot move. */
export function movedFolder(rows: readonly FolderRow[], id: number, by: 1 | -1): number[] | undefined {
  const ids = rows.map(({ folder }) => folder.id);
  const at = ids.indexOf(id);
  const other = rows[at + by];
  if (at < 0 || other === undefined || other.folder.is_archived !== rows[at]?.folder.is_archived)
    return undefined;
  ids[at] = other.folder.id;
  ids[at + by] = id;
  return ids;
}
