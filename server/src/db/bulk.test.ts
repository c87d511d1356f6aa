import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlace, onBothEngines } from '../../../tests/support/engines.ts';
import { withBulk } from './bulk.ts';
import { deleteSearchSql } from './search-sql.ts';

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

  test('A part of the word index is written again only when half of its messages are deleted', async (t) => {
    const place = await makePlace(engine);
    t.after(() => place.remove());
    await withBulk(place, [], async (bulk) => {
      const { connection, dialect } = bulk.read;
      if (dialect !== 'sqlite') return;
      await bulk.together(() =>
        bulk.insertSearch(Array.from({ length: 1000 }, (_, i) => [i + 1, `word${i} loom`] as const)),
      );
      const newestPart = async () =>
        (
          await connection.query(
            'SELECT max(id) >> 37 AS part FROM message_search_data WHERE id < 1 << 52',
            [],
          )
        )[0]?.part;
      const parts = [await newestPart()];
      for (const [from, to] of [
        [1, 400],
        [401, 600],
      ] as const) {
        const ids = Array.from({ length: to - from + 1 }, (_, i) => from + i);
        await connection.run(deleteSearchSql(dialect), [JSON.stringify(ids)]);
        parts.push(await newestPart());
      }
      assert.equal(parts[1], parts[0]);
      assert.notEqual(parts[2], parts[1]);
    });
  });
});
