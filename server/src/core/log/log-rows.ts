/** The event log as rows. */
import { type Selectable, sql } from 'kysely';
import type { Audience, LogEntry } from './entry.ts';
import type { EventIds, Shift } from './event-ids.ts';
import { idBoundSql } from './id-bound.ts';
import { StoredEntry } from './stored-entry.ts';
import type { Touched } from '../organization/index.ts';
import type { Row, Statement } from '../../db/connection.ts';
import type { Db } from '../../db/db.ts';
import type { GatheredTable } from '../../db/gathered-table.ts';
import { prepared } from '../../db/prepared.ts';
import { amongIds, lockedIdsSql, mostNamed } from '../../db/organization-locks.ts';
import { assertionSql } from '../../db/postgres/assertion.ts';
import type { EventLogTable } from '../../db/schema/events.ts';
import { parseStored } from '../../lib/json.ts';
import { listIn } from '../../lib/objects.ts';

/** The entries of an organization are adjacent and in order. Within exact integers there is room for 131,071 organizations. */
const placesPerOrganization = 2 ** 36;

const getPlace = (orgId: number, position: number): number => orgId * placesPerOrganization + position;

const eventLog = {
  name: 'event_log',
  columns: {
    place: 'int',
    org_id: 'int',
    position: 'int',
    type: 'text',
    payload: 'text',
    audience: 'text',
    touched: 'text',
    created_at: 'int',
    shift: 'int',
  },
} as const satisfies GatheredTable;

export async function appendEntries(db: Db, orgId: number, entries: readonly LogEntry[]): Promise<void> {
  for (const entry of entries) {
    const { position, shift, type, event, audience, touched, createdAt } = entry;
    const payload = JSON.stringify(event);
    entry.size = payload.length;
    await db.add(eventLog, [
      getPlace(orgId, position),
      orgId,
      position,
      type,
      payload,
      JSON.stringify(audience),
      touched && JSON.stringify(touched),
      createdAt,
      shift,
    ]);
  }
}

const entriesBetween = prepared<{ from: number; to: number; limit: number }>()((q, p) =>
  q
    .selectFrom('event_log')
    .selectAll()
    .where('place', '>', p.from)
    .where('place', '<', p.to)
    .orderBy('place')
    .limit(p.limit),
);

const rangeAfter = (orgId: number, after: number) => ({
  from: getPlace(orgId, after),
  to: getPlace(orgId + 1, 0),
});

/** How many entries are read at once. */
export const entriesAtOnce = 500;

/** Entries after a position, in order; at most `limit`. */
export async function readEntries(db: Db, orgId: number, after: number, limit: number): Promise<LogEntry[]> {
  return entriesIn(await db.rows(entriesBetween, { ...rangeAfter(orgId, after), limit }));
}

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
 * On PostgreSQL, in one statement: what `readEntries` reads of each organization, of many the first of it.
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

/** @param rows Of `entriesBehind`. @returns the entries of each organization that has any, in order */
export function entriesByOrganization(rows: readonly Row[]): Map<number, LogEntry[]> {
  // The statement gives all columns of the table.
  return Map.groupBy(entriesIn(rows as unknown as Selectable<EventLogTable>[]), ({ orgId }) => orgId);
}

function entriesIn(rows: readonly Selectable<EventLogTable>[]): LogEntry[] {
  return rows.map(
    ({ org_id: orgId, position, shift, type, payload, audience, touched, created_at: createdAt }) =>
      new StoredEntry({
        ...{ orgId, position, shift, type, payload, createdAt },
        audience: parseStored<Audience>(audience),
        touched: touched === null ? null : parseStored<Touched>(touched),
      }),
  );
}

const newestEntry = prepared<{ from: number; to: number }>()((q, p) =>
  q
    .selectFrom('event_log')
    .select('position')
    .where('place', '>', p.from)
    .where('place', '<', p.to)
    .orderBy('place', 'desc')
    .limit(1),
);

/** Position of the newest entry, even if it was trimmed. */
export async function lastPosition(db: Db, orgId: number): Promise<number> {
  const newest = await db.first(newestEntry, { from: getPlace(orgId, 0), to: getPlace(orgId + 1, 0) });
  if (newest) return newest.position;
  const row = await db.q
    .selectFrom('organization')
    .select('log_position')
    .where('id', '=', orgId)
    .executeTakeFirst();
  return row?.log_position ?? 0;
}

