/**
 * Unread messages of one user, by topic and conversation. Uses indexes only, and returns one text per topic: tens of
 * thousands of ids are read at every start of a client.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { greater, jsonRows, joinedNumbers, splitNumbers } from '../../db/sql.ts';
import { reachIn } from '../channels/index.ts';
import type { Tx } from '../log/index.ts';
import { flagBit, isKeptUnread, quietIds, readChunks, trait } from '../read-state/index.ts';
import { getChunk, readAmong } from '../../lib/bitmap/bitmap.ts';
import { membersIn } from './direct-members.ts';
import type { UnreadPlace } from './serialize.ts';
import { parseStored } from '../../lib/json.ts';

export interface UnreadScan {
  places: UnreadPlace[];
  /** The scan went back to this id; 0 if it looked at everything. */
  from: number;
  /** What was found above the floors, by channel and by conversation. */
  above: { channels: Map<number, Above>; directs: Map<number, Above> };
}

export interface Above {
  /** How many messages turned out to be read. */
  read: number;
  /** The id of the oldest unread one; `Infinity` when there is none. */
  oldest: number;
}

interface MessageRange {
  user_id: number;
  /** Ids above this, and above the floor. */
  after: number;
  upTo: number;
}

/** A row of `inTopics`: channel, key and name of the topic, ids as `joinedNumbers`. */
type TopicRow = [channelId: number, key: string, name: string, ids: string | null];

/**
 * Forces this order on the query planner: subscriptions, their topics with something new, the ids by the topics'
 * index.
 */
const inTopics = prepared<MessageRange>()((q, p, dialect) => {
  const from = greater(dialect, sql.ref('s.read_floor'), sql`CAST(${p.after} AS bigint)`);
  const ids = sql`(SELECT ${joinedNumbers(dialect, 'm.id')} FROM message AS m WHERE m.channel_id = t.channel_id
    AND m.topic_key = t.topic_key AND m.id > ${from} AND m.id <= ${p.upTo})`;
  const columns = [sql.ref('t.channel_id'), sql.ref('t.topic_key'), sql.ref('t.name'), ids];
  return q
    .selectFrom('subscription as s')
    .crossJoin('topic as t')
    .select(jsonRows(dialect, columns).as('topics'))
    .where('s.user_id', '=', p.user_id)
    .where(isOpen('s', p.user_id))
    .whereRef('t.channel_id', '=', 's.channel_id')
    .where('t.last_message_id', '>', from);
});

const isOpen = (subscription: string, userId: unknown) => sql<boolean>`EXISTS (
  SELECT 1 FROM membership AS open WHERE open.channel_id = ${sql.ref(`${subscription}.channel_id`)}
    AND open.user_id = ${userId} AND open.to_position IS NULL)`;

const inDirects = prepared<MessageRange>()((q, p, dialect) => {
  const from = greater(dialect, sql.ref('d.read_floor'), sql`CAST(${p.after} AS bigint)`);
  return q
    .selectFrom('direct_member as d')
    .innerJoin('direct as c', 'c.id', 'd.direct_id')
    .select(['c.id as direct_id', 'c.member_key'])
    .select((eb) =>
      eb
        .selectFrom('message')
        .select(joinedNumbers(dialect, 'message.id').as('ids'))
        .whereRef('message.direct_id', '=', 'd.direct_id')
        .where('message.id', '>', from)
        .where('message.id', '<=', p.upTo)
        .as('ids'),
    )
    .where('d.user_id', '=', p.user_id)
    .where(sql<boolean>`EXISTS (SELECT 1 FROM message WHERE direct_id = d.direct_id AND id > ${from})`);
});

const writtenBetween = prepared<MessageRange>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(joinedNumbers(dialect, 'id').as('ids'))
    .where('sender_id', '=', p.user_id)
    .where('id', '>', p.after)
    .where('id', '<=', p.upTo)
    .where(sql<boolean>`(traits & ${sql.lit(trait.unreadForSender)}) = 0`),
);

const lowestFloor = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom(
      q
        .selectFrom('subscription as s')
        .select('s.read_floor')
        .where('s.user_id', '=', p.user_id)
        .where(isOpen('s', p.user_id))
        .unionAll(q.selectFrom('direct_member').select('read_floor').where('user_id', '=', p.user_id))
        .as('floors'),
    )
    .select((eb) => eb.fn.min('read_floor').as('floor')),
);

/** Scans from the newest message back, in growing ranges, until nothing older is left or `enough` are found. */
export async function unreadPlaces(
  tx: Tx,
  userId: number,
  newest: number,
  enough: number,
): Promise<UnreadScan> {
  const lowest = (await tx.first(lowestFloor, { user_id: userId }))?.floor ?? newest;
  const above: UnreadScan['above'] = { channels: new Map(), directs: new Map() };
  const known = new Map<string, UnreadPlace>();
  let count = 0;
  let from = newest;
  for (let length = 262_144; from > lowest && count < enough; length *= 4) {
    const after = Math.max(lowest, newest - length);
    for (const place of await placesIn(tx, { user_id: userId, after, upTo: from }, above)) {
      count += place.ids.length;
      const newer = known.get(getKey(place));
      if (newer) newer.ids = [...place.ids, ...newer.ids];
      else known.set(getKey(place), place);
    }
    from = after;
  }
  for (const place of await keptPlaces(tx, userId)) addTo(known, place);
  return { places: [...known.values()], from: from > lowest ? from : 0, above };
}

