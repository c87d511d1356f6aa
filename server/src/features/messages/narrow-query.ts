/** A plan as SQL, and the walk over it in order of ids. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared, type Prepared } from '../../db/prepared.ts';
import { atLeast, inList, type Dialect } from '../../db/sql.ts';
import type { Plan, Source } from './narrow-plan.ts';
import { readIds, type ReadableRow } from './read-state.ts';
import { newestMessageId } from './unread-rows.ts';
import type { Reader } from './visible.ts';

export type Order = 'oldest' | 'newest';

/** Ids from `low` to `high`, both included, so many at most. */
export interface Range {
  low: number;
  high: number;
  limit: number;
}

/** Ids of the plan's messages within the range, from its newer or its older end on. */
export async function idsOf(
  db: Db,
  reader: Reader,
  plan: Plan,
  range: Range,
  order: Order,
): Promise<number[]> {
  if (plan.sources.length === 0 || range.limit === 0 || range.low > range.high) return [];
  const query = statementOf(reader, plan, order);
  if (plan.isInOrder) return (await db.rows(query, range)).map((row) => row.id);
  const bounded = { ...range, high: Math.min(range.high, await newestMessageId(db)) };
  return sweep(bounded, order, plan.unread !== null, async (window) => {
    const rows = await db.rows(query, window);
    const last = rows.length < window.limit ? undefined : rows.at(-1)?.id;
    return { ids: await keep(db, reader, plan, rows), last };
  });
}

async function keep(db: Db, reader: Reader, plan: Plan, rows: readonly ReadableRow[]): Promise<number[]> {
  const ids = rows.map((row) => row.id);
  if (plan.unread === null || rows.length === 0) return ids;
  const read = await readIds(db, reader.directory, reader.id, rows);
  return ids.filter((id) => read.has(id) !== plan.unread);
}

const firstWindow = 512;
/** A step longer than this is not followed by a wider one; one much longer, by a narrower one. */
const longStepMs = 8;
const turnMs = 25;

interface Step {
  ids: number[];
  /** Where it stopped, if the window may hold more. */
  last: number | undefined;
}

/**
 * Walks through a range of ids in windows: narrow at first, since most pages are found close to where they begin, and
 * wider as long as steps are short. So no index has to give the ids in order, no statement reads without end, and other
 * requests get their turn.
 */
async function sweep(
  { low, high, limit }: Range,
  order: Order,
  isSifted: boolean,
  step: (window: Range) => Promise<Step>,
): Promise<number[]> {
  const found: number[] = [];
  let size = Math.max(firstWindow, limit * 4);
  let turnBegan = performance.now();
  while (low <= high && found.length < limit) {
    const window =
      order === 'newest'
        ? { low: Math.max(low, high - size + 1), high }
        : { low, high: Math.min(high, low + size - 1) };
    const began = performance.now();
    const wanted = limit - found.length;
    const { ids, last } = await step({ ...window, limit: isSifted ? Math.max(wanted, size >> 2) : wanted });
    found.push(...ids);
    if (order === 'newest') high = (last ?? window.low) - 1;
    else low = (last ?? window.high) + 1;
    const now = performance.now();
    if (now - began < longStepMs) size *= 8;
    else if (now - began > 4 * longStepMs) size = Math.max(firstWindow, size >> 2);
    if (now - turnBegan > turnMs) {
      await nextTurn();
      turnBegan = performance.now();
    }
  }
  return found.slice(0, limit);
}

function statementOf(reader: Reader, plan: Plan, order: Order): Prepared<Range, ReadableRow> {
  return prepared<Range>()((q, p, dialect) => {
    const columns = sql.raw(
      plan.unread === null
        ? 'message.id'
        : 'message.id, message.channel_id, message.direct_id, message.sender_id',
    );
    const parts = plan.sources.map(
      (source) =>
        sql`SELECT ${columns} FROM ${from(dialect, reader, source, p)}${sql.join(
          plan.conditions.map((condition) => sql` AND ${condition}`),
          sql``,
        )}`,
    );
    // Of flags and of mentions the same message may come up twice.
    const union = plan.sources.some(({ from }) => from === 'flags') ? sql` UNION ` : sql` UNION ALL `;
    const direction = sql.raw(order === 'newest' ? 'DESC' : 'ASC');
    const whole = sql<ReadableRow>`${sql.join(parts, union)} ORDER BY id ${direction} LIMIT ${p.limit}`;
    return { compile: () => whole.compile(q) };
  });
}

/** Everything from FROM to the first conditions. CROSS JOIN: from the few to the many, whatever a planner thinks. */
function from(dialect: Dialect, { id: me, orgId }: Reader, source: Source, p: Range): RawBuilder<unknown> {
  const within = (...floors: RawBuilder<unknown>[]) =>
    sql`message.id <= ${p.high} AND ${atLeast(dialect, 'message.id', p.low, ...floors)}`;
  switch (source.from) {
    case 'channels':
      return sql`message WHERE ${inChannels(dialect, 'message.channel_id', source.channelIds)} AND ${within()}`;
    case 'spans': {
      const mine = sql`span.user_id = ${me} AND ${inChannels(dialect, 'span.channel_id', source.channelIds)}`;
      return source.unread
        ? sql`membership AS span CROSS JOIN subscription AS chosen CROSS JOIN message
            WHERE ${mine} AND span.to_message_id IS NULL
              AND chosen.user_id = ${me} AND chosen.channel_id = span.channel_id
              AND message.channel_id = span.channel_id AND message.sender_id <> ${me}
              AND ${within(sql`span.from_message_id`, sql`chosen.read_floor + 1`)}`
        : sql`membership AS span CROSS JOIN message
            WHERE ${mine} AND message.channel_id = span.channel_id AND ${within(sql`span.from_message_id`)}
              AND (span.to_message_id IS NULL OR message.id < span.to_message_id)`;
    }
    case 'directs':
      return directly(me, source, within);
    case 'flags':
      return sql`message_flag AS flag CROSS JOIN message
        WHERE flag.user_id = ${source.userId} AND (flag.bits & ${source.bits}) <> 0
          AND flag.message_id >= ${p.low} AND flag.message_id <= ${p.high}
          AND message.id = flag.message_id AND ${source.and}`;
    case 'messages':
      return sql`message WHERE message.org_id = ${orgId} AND ${within()} AND ${source.and}`;
  }
}

function directly(
  me: number,
  { directId, unread }: Extract<Source, { from: 'directs' }>,
  within: (...floors: RawBuilder<unknown>[]) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (directId !== undefined && !unread)
    return sql`message WHERE message.direct_id = ${directId} AND ${within()}`;
  const wanted = directId === undefined ? sql`` : sql` AND mine.direct_id = ${directId}`;
  const range = unread ? sql`message.sender_id <> ${me} AND ${within(sql`mine.read_floor + 1`)}` : within();
  return sql`direct_member AS mine CROSS JOIN message
    WHERE mine.user_id = ${me}${wanted} AND message.direct_id = mine.direct_id AND ${range}`;
}

function inChannels(dialect: Dialect, column: string, ids: readonly number[]): RawBuilder<boolean> {
  const [only] = ids;
  return ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${only}` : inList(dialect, column, ids);
}
