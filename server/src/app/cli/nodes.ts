/** Implements `heddle nodes`: reads the nodes from the database if none of them runs on this machine. */
import { livingNodesSql } from '../../db/node-rows.ts';
import type { Config } from '../../lib/config/config.ts';
import type { CommandResult } from './command-list.ts';
import { showNodes } from './node-facts.ts';
import { askRunningServer } from './socket/socket-client.ts';

export async function listNodes({ data, databaseUrl }: Config): Promise<CommandResult<'nodes-list'>> {
  const response = await askRunningServer(data, 'nodes-list', {});
  if (response !== undefined) return response;
  if (databaseUrl === undefined) return { nodes: [] };
  const { withInspector } = await import('../../db/postgres/postgres-inspector.ts');
  return withInspector(databaseUrl, async (query) => {
    const [table] = await query("SELECT to_regclass('node') IS NOT NULL AS is_there");
    return showNodes(table?.is_there === true ? await query(livingNodesSql) : []);
  });
}
