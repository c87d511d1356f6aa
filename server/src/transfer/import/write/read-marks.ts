/**
 * Imported messages count as read for everyone. If no other message was sent in between, that is one number for each
 * person and conversation; otherwise the messages are marked one by one. Their IDs are read from the database again, because
 * keeping them would take memory for each message.
 */
import { sql } from 'kysely';
import { prepared } from '../../../db/prepared.ts';
import { inListParam, listValue, withIds, type Dialect } from '../../../db/sql.ts';
import type { Tx } from '../../../core/log/index.ts';
import { getChunks, portion, storeChunks, type ChunkRow } from '../../../core/read-state/index.ts';
import { getChunk, markRead } from '../../../lib/bitmap/bitmap.ts';
import { giveWay } from './give-way.ts';
import type { ImportContext } from './context.ts';
import type { StoredPlace } from './batch.ts';
import { clientName } from './message-rows.ts';

type MarkingContext = Pick<ImportContext, 'app' | 'orgId' | 'product' | 'isLive' | 'directMembers'>;

type Kind = ReturnType<typeof makeKind>;

/** Message IDs that the run imported into a conversation. */
interface ImportedRange {
  first: number;
  last: number;
  /** Messages, at most as many as there are: one that an export has twice must not stand for one that someone sent. */
  count: number;
}

/** A conversation ID, and what was imported into it. */
type Place = [id: number, range: ImportedRange];

/** Whose rows are concerned: the primary keys of both tables begin with the user. */
interface Readers {
  kind: Kind;
  place: number;
  /** What `listValue` makes of those in a direct conversation; of a channel the database knows them. */
  people: unknown;
}

type Asked = Omit<Readers, 'kind'> & { last: number };

/**
 * What is asked of each conversation, of which there are thousands.
 * @param liveAtOnce Conversations in one transaction beside a server, whose requests wait for it.
 */
function makeKind(
  table: 'subscription' | 'direct_member',
  column: 'channel_id' | 'direct_id',
  liveAtOnce: number,
) {
  // Those who have left a channel have a subscription too.
  const isReader = (p: Asked, dialect: Dialect) =>
    sql<boolean>`${sql.ref(column)} = ${p.place} AND ${
      column === 'direct_id'
        ? inListParam(dialect, 'user_id', p.people)
        : sql`user_id IN (SELECT user_id FROM membership WHERE channel_id = ${p.place})`
    }`;
  return {
    column,
    liveAtOnce,
    between: prepared<{ place: number; first: number; last: number }>()((q, p) =>
      q
        .selectFrom('message')
        .select(({ fn }) => fn.countAll().as('n'))
        .where(column, '=', p.place)
        .where('id', '>=', p.first)
        .where('id', '<=', p.last),
    ),
    before: prepared<{ place: number; first: number }>()((q, p) =>
      q
        .selectFrom('message')
        .select(({ fn }) => fn.max('id').as('id'))
        .where(column, '=', p.place)
        .where('id', '<', p.first),
    ),
    move: prepared<Asked & { floor: number }>()((q, p, dialect) =>
      q
        .updateTable(table)
        .set({ read_floor: p.last })
        .where(isReader(p, dialect))
        .where('read_floor', '>=', p.floor)
        .where('read_floor', '<', p.last),
    ),
    behind: prepared<Asked>()((q, p, dialect) =>
      q.selectFrom(table).select('user_id').where(isReader(p, dialect)).where('read_floor', '<', p.last),
    ),
  };
}

/** One channel at a time: it may have thousands of members. */
const inChannel = makeKind('subscription', 'channel_id', 1);
const inDirect = makeKind('direct_member', 'direct_id', 10);

/** Messages marked one by one in one transaction. */
const markedAtOnce = 5000;

/** Conversations in one transaction of an import without a server, and the imported messages in them. */
const placesAtOnce = 500;
const countedAtOnce = 50_000;

export class ReadMarks {
  readonly #context: MarkingContext;
  /** By conversation ID. */
  readonly #channels = new Map<number, ImportedRange>();
  readonly #directs = new Map<number, ImportedRange>();

  constructor(context: MarkingContext) {
    this.#context = context;
  }

