/**
 * Imported messages count as read for everyone. If no other message was sent in between, that is one number for each
 * person and conversation; otherwise the messages are marked one by one. Their IDs are read from the database again, because
 * keeping them would take memory for each message.
 */
import { sql, type RawBuilder } from 'kysely';
import { withIds, inList } from '../../../db/sql.ts';
import type { Tx } from '../../../core/log/index.ts';
import { getChunks, portion, storeChunks, type ChunkRow } from '../../../core/read-state/index.ts';
import { getChunk, markRead } from '../../../lib/bitmap/bitmap.ts';
import { giveWay } from './give-way.ts';
import type { ImportContext } from './context.ts';
import type { StoredPlace } from './batch.ts';
import { clientName } from './message-rows.ts';

type MarkingContext = Pick<ImportContext, 'app' | 'orgId' | 'product' | 'isLive' | 'directMembers'>;

interface Kind {
  table: 'subscription' | 'direct_member';
  column: 'channel_id' | 'direct_id';
  /** Conversations in one transaction beside a server, whose requests wait for it. */
  liveAtOnce: number;
}

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
  placeId: number;
  /** Those in a conversation; `undefined`: everyone, for which the whole table is read. */
  people: readonly number[] | undefined;
}

/** One channel at a time: it may have thousands of members. */
const inChannel: Kind = { table: 'subscription', column: 'channel_id', liveAtOnce: 1 };
const inDirect: Kind = { table: 'direct_member', column: 'direct_id', liveAtOnce: 10 };

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
      if (await moveFloors(tx, this.#readers(kind, placeId), range)) behind.push([placeId, range]);
    return behind;
  }

  #readers(kind: Kind, placeId: number): Readers {
    return {
      kind,
      placeId,
      people: kind === inDirect ? this.#context.directMembers.get(placeId) : undefined,
    };
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
        await markEach(tx, await peopleBehind(tx, this.#readers(kind, placeId), last), ids);
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
  const { kind, placeId } = readers;
  const here = () => tx.q.selectFrom('message').where(kind.column, '=', placeId);
  const between = await here()
    .select(({ fn }) => fn.countAll().as('n'))
    .where('id', '>=', first)
    .where('id', '<=', last)
    .executeTakeFirst();
  const before = await here()
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', '<', first)
    .executeTakeFirst();
  const isWhole = Number(between?.n ?? 0) <= count;
  const floor = before?.id ?? 0;
  if (isWhole)
    await tx.q
      .updateTable(kind.table)
      .set({ read_floor: last })
      .where(isReader(tx, readers))
      .where('read_floor', '>=', floor)
      .where('read_floor', '<', last)
      .execute();
  return (await peopleBehind(tx, readers, last)).length > 0;
}

async function peopleBehind(tx: Tx, readers: Readers, last: number): Promise<number[]> {
  const rows = await tx.q
    .selectFrom(readers.kind.table)
    .select('user_id')
    .where(isReader(tx, readers))
    .where('read_floor', '<', last)
    .execute();
  return rows.map((row) => row.user_id);
}

function isReader({ dialect }: Tx, { kind, placeId, people }: Readers): RawBuilder<boolean> {
  const isHere = sql<boolean>`${sql.ref(kind.column)} = ${placeId}`;
  // Those who have left have a subscription too.
  if (kind === inChannel)
    return sql<boolean>`${isHere} AND user_id IN (SELECT user_id FROM membership WHERE channel_id = ${placeId})`;
  return people === undefined ? isHere : sql<boolean>`${isHere} AND ${inList(dialect, 'user_id', people)}`;
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
