/** Moves channels to other folders, and reorders folders, in the sidebar. */
import type { Live } from '../../store/live.ts';
import { preference } from '../preferences/preferences.ts';
import { placedAt } from './order.ts';
import { isAdministrator, mayAdminister } from './channel-rights.ts';
import { folderRows } from './folders.ts';
import type { SidebarRow } from './sidebar.ts';

export type Rearrangement =
  | { kind: 'channel'; channelId: number; folderId: number | null }
  /** All folders in their new order, archived ones included. */
  | { kind: 'folders'; order: number[] };

/** The folder of a section: null for channels without one, undefined for a section that is no folder. */
function parseFolderId(section: string | undefined): number | null | undefined {
  if (section === 'channels') return null;
  const id = /^folder:(\d+)$/.exec(section ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The section of a row, by the heading above it. */
function sectionAt(rows: readonly SidebarRow[], index: number): string | undefined {
  const heading = rows.slice(0, index + 1).findLast(({ kind }) => kind === 'section');
  return heading?.kind === 'section' ? heading.section : undefined;
}

/** Whether the person may move the row: a channel that they administer, or a folder as an administrator. */
export function isMovable(live: Live, rows: readonly SidebarRow[], index: number): boolean {
  const row = rows[index];
  const folder = parseFolderId(sectionAt(rows, index));
  if (preference(live, 'web_left_sidebar_show_channel_folders') === false || folder === undefined)
    return false;
  if (row?.kind === 'section') return folder !== null && isAdministrator(live);
  const channel = row?.kind === 'channel' ? live.get('channels').get(row.channelId) : undefined;
  return channel !== undefined && mayAdminister(live, channel);
}

/** The change by dropping one row on another; undefined if there is none. */
export function rearranged(
  live: Live,
  rows: readonly SidebarRow[],
  from: number,
  to: number,
): Rearrangement | undefined {
  const [before, after] = [sectionAt(rows, from), sectionAt(rows, to)];
  const row = rows[from];
  const folderId = parseFolderId(after);
  if (row === undefined || folderId === undefined || before === after) return undefined;
  if (row.kind === 'channel') return { kind: 'channel', channelId: row.channelId, folderId };
  const order = folderRows(live).map(({ folder }) => folder.id);
  const moved = parseFolderId(before);
  if (row.kind !== 'section' || typeof moved !== 'number' || folderId === null) return undefined;
  return { kind: 'folders', order: placedAt(order, moved, order.indexOf(folderId)) };
}

/** The heading of the section before or after the row's. */
export function neighbour(rows: readonly SidebarRow[], index: number, by: 1 | -1): number | undefined {
  const headings = rows.flatMap(({ kind }, i) => (kind === 'section' ? [i] : []));
  const at = headings.findLastIndex((heading) => heading <= index);
  return headings[at + by];
}
