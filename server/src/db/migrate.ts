/**
 * Brings the schema up to date: each migration in one transaction with its mark, so that a killed one runs again whole.
 * What is done already is looked up in that transaction, since another process may have been at it.
 */
import type { Db } from './db.ts';
import { hashOf, marksIn, mismatch, type Mark } from './migration-marks.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { StartRefused } from './refused.ts';
import { begin, hasTable, lockSchema } from './sql.ts';

export interface MigrateOptions {
  list?: readonly Migration[];
  /** Called once before a schema that holds data is changed: for a copy. @throws StartRefused when there can be none. */
  beforeChange?: () => void | Promise<void>;
}

/** @throws StartRefused, with nothing touched, unless the migrations that ran are the first ones of the list, unchanged. */
export async function migrate(
  db: Db,
  { list = migrations, beforeChange = () => undefined }: MigrateOptions = {},
): Promise<void> {
  const marks = await readMarks(db);
  check(marks, list, db);
  if (marks.length > 0 && marks.length < list.length) await beforeChange();
  if (!marks.every(({ hash }) => hash !== null) || marks.length === 0) await keepHashes(db, list);
  for (const [index, migration] of list.entries())
    if (index >= marks.length)
      await changeSchema(db, async () => {
        const present = await readMarks(db);
        check(present, list, db);
        return index < present.length
          ? []
          : [...migration.statements(db.dialect), newMark(index + 1, migration, db)];
      });
}

/** The table of marks, with hashes for what ran before they were kept. */
function keepHashes(db: Db, list: readonly Migration[]): Promise<void> {
  return changeSchema(db, async () => {
    if (!(await isMarked(db))) return [createMarks];
    const [first] = await db.connection.query('SELECT * FROM migration LIMIT 1', []);
    const marks = await readMarks(db);
    return [
      ...(first && !('hash' in first) ? ['ALTER TABLE migration ADD COLUMN hash text'] : []),
      ...list
        .slice(0, marks.length)
        .map(
          (migration, index) =>
            `UPDATE migration SET hash = '${hashOf(migration, db.dialect)}' WHERE number = ${index + 1} AND hash IS NULL`,
        ),
    ];
  });
}

const createMarks =
  'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, hash text)';

const newMark = (number: number, migration: Migration, { dialect }: Db): string =>
  `INSERT INTO migration (number, name, hash)
     VALUES (${number}, '${migration.name}', '${hashOf(migration, dialect)}')`;

async function changeSchema(
  { connection, dialect }: Db,
  statements: () => string[] | Promise<string[]>,
): Promise<void> {
  await connection.run(begin(dialect), []);
  try {
    await connection.query(lockSchema(dialect), []);
    for (const statement of await statements()) await connection.run(statement, []);
    await connection.run('COMMIT', []);
  } catch (error) {
    await connection.run('ROLLBACK', []);
    throw error;
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
