/** The archives of scheduled backups in their folder. The names say when each was begun, so nothing else has to be stored. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const form = /^heddle-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.heddle$/;

export interface ScheduledArchive {
  path: string;
  begunAt: number;
}

export const archiveName = (at: number): string =>
  `heddle-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.heddle`;

/** The newest first. Other files of the folder are not ours. */
export async function listArchives(folder: string): Promise<ScheduledArchive[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return (await readdir(folder))
    .flatMap((name) => {
      const [match, ...parts] = form.exec(name) ?? [];
      if (match === undefined) return [];
      const [year, month, day, hour, minute, second] = parts.map(Number) as [
        ...[number, number, number, number, number, number],
      ];
      return [{ path: join(folder, name), begunAt: Date.UTC(year, month - 1, day, hour, minute, second) }];
    })
    .toSorted((a, b) => b.begunAt - a.begunAt);
}

/** Deletes what a backup left that was killed. */
export async function deletePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.partial') && form.test(name.slice(0, -'.partial'.length)))
      await rm(join(folder, name), { force: true });
}

/** Deletes all archives but the newest. */
export async function deleteOldArchives(folder: string, keep: number): Promise<void> {
  for (const { path } of (await listArchives(folder)).slice(keep)) await rm(path, { force: true });
}
