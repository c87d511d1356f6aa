/** The event log as rows. */
import { sql } from 'kysely';
import type { Audience, EventBody, LogEntry } from '../events/entry.ts';
import type { Touched } from '../directory/types.ts';
import type { Db } from './db.ts';
import { prepared } from './prepared.ts';
import type { EventLogTable } from './schema.ts';

const insertEntry = prepared<EventLogTable>()((q, p) =>
  q.insertInto('event_log').values({
    org_id: p.org_id,
    position: p.position,
    type: p.type,
    payload: p.payload,
    audience: p.audience,
    touched: p.touched,
    created_at: p.created_at,
  }),
);

const movePosition = prepared<{ id: number; position: number }>()((q, p) =>
  q.updateTable('organization').set({ log_position: p.position }).where('id', '=', p.id),
);

export async function appendEntries(db: Db, orgId: number, entries: readonly LogEntry[]): Promise<void> {
  const last = entries.at(-1);
  if (!last) return;
  for (const entry of entries) {
    const { position, event, audience, touched, createdAt } = entry;
    const payload = JSON.stringify(event);
    entry.size = payload.length;
    await db.run(insertEntry, {
      org_id: orgId,
      position,
      type: event.type,
      payload,
      audience: JSON.stringify(audience),
      touched: touched && JSON.stringify(touched),
      created_at: createdAt,
    });
  }
  await db.run(movePosition, { id: orgId, position: last.position });
}

/** Entries after a position, in order; at most `limit`. */
export async function readEntries(db: Db, orgId: number, after: number, limit: number): Promise<LogEntry[]> {
  const rows = await db.q
    .selectFrom('event_log')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
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

export async function lastPosition(db: Db, orgId: number): Promise<number> {
  const row = await db.q
    .selectFrom('organization')
    .select('log_position')
    .where('id', '=', orgId)
    .executeTakeFirst();
  return row?.log_position ?? 0;
}

/** The oldest position that may still be asked for: everything before it may go. */
export async function oldestNeeded(db: Db, orgId: number): Promise<number> {
  const row = await db.q
    .selectFrom('event_queue')
    .select(sql<number | null>`min(acknowledged)`.as('oldest'))
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.oldest ?? (await lastPosition(db, orgId));
}
