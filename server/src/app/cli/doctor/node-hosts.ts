/** Checks whether the nodes that run serve the host names of these settings. */
import type { Config } from '../../../lib/config/config.ts';
import { listHosts } from '../../../lib/config/hosts.ts';
import { allowsSeveralNodes } from '../../start/open.ts';
import { listNodes } from '../nodes.ts';
import type { Finding } from './checks.ts';

/** @returns nothing where there are no other nodes. Nodes that cannot be listed are reported by the check of the database. */
export async function checkNodeHosts(config: Config): Promise<Finding[]> {
  if (!allowsSeveralNodes(config)) return [];
  const { nodes } = await listNodes(config).catch(() => ({ nodes: [] }));
  if (nodes.length === 0) return [];
  const name = 'node hosts';
  const own = listHosts(config);
  // An older version does not say what it serves.
  const other = nodes.find(({ hosts }) => typeof hosts === 'string' && hosts !== own);
  if (typeof other?.hosts !== 'string')
    return [{ name, state: 'ok', text: 'The nodes that run serve the same host names' }];
  const text =
    `The node ${String(other.address)} serves ${other.hosts || 'no public URL'}, these settings say ${own || 'none'}: ` +
    'each responds with 404 to names that only the other has. Give every node the same base_url and additional_hosts.';
  return [{ name, state: 'warning', text }];
}
