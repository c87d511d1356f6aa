/** Finds the lists and conversations of a Slack export: at its root, in the only folder of an archive, or per workspace of a Grid. */
import type { Input } from '../input/input.ts';
import type { Scratch } from '../scratch.ts';

export interface DayFile {
  path: string;
  size: number;
  /** Prefix of the workspace and name of the conversation's folder. */
  folder: string;
}

export interface Layout {
  /** Prefixes of folders with lists: `` or `teams/weavers/`. */
  workspaces: string[];
  /** Sorted, as `YYYY-MM-DD`. */
  days: string[];
  listFiles(day: string): DayFile[];
}

const lists = /^(.*\/)?(channels|groups|dms|mpims|users|org_users)\.json$/;
const dayFile = /^(.+)\/(\d{4}-\d{2}-\d{2})\.json$/;

export function findLayout(input: Input, scratch: Scratch): Layout {
  const workspaces = new Set<string>();
  const days = new Set<string>();
  // There is a file for each conversation and day.
  const files = scratch.table();
  for (const [path, { size }] of input.files.entries()) {
    // Folders that macOS adds to archives.
    if (path.startsWith('__MACOSX/')) continue;
    const list = lists.exec(path);
    if (list) workspaces.add(list[1] ?? '');
    const [, , day] = dayFile.exec(path) ?? [];
    if (day === undefined) continue;
    days.add(day);
    files.add(day, `${size} ${path}`);
  }
  return {
    workspaces: [...workspaces].sort((a, b) => a.length - b.length),
    days: [...days].sort(),
    listFiles: (day) => files.values(day).map(dayFileFrom),
  };
}

function dayFileFrom(stored: string): DayFile {
  const space = stored.indexOf(' ');
  const path = stored.slice(space + 1);
  return { path, size: Number(stored.slice(0, space)), folder: path.slice(0, path.lastIndexOf('/')) };
}
