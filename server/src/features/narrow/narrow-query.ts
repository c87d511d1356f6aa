/** Compiles a plan to SQL, and scans for its messages in order of ids. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared, type Prepared } from '../../db/prepared.ts';
import { atLeast, inList, listedIds, listValue, type Dialect } from '../../db/sql.ts';
import { newestMessageId } from '../../core/log/index.ts';
import {
  type Reader,
  type ReceivingChannels,
  indexedUpTo,
  isReceiving,
  listReceiving,
  waitingIds,
} from '../../core/messages/index.ts';
import { type ReadableRow, readByWriting, readIds } from '../../core/read-state/index.ts';
import type { ExpandPrefix } from '../../lib/search/query.ts';
import type { Plan, Source, Topics } from './narrow-plan.ts';
import { getEndings, getHits, sift, withoutBroad, type ByIndex, type WordFilter } from './narrow-words.ts';
import { interleaveScans, scanWindows, type Order, type Range, type Scan } from './narrow-scan.ts';

/**
 * Ids of the plan's messages within the range, starting at its newest or oldest end.
 * @throws the reason of the reader's signal once it is aborted
 */
export async function getIds(
  db: Db,
  reader: Reader,
  plan: Plan,
  range: Range,
  order: Order,
): Promise<number[]> {
  reader.signal?.throwIfAborted();
  if (plan.sources.length === 0 || range.limit === 0 || range.low > range.high) return [];
  if (plan.isInOrder) return (await db.rows(getStatement(reader, plan, order), range)).map((row) => row.id);
  const bounded = { ...range, high: Math.min(range.high, await newestMessageId(db)) };
  if (plan.byIndex) return indexedIds(db, reader, { ...plan, byIndex: plan.byIndex }, bounded, order);
  const scan = (sources: readonly Source[]) => scanSources(db, reader, { ...plan, sources }, bounded, order);
  const byPlace = { scan: scan(plan.sources), spent: plan.dense ? firstLooksMs(reader, plan.sources) : 0 };
  const scans = plan.dense ? [{ scan: scan(plan.dense), spent: 0 }, byPlace] : [byPlace];
  return interleaveScans(scans, range.limit, reader);
}

/** About what the index takes to find where a place begins. */
const lookMs = 0.005;

/** Each step of a scan by place looks into all of them, before it finds anything: for a page, reading in order of ids may be done by then. */
function firstLooksMs(reader: Reader, sources: readonly Source[]): number {
  const places = sources.map((source) =>
    source.from === 'spans' ? [...listReceiving(reader, source.channels)].length : 1,
  );
  return places.reduce((sum, count) => sum + count, 0) * lookMs;
}

/** Scans the sources of the narrow message by message. */
async function* scanSources(db: Db, reader: Reader, plan: Plan, range: Range, order: Order): Scan {
  const query = getStatement(reader, plan, order);
  const isFromUnread = order === 'oldest' && plan.unread === true;
  const low = isFromUnread ? await firstPossible(db, reader, plan.sources, range) : range.low;
  const isSifted = plan.unread !== null || plan.words.length > 0;
  yield* scanWindows({ ...range, low }, order, isSifted, async (window) => {
    const rows = await db.rows(query, window);
    const last = rows.length < window.limit ? undefined : rows.at(-1)?.id;
    return { ids: await filterRows(db, reader, plan, rows, plan.words), last };
  });
}

/** Where the first unread message can be: all that a person has read before it would be scanned in vain. */
async function firstPossible(
  db: Db,
  { id: me }: Reader,
  sources: readonly Source[],
  range: Range,
): Promise<number> {
  const statement = prepared<Range>()((q, p, dialect) => {
    const firsts = sources.map((source) => selectFirst(dialect, me, source, p));
    const whole = sql<{ first: number | null }>`SELECT min(first) AS first
      FROM (${sql.join(firsts, sql` UNION ALL `)}) AS firsts`;
    return { compile: () => whole.compile(q) };
  });
  return (await db.first(statement, range))?.first ?? range.high + 1;
}

