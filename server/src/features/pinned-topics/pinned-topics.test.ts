import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers } from '../../../../tests/support/change.ts';
import type { Json } from '../../../../tests/support/client.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, listenAs } from '../../../../tests/support/talk.ts';
import { lowerLimit } from '../../../../tests/support/fixtures/lower-limit.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/heddle/pinned_topics';

const pin = (world: World, who: Name, channel: number, topic: string) =>
  world.as(who).post(path, { channel_id: channel, topic });

async function getPins(world: World, who: Name): Promise<[number, string][]> {
  const given = { fetch_event_types: ['heddle_pinned_topic'] };
  const { json } = await world.as(who).post('/register', given);
  const pins = json.heddle_pinned_topics as { channel_id: number; topic: string }[];
  return pins.map((one) => [one.channel_id, one.topic]);
}

async function move(world: World, id: number, params: Record<string, unknown>): Promise<void> {
  const { status, json } = await world.as('ada').patch(`/messages/${id}`, {
    propagate_mode: 'change_all',
    ...params,
  });
  assert.equal(status, 200, json.msg);
}

onBothEngines('Pinned topics', (engine) => {
  test('A topic is pinned and unpinned by each for themselves, under the spelling that it has', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await say(world, 'dan', 'general', 'Lunch');
    const queue = await listenAs(world, 'dan', { event_types: ['heddle_pinned_topic'] });
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await pin(world, 'dan', general, 'lunch')).status, 200);
    assert.deepEqual(await getPins(world, 'dan'), [[general, 'Lunch']]);
    assert.deepEqual(await getPins(world, 'ada'), []);
    await world.as('dan').delete(path, { channel_id: general, topic: 'LUNCH' });
    assert.deepEqual(await getPins(world, 'dan'), []);
    const ops = (await queue.received()).map(({ op }: { op: string }) => op);
    assert.deepEqual(ops, ['add', 'remove']);
  });

  test('Pins follow a renamed, resolved, moved or merged topic, and end with it', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const id = await say(world, 'dan', 'general', 'shed');
    await say(world, 'dan', 'general', 'barn');
    for (const topic of ['shed', 'barn']) await pin(world, 'dan', general, topic);
    const queue = await listenAs(world, 'dan', { event_types: ['heddle_pinned_topic'] });
    await move(world, id, { topic: '✔ shed' });
    assert.deepEqual(await getPins(world, 'dan'), [
      [general, 'barn'],
      [general, '✔ shed'],
    ]);
    await move(world, id, { topic: 'barn' });
    assert.deepEqual(await getPins(world, 'dan'), [[general, 'barn']]);
    await move(world, id, { stream_id: lounge });
    assert.deepEqual(await getPins(world, 'dan'), [[lounge, 'barn']]);
    await world.as('ada').post(`/streams/${lounge}/delete_topic`, { topic_name: 'barn' });
    assert.deepEqual(await getPins(world, 'dan'), []);
    const state = new Set<string>([`${general} shed`, `${general} barn`]);
    for (const { op, channel_id, topic } of await queue.received())
      if (op === 'add') state.add(`${channel_id} ${topic}`);
      else state.delete(`${channel_id} ${topic}`);
    assert.deepEqual([...state], []);
  });

  test('Neither pin nor policy of an administrator follows a topic in a private channel that they have left', async (t) => {
    const world = await makeWorld(t, engine);
    const { design } = world.channels;
    const id = await say(world, 'dan', 'design', 'plans');
    await addMembers(world, design, [world.people.ben.id]);
    const ben = world.as('ben');
    await pin(world, 'ben', design, 'plans');
    const followed = { stream_id: design, topic: 'plans', visibility_policy: 3 };
    assert.equal((await ben.post('/user_topics', followed)).status, 200);
    await ben.delete('/users/me/subscriptions', { subscriptions: ['design'] });
    const queue = await listenAs(world, 'ben', { event_types: ['user_topic', 'heddle_pinned_topic'] });
    await move(world, id, { topic: 'secret plans' });
    assert.deepEqual(await queue.received(), []);
    const { json } = await ben.post('/register', {
      fetch_event_types: ['user_topic', 'heddle_pinned_topic'],
    });
    const [pins, policies] = [json.heddle_pinned_topics as Json[], json.user_topics as Json[]];
    assert.deepEqual([pins[0]?.topic, policies[0]?.topic_name], ['plans', 'plans']);
    assert.deepEqual([pins.length, policies.length], [1, 1]);
  });

  test('A pin does not follow a topic to where its owner may not know of it', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const id = await say(world, 'eve', 'general', 'plans');
    await pin(world, 'eve', general, 'plans');
    await move(world, id, { stream_id: design, topic: 'secret plans' });
    assert.deepEqual(await getPins(world, 'eve'), []);
    await addMembers(world, design, [world.people.eve.id]);
    assert.equal((await pin(world, 'eve', design, 'secret plans')).status, 200);
    const leaving = { subscriptions: ['design'], principals: [world.people.eve.id] };
    assert.equal((await world.as('ada').delete('/users/me/subscriptions', leaving)).status, 200);
    await move(world, id, { topic: 'more secret plans' });
    assert.deepEqual(await getPins(world, 'eve'), [[design, 'secret plans']], 'nobody learns the new name');
  });

  test('Unreadable channels, long names, bots and spectators are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    for (const [channel, topic] of [
      [design, 'keys'],
      [1e9, 'keys'],
      [general, 'x'.repeat(61)],
      [general, 'a\u0000b'],
    ] as const)
      assert.equal((await pin(world, 'eve', channel, topic)).status, 400, `${channel} ${topic}`);
    const nowhere = { channel_id: 2 ** 63, topic: 'keys' };
    assert.equal((await world.as('eve').delete(path, nowhere)).status, 200);
    const bot = world.as(await makeBot(world, 'dan'));
    assert.equal((await bot.post(path, { channel_id: general, topic: 'a' })).status, 400);
    assert.equal((await world.anonymous.post(path, { channel_id: general, topic: 'a' })).status, 401);
    await pin(world, 'eve', general, 'topic 7');
    lowerLimit(t, 'topics.too-many-pins', 1);
    assert.equal((await pin(world, 'eve', general, 'one more')).status, 400);
    assert.equal((await pin(world, 'eve', general, 'Topic 7')).status, 200, 'pinned already');
  });
});
