/** Generates read state: some people are up to date, some come once a month, and the owner has 50,000 unread messages. */
import type { Bulk, BulkTable } from '../../db/bulk.ts';
import { getChunk, chunkSize, markRead } from '../../lib/bitmap/bitmap.ts';
import type { History } from './large-history.ts';
import type { DemoPeople } from './large-people.ts';
import type { Chance } from './random.ts';

const readChunk: BulkTable = {
  name: 'read_chunk',
  columns: { user_id: 'int', chunk: 'int', bitmap: 'bytes' },
};

const ownersUnread = 50_000;
const ownersChannels = 200;
const rowsAtOnce = 500;

export async function storeReadState(
  bulk: Bulk,
  crowd: DemoPeople,
  history: History,
  chance: Chance,
): Promise<void> {
  const { lastId } = history;
  const floors = crowd.people.map(({ id }) =>
    id === crowd.owner.id ? ownersFloor(history) : lastId - Math.floor(behind(chance) * lastId),
  );
  await bulk.together(() => storeFloors(bulk, crowd, floors));
  for (let start = 0; start < crowd.people.length; start += rowsAtOnce) {
    const rows = crowd.people.slice(start, start + rowsAtOnce).flatMap(({ id }, i) => {
      const chunk = aboveFloor(floors[start + i] ?? 0, lastId, chance);
      return chunk ? [[id, chunk.number, chunk.bitmap]] : [];
    });
    await bulk.together(() => bulk.insert(readChunk, rows));
  }
}

/** Three in four have read nearly everything, one in twenty nearly nothing. */
function behind(chance: Chance): number {
  const kind = chance.next();
  if (kind < 0.75) return 0.002 * chance.next();
  return kind < 0.95 ? 0.1 * chance.next() : chance.next();
}

/** Chosen so that the owner has the wanted number of unread messages above it, or a twentieth of a smaller history. */
function ownersFloor(history: History): number {
  const wanted = Math.min(ownersUnread, history.lastId / 20);
  const share = history.shareOfLargest(ownersChannels);
  return Math.max(0, Math.floor(history.lastId - wanted / Math.max(share, 0.01)));
}

async function storeFloors(bulk: Bulk, { people }: DemoPeople, floors: readonly number[]): Promise<void> {
  for (const [i, { id }] of people.entries())
    for (const table of ['subscription', 'direct_member'] as const)
      await bulk.read.q
        .updateTable(table)
        .set({ read_floor: floors[i] ?? 0 })
        .where('user_id', '=', id)
        .execute();
}

/** In each chunk, a tenth of the messages above the floor has been read out of order. */
function aboveFloor(
  floor: number,
  lastId: number,
  chance: Chance,
): { number: number; bitmap: Uint8Array } | undefined {
  const number = getChunk(floor + 1);
  const end = Math.min(lastId, (number + 1) * chunkSize - 1);
  const read: number[] = [];
  for (let id = floor + 1 + chance.below(20); id <= end; id += 1 + chance.below(20)) read.push(id);
  const { stored } = markRead(number, null, read);
  return stored === null ? undefined : { number, bitmap: stored };
}
