import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { announceRestart } from './announce-restart.ts';

onBothEngines('A restart', (engine) => {
  test('The restart event reaches every queue when the server version changed, and only then', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const gus = world.as('gus');
    await announceRestart(world.app, 'one');
    const { json: queue } = await gus.post('/register', { event_types: ['restart'], fetch_event_types: [] });
    const poll = () =>
      gus.get('/events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true });
    await announceRestart(world.app, 'one');
    assert.deepEqual((await poll()).json.events, []);
    await announceRestart(world.app, 'two');
    const [event, ...others] = (await poll()).json.events;
    assert.equal(event.type, 'restart');
    assert.equal(event.zulip_feature_level, 496);
    assert.deepEqual(others, []);
    await announceRestart(world.app, 'two');
    assert.equal((await poll()).json.events.length, 1);
    for (const restart of [false, true]) {
      if (restart) await world.restart();
      await announceRestart(world.app, 'two');
      const { json } = await world.as('gus').post('/register', { fetch_event_types: ['realm'] });
      assert.equal(json.server_generation, event.server_generation);
    }
  });
});
