/** What changes while something that was already admitted waits to be written. */
import type { TestContext } from 'node:test';
import type { Tx } from '../../server/src/core/log/index.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

interface Overtaken<T> {
  /** As whom it is written. */
  userId: number;
  ask: () => readonly Promise<T>[];
  change: (tx: Tx) => Promise<void>;
}

/** Commits a change after all that is asked was admitted, and before it is written. */
export async function overtake<T>(
  t: TestContext,
  { app: { db }, orgId }: World,
  { userId, ask, change }: Overtaken<T>,
): Promise<T[]> {
  const write = db.write.bind(db);
  let waiting = 0;
  const { asked } = await write(orgId, 'system', async (tx) => {
    const { mock } = t.mock.method(db, 'write', (...given: Parameters<typeof write>) => {
      const [, me] = given;
      if (me !== 'system' && me.id === userId) waiting += 1;
      return write(...given);
    });
    const sent = ask();
    await until('all wait to be written', () => waiting === sent.length);
    mock.restore();
    await change(tx);
    return { asked: sent };
  });
  return Promise.all(asked);
}
