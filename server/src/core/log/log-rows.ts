/** The event log as rows. */
import { type Selectable, sql } from 'kysely';
import type { Audience, EventBody, LogEntry } from './entry.ts';
import type { Touched } from '../organization/index.ts';
import type { Row, Statement } from '../../db/connection.ts';
import type { Db } from '../../db/db.ts';
import type { GatheredTable } from '../../db/gathered-table.ts';
import { prepared } from '../../db/prepared.ts';
import type { EventLogTable } from '../../db/schema.ts';

/** Entries of an organization lie together, in their order. What is left of exact numbers is room for 131,071 organizations. */
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
  },
} as const satisfies GatheredTable;

export async function appendEntries(db: Db, orgId: number, entries: readonly LogEntry[]): Promise<void> {
  for (const entry of entries) {
    const { position, event, audience, touched, createdAt } = entry;
    const payload = JSON.stringify(event);
    entry.size = payload.length;
    await db.add(eventLog, [
      getPlace(orgId, position),
      orgId,
      position,
      event.type,
      payload,
      JSON.stringify(audience),
      touched && JSON.stringify(touched),
      createdAt,
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

/** Organizations with positions, of which what comes behind these is asked for. */
export type Behind = ReadonlyMap<number, number>;

/** Of all organizations together: an entry may be long. */
const entriesTogether = 2000;

/**
 * On PostgreSQL, in one statement: what `readEntries` reads of each organization, of many the first of it. `entriesIn` takes its
 * rows.
 */
export const entriesBehind = (behind: Behind): Statement => {
  const ranges = [...behind].map((at) => rangeAfter(...at));
  const limit = Math.min(entriesAtOnce, Math.max(1, Math.floor(entriesTogether / behind.size)));
  return {
    sql: `SELECT entry.* FROM unnest($1::bigint[], $2::bigint[]) AS wanted (first, last)
      CROSS JOIN LATERAL (SELECT * FROM event_log WHERE place > wanted.first AND place < wanted.last
        ORDER BY place LIMIT $3) AS entry
      ORDER BY entry.place`,
    parameters: [ranges.map(({ from }) => from), ranges.map(({ to }) => to), limit],
  };
};

export function entriesIn(rows: readonly Selectable<EventLogTable>[]): LogEntry[] {
  return rows.map((row) => ({
    orgId: row.org_id,
    position: row.position,
    event: JSON.parse(row.payload) as EventBody,
    audience: JSON.parse(row.audience) as Audience,
    touched: row.touched === null ? null : (JSON.parse(row.touched) as Touched),
    createdAt: row.created_at,
    size: row.payload.length,
  }));
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

/** Of the newest entry, whether it is still there or not. */
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

/** On PostgreSQL, of a row of `organization`. */
const positionSql = `coalesce(
    (SELECT position FROM event_log WHERE place > id * ${placesPerOrganization}
       AND place < (id + 1) * ${placesPerOrganization} ORDER BY place DESC LIMIT 1),
    log_position) AS position`;

/** On PostgreSQL, in one statement: that of each organization of a list, which is its parameter. */
const lastPositionsSql = `SELECT id, ${positionSql} FROM organization WHERE id = ANY($1::bigint[])`;

/**
 * The same for a group that begins, with as many ids for messages as asked for beside the first organization. `groupStateIn`
 * takes its rows.
 */
export const groupState = (orgIds: readonly number[], messages: number): Statement => ({
  sql: `SELECT id, ${positionSql}, CASE WHEN id = ($1::bigint[])[1]
      THEN ARRAY(SELECT nextval('message_id_seq') FROM generate_series(1, $2)) END AS ids
    FROM organization WHERE id = ANY($1::bigint[])`,
  parameters: [orgIds, messages],
});

export function groupStateIn(rows: readonly Row[]): { positions: Map<number, number>; messageIds: number[] } {
  return {
    positions: new Map(rows.map(({ id, position }) => [Number(id), Number(position)])),
    messageIds: rows.flatMap(({ ids }) => ((ids ?? []) as unknown[]).map(Number)),
  };
}

export async function lastPositions(
  { connection }: Db,
  orgIds: readonly number[],
): Promise<{ id: number; position: number }[]> {
  const rows = await connection.query(lastPositionsSql, [orgIds]);
  return rows.map((row) => ({ id: Number(row.id), position: Number(row.position) }));
}

/** Of the oldest entry that is there. */
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

/** Of the newest entry up to a position that was appended before a time. */
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

/** Removes the entries up to a position, which is kept: it may have been the last one. */
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
