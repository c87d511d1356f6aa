import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const say = (world: World, to: string, content: string) =>
  world.as('ada').post('/messages', { type: 'channel', to, topic: 'looms', content });

async function receivedBy(world: World, params: Params, asked: Params = {}): Promise<string[]> {
  const bot = world.as(await makeBot(world, 'dan', params));
  const queue = await listen(bot, { event_types: ['message'], fetch_event_types: [], ...asked });
  for (const channel of ['general', 'lounge'] as const) await say(world, channel, channel);
  return (await queue.received()).map(({ message }) => (message as { content: string }).content);
}

onBothEngines('Default channels of a bot', (engine) => {
  test('A bot sends to its default channel when no channel is given', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan', { default_sending_stream: 'general' }));
    const message = { type: 'channel', topic: 'looms', content: 'From the loom' };
    assert.equal((await bot.post('/messages', message)).status, 200);
    const { json } = await world
      .as('eve')
      .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false });
    const [newest] = json.messages as { content: string; stream_id: number }[];
    assert.deepEqual([newest?.content, newest?.stream_id], ['From the loom', world.channels.general]);
    const missing = [400, 'REQUEST_VARIABLE_MISSING', 'to'];
    const other = world.as(await makeBot(world, 'dan', { full_name: 'Other', short_name: 'other' }));
    for (const [client, type] of [
      [bot, 'direct'],
      [other, 'channel'],
      [world.as('eve'), 'channel'],
    ] as const) {
      const refused = await client.post('/messages', { ...message, type });
      assert.deepEqual([refused.status, refused.json.code, refused.json.var_name], missing);
    }
  });

  test('A bot gets events of all public channels or of its default events channel', async (t) => {
    const world = await makeWorld(t, engine);
    const all = { default_all_public_streams: true };
    assert.deepEqual(await receivedBy(world, { full_name: 'Ant', short_name: 'a' }), []);
    assert.deepEqual(await receivedBy(world, { full_name: 'Bee', short_name: 'b', ...all }), [
      'general',
      'lounge',
    ]);
    const one = { ...all, default_events_register_stream: 'lounge' };
    assert.deepEqual(await receivedBy(world, { full_name: 'Cat', short_name: 'c', ...one }), ['lounge']);
  });

  test('Explicit event parameters of a bot override its defaults', async (t) => {
    const world = await makeWorld(t, engine);
    const params = { default_all_public_streams: true, default_events_register_stream: 'lounge' };
    const narrow = [['channel', 'general']];
    assert.deepEqual(await receivedBy(world, { ...params, full_name: 'Ant', short_name: 'a' }, { narrow }), [
      'general',
    ]);
    const asked = { all_public_streams: false };
    assert.deepEqual(await receivedBy(world, { ...params, full_name: 'Bee', short_name: 'b' }, asked), []);
  });
});
