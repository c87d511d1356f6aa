/**
 * Full-text search in narrows. The word index finds messages, and each hit is checked against the
 * sources of the narrow, so that hidden messages are neither shown nor counted. Where there are few candidates, and
 * for messages not indexed yet, the text of the messages is compared instead.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { indexedQuery, listsWords, searchSql } from '../../db/search-sql.ts';
import { inList, inListParam, listValue, type Dialect } from '../../db/sql.ts';
import { bodyWords, topicWords, type Conversation } from '../../lib/search/line.ts';
import {
  isFound,
  type ExpandPrefix,
  type SearchQuery,
  type SearchTerm,
  type SearchScope,
} from '../../lib/search/query.ts';
import type { Condition } from './narrow-clauses.ts';
import type { Source } from './narrow-plan.ts';
import type { Order, Range } from './narrow-scan.ts';
import {
  type Reader,
  receivedDirectly,
  receivedInChannel,
  isReceiving,
  listReceiving,
  receivingChannels,
  visibleTo,
} from '../../core/messages/index.ts';

/** What the words of a message must match. */
export interface WordFilter {
  query: SearchQuery;
  negated: boolean;
}

/** How the word index finds the messages of a narrow. */
export interface ByIndex {
  query: SearchQuery;
  senderId: number | undefined;
  /** All messages are in one of these conversations; undefined if there are too many to restrict the index. */
  places: readonly Conversation[] | undefined;
  /** Whether a hit is in a source of the narrow, and so readable. */
  and: Condition;
  /** Filters that the index does not apply. */
  rest: readonly WordFilter[];
}

/** With more conversations than this, restricting the index does not help. */
const maxPlaces = 400;

/** Undefined where the index does not help: no word is required, or a rarer term selects the messages. */
export async function byIndex(
  db: Db,
  reader: Reader,
  {
    sources,
    unread,
    words,
  }: { sources: readonly Source[]; unread: boolean | null; words: readonly WordFilter[] },
  senderId: number | undefined,
): Promise<ByIndex | undefined> {
  const searches = words.filter(({ query, negated }) => !negated && query.wanted.length > 0);
  if (searches.length === 0) return undefined;
  if (unread !== true && sources.some((source) => source.from === 'flags' || 'isPicked' in source))
    return undefined;
  const { dialect } = db;
  const excluded = words.filter(excludesOneTerm);
  return {
    query: {
      wanted: searches.flatMap(({ query }) => query.wanted),
      unwanted: [
        ...searches.flatMap(({ query }) => query.unwanted),
        ...excluded.flatMap(({ query }) => query.wanted),
      ],
    },
    senderId,
    places: unread === true ? undefined : await getPlaces(db, reader, sources),
    // Whether a message is unread is computed from its row, and it may be in any conversation.
    and:
      unread === true
        ? visibleTo(dialect, reader)
        : sql<boolean>`(${sql.join(
            sources.map((source) => getCondition(dialect, reader, source)),
            sql` OR `,
          )})`,
    rest: words.filter((filter) => !searches.includes(filter) && !excluded.includes(filter)),
  };
}

const excludesOneTerm = ({ query, negated }: WordFilter): boolean =>
  negated && query.wanted.length === 1 && query.unwanted.length === 0;

/** Whether the source contains the row. */
function getCondition(dialect: Dialect, { id: me }: Reader, source: Source): Condition {
  switch (source.from) {
    case 'channels':
      return inList(dialect, 'message.channel_id', source.channelIds);
    case 'spans':
      return sql<boolean>`(${isReceiving(dialect, 'message.channel_id', source.channels)} AND ${receivedInChannel(me)})`;
    case 'directs':
      return source.directId === undefined
        ? receivedDirectly(me)
        : sql<boolean>`message.direct_id = ${source.directId}`;
    case 'flags':
    case 'messages':
      return source.and;
  }
}

const getDirects = prepared<{ user_id: number; limit: number }>()((q, p) =>
  q.selectFrom('direct_member').select('direct_id').where('user_id', '=', p.user_id).limit(p.limit),
);

