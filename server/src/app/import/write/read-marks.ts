/**
 * Imported messages count as read for everyone. If no other message was sent in between, that is one number for each
 * person and conversation; otherwise the messages are marked one by one.
 */
import { inList } from '../../../db/sql.ts';
import type { Tx } from '../../../core/log/index.ts';
import { getChunks, portion, storeChunks, type ChunkRow } from '../../../core/read-state/index.ts';
import { getChunk, markRead } from '../../../lib/bitmap/bitmap.ts';
import { giveWay } from './give-way.ts';
import type { ImportContext } from './context.ts';
import type { StoredPlace } from './batch.ts';

interface Kind {
  table: 'subscription' | 'direct_member';
  column: 'channel_id' | 'direct_id';
}

const inChannel: Kind = { table: 'subscription', column: 'channel_id' };
const inDirect: Kind = { table: 'direct_member', column: 'direct_id' };

export class ReadMarks {
  readonly #context: ImportContext;
  /** Message IDs by conversation. */
  readonly #channels = new Map<number, number[]>();
  readonly #directs = new Map<number, number[]>();

  constructor(context: ImportContext) {
    this.#context = context;
  }

  add(places: readonly StoredPlace[]): void {
    for (const { id, channelId, directId } of places) {
      const [map, key] = channelId === null ? [this.#directs, directId ?? 0] : [this.#channels, channelId];
      const ids = map.get(key);
      if (ids) ids.push(id);
      else map.set(key, [id]);
    }
  }

  /** Messages that an earlier attempt of the same run imported. */
  async again(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { app, orgId } = this.#context;
    const rows = await app.db.read.q
      .selectFrom('message')
      .select(['id', 'channel_id', 'direct_id'])
      .where(inList(app.db.read.dialect, 'id', ids))
      .where('org_id', '=', orgId)
      .execute();
    this.add(rows.map((row) => ({ id: row.id, channelId: row.channel_id, directId: row.direct_id })));
  }

  async store(): Promise<void> {
    for (const [kind, map] of [
      [inChannel, this.#channels],
      [inDirect, this.#directs],
    ] as const)
      for (const [placeId, ids] of map) {
        ids.sort((a, b) => a - b);
        await giveWay(this.#context.isLive, () =>
          this.#context.app.db.write(this.#context.orgId, 'system', (tx) =>
            storePlace(tx, kind, placeId, ids),
          ),
        );
      }
    this.#channels.clear();
    this.#directs.clear();
  }
}

async function storePlace(
  tx: Tx,
  { table, column }: Kind,
  placeId: number,
  ids: readonly number[],
): Promise<void> {
  const first = ids[0] ?? 0;
  const last = ids.at(-1) ?? 0;
  const here = () => tx.q.selectFrom('message').where(column, '=', placeId);
  const between = await here()
    .select(({ fn }) => fn.countAll().as('n'))
    .where('id', '>=', first)
    .where('id', '<=', last)
    .executeTakeFirst();
  const before = await here()
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', '<', first)
    .executeTakeFirst();
  const isWhole = Number(between?.n ?? 0) <= ids.length;
  const floor = before?.id ?? 0;
  if (isWhole)
    await tx.q
      .updateTable(table)
      .set({ read_floor: last })
      .where(column as never, '=', placeId as never)
      .where('read_floor', '>=', floor)
      .where('read_floor', '<', last)
      .execute();
  const behind = await tx.q
    .selectFrom(table)
    .select('user_id')
    .where(column as never, '=', placeId as never)
    .where('read_floor', '<', last)
    .execute();
  await markEach(
    tx,
    behind.map((row) => row.user_id),
    ids,
  );
}

/** For people who have other unread messages there. */
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
