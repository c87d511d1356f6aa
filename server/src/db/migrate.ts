/** Brings the schema up to date: each migration in one transaction with its mark, so that a killed one runs again whole. */
import type { Db } from './db.ts';
import { migrations } from './migrations/index.ts';
import { StartRefused } from './refused.ts';
import { begin } from './sql.ts';

export async function migrate(db: Db, list = migrations): Promise<void> {
  const { connection, dialect } = db;
  await connection.run(
    'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL)',
    [],
  );
  const done = await connection.query('SELECT number, name FROM migration ORDER BY number', []);
  if (done.length > list.length)
    throw new StartRefused(
      `This database has schema ${done.length}, made by a newer Heddle; this one knows ${list.length}. Start the newer one.`,
    );
  for (const [index, migration] of list.entries()) {
    if (index < done.length) continue;
    await connection.run(begin(dialect), []);
    try {
      for (const statement of migration.statements(dialect)) await connection.run(statement, []);
      await connection.run(
        `INSERT INTO migration (number, name) VALUES (${index + 1}, '${migration.name}')`,
        [],
      );
      await connection.run('COMMIT', []);
    } catch (error) {
      await connection.run('ROLLBACK', []);
      throw error;
    }
  }
}