/** How the ids of an organization's events follow from their positions, as far as anyone may ask for them. */
export async function readShifts(db: Db, orgId: number): Promise<readonly Shift[]> {
  const row = await db.q
    .selectFrom('organization')
    .select('log_shifts')
    .where('id', '=', orgId)
    .executeTakeFirst();
  return row?.log_shifts ? parseStored<Shift[]>(row.log_shifts) : [];
}

/** In the transaction that stores the first entry with a further shift. */
export async function storeShift(db: Db, orgId: number, ids: EventIds, next: Shift): Promise<void> {
  const shifts = ids.with(next, await oldestNeeded(db, orgId));
  await db.q
    .updateTable('organization')
    .set({ log_shifts: JSON.stringify(shifts) })
    .where('id', '=', orgId)
    .execute();
}

/** On PostgreSQL, for a row of `organization`. */
const positionSql = `coalesce(
    (SELECT position FROM event_log WHERE place > id * ${placesPerOrganization}
       AND place < (id + 1) * ${placesPerOrganization} ORDER BY place DESC LIMIT 1),
    log_position) AS position`;

/** On PostgreSQL, in one statement: the positions of all organizations in the parameter. */
const lastPositionsSql = `SELECT id, ${positionSql} FROM organization WHERE id = ANY($1::bigint[])`;

/**
 * The same for a new group, with this many message ids in the row of the first organization. `groupStateIn` parses its rows.
 * @param isTried Only of those whose locks `tryLockOrganizations` has taken: the others are another node's to read and write.
 */
export function groupState(orgIds: readonly number[], messages: number, { isTried = false } = {}): Statement {
  const { sql, first, parameters } = amongIds(orgIds, 2);
  return {
    sql: `SELECT id, ${positionSql}, CASE WHEN id = ${isTried ? `(${lockedIdsSql})[1]` : first}
        THEN ARRAY(SELECT nextval('message_id_seq') FROM generate_series(1, $1)) END AS ids
      FROM organization WHERE id ${sql}${isTried ? ` AND id = ANY(${lockedIdsSql})` : ''}`,
    parameters: [messages, ...parameters],
  };
}

/**
 * On PostgreSQL: fails unless these organizations are there and nothing lies behind these positions, where their locks are held, and
 * this id is behind the bound. Gives as many ids for messages as asked for, in the field `ids` of its row.
 */
export function unchanged(applied: Behind, nextId: number, messages: number): Statement {
  const { sql: table, parameters } = wantedTable(applied);
  const last = parameters.length + 2;
  const condition = `count(*) FILTER (WHERE position = applied) = $${last} AND $${last + 1}::bigint > ${idBoundSql}`;
  return {
    sql: `SELECT ${assertionSql(condition)} AS holds,
        ARRAY(SELECT nextval('message_id_seq') FROM generate_series(1, $1)) AS ids
      FROM (SELECT applied, ${positionSql} FROM organization JOIN ${table} ON id = org_id) AS known`,
    parameters: [messages, ...parameters, applied.size, nextId],
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

/** Position of the oldest stored entry. */
export async function firstPosition(db: Db, orgId: number): Promise<number | undefined> {
  const row = await db.q
    .selectFrom('event_log')
    .select('position')
    .where('place', '>', getPlace(orgId, 0))
    .where('place', '<', getPlace(orgId + 1, 0))
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
  return row?.position;
}

/** Position of the newest entry up to a position that was appended before a time. */
export async function lastBefore(
  db: Db,
  orgId: number,
  upTo: number,
  time: number,
): Promise<number | undefined> {
  const row = await db.q
    .selectFrom('event_log')
    .select('position')
    .where('place', '>', getPlace(orgId, 0))
    .where('place', '<=', getPlace(orgId, upTo))
    .where('created_at', '<', time)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position;
}

/** Removes the entries up to a position except for that entry, which may be the last one. */
export async function removeEntries(db: Db, orgId: number, upTo: number): Promise<void> {
  await db.q
    .deleteFrom('event_log')
    .where('place', '>', getPlace(orgId, 0))
    .where('place', '<=', getPlace(orgId, upTo))
    .execute();
  await db.q.updateTable('organization').set({ log_position: upTo }).where('id', '=', orgId).execute();
}

/** The oldest position that may still be requested: everything before it may be trimmed. */
export async function oldestNeeded(db: Db, orgId: number): Promise<number> {
  const row = await db.q
    .selectFrom('event_queue')
    .select(sql<number | null>`min(acknowledged)`.as('oldest'))
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.oldest ?? (await lastPosition(db, orgId));
}