async function getPlaces(
  db: Db,
  reader: Reader,
  sources: readonly Source[],
): Promise<Conversation[] | undefined> {
  const places: Conversation[] = [];
  const addChannels = (ids: Iterable<number>) => {
    for (const channelId of ids) if (places.push({ channelId }) > maxPlaces) break;
  };
  for (const source of sources) {
    if (source.from === 'channels') addChannels(source.channelIds);
    if (source.from === 'spans') addChannels(listReceiving(reader, source.channels));
    if (source.from === 'messages') addChannels(listReceiving(reader, await receivingChannels(db, reader)));
    if (source.from === 'directs' && source.directId !== undefined)
      places.push({ directId: source.directId });
    else if (source.from === 'directs' || source.from === 'messages') {
      const rows = await db.rows(getDirects, { user_id: reader.id, limit: maxPlaces + 1 });
      places.push(...rows.map((row) => ({ directId: row.direct_id })));
    }
    if (places.length > maxPlaces) return undefined;
  }
  return places;
}

/**
 * With more conversations than this, the first query searches everywhere; only if its hits do not suffice are the
 * conversations searched.
 */
const fewPlaces = 4;

interface HitRange extends Range {
  order: Order;
  /** Whether this is the first search of the query. */
  isFirst: boolean;
}

/** The first ids in this order, up to the limit, that the index finds within the range. */
export async function getHits(
  db: Db,
  { query, senderId, places }: ByIndex,
  endings: ExpandPrefix,
  { low, high, limit, order, isFirst }: HitRange,
): Promise<number[]> {
  if (places?.length === 0) return [];
  const within: SearchScope = {
    senderId,
    places: isFirst && places && places.length > fewPlaces ? undefined : places,
  };
  const indexQuery = indexedQuery(db.dialect, query, within, endings);
  const rows = await db.connection.query(searchSql(db.dialect, order === 'newest' ? 'DESC' : 'ASC'), [
    indexQuery,
    low,
    high,
    limit,
  ]);
  return rows.map((row) => Number(row.id));
}

/** A prefix of more words than this is not expanded. */
const maxEndings = 60;
const wordsFrom = prepared<{ from: string; to: string; limit: number }>()((q, p) =>
  q
    .selectFrom('search_word')
    .select('word')
    .where('word', '>=', p.from)
    .where('word', '<', p.to)
    .limit(p.limit),
);

/**
 * The indexed words that start with the prefixes of the query. Call it after `indexedUpTo`, so that no word is missing.
 */
export async function getEndings(db: Db, { wanted, unwanted }: SearchQuery): Promise<ExpandPrefix> {
  const known = new Map<string, string[]>();
  if (!listsWords(db.dialect)) return () => undefined;
  for (const { words, prefix } of [...wanted, ...unwanted]) {
    const from = words.at(-1);
    if (!prefix || from === undefined || known.has(from)) continue;
    const rows = await db.rows(wordsFrom, { from, to: `${from}\u{10FFFF}`, limit: maxEndings + 1 });
    if (rows.length <= maxEndings)
      known.set(
        from,
        rows.map((row) => row.word),
      );
  }
  return (beginning) => known.get(beginning);
}

/**
 * Without prefixes that could not be expanded: FTS5 would read the lists of all their words before returning its
 * first row. The text of the hits is compared instead. `wanted` is empty if that leaves no term.
 */
export function withoutBroad(
  dialect: Dialect,
  { byIndex, words }: { byIndex: ByIndex; words: readonly WordFilter[] },
  endings: ExpandPrefix,
): ByIndex {
  const isNarrow = ({ words: all, prefix }: SearchTerm) =>
    !prefix || !listsWords(dialect) || endings(all.at(-1) ?? '') !== undefined;
  const { wanted, unwanted } = byIndex.query;
  if ([...wanted, ...unwanted].every(isNarrow)) return byIndex;
  const query = { wanted: wanted.filter(isNarrow), unwanted: unwanted.filter(isNarrow) };
  return { ...byIndex, query, rest: words };
}

const textsByIds = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'topic', 'content', 'rendered'])
    .where(inListParam(dialect, 'id', p.list)),
);

/** Keeps the ids of messages whose text matches all filters, in the order given. */
export async function sift(
  db: Db,
  ids: readonly number[],
  filters: readonly WordFilter[],
): Promise<number[]> {
  if (ids.length === 0 || filters.length === 0) return [...ids];
  const found = new Set<number>();
  for (const { id, ...message } of await db.rows(textsByIds, { list: listValue(db.dialect, ids) })) {
    const texts = [topicWords(message.topic), bodyWords(message.rendered, message.content)];
    if (filters.every(({ query, negated }) => isFound(query, texts) !== negated)) found.add(id);
  }
  return ids.filter((id) => found.has(id));
}
