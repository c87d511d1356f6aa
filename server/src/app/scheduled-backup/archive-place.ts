/** Where scheduled backups are kept. The names contain the time when each was begun, so nothing else has to be stored. */
import { randomBytes } from 'node:crypto';

const form = /^heddle-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.heddle$/;

export interface ScheduledArchive {
  name: string;
  /** Milliseconds since 1970. */
  begunAt: number;
}

export interface ArchivePlace {
  /** As `heddle backup` takes it. */
  pathOf(name: string): string;
  /** In any order, without what is not ours. */
  list(): Promise<ScheduledArchive[]>;
  /** Before a backup is made. */
  prepare(): Promise<void>;
  /** Deletes what a backup left that was killed. */
  deletePartial(): Promise<void>;
  delete(name: string): Promise<void>;
  /** Writes something and deletes it. @throws Error where that fails */
  probe(): Promise<void>;
}

export const archiveName = (at: number): string =>
  `heddle-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.heddle`;

export const probeName = (): string => `heddle-doctor-${randomBytes(12).toString('hex')}`;

/** @returns undefined for a name that is not ours */
export function begunAt(name: string): number | undefined {
  const [match, ...parts] = form.exec(name) ?? [];
  if (match === undefined) return undefined;
  const [year, month, day, hour, minute, second] = parts.map(Number) as [
    ...[number, number, number, number, number, number],
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export async function newest(place: ArchivePlace): Promise<ScheduledArchive | undefined> {
  return (await newestFirst(place))[0];
}

/** Deletes all archives but the newest. */
export async function deleteOldArchives(place: ArchivePlace, keep: number): Promise<void> {
  for (const { name } of (await newestFirst(place)).slice(keep)) await place.delete(name);
}

const newestFirst = async (place: ArchivePlace): Promise<ScheduledArchive[]> =>
  (await place.list()).toSorted((a, b) => b.begunAt - a.begunAt);