/** The first message above the floor of each place, and the first that was kept unread. */
function selectFirst(dialect: Dialect, me: number, source: Source, p: Range): RawBuilder<unknown> {
  const firstIn = (place: RawBuilder<boolean>, ...floors: RawBuilder<unknown>[]) => sql`(
    SELECT message.id FROM message WHERE ${place} AND message.id <= ${p.high}
      AND ${atLeast(dialect, 'message.id', p.low, ...floors)} ORDER BY message.id LIMIT 1)`;
  switch (source.from) {
    case 'spans':
      return sql`SELECT ${firstIn(
        sql<boolean>`message.channel_id = span.channel_id`,
        sql`span.from_message_id`,
        sql`chosen.read_floor + 1`,
      )} AS first FROM ${openSpans(dialect, me, source)}`;
    case 'directs':
      return sql`SELECT ${firstIn(sql<boolean>`message.direct_id = mine.direct_id`, sql`mine.read_floor + 1`)} AS first
        FROM direct_member AS mine WHERE ${ownDirects(me, source)}`;
    case 'flags':
      return sql`SELECT min(flag.message_id) AS first FROM message_flag AS flag
        WHERE flag.user_id = ${source.userId} AND (flag.bits & ${source.bits}) <> 0
          AND flag.message_id >= ${p.low} AND flag.message_id <= ${p.high}`;
    case 'channels':
    case 'messages':
      return sql`SELECT CAST(${p.low} AS bigint) AS first`;
  }
}

/** Current memberships with their floors. */
const openSpans = (
  dialect: Dialect,
  me: number,
  { channels }: Extract<Source, { from: 'spans' }>,
): RawBuilder<unknown> => sql`membership AS span CROSS JOIN subscription AS chosen
  WHERE span.user_id = ${me} AND ${inSpans(dialect, channels)} AND span.to_message_id IS NULL
    AND chosen.user_id = ${me} AND chosen.channel_id = span.channel_id`;

const ownDirects = (me: number, { directId }: Extract<Source, { from: 'directs' }>): RawBuilder<unknown> =>
  directId === undefined
    ? sql`mine.user_id = ${me}`
    : sql`mine.user_id = ${me} AND mine.direct_id = ${directId}`;

type Indexed = Plan & { byIndex: ByIndex };

/** Messages that the index covers, and the few newer ones, which are scanned. */
async function indexedIds(
  db: Db,
  reader: Reader,
  plan: Indexed,
  range: Range,
  order: Order,
): Promise<number[]> {
  const mark = await indexedUpTo(db);
  const below = (limit: number) =>
    hitsAndWaiting(db, reader, plan, { ...range, high: Math.min(range.high, mark), limit }, order);
  const beyond = (limit: number) => {
    const later = { ...range, low: Math.max(range.low, mark + 1), limit };
    return interleaveScans([{ scan: scanSources(db, reader, plan, later, order), spent: 0 }], limit, reader);
  };
  const [first, second] = order === 'newest' ? [beyond, below] : [below, beyond];
  const found = await first(range.limit);
  return found.length < range.limit ? [...found, ...(await second(range.limit - found.length))] : found;
}

/** Messages changed since they were indexed are compared directly. */
async function hitsAndWaiting(
  db: Db,
  reader: Reader,
  plan: Indexed,
  range: Range,
  order: Order,
): Promise<number[]> {
  const waiting = await waitingIds(db, range.low, range.high);
  const found = await raceIndexAndScan(db, reader, plan, { range, order, waiting });
  if (waiting.size === 0) return found;
  const list = listValue(db.dialect, [...waiting]);
  const rows = await db.rows(statementOfHits(reader, plan), { list });
  const others = await filterRows(db, reader, plan, rows, plan.words);
  return inOrder([...new Set([...found, ...others])], order).slice(0, range.limit);
}

const inOrder = (ids: number[], order: Order): number[] =>
  ids.sort((a, b) => (order === 'newest' ? b - a : a - b));

