/** Compiles a plan to SQL, and scans for its messages in order of ids. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared, type Prepared } from '../../db/prepared.ts';
import { atLeast, inList, listedIds, listValue, type Dialect } from '../../db/sql.ts';
import { newestMessageId } from '../../core/log/index.ts';
import { type Reader, indexedUpTo, waitingIds } from '../../core/messages/index.ts';
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
  return plan.byIndex
    ? indexedIds(db, reader, { ...plan, byIndex: plan.byIndex }, bounded, order)
    : interleaveScans(
        [{ scan: scanSources(db, reader, plan, bounded, order), spent: 0 }],
        range.limit,
        reader,
      );
}

/** Scans the sources of the narrow message by message. */
function scanSources(db: Db, reader: Reader, plan: Plan, range: Range, order: Order): Scan {
  const query = getStatement(reader, plan, order);
  return scanWindows(range, order, plan.unread !== null || plan.words.length > 0, async (window) => {
    const rows = await db.rows(query, window);
    const last = rows.length < window.limit ? undefined : rows.at(-1)?.id;
    return { ids: await filterRows(db, reader, plan, rows, plan.words), last };
  });
}

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
      const mine = sql`span.user_id = ${me} AND ${inChannels(dialect, 'span.channel_id', source.channelIds)}`;
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
  const range = unread
    ? sql`${readByWriting('message')} <> ${me} AND ${within(sql`mine.read_floor + 1`)}`
    : within();
  return sql`direct_member AS mine CROSS JOIN message
    WHERE mine.user_id = ${me}${wanted} AND message.direct_id = mine.direct_id AND ${range}`;
}

const picked = ({ table }: Topics): RawBuilder<unknown> => sql`${sql.table(table)} AS picked`;

function inChannels(dialect: Dialect, column: string, ids: readonly number[]): RawBuilder<boolean> {
  const [only] = ids;
  return ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${only}` : inList(dialect, column, ids);
}
