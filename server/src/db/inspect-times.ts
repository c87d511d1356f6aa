/** Times recorded in a database, read without opening it for writing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from './connection.ts';
import { hasTable } from './sql.ts';

/** Milliseconds since 1970. */
export interface DatabaseTimes {
  /** The latest time of the last messages. */
  newestMessage?: number | undefined;
  /** The clock of a PostgreSQL server. */
  database?: number;
  /** Our clock at the same moment. */
  askedAt?: number;
}

/** Not the newest by number: while the clock was ahead, messages got times that later ones do not reach. */
const newest = {
  table: 'message',
  sql: 'SELECT max(sent_at) AS sent_at FROM (SELECT sent_at FROM message ORDER BY id DESC LIMIT 10000) AS latest',
};

export async function inspectTimes(dataDir: string, databaseUrl: string | undefined): Promise<DatabaseTimes> {
  if (databaseUrl === undefined) return newestIn(readFile(join(dataDir, 'heddle.db'), newest));
  const { withInspector } = await import('./postgres/postgres-inspector.ts');
  return withInspector(databaseUrl, async (query) => {
    const begun = Date.now();
    const [clock] = await query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
    const times = { database: Number(clock?.now), askedAt: (begun + Date.now()) / 2 };
    const [found] = await query(hasTable('postgres', newest.table));
    return found ? { ...times, ...newestIn(await query(newest.sql)) } : times;
  });
}

function newestIn([row]: readonly Row[]): DatabaseTimes {
  const at = row?.sent_at;
  return at === null || at === undefined ? {} : { newestMessage: Number(at) };
}

interface Question {
  table: string;
  sql: string;
}

/** @returns no rows from a database without this table */
export async function readFromDatabase(
  dataDir: string,
  databaseUrl: string | undefined,
  question: Question,
): Promise<readonly Row[]> {
  if (databaseUrl === undefined) return readFile(join(dataDir, 'heddle.db'), question);
  const { withInspector } = await import('./postgres/postgres-inspector.ts');
  return withInspector(databaseUrl, async (query) => {
    const [found] = await query(hasTable('postgres', question.table));
    return found ? query(question.sql) : [];
  });
}

function readFile(path: string, { table, sql }: Question): readonly Row[] {
  if (!existsSync(path)) return [];
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const query = (text: string) => file.prepare(text).all();
    return query(hasTable('sqlite', table)).length > 0 ? query(sql) : [];
  } finally {
    file.close();
  }
}
