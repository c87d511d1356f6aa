/** The ids that tables hand out. */
import type { Db } from './db.ts';

/** The ids of organizations are part of the keys of the event log, which has room for few. Clients know organizations by address. */
const keepsItsIds = 'organization';

/** From so many on PostgreSQL sets a sequence, for which another node must not take as many meanwhile. */
const fewestToSet = 10_000;

/** In a transaction: what tables hand out next is greater, by this many for each. */
export async function raiseSequences(db: Db, by: (table: string) => number): Promise<void> {
  const { connection, dialect } = db;
  connection.gathering?.dropIds();
  const rows = await connection.query(dialect === 'sqlite' ? tablesOfSqlite : tablesOfPostgres, []);
  for (const { name, sequence, last } of rows) {
    const table = String(name);
    if (table === keepsItsIds) continue;
    const count = by(table);
    if (dialect === 'postgres') await raise(db, String(sequence), count);
    else if (last === null)
      await connection.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, count]);
    else await connection.run('UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?', [count, table]);
  }
}

const tablesOfSqlite = `SELECT t.name, s.seq AS last FROM sqlite_schema t LEFT JOIN sqlite_sequence s ON s.name = t.name
  WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%'`;

const tablesOfPostgres = `SELECT t.relname AS name, c.oid::regclass::text AS sequence FROM pg_depend d
  JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_class t ON t.oid = d.refobjid
  WHERE d.deptype = 'a' AND t.relnamespace = current_schema()::regnamespace`;

/** Not undone by a transaction that fails. Other nodes may take ids meanwhile, so a few are taken as they take them. */
async function raise({ connection }: Db, sequence: string, count: number): Promise<void> {
  await connection.query(
    count < fewestToSet
      ? `SELECT count(nextval('${sequence}')) FROM generate_series(1, $1::bigint)`
      : `SELECT setval('${sequence}', (SELECT last_value FROM ${sequence}) + $1::bigint)`,
    [count],
  );
}