  add(places: readonly StoredPlace[]): void {
    for (const { id, channelId, directId } of places) {
      const [map, key] = channelId === null ? [this.#directs, directId ?? 0] : [this.#channels, channelId];
      const range = map.get(key);
      if (!range) map.set(key, { first: id, last: id, count: 1 });
      else if (id > range.last) {
        range.last = id;
        range.count++;
      } else range.first = Math.min(range.first, id);
    }
  }

  /** Messages that an earlier attempt of the same run imported. */
  async again(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { app, orgId } = this.#context;
    const rows = await app.db.read.q
      .selectFrom('message')
      .select(['id', 'channel_id', 'direct_id'])
      .where(withIds(app.db.read.dialect, orgId, ids))
      .orderBy('id')
      .execute();
    this.add(rows.map((row) => ({ id: row.id, channelId: row.channel_id, directId: row.direct_id })));
  }

  async store(): Promise<void> {
    for (const [kind, map] of [
      [inChannel, this.#channels],
      [inDirect, this.#directs],
    ] as const)
      for (const some of this.#portions(kind, map))
        for (const [placeId, range] of await this.#write((tx) => this.#moveFloors(tx, kind, some)))
          await this.#markAll(kind, placeId, range);
    this.#channels.clear();
    this.#directs.clear();
  }

  /** @returns the conversations in which anyone still has unread messages in the range */
  async #moveFloors(tx: Tx, kind: Kind, places: readonly Place[]): Promise<Place[]> {
    const behind: Place[] = [];
    for (const [placeId, range] of places)
      if (await moveFloors(tx, this.#readers(tx, kind, placeId), range)) behind.push([placeId, range]);
    return behind;
  }

  #readers({ dialect }: Tx, kind: Kind, place: number): Readers {
    const people = kind === inDirect ? this.#context.directMembers.get(place) : undefined;
    return { kind, place, people: listValue(dialect, people ?? []) };
  }

  *#portions({ liveAtOnce }: Kind, map: Iterable<Place>): Generator<Place[]> {
    const most = this.#context.isLive ? liveAtOnce : placesAtOnce;
    let [some, counted]: [Place[], number] = [[], 0];
    for (const place of map) {
      some.push(place);
      counted += place[1].count;
      if (some.length < most && counted < countedAtOnce) continue;
      yield some;
      [some, counted] = [[], 0];
    }
    if (some.length > 0) yield some;
  }

  /** Marks the imported messages one by one as read, for people who have other unread messages there. */
  async #markAll(kind: Kind, placeId: number, { first, last }: ImportedRange): Promise<void> {
    const client = clientName(this.#context.product);
    for (let from = first; from <= last;) {
      const start = from;
      from = await this.#write(async (tx) => {
        const rows = await tx.q
          .selectFrom('message')
          .select('id')
          .where('org_id', '=', tx.orgId)
          .where(kind.column, '=', placeId)
          .where('id', '>=', start)
          .where('id', '<=', last)
          .where('client', '=', client)
          .orderBy('id')
          .limit(markedAtOnce)
          .execute();
        const ids = rows.map(({ id }) => id);
        await markEach(tx, await peopleBehind(tx, this.#readers(tx, kind, placeId), last), ids);
        return (ids.length < markedAtOnce ? last : (ids.at(-1) ?? last)) + 1;
      });
    }
  }

  #write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { app, orgId, isLive } = this.#context;
    return giveWay(isLive, () => app.db.write(orgId, 'system', work));
  }
}

/** @returns whether anyone still has unread messages in the range */
async function moveFloors(tx: Tx, readers: Readers, { first, last, count }: ImportedRange): Promise<boolean> {
  const { kind, place, people } = readers;
  const between = await tx.first(kind.between, { place, first, last });
  const before = await tx.first(kind.before, { place, first });
  if (Number(between?.n ?? 0) <= count)
    await tx.run(kind.move, { place, people, last, floor: before?.id ?? 0 });
  return (await peopleBehind(tx, readers, last)).length > 0;
}

async function peopleBehind(tx: Tx, { kind, place, people }: Readers, last: number): Promise<number[]> {
  const rows = await tx.rows(kind.behind, { place, people, last });
  return rows.map((row) => row.user_id);
}

async function markEach(tx: Tx, people: readonly number[], ids: readonly number[]): Promise<void> {
  if (people.length === 0) return;
  for (const [chunk, some] of Map.groupBy(ids, getChunk))
    for (let at = 0; at < people.length; at += portion) {
      const portionOfPeople = people.slice(at, at + portion);
      const stored = await getChunks(tx, portionOfPeople, [chunk]);
      const rows = portionOfPeople.flatMap((userId): ChunkRow[] => {
        const { stored: changed } = markRead(chunk, stored(userId, chunk), some);
        return changed === null ? [] : [[userId, chunk, changed]];
      });
      await storeChunks(tx, rows);
    }
}
