/** The destination of scheduled backups. The names contain the time at which each was started, so nothing else has to be stored. */
import { randomBytes } from 'node:crypto';

const form = /^heddle-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.heddle$/;

export interface ScheduledArchive {
  name: string;
  /** Milliseconds since 1970. */
  begunAt: number;
}

export interface ArchivePlace {
  /** The path as an argument of `heddle backup`. */
  getPath(name: string): string;
  /** In any order; only archives of scheduled backups. */
  list(): Promise<ScheduledArchive[]>;
  /** Called before each backup. */
  prepare(): Promise<void>;
  /** Deletes the partial output of a backup that was killed. */
  deletePartial(): Promise<void>;
  delete(name: string): Promise<void>;
  /** Writes and deletes a test object. @throws Error if that fails. */
  probe(): Promise<void>;
}

export const archiveName = (at: number): string =>
  `heddle-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.heddle`;

export const probeName = (): string => `heddle-doctor-${randomBytes(12).toString('hex')}`;

/** @returns undefined unless it is the name of a scheduled backup. */
export function begunAt(name: string): number | undefined {
  const [match, ...parts] = form.exec(name) ?? [];
  if (match === undefined) return undefined;
  const [year = 0, month = 0, day, hour, minute, second] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export async function newest(place: ArchivePlace): Promise<ScheduledArchive | undefined> {
  return (await newestFirst(place))[0];
}

/** Deletes all archives except for the newest. */
export async function deleteOldArchives(place: ArchivePlace, keep: number): Promise<void> {
  for (const { name } of (await newestFirst(place)).slice(keep)) await place.delete(name);
}

const newestFirst = async (place: ArchivePlace): Promise<ScheduledArchive[]> =>
  (await place.list()).toSorted((a, b) => b.begunAt - a.begunAt);
