/** Every server test runs on both engines, from one loop. */
import { after, before, describe } from 'node:test';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { migrations } from '../../server/src/db/migrations/index.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { memoryFolder } from './memory.ts';
import { KeptSessions } from './services/kept-sessions.ts';

export type Engine = 'sqlite' | 'postgres';
const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** Where one test's data lives; `remove` leaves nothing behind. */
export interface TestFolder {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Those of the previous server on this database, on PostgreSQL. */
  sessions?: KeptSessions;
  remove(): Promise<void>;
}

const databaseFile = 'heddle.db';
let adminUrl = process.env.HEDDLE_TEST_DATABASE_URL;
/** A database of the run with the schema, copied in a tenth of the time that the migrations take. */
const schema = process.env.HEDDLE_TEST_DATABASE_SCHEMA;
let ownServer: { stop(): Promise<void> } | undefined;
/** A file of this process with the schema and nothing else: copying it takes a tenth of the time that the migrations take. */
let emptyFile: Promise<string> | undefined;
/** Databases of this process that no test uses now, emptied. Making one takes longer than most tests. */
const free: { name: string; sessions: KeptSessions }[] = [];
const made: string[] = [];
/** What empties each: a connection that has done it before takes a small part of the time that a new one takes. */
const cleaners = new Map<string, pg.Client>();
/** What ends before the databases do. */
const ends: (() => Promise<void>)[] = [];
let isEndDeclared = false;

/** Declares the same tests once for each engine. */
export function onBothEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines) onEngine(engine, name, tests);
}

export function onEngine(engine: Engine, name: string, tests: (engine: Engine) => void): void {
  // Outside of all of them: what this file made is for the next, when a process runs several.
  if (!isEndDeclared) after(dropDatabases);
  isEndDeclared = true;
  describe(`${name} (${engine})`, () => {
    if (engine === 'postgres') before(findServer);
    tests(engine);
  });
}

/** Whether the tests were declared with an engine, so that what is given to `atEnd` runs. */
export const isEndKnown = (): boolean => isEndDeclared;

/** Runs once all tests of this process have ended. */
export function atEnd(end: () => Promise<void>): void {
  ends.push(end);
}

async function findServer(): Promise<void> {
  if (adminUrl !== undefined) return;
  const { startPostgres } = await import('./services/postgres.ts');
  const server = await startPostgres();
  ownServer = server;
  adminUrl = server.url;
}

async function dropDatabases(): Promise<void> {
  for (const end of ends.splice(0)) await end();
  for (const { sessions } of free.splice(0)) await sessions.end();
  for (const cleaner of cleaners.values()) await cleaner.end();
  cleaners.clear();
  for (const name of made.splice(0)) await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await ownServer?.stop();
  if (ownServer) adminUrl = undefined;
  ownServer = undefined;
}

export async function makePlace(engine: Engine): Promise<TestFolder> {
  const place = await makeServerPlace(engine);
  await place.sessions?.end();
  return place;
}

/** A place whose database may still have the sessions of its previous server. */
async function makeServerPlace(engine: Engine): Promise<TestFolder> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'heddle-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() };
  const { name, sessions } = free.pop() ?? { name: await makeDatabase(), sessions: new KeptSessions() };
  return {
    dataDir,
    databaseUrl: getUrl(name),
    sessions,
    async remove() {
      removeFolder();
      // A test that changes the schema, or says that it did, leaves it to no other.
      if (await emptyDatabase(name)) free.push({ name, sessions });
      else await sessions.end();
    },
  };
}

/** A place that has the schema already, as most tests need it. Its database is opened by way of its sessions. */
export async function makePreparedPlace(engine: Engine): Promise<TestFolder> {
  const place = await makeServerPlace(engine);
  if (engine === 'sqlite')
    copyFileSync(await (emptyFile ??= makeEmptyFile()), join(place.dataDir, databaseFile));
  return place;
}

async function makeEmptyFile(): Promise<string> {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-empty-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await (await openDatabase({ dataDir: folder })).close();
  return join(folder, databaseFile);
}

async function makeDatabase(): Promise<string> {
  const name = `heddle_${process.pid}_${made.length}`;
  made.push(name);
  await administer(`DROP DATABASE IF EXISTS ${name}`);
  if (schema === undefined) await makeSchema(name);
  else await administer(`CREATE DATABASE ${name} TEMPLATE ${schema} STRATEGY FILE_COPY`);
  return name;
}

/** A database with the schema and nothing else. @param url of another one, without HEDDLE_TEST_DATABASE_URL */
export async function makeSchema(name: string, url?: string): Promise<void> {
  adminUrl ??= url;
  await administer(`CREATE DATABASE ${name}`);
  const opened = await openDatabase({ dataDir: tmpdir(), databaseUrl: getUrl(name) });
  await migrate(opened.writer);
  await opened.close();
}

async function getCleaner(name: string): Promise<pg.Client> {
  const known = cleaners.get(name);
  if (known) return known;
  const cleaner = new pg.Client({ connectionString: getUrl(name) });
  cleaner.on('error', () => cleaners.delete(name));
  await cleaner.connect();
  await cleaner.query(prepareCleaner);
  cleaners.set(name, cleaner);
  return cleaner;
}

/** @returns whether it has the schema of these sources, and nothing else now */
async function emptyDatabase(name: string): Promise<boolean> {
  const cleaner = await getCleaner(name);
  try {
    await cleaner.query('SELECT pg_temp.empty_all_tables()');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return false;
    throw error;
  }
  const { rowCount } = await cleaner.query('SELECT number FROM migration');
  return rowCount === migrations.length;
}

const undefinedTable = '42P01';

/**
 * Also the ids begin again: none depends on those that ran before.
 * Row by row takes a tenth of the time of TRUNCATE, which makes new files for every table; as a replica, whose keys
 * are not checked, so that the tables need no order. Only a superuser may. `setval` makes no new files either, as RESTART does.
 * The statements of a function are planned once for a connection, which takes most of their time.
 */
const prepareCleaner = `
  SET session_replication_role = replica;
  DO $$
  DECLARE steps text;
  BEGIN
    SELECT string_agg(step, ' ') INTO steps FROM (
      SELECT format('DELETE FROM %I;', tablename) AS step FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'
      UNION ALL
      SELECT format('PERFORM setval(%L, %s, false);', quote_ident(sequencename), start_value) FROM pg_sequences WHERE schemaname = 'public'
    ) AS listed;
    EXECUTE format('CREATE FUNCTION pg_temp.empty_all_tables() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN ' || steps || ' END');
  END $$`;

function getUrl(database: string): string {
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

/** One at a time: a database cannot be made from a template while another connection does so. */
let queue: Promise<unknown> = Promise.resolve();

function administer(statement: string): Promise<void> {
  const run = async () => {
    const client = new pg.Client({ connectionString: adminUrl });
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