const getKey = (place: UnreadPlace): string =>
  'directId' in place ? `d${place.directId}` : `${place.channelId} ${place.topicKey}`;

function addTo(known: Map<string, UnreadPlace>, place: UnreadPlace): void {
  const there = known.get(getKey(place));
  if (there) there.ids = [...new Set([...there.ids, ...place.ids])].sort((a, b) => a - b);
  else known.set(getKey(place), place);
}

async function placesIn(tx: Tx, range: MessageRange, above: UnreadScan['above']): Promise<UnreadPlace[]> {
  const found = await tx.first(inTopics, range);
  const topics = parseStored<TopicRow[]>(found?.topics ?? '[]');
  const directs = await tx.rows(inDirects, range);
  const places: UnreadPlace[] = [
    ...topics.map(([channelId, topicKey, topic, ids]) => ({
      channelId,
      topicKey,
      topic,
      ids: splitNumbers(ids),
    })),
    ...directs.map((row) => ({
      directId: row.direct_id,
      people: membersIn(row.member_key),
      ids: splitNumbers(row.ids),
    })),
  ];
  const read = await readAmongAll(tx, range, places);
  for (const place of places) {
    const unread = read.size === 0 ? place.ids : place.ids.filter((id) => !read.has(id));
    if (!isAscending(unread)) unread.sort((a, b) => a - b);
    const [map, id] =
      'channelId' in place
        ? ([above.channels, place.channelId] as const)
        : ([above.directs, place.directId] as const);
    const before = map.get(id) ?? { read: 0, oldest: Infinity };
    map.set(id, {
      read: before.read + place.ids.length - unread.length,
      oldest: Math.min(before.oldest, unread[0] ?? Infinity),
    });
    place.ids = unread;
  }
  return places.filter((place) => place.ids.length > 0);
}

function isAscending(ids: readonly number[]): boolean {
  return ids.every((id, at) => at === 0 || (ids[at - 1] ?? 0) < id);
}

/** Messages that do not count as unread: those in the bitmaps, own ones, and quiet ones. */
async function readAmongAll(
  tx: Tx,
  range: MessageRange,
  places: readonly UnreadPlace[],
): Promise<Set<number>> {
  const byChunk = new Map<number, number[]>();
  let oldest = Infinity;
  for (const { ids } of places)
    for (const id of ids) {
      oldest = Math.min(oldest, id);
      const chunk = getChunk(id);
      const some = byChunk.get(chunk);
      if (some) some.push(id);
      else byChunk.set(chunk, [id]);
    }
  if (byChunk.size === 0) return new Set();
  const written = await tx.first(writtenBetween, { ...range, after: oldest - 1 });
  const read = new Set(splitNumbers(written?.ids ?? null));
  for (const id of await quietIds(tx, oldest, range.upTo)) read.add(id);
  const chunks = await readChunks(tx, range.user_id, [...byChunk.keys()]);
  for (const [chunk, stored] of chunks)
    for (const id of readAmong(chunk, stored, byChunk.get(chunk) ?? [])) read.add(id);
  return read;
}

const keptRows = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('message_flag as f')
    .innerJoin('message as m', 'm.id', 'f.message_id')
    .leftJoin('direct as d', 'd.id', 'm.direct_id')
    .select(['m.id', 'm.channel_id', 'm.topic', 'm.topic_key', 'm.direct_id', 'd.member_key', 'f.bits'])
    .where('f.user_id', '=', p.user_id)
    .where(sql<boolean>`(f.bits & ${sql.lit(flagBit.keptUnread)}) <> 0`)
    .orderBy('m.id'),
);

async function keptPlaces(tx: Tx, userId: number): Promise<UnreadPlace[]> {
  const places: UnreadPlace[] = [];
  for (const row of await tx.rows(keptRows, { user_id: userId })) {
    const ids = [row.id];
    if (row.channel_id === null)
      places.push({
        directId: row.direct_id ?? 0,
        people: membersIn(row.member_key ?? ''),
        ids,
      });
    else if (countsAsUnread(tx, userId, row.channel_id, row.bits))
      places.push({ channelId: row.channel_id, topicKey: row.topic_key, topic: row.topic, ids });
  }
  return places;
}

/** Whether a kept message counts as unread: the user is in its channel, or it reached them from outside and they may read there. */
function countsAsUnread({ cache }: Tx, userId: number, channelId: number, bits: number): boolean {
  const isThere = cache.members.has(channelId, userId);
  if (isThere || !isKeptUnread(bits, isThere)) return isThere;
  const [channel, user] = [cache.channels.get(channelId), cache.users.get(userId)];
  return channel !== undefined && user !== undefined && reachIn(cache, channel, user) === 'all';
}
