/** Checks settings of database and file system that lose data or connections sooner or later. */
import { statfs } from 'node:fs/promises';
import type { Config } from '../../../lib/config/config.ts';
import { livingNodesSql } from '../../../db/node-rows.ts';
import type { Finding } from './checks.ts';
import { isPrivateHost } from '../../../lib/net/addresses.ts';
import { shownToUsers } from '../command-error.ts';
import { errorMessage } from '../../../lib/thrown.ts';

const name = 'database settings';

export const checkDatabaseSettings = ({
  data,
  databaseUrl,
}: Pick<Config, 'data' | 'databaseUrl'>): Promise<Finding> =>
  databaseUrl === undefined ? checkFileSystem(data) : checkPostgres(databaseUrl);

/** By their magic numbers in statfs. */
const unsafe: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
]);
const tmpfs = 0x01021994;

/** @param getType Replaced in tests. */
export async function checkFileSystem(
  data: string,
  getType: (path: string) => Promise<number> = async (path) => (await statfs(path)).type,
): Promise<Finding> {
  let type: number;
  try {
    type = (await getType(data)) >>> 0;
  } catch {
    return { name, state: 'ok', text: 'Not tested: there is no data folder yet' };
  }
  const shared = unsafe.get(type);
  if (shared !== undefined)
    return {
      name,
      state: 'problem',
      text: `${data} is on ${shared}, whose locks do not protect an SQLite database. Move the data folder to a local disk, or use PostgreSQL.`,
    };
  if (type === tmpfs)
    return {
      name,
      state: 'warning',
      text: `${data} is in memory (tmpfs) and is lost when the machine restarts. Move the data folder to a disk.`,
    };
  return { name, state: 'ok', text: 'The data folder is on a local disk' };
}

export interface PostgresSettings {
  version: number;
  fsync: string;
  full_page_writes: string;
  encoding: string;
  connections: number;
  /** Those that run. */
  nodes: number;
}

const oldest = 150_000;
/** A backup, the doctor, and the connections reserved for superusers. */
const otherConnections = 8;
/** Sessions that read, the one that writes, those for heartbeats and hints. */
const connectionsOfNode = 12;

async function checkPostgres(url: string): Promise<Finding> {
  try {
    const { withInspector } = await import('../../../db/postgres/postgres-inspector.ts');
    const { row, nodes } = await withInspector(url, async (query) => {
      const [row] =
        await query(`SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
               current_setting('full_page_writes') AS full_page_writes, to_regclass('node') IS NOT NULL AS has_nodes,
               current_setting('server_encoding') AS encoding, current_setting('max_connections')::int AS connections`);
      return { row, nodes: row?.has_nodes === true ? (await query(livingNodesSql)).length : 0 };
    });
    const exposed = findExposure(url);
    if (exposed) return exposed;
    return judgePostgres({
      version: Number(row?.version),
      fsync: String(row?.fsync),
      full_page_writes: String(row?.full_page_writes),
      encoding: String(row?.encoding),
      connections: Number(row?.connections),
      nodes,
    });
  } catch (error) {
    const text = shownToUsers(error) ?? errorMessage(error);
    return { name, state: 'warning', text: `Not tested: ${text}` };
  }
}

/** A connection without TLS: the driver uses none unless the URL asks for it. */
export function findExposure(url: string): Finding | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, searchParams } = new URL(url);
  const isChosen = ['sslmode', 'ssl', 'host'].some((key) => searchParams.has(key));
  if (hostname === '' || isChosen || isPrivateHost(hostname)) return undefined;
  const text = `The connection to ${hostname} is not encrypted: anyone in between can read messages, and ask for the password. Add ?sslmode=verify-full to database_url, or ?sslmode=disable if the network is yours.`;
  return { name, state: 'warning', text };
}

export function judgePostgres(settings: PostgresSettings): Finding {
  const { version, fsync, full_page_writes, encoding, connections, nodes } = settings;
  const problem = (text: string): Finding => ({ name, state: 'problem', text });
  if (version < oldest) return problem('PostgreSQL is older than version 15. Upgrade it.');
  if (fsync !== 'on')
    return problem(
      'fsync is off: a power failure can destroy the database. Set fsync = on in postgresql.conf.',
    );
  if (full_page_writes !== 'on')
    return problem(
      'full_page_writes is off: a power failure can destroy the database. Set full_page_writes = on in postgresql.conf.',
    );
  if (encoding !== 'UTF8')
    return problem(
      `The encoding of the database is ${encoding}. Recreate it: createdb --encoding=UTF8 --template=template0.`,
    );
  const fewest = Math.max(1, nodes) * connectionsOfNode + otherConnections;
  if (connections < fewest)
    return {
      name,
      state: 'warning',
      text: `max_connections is ${connections}. Set at least ${fewest} in postgresql.conf${nodes > 1 ? ` for ${nodes} nodes` : ''}.`,
    };
  return {
    name,
    state: 'ok',
    text: `fsync is on, encoding is ${encoding}, up to ${String(connections)} connections`,
  };
}
