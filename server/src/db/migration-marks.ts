/** What a database says of the migrations that have run on it, held against those that this program knows. */
import { createHash } from 'node:crypto';
import type { Migration } from './migrations/index.ts';
import type { Dialect } from './sql.ts';

export interface Mark {
  /** From 1, in the order in which they ran. */
  number: number;
  name: string;
  /** Of its statements; null where it ran before hashes were kept. */
  hash: string | null;
}

/** @param rows Of the table `migration`, which has no hashes in older databases. */
export const marksIn = (rows: readonly Record<string, unknown>[]): Mark[] =>
  rows.map(({ number, name, hash }) => ({
    number: Number(number),
    name: String(name),
    hash: typeof hash === 'string' ? hash : null,
  }));

/** White space does not count, so that a migration may be laid out anew. */
export function hashOf({ statements }: Migration, dialect: Dialect): string {
  const hash = createHash('sha256');
  for (const statement of statements(dialect)) hash.update(`${statement.replace(/\s+/g, ' ').trim()}\n`);
  return hash.digest('hex');
}

/** Why this program must not touch a database with these marks, with what to do; `undefined` when it may. */
export function mismatch(
  marks: readonly Mark[],
  list: readonly Migration[],
  dialect: Dialect,
): string | undefined {
  for (const mark of marks) {
    const text = mismatchOf(mark, list, dialect);
    if (text === undefined) continue;
    const isNewer = marks.length > list.length && mark.number > list.length;
    return isNewer
      ? `This database has schema ${marks.length}, made by a newer Heddle; this one knows ${list.length}. Start the newer one.`
      : `${text} Start the version of Heddle that last used this database.`;
  }
  const skipped = list[marks.findIndex(({ number }, index) => number !== index + 1)];
  return (
    skipped &&
    `The migration ${skipped.name} has not run on this database, though later ones have. Restore a backup.`
  );
}

function mismatchOf(
  { number, name, hash }: Mark,
  list: readonly Migration[],
  dialect: Dialect,
): string | undefined {
  const index = list.findIndex((migration) => migration.name === name);
  const migration = list[index];
  if (!migration) return `This database has the migration ${name}, which this version does not know.`;
  if (index + 1 !== number)
    return `The migration ${name} ran as number ${number} on this database, and is number ${index + 1} in this version.`;
  if (hash !== null && hash !== hashOf(migration, dialect))
    return `The migration ${name} is not the one that ran on this database: it was changed since.`;
  return undefined;
}
