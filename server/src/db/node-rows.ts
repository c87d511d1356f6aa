/**
 * Rows of the nodes that serve a PostgreSQL database, with times of the database's clock. A node is alive while it
 * has a row; any node deletes the row of one that has not reported for too long, and with it its leases.
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

// Each statement of this file selects the columns of the type with which it is called.
const queryRows = async <Row>(
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> => (await connection.query(sql, parameters)) as Row[];

const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Replaces the row of an earlier process with the same slot. */
export async function insertNode(
  connection: Connection,
  { id, slot, address, version, files, schema, hosts }: Omit<NodeRow, 'started_at' | 'seen_at'>,
): Promise<void> {
  await connection.run(
    `WITH former AS (DELETE FROM node WHERE slot = $2)
     INSERT INTO node (id, slot, address, version, files, schema, hosts, started_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${now}, ${now})`,
    [id, slot, address, version, files, schema, hosts],
  );
}

export async function deleteNode(connection: Connection, id: string): Promise<void> {
  await connection.run('DELETE FROM node WHERE id = $1', [id]);
}

/**
 * Reports that a node is alive, and deletes those that are not.
 * @returns the running nodes in order of start, without this one if another node considered it dead
 */
export async function beat(connection: Connection, id: string, deadAfterMs: number): Promise<NodeRow[]> {
  // Rows that another node is writing are skipped, so that two heartbeats never wait for each other.
  return queryRows<NodeRow>(
    connection,
    `WITH me AS (UPDATE node SET seen_at = ${now} WHERE id = $1 RETURNING id),
       silent AS (SELECT id FROM node WHERE id <> $1 AND seen_at < ${now} - $2::bigint FOR UPDATE SKIP LOCKED),
       dead AS (DELETE FROM node WHERE id IN (SELECT id FROM silent) RETURNING id)
     SELECT node.* FROM node
     WHERE (node.id <> $1 OR EXISTS (SELECT 1 FROM me)) AND node.id NOT IN (SELECT id FROM dead)
     ORDER BY started_at, id`,
    [id, deadAfterMs],
  );
}

/** Three missed heartbeats; another node takes over within ten seconds. */
export const deadAfterMs = 7000;

/** Running nodes that know fewer migrations; none before the schema records that. */
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
  return queryRows<Pick<NodeRow, 'address' | 'version'>>(
    connection,
    `SELECT address, version FROM node WHERE schema < $1 AND seen_at > ${now} - $2::bigint ORDER BY started_at`,
    [schema, deadAfterMs],
  );
}

/** The number of migrations that a version must know to use this database. */
export async function readOldestSchema(connection: Connection): Promise<number> {
  const [row] = await connection.query('SELECT max(coalesce(oldest, number)) AS oldest FROM migration', []);
  return Number(row?.oldest ?? 0);
}

/** In order of start. */
export const readNodes = ({ connection }: Db): Promise<NodeRow[]> =>
  queryRows<NodeRow>(connection, 'SELECT * FROM node ORDER BY started_at, id', []);

/** The same without a node, which would have deleted the rows of those that were killed. */
export const livingNodesSql = `SELECT * FROM node WHERE seen_at > ${now} - ${deadAfterMs} ORDER BY started_at, id`;

/**
 * Takes the leases without a running holder.
 * @param names Without those that the holder knows to have. If it has others, the response that said so was lost.
 */
export async function takeLeases(
  connection: Connection,
  holder: string,
  names: readonly string[],
): Promise<HeldLease[]> {
  const free = await connection.query(
    `SELECT wanted.name FROM unnest($1::text[]) AS wanted (name) WHERE NOT EXISTS
       (SELECT 1 FROM lease JOIN node ON node.id = lease.holder WHERE lease.name = wanted.name AND node.id <> $2)`,
    [names, holder],
  );
  if (free.length === 0) return [];
  return queryRows<HeldLease>(
    connection,
    `INSERT INTO lease (name, holder, fence) SELECT name, $1, 1 FROM unnest($2::text[]) AS free (name)
     ON CONFLICT (name) DO UPDATE SET holder = $1, fence = lease.fence + 1
       WHERE lease.holder = $1 OR NOT EXISTS (SELECT 1 FROM node WHERE node.id = lease.holder)
     RETURNING name, fence`,
    [holder, free.map(({ name }) => name)],
  );
}

/** In a write transaction: whether the lease is still held. If so, no other node takes it before the transaction ends. */
export async function isLeaseHeld({ connection }: Db, { name, fence }: HeldLease): Promise<boolean> {
  const rows = await connection.query('SELECT 1 FROM lease WHERE name = $1 AND fence = $2 FOR SHARE', [
    name,
    fence,
  ]);
  return rows.length > 0;
}
