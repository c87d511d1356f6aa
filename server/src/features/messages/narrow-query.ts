/** A plan as SQL, and the walk over it in order of ids. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared, type Prepared } from '../../db/prepared.ts';
import { atLeast, inList, listedIds, listValue, type Dialect } from '../../db/sql.ts';
import type { Plan, Source } from './narrow-plan.ts';
import { endingsOf, hitsOf, sift, withoutBroad, type ByIndex, type WordFilter } from './narrow-words.ts';
import type { Endings } from '../../search/query.ts';
import { readIds, type ReadableRow } from './read-state.ts';
import { newestMessageId } from './unread-rows.ts';
import type { Reader } from './visible.ts';
import { indexedUpTo } from './words.ts';

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
  if (plan.isInOrder) return (await db.rows(statementOf(reader, plan, order), range)).map((row) => row.id);
  const bounded = { ...range, high: Math.min(range.high, await newestMessageId(db)) };
  return plan.byIndex
    ? indexedIds(db, reader, { ...plan, byIndex: plan.byIndex }, bounded, order)
    : sweptIds(db, reader, plan, bounded, order);
}

async function sweptIds(db: Db, reader: Reader, plan: Plan, range: Range, order: Order): Promise<number[]> {
  return (await swept(db, reader, plan, range, order)).ids;
}

function swept(
  db: Db,
  reader: Reader,
  plan: Plan,
  range: Range,
  order: Order,
  most = Infinity,
): Promise<Swept> {
  const query = statementOf(reader, plan, order);
  const isSifted = plan.unread !== null || plan.words.length > 0;
  return sweep({ range, order, isSifted, most }, async (window) => {
    const rows = await db.rows(query, window);
    const last = rows.length < window.limit ? undefined : rows.at(-1)?.id;
    return { ids: await keep(db, reader, plan, rows, plan.words), last, looked: rows.length };
  });
}

type Indexed = Plan & { byIndex: ByIndex };

const firstHits = 64;

/** What the index goes up to, and the few messages beyond. */
async function indexedIds(
  db: Db,
  reader: Reader,
  plan: Indexed,
  range: Range,
  order: Order,
): Promise<number[]> {
  const mark = await indexedUpTo(db);
  const below = (limit: number) =>
    hits(db, reader, plan, { ...range, high: Math.min(range.high, mark), limit }, order);
  const beyond = (limit: number) =>
    sweptIds(db, reader, plan, { ...range, low: Math.max(range.low, mark + 1), limit }, order);
  const [first, second] = order === 'newest' ? [beyond, below] : [below, beyond];
  const found = await first(range.limit);
  return found.length < range.limit ? [...found, ...(await second(range.limit - found.length))] : found;
}

/** Messages that are looked at before the index is asked for nothing but beginnings of very many words. */
const firstLooks = 2000;

/** Through the index, as far as it is the shorter way. */
async function hits(db: Db, reader: Reader, plan: Indexed, range: Range, order: Order): Promise<number[]> {
  const endings = await endingsOf(db, plan.byIndex.query);
  const byIndex = withoutBroad(db.dialect, plan, endings);
  if (byIndex.query.wanted.length > 0)
    return indexHits(db, reader, { ...plan, byIndex }, { endings, range, order });
  const { ids, rest } = await swept(db, reader, plan, range, order, firstLooks);
  return rest ? [...ids, ...(await indexHits(db, reader, plan, { endings, range: rest, order }))] : ids;
}

/** Hit by hit; each step looks at more of them, since few of them were the reader's. */
async function indexHits(
  db: Db,
  reader: Reader,
  plan: Indexed,
  { endings, range, order }: { endings: Endings; range: Range; order: Order },
): Promise<number[]> {
  const found: number[] = [];
  const { byIndex } = plan;
  const query = statementOfHits(reader, plan);
  let { low, high } = range;
  for (
    let size = Math.max(firstHits, range.limit * 2), isFirst = true;
    low <= high;
    size = Math.min(size * 4, 16_384), isFirst = false
  ) {
    const ids = await hitsOf(db, byIndex, endings, { low, high, limit: size }, order, isFirst);
    const rows = await db.rows(query, { list: listValue(db.dialect, ids) });
    rows.sort(order === 'newest' ? (a, b) => b.id - a.id : (a, b) => a.id - b.id);
    found.push(...(await keep(db, reader, plan, rows, byIndex.rest)));
    const last = ids.at(-1);
    if (found.length >= range.limit || last === undefined || ids.length < size) break;
    if (order === 'newest') high = last - 1;
    else low = last + 1;
    await nextTurn();
  }
  return found.slice(0, range.limit);
}

