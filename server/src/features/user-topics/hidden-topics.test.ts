import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { groupId, setChannel } from '../../../../tests/support/change.ts';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const hidden = 'Merger With ACME';
const typed = 'merger with acme';

/** Eve joins a channel with a protected history after the only message of a topic. */
async function joinLate(t: TestContext, engine: Engine): Promise<{ world: World; message: number }> {
  const world = await makeWorld(t, engine);
  const message = await say(world, 'ada', 'vault', hidden, 'Sign tonight');
  const joined = await world.as('ada').post('/users/me/subscriptions', {
    subscriptions: [{ name: 'vault' }],
    principals: [world.people.eve.id, world.people.dan.id],
  });
  assert.equal(joined.status, 200);
  return { world, message };
}

const markRead = (world: World, who: Name, topic: string) =>
  world.as(who).post('/mark_topic_as_read', { stream_id: world.channels.vault, topic_name: topic });

async function chooseTopic(world: World, who: Name, topic: string): Promise<void> {
  const { vault } = world.channels;
  const followed = { stream_id: vault, topic, visibility_policy: 3 };
  assert.equal((await world.as(who).post('/user_topics', followed)).status, 200);
  const pinned = await world.as(who).post('/heddle/pinned_topics', { channel_id: vault, topic });
  assert.equal(pinned.status, 200);
}

async function chosenTopics(world: World, who: Name): Promise<string[]> {
  const { json } = await world.as(who).post('/register', {
    fetch_event_types: ['user_topic', 'heddle_pinned_topic'],
    event_types: ['message'],
  });
  const policies = json.user_topics as { topic_name: string }[];
  const pins = json.heddle_pinned_topics as { topic: string }[];
  return [...policies.map((one) => one.topic_name), ...pins.map((one) => one.topic)];
}

onBothEngines('Topics of a history that is protected', (engine) => {
  test('A hidden topic is answered like one that does not exist', async (t) => {
    const { world } = await joinLate(t, engine);
    const guessed = await markRead(world, 'eve', typed);
    const invented = await markRead(world, 'eve', 'merger with nobody');
    assert.equal(guessed.status, invented.status);
    assert.equal(guessed.json.code, invented.json.code);
    assert.equal((await markRead(world, 'ada', typed)).status, 200);
    await chooseTopic(world, 'eve', typed);
    assert.deepEqual(await chosenTopics(world, 'eve'), [typed, typed]);
  });

  test('A topic with a message since the reader joined keeps the name it has', async (t) => {
    const { world } = await joinLate(t, engine);
    await say(world, 'ada', 'vault', hidden, 'Signed');
    assert.equal((await markRead(world, 'eve', typed)).status, 200);
    await chooseTopic(world, 'eve', typed);
    assert.deepEqual(await chosenTopics(world, 'eve'), [hidden, hidden]);
  });

  test('The new name of a hidden topic is kept from those who guessed the former one', async (t) => {
    const { world, message } = await joinLate(t, engine);
    await chooseTopic(world, 'eve', typed);
    await chooseTopic(world, 'ada', typed);
    const queue = await openQueue(world, 'eve', { event_types: ['user_topic', 'heddle_pinned_topic'] });
    const renamed = await world.as('ada').patch(`/messages/${message}`, {
      topic: 'Merger With Umbrella',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    });
    assert.equal(renamed.status, 200);
    assert.deepEqual(await queue.after(queue.start), []);
    assert.deepEqual(await chosenTopics(world, 'eve'), [typed, typed]);
    assert.deepEqual(await chosenTopics(world, 'ada'), ['Merger With Umbrella', 'Merger With Umbrella']);
  });

  test('The end of a hidden topic is kept from those who guessed its name', async (t) => {
    const { world } = await joinLate(t, engine);
    await chooseTopic(world, 'eve', typed);
    await chooseTopic(world, 'ada', typed);
    const types = { event_types: ['user_topic', 'muted_topics', 'heddle_pinned_topic'] };
    const queue = await openQueue(world, 'eve', types);
    const owner = await openQueue(world, 'ada', types);
    const { vault } = world.channels;
    const deleted = await world.as('ada').post(`/streams/${vault}/delete_topic`, { topic_name: typed });
    assert.equal(deleted.status, 200);
    assert.deepEqual(await queue.after(queue.start), []);
    assert.equal((await owner.after(owner.start)).length, 2);
    assert.deepEqual(await chosenTopics(world, 'eve'), [typed, typed]);
    assert.deepEqual(await chosenTopics(world, 'ada'), []);
  });

  test('What users have set for a topic ends with it if they received one of its messages', async (t) => {
    const { world } = await joinLate(t, engine);
    await say(world, 'ada', 'vault', hidden, 'Signed');
    await chooseTopic(world, 'eve', typed);
    const { vault } = world.channels;
    const deleted = await world.as('ada').post(`/streams/${vault}/delete_topic`, { topic_name: typed });
    assert.equal(deleted.status, 200);
    assert.deepEqual(await chosenTopics(world, 'eve'), []);
  });

  test('Who may not begin topics learns nothing of hidden ones by writing to them', async (t) => {
    const { world } = await joinLate(t, engine);
    const permissions = { can_create_topic_group: await groupId(world, 'role:administrators') };
    await setChannel(world, world.channels.vault, { permissions });
    const write = (who: Name, topic: string) =>
      world.as(who).post('/messages', { type: 'stream', to: world.channels.vault, topic, content: 'x' });
    const [guessed, invented] = [await write('eve', typed), await write('eve', 'merger with nobody')];
    assert.deepEqual([guessed.status, guessed.json], [400, invented.json]);
    assert.equal((await write('dan', typed)).status, 200);
    assert.equal((await write('eve', typed)).status, 200, 'Dan’s message made it known');
  });
});
