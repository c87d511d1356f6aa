/** Lists the nodes that serve the database; with SQLite, the only process. */
import { hostname } from 'node:os';
import { Exact } from '../../../../../wire/core.ts';
import { readNodes } from '../../../db/node-rows.ts';
import { listHosts } from '../../../lib/config/hosts.ts';
import { heddleVersion } from '../../../lib/version.ts';
import { adminCommand } from '../admin-command.ts';
import { showNodes } from '../node-facts.ts';

export default adminCommand({
  options: Exact({}),
  async run({ config, db, nodes, port }) {
    if (nodes.claimant) return showNodes(await readNodes(db.read), nodes.claimant.id);
    const startedAt = Math.round(performance.timeOrigin);
    const address = config.nodeAddress ?? `${hostname()}:${String(port)}`;
    const sole = { id: 'sole', address, version: heddleVersion, files: 'local', hosts: listHosts(config) };
    return showNodes([{ ...sole, started_at: startedAt, seen_at: Date.now() }], sole.id);
  },
});
