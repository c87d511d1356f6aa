/** Looks at a database without opening it for writing, so that it may be in use meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { marksIn, mismatch, type Mark } from './migration-marks.ts';
import { migrations } from './migrations/index.ts';
import { sqliteFault } from './sqlite/sqlite-faults.ts';
import { databaseSizeSql, hasTable, type Dialect } from './sql.ts';
import { errorMessage } from '../lib/thrown.ts';

export interface Inspection {
  /** Where it is, in words. */
  place: string;
  /** `null`: there is none yet. */
  schema: number | null;
  /** What this program knows. */
  knownSchema: number;
  /** Why this program would refuse it. */
  mismatch?: string | undefined;
  bytes: number;
  /** What the database says is wrong with itself, the search index included; empty when nothing is. */
  faults: string[];
}

const mostFaults = 20;

/**
 * @param isThorough Compares the entries of indexes with the rows too, which takes longer.
 * @throws what the engine throws when it cannot be opened at all.
 */
export async function inspectDatabase(
  dataDir: string,
  databaseUrl: string | undefined,
  { isThorough = false } = {},
): Promise<Inspection> {
  if (databaseUrl === undefined) return inspectFile(join(dataDir, 'heddle.db'), isThorough);
  const { inspectPostgres } = await import('./postgres/postgres.ts');
  const { version, marks, bytes } = await inspectPostgres(databaseUrl);
  return { place: `PostgreSQL ${version}`, ...getSchema(marks, 'postgres'), bytes, faults: [] };
}

function inspectFile(path: string, isThorough: boolean): Inspection {
  const place = `SQLite file ${path}`;
  const none = { place, schema: null, knownSchema: migrations.length, bytes: 0, faults: [] };
  if (!existsSync(path)) return none;
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const faults = faultsIn(file, isThorough);
    return { place, ...getSchema(getMarks(file), 'sqlite'), bytes: measureSize(file), faults };
  } finally {
    file.close();
  }
}

/** The file alone would be too small: what was written since the last checkpoint is in the log beside it. */
const measureSize = (file: DatabaseSync): number =>
  Number(file.prepare(databaseSizeSql('sqlite')).get()?.bytes);

function faultsIn(file: DatabaseSync, isThorough: boolean): string[] {
  const faults: string[] = [];
  try {
    faults.push(
      ...texts(file, `PRAGMA ${isThorough ? 'integrity_check' : 'quick_check'}(${mostFaults})`).filter(
        (text) => text !== 'ok',
      ),
    );
    const broken = file.prepare('PRAGMA foreign_key_check').all().slice(0, mostFaults);
    for (const row of broken)
      faults.push(`a row of ${String(row.table)} references a missing row of ${String(row.parent)}`);
  } catch (error) {
    // What is damaged badly enough ends the look at it.
    if (sqliteFault(error, { mayWrite: false })?.kind !== 'damaged') throw error;
    if (faults.length === 0) faults.push(errorMessage(error));
  }
  return faults;
}

/** @param marks `null` when there is no table of them. */
const getSchema = (marks: Mark[] | null, dialect: Dialect) => ({
  schema: marks?.length ?? null,
  knownSchema: migrations.length,
  mismatch: mismatch(marks ?? [], migrations, dialect),
});

function getMarks(file: DatabaseSync): Mark[] {
  const isMarked = texts(file, hasTable('sqlite', 'migration')).length > 0;
  return isMarked ? marksIn(file.prepare('SELECT * FROM migration ORDER BY number').all()) : [];
}

const texts = (file: DatabaseSync, sql: string): string[] =>
  file
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]));
