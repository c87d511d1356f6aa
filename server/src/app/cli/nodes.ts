/** Implements `heddle nodes`: reads the nodes from the database if none of them runs on this machine. */
import { isoTime } from '../../core/users/index.ts';
import type { Row } from '../../db/connection.ts';
import { type NodeRow, readNodesSql } from '../../db/node-rows.ts';
import type { Config } from '../../lib/config/config.ts';
import type { Result } from './admin-command.ts';
import { askRunningServer } from './socket/socket-client.ts';

export async function listNodes({ data, databaseUrl }: Config): Promise<Result> {
  const response = await askRunningServer(data, 'nodes-list', {});
  if (response !== undefined) return response as Result;
  if (databaseUrl === undefined) return { nodes: [] };
  const { withInspector } = await import('../../db/postgres/postgres-inspector.ts');
  return withInspector(databaseUrl, async (query) => {
    const [table] = await query("SELECT to_regclass('node') IS NOT NULL AS is_there");
    return showNodes(table?.is_there === true ? await query(readNodesSql) : []);
  });
}

/** @param here The ID of the node that responds. */
export const showNodes = (
  rows: readonly (Row | Omit<NodeRow, 'slot'>)[],
  here?: string,
): { nodes: Result[] } => ({
  nodes: rows.map(({ id, address, version, files, started_at, seen_at }) => ({
    id,
    address,
    version,
    files,
    started: isoTime(Number(started_at)),
    last_seen: isoTime(Number(seen_at)),
    is_here: id === here,
  })),
});
