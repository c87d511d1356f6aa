import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { keepLog } from '../../../tests/support/log.ts';
import { makeWorld } from '../../../tests/support/world.ts';
import { FenceLost } from '../core/nodes/index.ts';
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

  test('A task that fails is logged, and the others run all the same', async (t) => {
    const { log, saying } = keepLog();
    const world = await makeWorld(t, engine, { log });
    const { db, files } = world.app;
    const values = { user_id: 1, send_key: 'key', message_id: 1, created_at: 0 };
    await db.write(world.orgId, 'system', (tx) => tx.q.insertInto('send_key').values(values).execute());
    t.mock.method(files.incoming, 'sweep', () => Promise.reject(new Error('The folder is not readable.')));
    const maintenance = new Maintenance(world.app);
    await maintenance.sweep();
    await maintenance.stop();
    assert.deepEqual(await db.read.q.selectFrom('send_key').selectAll().execute(), []);
    assert.equal(saying('a maintenance task failed').length, 1);
  });

  test('Maintenance that another node has taken over ends here', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const maintenance = new Maintenance(world.app);
    const write = t.mock.method(world.app.db, 'write', () => Promise.reject(new FenceLost('maintenance')));
    await assert.rejects(maintenance.sweep(), FenceLost);
    assert.equal(write.mock.callCount(), 1);
    write.mock.restore();
    await maintenance.stop();
  });
});
