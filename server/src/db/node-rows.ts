/**
 * Rows of the nodes that serve a PostgreSQL database, by its clock: those of the nodes may differ. A node is alive while it
 * has a row; any node that finds one not seen for too long deletes it, and with it goes all that hangs on it.
 */
import type { Selectable } from 'kysely';
import type { Connection } from './connection.ts';
import type { NodeTable } from './schema/nodes.ts';
import type { Db } from './db.ts';

export type NodeRow = Selectable<NodeTable>;

export interface HeldLease {
  name: string;
  fence: number;
}

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** In place of an earlier process of the same slot, of which there is none any more. */
export async function insertNode(
  connection: Connection,
  { id, slot, address, version, files, schema }: Omit<NodeRow, 'started_at' | 'seen_at'>,
): Promise<void> {
  await connection.run(
    `WITH former AS (DELETE FROM node WHERE slot = $2)
     INSERT INTO node (id, slot, address, version, files, schema, started_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, ${now}, ${now})`,
    [id, slot, address, version, files, schema],
  );
}

export async function deleteNode(connection: Connection, id: string): Promise<void> {
  await connection.run('DELETE FROM node WHERE id = $1', [id]);
}

/**
 * Says that a node is alive, and deletes those that are not.
 * @returns the living, by their start; without this one, if it was taken for dead
 */
export async function beat(connection: Connection, id: string, deadAfterMs: number): Promise<NodeRow[]> {
  // Those whose rows another node is writing are passed over, so that two heartbeats never wait for each other.
  const rows = await connection.query(
    `WITH me AS (UPDATE node SET seen_at = ${now} WHERE id = $1 RETURNING id),
       silent AS (SELECT id FROM node WHERE id <> $1 AND seen_at < ${now} - $2::bigint FOR UPDATE SKIP LOCKED),
       dead AS (DELETE FROM node WHERE id IN (SELECT id FROM silent) RETURNING id)
     SELECT node.* FROM node
     WHERE (node.id <> $1 OR EXISTS (SELECT 1 FROM me)) AND node.id NOT IN (SELECT id FROM dead)
     ORDER BY started_at, id`,
    [id, deadAfterMs],
  );
  return rows as unknown as NodeRow[];
}

/** With three heartbeats that a node may miss, its work is taken over within ten seconds. */
export const deadAfterMs = 7000;

/** Living nodes whose versions know fewer migrations; nothing while there is no schema that says so. */
export async function readNodesBelow(
  connection: Connection,
  schema: number,
): Promise<Pick<NodeRow, 'address' | 'version'>[]> {
  const [column] = await connection.query(
    `SELECT 1 FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'node'
       AND column_name = 'schema'`,
    [],
  );
  if (!column) return [];
  const rows = await connection.query(
    `SELECT address, version FROM node WHERE schema < $1 AND seen_at > ${now} - $2::bigint ORDER BY started_at`,
    [schema, deadAfterMs],
  );
  return rows as unknown as NodeRow[];
}

/** How many migrations a version must know at least to use this database now. */
export async function readOldestSchema(connection: Connection): Promise<number> {
  const [row] = await connection.query('SELECT max(coalesce(oldest, number)) AS oldest FROM migration', []);
  return Number(row?.oldest ?? 0);
}

/** By their start. */
export const readNodesSql = 'SELECT * FROM node ORDER BY started_at, id';

export const readNodes = async ({ connection }: Db): Promise<NodeRow[]> =>
  (await connection.query(readNodesSql, [])) as unknown as NodeRow[];

/** Takes those of these leases whose holder is dead. */
export async function takeLeases(
  connection: Connection,
  holder: string,
  names: readonly string[],
): Promise<HeldLease[]> {
  const free = await connection.query(
    `SELECT wanted.name FROM unnest($1::text[]) AS wanted (name) WHERE NOT EXISTS
       (SELECT 1 FROM lease JOIN node ON node.id = lease.holder WHERE lease.name = wanted.name)`,
    [names],
  );
  if (free.length === 0) return [];
  const taken = await connection.query(
    `INSERT INTO lease (name, holder, fence) SELECT name, $1, 1 FROM unnest($2::text[]) AS free (name)
     ON CONFLICT (name) DO UPDATE SET holder = $1, fence = lease.fence + 1
       WHERE NOT EXISTS (SELECT 1 FROM node WHERE node.id = lease.holder)
     RETURNING name, fence`,
    [holder, free.map(({ name }) => name)],
  );
  return taken as unknown as HeldLease[];
}

/** In the transaction of a write: whether the lease is still this one. If so, nobody takes it before the transaction ends. */
export async function isLeaseHeld({ connection }: Db, { name, fence }: HeldLease): Promise<boolean> {
  const rows = await connection.query('SELECT 1 FROM lease WHERE name = $1 AND fence = $2 FOR SHARE', [
    name,
    fence,
  ]);
  return rows.length > 0;
}
