/** A consistent snapshot of a PostgreSQL database: one transaction that sees what was committed when it began. */
import pg from 'pg';
import { selectInOrder } from '../archive/catalog.ts';
import type { Snapshot, SnapshotRow } from '../archive/snapshot.ts';
import type { StoredCheck } from '../row-sums/check-rows.ts';
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

/** PostgreSQL compares its pages with their checksums itself whenever it reads them, if it was set up so. */
async function checkPages(query: (sql: string) => Promise<Row[]>): Promise<StoredCheck> {
  const [row] = await query(
    `SELECT current_setting('data_checksums') AS setting, coalesce(checksum_failures, 0) AS failures,
       checksum_last_failure::text AS last FROM pg_stat_database WHERE datname = current_database()`,
  );
  if (row?.setting !== 'on')
    return {
      damages: [],
      notes: [
        'PostgreSQL has no checksums of its pages (data_checksums is off): changed bytes are not found. Turn them on with pg_checksums.',
      ],
    };
  const all = Number(row.failures);
  if (all === 0) return { damages: [], notes: [] };
  const example = `PostgreSQL has read pages with wrong checksums, most recently ${String(row.last)}; its log names them`;
  return { damages: [{ table: 'pages', examples: [example], all }], notes: [] };
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
    checkStored: () => checkPages(async (sql) => (await client.query<Row>(sql)).rows),
    close: () => client.end(),
  };
}
