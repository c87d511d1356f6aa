/** Every server test runs on both engines, from one loop. */
import { after, before, describe } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
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
const template = `heddle_template_${process.pid}`;
let counter = 0;

/** Declares the same tests once for each engine. */
export function onBothEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines)
    describe(`${name} (${engine})`, () => {
      if (engine === 'postgres') {
        before(makeTemplate);
        after(dropTemplate);
      }
      tests(engine);
    });
}

async function makeTemplate(): Promise<void> {
  if (adminUrl === undefined) {
    const { startPostgres } = await import('./postgres.ts');
    const server = await startPostgres();
    ownServer = server;
    adminUrl = server.url;
  }
  await administer(`DROP DATABASE IF EXISTS ${template}`);
  await administer(`CREATE DATABASE ${template}`);
  const opened = await openDatabase({ dataDir: tmpdir(), databaseUrl: urlOf(template) });
  await migrate(opened.writer);
  await opened.close();
}

async function dropTemplate(): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS ${template}`);
  await ownServer?.stop();
  if (ownServer) adminUrl = undefined;
  ownServer = undefined;
}

export async function makePlace(engine: Engine): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() };
  const name = `heddle_${process.pid}_${counter++}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    dataDir,
    databaseUrl: urlOf(name),
    async remove() {
      removeFolder();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function urlOf(database: string): string {
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

/** One at a time: a database cannot be copied while another connection makes a copy of it. */
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
