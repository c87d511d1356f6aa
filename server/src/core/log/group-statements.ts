/**
 * What a group of writes asks PostgreSQL as it begins, for all its organizations in one statement each. They are sent together behind
 * the locks (`db/organization-locks.ts`), so that a group begins with one round trip. docs/postgresql-writes.md has the whole path.
 */
import type { Selectable } from 'kysely';
import type { Row, Statement } from '../../db/connection.ts';
import type { Db } from '../../db/db.ts';
import { lockedIdsSql, mostNamed } from '../../db/organization-locks.ts';
import { assertionSql } from '../../db/postgres/assertion.ts';
import type { EventLogTable } from '../../db/schema/events.ts';
import { listIn } from '../../lib/objects.ts';
import type { LogEntry } from './entry.ts';
import { entriesAtOnce, entriesIn, placesPerOrganization } from './log-rows.ts';

/** Positions by organization; later entries are requested. */
export type Behind = ReadonlyMap<number, number>;

/** Limit for all organizations together, since entries may be long. */
const entriesTogether = 2000;

const limitFor = ({ size }: Behind): number =>
  Math.min(entriesAtOnce, Math.max(1, Math.floor(entriesTogether / size)));

/** A table of organizations and positions, whose parameters begin at `$2`. */
function wantedTable(behind: Behind): Statement {
  const named = (content: string) => `(${content}) AS wanted (org_id, applied)`;
  if (behind.size > mostNamed)
    return {
      sql: named('SELECT * FROM unnest($2::bigint[], $3::bigint[])'),
      parameters: [[...behind.keys()], [...behind.values()]],
    };
  const rows = Array.from(behind, (_, at) => `($${2 + 2 * at}::bigint, $${3 + 2 * at}::bigint)`);
  return { sql: named(`VALUES ${rows.join(', ')}`), parameters: [...behind].flat() };
}

/**
 * What `readEntries` reads, of several organizations; of many organizations, fewer entries of each.
 * @param isTried Only of organizations whose locks `tryLockOrganizations` has taken in this transaction.
 */
export function entriesBehind(behind: Behind, { isTried = false } = {}): Statement {
  const { sql: table, parameters } = wantedTable(behind);
  return {
    sql: `SELECT entry.* FROM ${table} CROSS JOIN LATERAL (
        SELECT * FROM event_log WHERE place > wanted.org_id * ${placesPerOrganization} + wanted.applied
          AND place < (wanted.org_id + 1) * ${placesPerOrganization} ORDER BY place LIMIT $1) AS entry
      ${isTried ? `WHERE wanted.org_id = ANY(${lockedIdsSql})` : ''} ORDER BY entry.place`,
    parameters: [limitFor(behind), ...parameters],
  };
}

/** @param rows Of `entriesBehind`. @returns the entries in order, by organization */
export function entriesByOrganization(rows: readonly Row[]): Map<number, LogEntry[]> {
  // The statement gives all columns of the table.
  return Map.groupBy(entriesIn(rows as unknown as Selectable<EventLogTable>[]), ({ orgId }) => orgId);
}

/** Selects, for a row of `organization`, the position of its newest entry, even if it was trimmed. */
const positionSql = `coalesce(
    (SELECT position FROM event_log WHERE place > id * ${placesPerOrganization}
       AND place < (id + 1) * ${placesPerOrganization} ORDER BY place DESC LIMIT 1),
    log_position) AS position`;

const lastPositionsSql = `SELECT id, ${positionSql} FROM organization WHERE id = ANY($1::bigint[])`;

/**
 * The last position of each organization, and this many message ids in the row of the first one. `groupStateIn` parses its rows.
 * @param isTried Only of organizations whose locks `tryLockOrganizations` has taken: another node writes to the others.
 */
export function groupState(orgIds: readonly number[], messages: number, { isTried = false } = {}): Statement {
  const isFew = orgIds.length <= mostNamed;
  // A table, since PostgreSQL plans a comparison with an array again whenever its length may differ.
  const wanted = isFew
    ? `(VALUES ${orgIds.map((_, at) => `($${2 + at}::bigint)`).join(', ')})`
    : 'unnest($2::bigint[])';
  const first = isFew ? '$2::bigint' : '($2::bigint[])[1]';
  return {
    sql: `SELECT id, ${positionSql}, CASE WHEN id = ${isTried ? `(${lockedIdsSql})[1]` : first}
        THEN ARRAY(SELECT nextval('message_id_seq') FROM generate_series(1, $1)) END AS ids
      FROM organization JOIN ${wanted} AS wanted (org_id) ON id = org_id${isTried ? ` WHERE id = ANY(${lockedIdsSql})` : ''}`,
    parameters: [messages, ...(isFew ? orgIds : [orgIds])],
  };
}

/**
 * Fails where another node has written since this one last did. It is the premise of a group of sends that reads nothing before: each
 * organization still is at the position that this node knows, and the message ids that it has kept are above the bound.
 *
 * The locks of the organizations must be held, since otherwise another node could write right behind this statement.
 * @param positions The last position of each organization that this node knows.
 * @param nextId The lowest of the message ids that it has kept.
 * @param messages How many further ids it takes, in the field `ids` of the row.
 */
export function assertUnchanged(positions: Behind, nextId: number, messages: number): Statement {
  const { sql: table, parameters } = wantedTable(positions);
  const last = parameters.length + 2;
  const condition = `count(*) FILTER (WHERE position = applied) = $${last} AND $${last + 1}::bigint > ${idBoundSql}`;
  return {
    sql: `SELECT ${assertionSql(condition)} AS holds,
        ARRAY(SELECT nextval('message_id_seq') FROM generate_series(1, $1)) AS ids
      FROM (SELECT applied, ${positionSql} FROM organization JOIN ${table} ON id = org_id) AS known`,
    parameters: [messages, ...parameters, positions.size, nextId],
  };
}

export interface GroupStateRows {
  positions: Map<number, number>;
  messageIds: number[];
}

export const groupStateIn = (rows: readonly Row[]): GroupStateRows => ({
  positions: new Map(rows.map(({ id, position }) => [Number(id), Number(position)])),
  messageIds: rows.flatMap(({ ids }) => idsIn(ids)),
});

export const idsIn = (ids: unknown): number[] => listIn(ids).map(Number);

export async function lastPositions(
  { connection }: Db,
  orgIds: readonly number[],
): Promise<{ id: number; position: number }[]> {
  const rows = await connection.query(lastPositionsSql, [orgIds]);
  return rows.map((row) => ({ id: Number(row.id), position: Number(row.position) }));
}

// The bound of message ids, on PostgreSQL: work in the order of ids has gone up to it, or is about to
// (`core/messages/settled.ts`), so that a node stores no messages up to it with ids that it has kept.

const boundName = 'message ids bound';

const idBoundSql = `coalesce((SELECT value::bigint FROM server_fact WHERE name = '${boundName}'), 0)`;

const raiseSql = `INSERT INTO server_fact (name, value) VALUES ('${boundName}', $1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE server_fact.value::bigint < excluded.value::bigint`;

export async function raiseIdBound({ connection }: Db, id: number): Promise<void> {
  await connection.run(raiseSql, [String(id)]);
}