interface SearchStep {
  range: Range;
  order: Order;
  /** Messages that the index does not have yet. */
  waiting: ReadonlySet<number>;
}

/** The least that one query of the index costs, in milliseconds, when it reads the lists of very many words. */
const broadMs = 25;

/**
 * Races the word index against a scan of the messages: a common word in few messages, such as those of one topic, is
 * found sooner by the scan.
 */
async function raceIndexAndScan(
  db: Db,
  reader: Reader,
  plan: Indexed,
  searchStep: SearchStep,
): Promise<number[]> {
  const { range, order } = searchStep;
  const endings = await getEndings(db, plan.byIndex.query);
  const narrower = withoutBroad(db.dialect, plan, endings);
  const isBroad = narrower.query.wanted.length === 0;
  const byIndex = isBroad ? plan.byIndex : narrower;
  return interleaveScans(
    [
      {
        scan: hitByHit(db, reader, { ...plan, byIndex }, endings, searchStep),
        spent: isBroad ? broadMs : 0,
      },
      { scan: scanSources(db, reader, plan, range, order), spent: 0 },
    ],
    range.limit,
    reader,
  );
}

const firstHits = 64;

/** Each step reads more hits, since few of the last ones were visible to the reader. */
async function* hitByHit(
  db: Db,
  reader: Reader,
  plan: Indexed,
  endings: ExpandPrefix,
  { range, order, waiting }: SearchStep,
): Scan {
  const query = statementOfHits(reader, plan);
  let { low, high } = range;
  for (
    let size = Math.max(firstHits, range.limit * 2), isFirst = true;
    low <= high;
    size = Math.min(size * 4, 16_384), isFirst = false
  ) {
    const ids = await getHits(db, plan.byIndex, endings, { low, high, limit: size, order, isFirst });
    const known = ids.filter((id) => !waiting.has(id));
    const rows = await db.rows(query, { list: listValue(db.dialect, known) });
    rows.sort(order === 'newest' ? (a, b) => b.id - a.id : (a, b) => a.id - b.id);
    yield await filterRows(db, reader, plan, rows, plan.byIndex.rest);
    const last = ids.at(-1);
    if (last === undefined || ids.length < size) return;
    if (order === 'newest') high = last - 1;
    else low = last + 1;
  }
}

async function filterRows(
  db: Db,
  reader: Reader,
  plan: Plan,
  rows: readonly ReadableRow[],
  filters: readonly WordFilter[],
): Promise<number[]> {
  const ids = rows.map((row) => row.id);
  if (plan.unread === null || rows.length === 0) return sift(db, ids, filters);
  const read = await readIds(db, reader.cache, reader.id, rows);
  return sift(
    db,
    ids.filter((id) => read.has(id) !== plan.unread),
    filters,
  );
}

const getColumns = (plan: Plan): RawBuilder<unknown> =>
  sql.raw(
    plan.unread === null
      ? 'message.id'
      : 'message.id, message.channel_id, message.direct_id, message.sender_id, message.traits',
  );

const getConditions = ({ conditions }: Plan): RawBuilder<unknown> =>
  sql.join(
    conditions.map((condition) => sql` AND ${condition}`),
    sql``,
  );

function statementOfHits(reader: Reader, plan: Indexed): Prepared<{ list: unknown }, ReadableRow> {
  return prepared<{ list: unknown }>()((q, p, dialect) => {
    const whole = sql<ReadableRow>`SELECT ${getColumns(plan)} FROM ${listedIds(dialect, p.list)} CROSS JOIN message
      WHERE message.id = listed.value AND message.org_id = ${reader.orgId} AND ${plan.byIndex.and}${getConditions(plan)}`;
    return { compile: () => whole.compile(q) };
  });
}

