/** Generates a large organization: people and channels with the regular functions, everything else in bulk. */
import type { Config } from '../../lib/config/config.ts';
import { withBulk } from '../../db/bulk.ts';
import type { App } from '../open-app.ts';
import { withApp } from '../cli/admin.ts';
import { CommandError } from '../../lib/command-error.ts';
import { fillChannels } from './large-channels.ts';
import { demoPassword } from './ensure.ts';
import { History } from './large-history.ts';
import { makeCrowd, type DemoPeople } from './large-people.ts';
import { storeReadState } from './large-read-state.ts';
import { Chance } from './random.ts';
import type { DemoSize } from './size.ts';

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
