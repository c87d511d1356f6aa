/** The properties of nodes that the command line shows. */
import { isoTime } from '../../core/users/index.ts';
import type { Row } from '../../db/connection.ts';
import type { NodeRow } from '../../db/node-rows.ts';

/** @param here The ID of the node that responds. */
export const showNodes = (rows: readonly (Row | Omit<NodeRow, 'slot'>)[], here?: string) => ({
  nodes: rows.map(({ id, address, version, files, hosts, started_at, seen_at }) => ({
    id,
    address,
    version,
    files,
    hosts: hosts ?? null,
    started: isoTime(Number(started_at)),
    last_seen: isoTime(Number(seen_at)),
    is_here: id === here,
  })),
});
