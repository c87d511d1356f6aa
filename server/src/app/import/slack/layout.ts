/** Finds the lists and conversations of a Slack export: at its root, in the only folder of an archive, or per workspace of a Grid. */
import type { Input } from '../input/input.ts';

export interface DayFile {
  path: string;
  size: number;
  /** Prefix of the workspace and name of the conversation's folder. */
  folder: string;
}

export interface Layout {
  /** Prefixes of folders with lists: `` or `teams/weavers/`. */
  workspaces: string[];
  /** By day, in chronological order. */
  days: Map<string, DayFile[]>;
}

const lists = /^(.*\/)?(channels|groups|dms|mpims|users|org_users)\.json$/;
const dayFile = /^(.+)\/(\d{4}-\d{2}-\d{2})\.json$/;

export function findLayout(input: Input): Layout {
  const workspaces = new Set<string>();
  const days = new Map<string, DayFile[]>();
  for (const [path, { size }] of input.files) {
    // Added to archives by macOS.
    if (path.startsWith('__MACOSX/')) continue;
    const list = lists.exec(path);
    if (list) workspaces.add(list[1] ?? '');
    const [, folder, day] = dayFile.exec(path) ?? [];
    if (folder === undefined || day === undefined) continue;
    const files = days.get(day) ?? [];
    if (files.length === 0) days.set(day, files);
    files.push({ path, size, folder });
  }
  const inOrder = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return { workspaces: [...workspaces].sort((a, b) => a.length - b.length), days: new Map(inOrder) };
}
