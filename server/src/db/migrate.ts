/**
 * Brings the schema up to date: each migration in one transaction with its mark, so that a killed one runs again whole.
 * What is done already is looked up in that transaction, since another process may have been at it.
 */
import type { Db } from './db.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { StartRefused } from './refused.ts';
import { begin, lockSchema } from './sql.ts';

/** @throws StartRefused when the database was made by a newer program. */
export async function migrate(db: Db, list: readonly Migration[] = migrations): Promise<void> {
  await changeSchema(db, () => [
    'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL)',
  ]);
  const done = await countDone(db);
  refuseNewer(done, list.length);
  for (const [index, migration] of list.entries())
    if (index >= done)
      await changeSchema(db, async () =>
        index < (await countDone(db))
          ? []
          : [...migration.statements(db.dialect), mark(index + 1, migration)],
      );
}

const mark = (number: number, { name }: Migration): string =>
  `INSERT INTO migration (number, name) VALUES (${number}, '${name}')`;

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

async function countDone({ connection }: Db): Promise<number> {
  return (await connection.query('SELECT number FROM migration', [])).length;
}

function refuseNewer(done: number, known: number): void {
  if (done > known)
    throw new StartRefused(
      `This database has schema ${done}, made by a newer Heddle; this one knows ${known}. Start the newer one.`,
    );
}
