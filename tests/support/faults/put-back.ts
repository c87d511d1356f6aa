/** A storage that goes back to what it was, as when the snapshot of a machine is put back or a standby lacks the newest part. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestFolder } from '../engines.ts';
import { until } from '../until.ts';

type Place = Pick<TestFolder, 'dataDir' | 'databaseUrl'>;

/** Copies the storage of a stopped server, or of a running one on PostgreSQL. @returns what puts it back */
export async function copyStorage(place: Place): Promise<(place: Place) => Promise<void>> {
  if (place.databaseUrl !== undefined) return copyTables(place.databaseUrl);
  const path = join(place.dataDir, 'heddle.db');
  copyFileSync(path, `${path}.copy`);
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    copyFileSync(`${path}.copy`, path);
    return Promise.resolve();
  };
}

async function copyTables(databaseUrl: string): Promise<() => Promise<void>> {
  const client = await connect(databaseUrl);
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'",
  );
  const tables = rows.map(({ name }) => name);
  const sequences = await client.query<{ name: string; last: string | null }>(
    "SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public'",
  );
  const copies = tables.map((name) => `CREATE TABLE copy.${name} AS SELECT * FROM public.${name};`);
  await client.query(`BEGIN; CREATE SCHEMA copy; ${copies.join(' ')} COMMIT`);
  await client.end();
  return async () => {
    const back = await connect(databaseUrl);
    await back.query('SET session_replication_role = replica');
    await until('the database is put back', async () => {
      try {
        await back.query('BEGIN');
        // Each session that begins to write waits for this one, and holds nothing meanwhile.
        await back.query('LOCK TABLE public.server_fact');
        await back.query(endOthers);
        await back.query(`LOCK TABLE ${tables.map((name) => `public.${name}`).join(', ')}`);
        for (const name of tables)
          await back.query(
            `DELETE FROM public.${name}; INSERT INTO public.${name} SELECT * FROM copy.${name}`,
          );
        for (const { name, last } of sequences.rows)
          await back.query('SELECT setval($1, $2, $3)', [name, last ?? 1, last !== null]);
        await back.query('DROP SCHEMA copy CASCADE; COMMIT');
        return true;
      } catch (error) {
        await back.query('ROLLBACK');
        if (error instanceof pg.DatabaseError && error.code === deadlock) return false;
        throw error;
      }
    });
    await back.end();
  };
}

const deadlock = '40P01';
const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
