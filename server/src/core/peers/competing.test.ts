import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { deafNodes, makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { gatheringMs } from './node-peers.ts';

onEngine('postgres', 'Nodes that write to the same organization at the same time', () => {
  test('The hints of a node gather after the first while another writes as well, and then all leave', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(b, 'dan');
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    t.mock.method(b.app.organizations, 'loaded', () => Promise.resolve([]));
    const pauses: (() => void)[] = [];
    const set = globalThis.setTimeout;
    const timers = t.mock.method(
      globalThis,
      'setTimeout',
      (callback: () => void, delay?: number, ...values: unknown[]) =>
        delay === gatheringMs ? pauses.push(callback) : set(callback, delay, ...values),
    );
    // A poll that does not wait would ask the database.
    const hasArrived = (count: number) => b.app.hub.get(queue.id)?.pendingCount === count;
    const words = ['one', 'two', 'three'];
    try {
      await until('the node pauses', () => {
        // A hint of the other node may have set it since. This one gathers once the node pauses.
        Object.assign(a.app.peers, { othersWroteAt: Infinity });
        a.app.peers.send('organizations', null);
        return pauses.length > 0;
      });
      for (const word of words) await say(a, 'ada', 'general', 'weft', word);
      assert.ok(hasArrived(0));
    } finally {
      timers.mock.restore();
      for (const end of pauses) end();
    }
    await until('all arrive', () => hasArrived(words.length));
    assert.deepEqual(getContents(await queue.after(queue.start)), words);
  });

  test('A repeated poll at another node has every event that the first one has shown', async (t) => {
    const [a, b] = await makeNodes(t, deafNodes);
    // Neither asks what the other has committed.
    for (const { app } of [a, b]) t.mock.method(app.organizations, 'loaded', () => Promise.resolve([]));
    const queue = await openQueue(a, 'dan');
    for (let i = 0; i < 4; i++) {
      await say(i % 2 === 0 ? a : b, 'ada', 'general', 'weft', `message ${i}`);
      const query = { queue_id: queue.id, last_event_id: queue.start, dont_block: true };
      for (const node of [a, b, a]) {
        const { json } = await node.as('dan').get('/events', query);
        assert.equal(getContents(json.events).at(-1), `message ${i}`);
        assert.equal(json.events.length, i + 1);
      }
    }
  });
});
