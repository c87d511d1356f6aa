/**
 * Brings the schema up to date: all that is missing in one transaction. One that breaks off leaves the schema that it began
 * with, so that the copy made before it stays the way back. What is done already is looked up in that transaction, since
 * another process may have been at it.
 */
import { StorageFault } from '../lib/storage/faults.ts';
import type { Connection } from './connection.ts';
import type { Db } from './db.ts';
import { getHash, marksIn, mismatch, type Mark } from './migration-marks.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { StartRefused, withoutStop } from '../lib/start-refused.ts';
import { begin, hasTable, lockSchema } from './sql.ts';

export interface MigrateOptions {
  list?: readonly Migration[];
  /** Called once before a schema that holds data is changed: for a copy. @throws StartRefused when there can be none. */
  beforeChange?: () => void | Promise<void>;
}

interface Step {
  /** What is said to have failed. */
  name: string;
  statements: readonly string[];
}

/**
 * @throws StartRefused, with nothing touched, unless the migrations that ran are the first ones of the list, unchanged, and
 * those that are missing succeed.
 */
export async function migrate(
  db: Db,
  { list = migrations, beforeChange = () => undefined }: MigrateOptions = {},
): Promise<void> {
  const marks = await readMarks(db);
  check(marks, list, db);
  if (marks.length > 0 && marks.length < list.length) await beforeChange();
  const isDone = marks.length > 0 && marks.length === list.length && marks.every(({ hash }) => hash !== null);
  if (!isDone) await changeSchema(db, () => missing(db, list));
}

async function missing(db: Db, list: readonly Migration[]): Promise<Step[]> {
  const present = await readMarks(db);
  check(present, list, db);
  return [
    { name: 'the table of migrations', statements: await hashesMissing(db, list.slice(0, present.length)) },
    ...list.slice(present.length).map((migration, index) => ({
      name: migration.name,
      statements: [...migration.statements(db.dialect), newMark(present.length + index + 1, migration, db)],
    })),
  ];
}

/** The table of marks, with hashes for what ran before they were kept. */
async function hashesMissing(db: Db, ran: readonly Migration[]): Promise<string[]> {
  if (!(await isMarked(db))) return [createMarks];
  const [first] = await db.connection.query('SELECT * FROM migration LIMIT 1', []);
  return [
    ...(first && !('hash' in first) ? ['ALTER TABLE migration ADD COLUMN hash text'] : []),
    ...ran.map(
      (migration, index) =>
        `UPDATE migration SET hash = '${getHash(migration, db.dialect)}' WHERE number = ${index + 1} AND hash IS NULL`,
    ),
  ];
}

const createMarks =
  'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, hash text)';

const newMark = (number: number, migration: Migration, { dialect }: Db): string =>
  `INSERT INTO migration (number, name, hash)
     VALUES (${number}, '${migration.name}', '${getHash(migration, dialect)}')`;

async function changeSchema({ connection, dialect }: Db, steps: () => Promise<Step[]>): Promise<void> {
  await connection.run(begin(dialect), []);
  try {
    await connection.query(lockSchema(dialect), []);
    for (const step of await steps()) await take(connection, step);
    await connection.run('COMMIT', []);
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

async function take(connection: Connection, { name, statements }: Step): Promise<void> {
  try {
    for (const statement of statements) await connection.run(statement, []);
  } catch (error) {
    if (error instanceof StorageFault) throw error;
    const reason = withoutStop(error instanceof Error ? error.message : String(error));
    throw new StartRefused(
      `Migration ${name} failed and was rolled back: ${reason}. Fix the cause and start again, or start the version of Heddle that last used this database.`,
    );
  }
}

/** Some failures have ended the transaction already; the reason is worth more than the complaint about that. */
async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.run('ROLLBACK', []);
  } catch {
    // Without a COMMIT nothing stays.
  }
}

async function isMarked({ connection, dialect }: Db): Promise<boolean> {
  return (await connection.query(hasTable(dialect, 'migration'), [])).length > 0;
}

async function readMarks(db: Db): Promise<Mark[]> {
  if (!(await isMarked(db))) return [];
  return marksIn(await db.connection.query('SELECT * FROM migration ORDER BY number', []));
}

function check(marks: readonly Mark[], list: readonly Migration[], { dialect }: Db): void {
  const reason = mismatch(marks, list, dialect);
  if (reason !== undefined) throw new StartRefused(reason);
}
