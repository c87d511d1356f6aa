import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlace, onBothEngines } from '../../../tests/support/engines.ts';
import { withBulk } from './bulk.ts';

onBothEngines('Bulk inserts', (engine) => {
  test('Bulk inserts that fail leave no row, and report the failure even if the engine has already rolled them back', async (t) => {
    const place = await makePlace(engine);
    t.after(() => place.remove());
    await withBulk(place, [], async (bulk) => {
      const { connection, q } = bulk.read;
      const fail = bulk.together(async () => {
        await q.insertInto('server_fact').values({ name: 'half', value: 'x' }).execute();
        // As SQLite does where the disk is full.
        await connection.run('ROLLBACK', []);
        throw new Error('The disk is full.');
      });
      await assert.rejects(fail, { message: 'The disk is full.' });
      const rows = await q.selectFrom('server_fact').select('name').where('name', '=', 'half').execute();
      assert.deepEqual(rows, []);
    });
  });
});