function getStatement(reader: Reader, plan: Plan, order: Order): Prepared<Range, ReadableRow> {
  return prepared<Range>()((q, p, dialect) => {
    const columns = getColumns(plan);
    const parts = plan.sources.map(
      (source) => sql`SELECT ${columns} FROM ${from(dialect, reader, source, p)}${getConditions(plan)}`,
    );
    // A message may be in both the flag and the mention source.
    const union = plan.sources.some(({ from }) => from === 'flags') ? sql` UNION ` : sql` UNION ALL `;
    const direction = sql.raw(order === 'newest' ? 'DESC' : 'ASC');
    const whole = sql<ReadableRow>`${sql.join(parts, union)} ORDER BY id ${direction} LIMIT ${p.limit}`;
    return { compile: () => whole.compile(q) };
  });
}

/** The FROM and WHERE clauses of a source. CROSS JOIN fixes the join order in SQLite: smallest table first. */
function from(dialect: Dialect, { id: me, orgId }: Reader, source: Source, p: Range): RawBuilder<unknown> {
  const within = (...floors: RawBuilder<unknown>[]) =>
    sql`message.id <= ${p.high} AND ${atLeast(dialect, 'message.id', p.low, ...floors)}`;
  switch (source.from) {
    case 'channels':
      return source.topics
        ? sql`${picked(source.topics)} CROSS JOIN message
            WHERE ${inChannels(dialect, 'picked.channel_id', source.channelIds)} AND ${source.topics.are}
              AND message.channel_id = picked.channel_id AND message.topic_key = picked.topic_key AND ${within()}`
        : sql`message WHERE ${inChannels(dialect, 'message.channel_id', source.channelIds)} AND ${within()}`;
    case 'spans': {
      const mine = sql`span.user_id = ${me} AND ${inSpans(dialect, source.channels)}`;
      if (source.unread)
        return sql`membership AS span CROSS JOIN subscription AS chosen CROSS JOIN message
            WHERE ${mine} AND span.to_message_id IS NULL
              AND chosen.user_id = ${me} AND chosen.channel_id = span.channel_id
              AND message.channel_id = span.channel_id AND ${readByWriting('message')} <> ${me}
              AND ${within(sql`span.from_message_id`, sql`chosen.read_floor + 1`)}`;
      const { topics } = source;
      const inTopics = topics
        ? sql`picked.channel_id = span.channel_id AND ${topics.are} AND message.topic_key = picked.topic_key AND `
        : sql``;
      return sql`membership AS span CROSS JOIN ${topics ? sql`${picked(topics)} CROSS JOIN ` : sql``}message
          WHERE ${mine} AND ${inTopics}message.channel_id = span.channel_id AND ${within(sql`span.from_message_id`)}
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
      // As one value, SQLite cannot split the condition between its indexes, each of which would give all channels.
      return source.isInOrder
        ? sql`message WHERE message.org_id = ${orgId} AND ${within()} AND (${source.and}) IS TRUE`
        : sql`message WHERE message.org_id = ${orgId} AND ${within()} AND ${source.and}`;
  }
}

function directly(
  me: number,
  source: Extract<Source, { from: 'directs' }>,
  within: (...floors: RawBuilder<unknown>[]) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { directId, unread } = source;
  if (directId !== undefined && !unread)
    return sql`message WHERE message.direct_id = ${directId} AND ${within()}`;
  const range = unread
    ? sql`${readByWriting('message')} <> ${me} AND ${within(sql`mine.read_floor + 1`)}`
    : within();
  return sql`direct_member AS mine CROSS JOIN message
    WHERE ${ownDirects(me, source)} AND message.direct_id = mine.direct_id AND ${range}`;
}

const picked = ({ table }: Topics): RawBuilder<unknown> => sql`${sql.table(table)} AS picked`;

const inSpans = (dialect: Dialect, channels: ReceivingChannels): RawBuilder<boolean> =>
  'only' in channels
    ? inChannels(dialect, 'span.channel_id', channels.only)
    : isReceiving(dialect, 'span.channel_id', channels);

function inChannels(dialect: Dialect, column: string, ids: readonly number[]): RawBuilder<boolean> {
  const [only] = ids;
  return ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${only}` : inList(dialect, column, ids);
}
