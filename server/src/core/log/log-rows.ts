/** The event log as rows. */
import { type Selectable, sql } from 'kysely';
import type { Audience, LogEntry, EventBody } from './entry.ts';
import type { EventIds, Shift } from './event-ids.ts';
import type { Touched } from '../organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { GatheredTable } from '../../db/gathered-table.ts';
import { prepared } from '../../db/prepared.ts';
import type { EventLogTable } from '../../db/schema/events.ts';
import { parseStored } from '../../lib/json.ts';
import type { Tx } from './tx.ts';

/** The entries of an organization are adjacent and in order. Within exact integers there is room for 131,071 organizations. */
export const placesPerOrganization = 2 ** 36;

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

export function entriesIn(rows: readonly Selectable<EventLogTable>[]): LogEntry[] {
  return rows.map(
    ({ org_id: orgId, position, shift, type, payload, audience, touched, created_at: createdAt }) =>
      new StoredEntry({
        orgId,
        position,
        shift,
        type,
        payload,
        createdAt,
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

/** An entry that was read. Its event is parsed where something needs more of it than its type: often there is no queue for it here. */
class StoredEntry implements LogEntry {
  readonly orgId: number;
  readonly position: number;
  readonly shift: number;
  readonly type: string;
  readonly audience: Audience;
  readonly touched: Touched | null;
  readonly createdAt: number;
  readonly size: number;
  #event: EventBody | undefined;
  #payload: string;

  /** @param fields `payload` is the event as JSON. */
  constructor(fields: Omit<LogEntry, 'event' | 'size'> & { payload: string }) {
    this.orgId = fields.orgId;
    this.position = fields.position;
    this.shift = fields.shift;
    this.type = fields.type;
    this.audience = fields.audience;
    this.touched = fields.touched;
    this.createdAt = fields.createdAt;
    this.size = fields.payload.length;
    this.#payload = fields.payload;
  }

  get event(): EventBody {
    if (this.#event) return this.#event;
    this.#event = parseStored<EventBody>(this.#payload);
    // It may be a part of a much longer text.
    this.#payload = '';
    return this.#event;
  }
}

// The highest message id over all organizations.

const newestId = prepared<Record<string, never>>()((q) =>
  q.selectFrom('message').select('id').orderBy('id', 'desc').limit(1),
);

/**
 * The greatest id of any message, 0 if there is none. Messages that the transaction stores later are behind it: ids that were
 * taken for them may be lower than those of other nodes' messages to other organizations, and are dropped.
 */
export async function newestMessageId(db: Db): Promise<number> {
  const newest = await db.first(newestId, {});
  db.connection.gathering?.dropIds();
  return newest?.id ?? 0;
}

// Expired rows are deleted in batches by maintenance, so that no transaction blocks others for long.

/** Deletes a bounded number of expired rows. @returns whether there are more */
export type Expiry = (tx: Tx) => Promise<boolean>;

const rowsAtOnce = 500;

export const expiry =
  <Row>(
    find: (tx: Tx, limit: number) => Promise<Row[]>,
    remove: (tx: Tx, rows: readonly Row[]) => Promise<void>,
  ): Expiry =>
  async (tx) => {
    const rows = await find(tx, rowsAtOnce);
    if (rows.length > 0) await remove(tx, rows);
    return rows.length === rowsAtOnce;
  };
