/** A consistent snapshot of a PostgreSQL database: one transaction that sees what was committed when it began. */
import pg from 'pg';
import { selectInOrder } from '../archive/catalog.ts';
import type { Snapshot, SnapshotRow } from '../archive/snapshot.ts';
import type { Row } from '../connection.ts';
import { withoutDeadlines } from './postgres-deadlines.ts';

const batch = 500;

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

const types = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? safeInteger
      : // The driver types the result of its parsers as anything.
        (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers of an archive.`);
  return value;
}

export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: withoutDeadlines(url),
    types,
    application_name: 'heddle-backup',
    keepAlive: true,
  });
  // The next query fails on a connection that was lost between two.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SELECT 1');
  } catch (error) {
    // The first error is the one to report.
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    dialect: 'postgres',
    query: async (sql) => (await client.query<Row>(sql)).rows,
    async *rows(table) {
      await client.query(`DECLARE archived NO SCROLL CURSOR FOR ${selectInOrder('postgres', table)}`);
      for (;;) {
        const text = `FETCH ${batch} FROM archived`;
        const { rows } = await client.query<SnapshotRow>({ text, rowMode: 'array' });
        if (rows.length > 0) yield rows;
        if (rows.length < batch) break;
      }
      await client.query('CLOSE archived');
    },
    close: () => client.end(),
  };
}
