/** Generates a large organization: people and channels with the regular functions, everything else in bulk. */
import type { Config } from '../../lib/config/config.ts';
import { withBulk, type Bulk, type BulkTable } from '../../db/bulk.ts';
import type { App } from '../open-app.ts';
import { withApp } from '../cli/admin.ts';
import { CommandError } from '../../lib/command-error.ts';
import { fillChannels } from './large-channels.ts';
import { demoPassword } from './ensure.ts';
import { History } from './large-history.ts';
import { makeCrowd, type DemoPeople } from './large-people.ts';
import { Chance } from './random.ts';
import type { DemoSize } from './size.ts';
import { getChunk, chunkSize, markRead } from '../../lib/bitmap/bitmap.ts';

export interface LargeDemo {
  realm_id: number;
  people: number;
  channels: number;
  messages: number;
  seconds: number;
  owner: { user_id: number; email: string; password: string; api_key: string };
}

/** Messages per transaction: more would only need more memory. */
const batch = 5_000;

export async function makeLarge(
  config: Config,
  size: DemoSize,
  progress: (done: number, all: number) => void,
): Promise<LargeDemo> {
  const start = performance.now();
  const chance = new Chance(size.seed);
  const { crowd, password } = await withApp(config, async (app) => {
    refuseInhabited(app);
    const secret = demoPassword(app.secrets);
    return { crowd: await makeCrowd(app, size, secret, chance), password: secret };
  });
  const where = { dataDir: config.data, databaseUrl: config.databaseUrl };
  await withBulk(where, ['message', 'direct'], async (bulk) => {
    const rooms = await fillChannels(bulk, crowd, size, chance);
    const history = new History(bulk, crowd, rooms, size, chance);
    await history.makeDirects();
    for (let done = 0; done < size.messages; done += batch) {
      await history.write(Math.min(batch, size.messages - done));
      progress(Math.min(done + batch, size.messages), size.messages);
    }
    await history.finish();
    await storeReadState(bulk, crowd, history, chance);
  });
  return { ...describe(crowd, size, password), seconds: Math.round((performance.now() - start) / 100) / 10 };
}

function refuseInhabited({ organizations }: App): void {
  if (organizations.names.length > 0)
    throw new CommandError('There is an organization in this data folder already. Give an empty one.');
}

function describe(
  { orgId, people, owner }: DemoPeople,
  size: DemoSize,
  password: string,
): Omit<LargeDemo, 'seconds'> {
  const { id, email, apiKey } = owner;
  return {
    realm_id: orgId,
    people: people.length,
    channels: size.channels,
    messages: size.messages,
    owner: { user_id: id, email, password, api_key: apiKey },
  };
}

// Generates read state: some people are up to date, some come once a month, and the owner has 50,000 unread messages.

const readChunk: BulkTable = {
  name: 'read_chunk',
  columns: { user_id: 'int', chunk: 'int', bitmap: 'bytes' },
};

const ownersUnread = 50_000;
const ownersChannels = 200;
const rowsAtOnce = 500;

async function storeReadState(
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
