/** Every server test runs on both engines, from one loop. */
import { after, before, describe } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { migrations } from '../../server/src/db/migrations/index.ts';
import { openDatabase } from '../../server/src/db/open.ts';

export type Engine = 'sqlite' | 'postgres';
export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** Where one test's data lives; `remove` leaves nothing behind. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  remove(): Promise<void>;
}

let adminUrl = process.env.HEDDLE_TEST_DATABASE_URL;
let ownServer: { stop(): Promise<void> } | undefined;
/** Databases of this process that no test uses now, emptied. Making one takes longer than most tests. */
const free: string[] = [];
const made: string[] = [];

/** Declares the same tests once for each engine. */
export function onBothEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines)
    describe(`${name} (${engine})`, () => {
      if (engine === 'postgres') {
        before(findServer);
        after(dropDatabases);
      }
      tests(engine);
    });
}

async function findServer(): Promise<void> {
  if (adminUrl !== undefined) return;
  const { startPostgres } = await import('./postgres.ts');
  const server = await startPostgres();
  ownServer = server;
  adminUrl = server.url;
}

async function dropDatabases(): Promise<void> {
  free.length = 0;
  for (const name of made.splice(0)) await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await ownServer?.stop();
  if (ownServer) adminUrl = undefined;
  ownServer = undefined;
}

export async function makePlace(engine: Engine): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() };
  const name = free.pop() ?? (await makeDatabase());
  return {
    dataDir,
    databaseUrl: urlOf(name),
    async remove() {
      removeFolder();
      await administer(emptyAllTables, urlOf(name));
      free.push(name);
    },
  };
}

async function makeDatabase(): Promise<string> {
  const name = `heddle_${process.pid}_${made.length}`;
  made.push(name);
  await administer(`DROP DATABASE IF EXISTS ${name}`);
  await administer(`CREATE DATABASE ${name}`);
  const opened = await openDatabase({ dataDir: tmpdir(), databaseUrl: urlOf(name) });
  await migrate(opened.writer);
  await opened.close();
  return name;
}

/** Also the ids begin again, and what a test said of the schema is forgotten: none can tell that others ran before. */
const emptyAllTables = `
  DELETE FROM migration WHERE number > ${migrations.length};
  DO $$ BEGIN
    EXECUTE (
      SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY CASCADE'
      FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'
    );
  END $$`;

function urlOf(database: string): string {
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

/** One at a time: a database cannot be made from a template while another connection does so. */
let queue: Promise<unknown> = Promise.resolve();

function administer(statement: string, url?: string): Promise<void> {
  const run = async () => {
    const client = new pg.Client({ connectionString: url ?? adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const turn = queue.then(run, run);
  queue = turn;
  return turn;
}
