/** Compares the migrations that have run on a database with those that this program knows. */
import { createHash } from 'node:crypto';
import type { Migration } from './migrations/index.ts';
import type { Dialect } from './sql.ts';

export interface Mark {
  /** From 1, in the order in which they ran. */
  number: number;
  name: string;
  /** The hash of its statements. */
  hash: string;
  /** How many migrations a version must know at least to run on this schema. */
  oldest: number;
}

/** @param rows Of the table `migration`; those from before 1.0.0 may have no hashes, and are refused by their names. */
export const marksIn = (rows: readonly Record<string, unknown>[]): Mark[] =>
  rows.map(({ number, name, hash, oldest }) => ({
    number: Number(number),
    name: String(name),
    hash: String(hash),
    oldest: Number(oldest),
  }));

/** White space is ignored, so that a migration may be reformatted. */
export function getHash({ statements }: Migration, dialect: Dialect): string {
  const hash = createHash('sha256');
  for (const statement of statements(dialect)) hash.update(`${statement.replace(/\s+/g, ' ').trim()}\n`);
  return hash.digest('hex');
}

/** How many migrations a version must know at least to run on the schema that these have made. */
export function oldestFor(list: readonly Migration[]): number {
  return Math.max(0, ...list.map(({ needs }) => list.findIndex(({ name }) => name === needs) + 1));
}

/** The same, as the database says it. */
const oldestIn = (marks: readonly Mark[]): number => Math.max(0, ...marks.map(({ oldest }) => oldest));

/** The reason why this program must not use a database with these marks, with a remedy; `undefined` if it may. */
export function mismatch(
  marks: readonly Mark[],
  list: readonly Migration[],
  dialect: Dialect,
): string | undefined {
  for (const mark of marks) {
    const text = getMismatch(mark, list, dialect);
    if (text === undefined) continue;
    if (marks.length === list.length || mark.number <= list.length)
      return `${text} Start the version of Heddle that last used this database.`;
    return oldestIn(marks) <= list.length ? undefined : tooNew(marks, list, dialect);
  }
  const skipped = list[marks.findIndex(({ number }, index) => number !== index + 1)];
  return (
    skipped &&
    `Migration ${skipped.name} was not applied to this database, but later ones were. Restore a backup.`
  );
}

const tooNew = (marks: readonly Mark[], list: readonly Migration[], dialect: Dialect): string =>
  `This database has schema version ${marks.length}, created by a newer Heddle, and versions that know fewer than ` +
  `${oldestIn(marks)} cannot use it; this version supports up to ${list.length}. Start the newer version, or restore ` +
  `${wayBack[dialect]} from before the upgrade.`;

const wayBack: Readonly<Record<Dialect, string>> = {
  sqlite: 'heddle.db.before-migration or a backup',
  postgres: 'a backup',
};

function getMismatch(
  { number, name, hash }: Mark,
  list: readonly Migration[],
  dialect: Dialect,
): string | undefined {
  const index = list.findIndex((migration) => migration.name === name);
  const migration = list[index];
  if (!migration) return `This database has migration ${name}, which this version does not include.`;
  if (index + 1 !== number)
    return `Migration ${name} was applied to this database as number ${number}, but is number ${index + 1} in this version.`;
  if (hash !== getHash(migration, dialect))
    return `Migration ${name} has changed since it was applied to this database.`;
  return undefined;
}
