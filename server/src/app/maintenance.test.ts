import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { makeWorld } from '../../../tests/support/world.ts';
import { Maintenance } from './maintenance.ts';

onBothEngines('Maintenance', (engine) => {
  test('Maintenance deletes all expired rows, however many, and nothing else', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { db } = world.app;
    const day = 24 * 3600_000;
    await db.write(world.orgId, 'system', async (tx) => {
      const getKey = (at: number) => ({
        user_id: at,
        send_key: 'key',
        message_id: at,
        created_at: at <= 6000 ? tx.now - day - at : tx.now - day + 60_000,
      });
      for (let start = 1; start <= 6001; start += 1000) {
        const length = Math.min(1000, 6002 - start);
        await tx.q
          .insertInto('send_key')
          .values(Array.from({ length }, (_, at) => getKey(start + at)))
          .execute();
      }
    });
    const maintenance = new Maintenance(world.app);
    await maintenance.deleteExpired();
    await maintenance.stop();
    const left = await db.read.q.selectFrom('send_key').select('message_id').execute();
    assert.deepEqual(
      left.map((row) => row.message_id),
      [6001],
    );
  });
});