async function keep(
  db: Db,
  reader: Reader,
  plan: Plan,
  rows: readonly ReadableRow[],
  filters: readonly WordFilter[],
): Promise<number[]> {
  const ids = rows.map((row) => row.id);
  if (plan.unread === null || rows.length === 0) return sift(db, ids, filters);
  const read = await readIds(db, reader.directory, reader.id, rows);
  return sift(
    db,
    ids.filter((id) => read.has(id) !== plan.unread),
    filters,
  );
}

const firstWindow = 512;
/** A step longer than this is not followed by a wider one; one much longer, by a narrower one. */
const longStepMs = 8;
const turnMs = 25;

interface Step {
  ids: number[];
  /** Where it stopped, if the window may hold more. */
  last: number | undefined;
  /** Rows that were read. */
  looked: number;
}

interface Swept {
  ids: number[];
  /** Where to go on, and for how many, if too many rows were read. */
  rest: Range | undefined;
}

interface Sweep {
  range: Range;
  order: Order;
  isSifted: boolean;
  /** Rows after which it gives up. */
  most: number;
}

/**
 * Walks through a range of ids in windows: narrow at first, since most pages are found close to where they begin, and
 * wider as long as steps are short. So no index has to give the ids in order, no statement reads without end, and other
 * requests get their turn.
 */
async function sweep(
  { range: { low, high, limit }, order, isSifted, most }: Sweep,
  step: (window: Range) => Promise<Step>,
): Promise<Swept> {
  const found: number[] = [];
  let allLooked = 0;
  let size = Math.max(firstWindow, limit * 4);
  let turnBegan = performance.now();
  while (low <= high && found.length < limit && allLooked < most) {
    const window =
      order === 'newest'
        ? { low: Math.max(low, high - size + 1), high }
        : { low, high: Math.min(high, low + size - 1) };
    const began = performance.now();
    const wanted = limit - found.length;
    const { ids, last, looked } = await step({
      ...window,
      limit: isSifted ? Math.max(wanted, size >> 2) : wanted,
    });
    found.push(...ids);
    allLooked += looked;
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
  const isDone = low > high || found.length >= limit;
  return {
    ids: found.slice(0, limit),
    rest: isDone ? undefined : { low, high, limit: limit - found.length },
  };
}

const columnsOf = (plan: Plan): RawBuilder<unknown> =>
  sql.raw(
    plan.unread === null
      ? 'message.id'
      : 'message.id, message.channel_id, message.direct_id, message.sender_id, message.traits',
  );

const conditionsOf = ({ conditions }: Plan): RawBuilder<unknown> =>
  sql.join(
    conditions.map((condition) => sql` AND ${condition}`),
    sql``,
  );

function statementOfHits(reader: Reader, plan: Indexed): Prepared<{ list: unknown }, ReadableRow> {
  return prepared<{ list: unknown }>()((q, p, dialect) => {
    const whole = sql<ReadableRow>`SELECT ${columnsOf(plan)} FROM ${listedIds(dialect, p.list)} CROSS JOIN message
      WHERE message.id = listed.value AND message.org_id = ${reader.orgId} AND ${plan.byIndex.and}${conditionsOf(plan)}`;
    return { compile: () => whole.compile(q) };
  });
}

function statementOf(reader: Reader, plan: Plan, order: Order): Prepared<Range, ReadableRow> {
  return prepared<Range>()((q, p, dialect) => {
    const columns = columnsOf(plan);
    const parts = plan.sources.map(
      (source) => sql`SELECT ${columns} FROM ${from(dialect, reader, source, p)}${conditionsOf(plan)}`,
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
