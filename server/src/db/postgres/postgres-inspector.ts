/** A look at a PostgreSQL database that takes no lock and changes nothing. */
import pg from 'pg';
import type { Row } from '../connection.ts';

export async function withInspector<T>(
  url: string,
  use: (query: (sql: string) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'heddle-doctor' });
  // The next query fails on a connection that was lost between two.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(async (sql) => (await client.query<Row>(sql)).rows);
  } finally {
    await client.end();
  }
}
