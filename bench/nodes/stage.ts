/** A database of some organizations, and nodes on it. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type TestPostgres } from '../../tests/support/services/postgres.ts';
import { seed, type Seeded } from '../seed.ts';
import { startServer, temporaryFolder, type Server } from '../support/processes.ts';

export interface Stage {
  readonly postgres: Pick<TestPostgres, 'pid'>;
  /** The first is at the root host. */
  readonly seeded: readonly Seeded[];
  /** @param database A name that `copyDatabase` resolved to; that which was seeded, if none is given. */
  startNode(at: number, args?: string[], database?: string): Promise<Server>;
  startNodes(count: number, args?: string[], database?: string): Promise<Server[]>;
  /** A further database of the same PostgreSQL with the same content, while no node runs on that which was seeded. */
  copyDatabase(): Promise<string>;
  close(): Promise<void>;
}

/** No file is stored. */
const sharedFiles = ['--s3-bucket', 'bench', '--s3-endpoint', 'http://127.0.0.1:9'];

export async function openStage(organizations: number): Promise<Stage> {
  const folder = temporaryFolder();
  const postgres = await startPostgres({ isDurable: true });
  const close = async () => {
    await postgres.stop();
    folder.remove();
  };
  try {
    const seededIn = join(folder.path, 'first');
    mkdirSync(seededIn);
    const seeded: Seeded[] = [];
    for (let at = 0; at < organizations; at++)
      seeded.push(await seed(seededIn, [10], postgres.url, at === 0 ? '' : `organization-${at}`));
    const startNode: Stage['startNode'] = (at, args = [], database = 'postgres') => {
      // Every node has the secrets of the first one.
      const dataDir = join(folder.path, `${database}-${at}`);
      mkdirSync(dataDir, { recursive: true });
      copyFileSync(join(seededIn, 'secrets.toml'), join(dataDir, 'secrets.toml'));
      const url = nameDatabase(postgres.url, database);
      return startServer(dataDir, ['--database-url', url, ...sharedFiles, ...args], null);
    };
    return {
      postgres,
      seeded,
      startNode,
      async startNodes(count, ...others) {
        const nodes: Server[] = [];
        for (let at = 0; at < count; at++) nodes.push(await startNode(at, ...others));
        return nodes;
      },
      copyDatabase: () => copyDatabase(postgres.url),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

let copies = 0;

async function copyDatabase(url: string): Promise<string> {
  const name = `copy_${++copies}`;
  const client = new pg.Client({ connectionString: nameDatabase(url, 'template1') });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE postgres`);
  await client.end();
  return name;
}

function nameDatabase(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = `/${name}`;
  return named.href;
}

export const stopAll = (nodes: readonly Server[]) => Promise.all(nodes.map((node) => node.stop()));
