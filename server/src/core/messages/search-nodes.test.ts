import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { until } from '../../../../tests/support/until.ts';
import { searchIndexer } from './index-worker.ts';
import { replaceWaiting } from './search-index.ts';

onEngine('postgres', 'The word index of several nodes', () => {
  test('A message is edited at one node while another one indexes it again', async (t) => {
    const [here, there] = await makeNodes(t);
    const message = { type: 'channel', to: 'general', topic: 'looms', content: 'heald' };
    const { json } = await here.as('ada').post('/messages', message);
    const id = json.id as number;
    assert.ok(id, json.msg);
    await searchIndexer(here.app).catchUp();
    await here.app.db.write(here.orgId, 'system', (tx) =>
      tx.q.insertInto('search_waiting').values({ message_id: id }).execute(),
    );
    const indexed = Promise.withResolvers<undefined>();
    const resumed = Promise.withResolvers<undefined>();
    const indexing = there.app.db.write(0, 'system', async (tx) => {
      await replaceWaiting(tx, 10);
      indexed.resolve(undefined);
      await resumed.promise;
    });
    await indexed.promise;
    const editing = here.as('ada').patch(`/messages/${id}`, { content: 'treadle' });
    const state = { isEdited: false };
    void editing.finally(() => (state.isEdited = true));
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isWaiting = async () => (await here.app.db.read.connection.query(waiting, [])).length > 0;
    // It does not if a search indexer was first.
    await until('the edit waits, or has ended', async () => state.isEdited || (await isWaiting()));
    resumed.resolve(undefined);
    await indexing;
    const reply = await editing;
    assert.equal(reply.status, 200, reply.json.msg);
    const narrow = [{ operator: 'search', operand: 'treadle' }];
    const found = await here
      .as('ada')
      .get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    assert.deepEqual(
      (found.json.messages as { id: number }[]).map((one) => one.id),
      [id],
    );
  });
});
