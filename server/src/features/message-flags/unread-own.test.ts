import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelName } from '../../../../tests/support/cast.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { flagBit } from '../../core/read-state/read-state.ts';
import { addFlagBits } from '../../core/read-state/flag-rows.ts';

/** Sends as a script does, so that the message is unread for its sender too. */
async function post(world: World, who: Name, channel: ChannelName, content = 'hello'): Promise<number> {
  const params = { type: 'channel', to: world.channels[channel], topic: 't', content };
  const { status, json } = await world
    .as(who)
    .post('/messages', params, { headers: { 'user-agent': 'curl/8.5.0' } });
  assert.equal(status, 200, json.msg);
  return json.id;
}

const flag = (world: World, who: Name, op: 'add' | 'remove', messages: number[]) =>
  world.as(who).post('/messages/flags', { op, flag: 'read', messages });

const isUnread = [{ operator: 'is', operand: 'unread' }];

/** The ids of what is unread, which all ways to ask for it agree on. */
async function unreadIn(world: World, who: Name): Promise<number[]> {
  const { streams } = await getUnread(world, who);
  const listed = streams.flatMap((one: { unread_message_ids: number[] }) => one.unread_message_ids);
  const asked = { narrow: isUnread, anchor: 'newest', num_before: 50, num_after: 0 };
  const { json } = await world.as(who).get('/messages', asked);
  const found = json.messages.map(({ id, flags }: { id: number; flags: string[] }) => {
    assert.ok(!flags.includes('read'));
    return id;
  });
  assert.deepEqual(listed.toSorted(), found.toSorted());
  return found;
}

const changes = (events: { type: string; op: string; messages: number[] }[]) =>
  events.filter(({ type }) => type === 'update_message_flags').map(({ op, messages }) => [op, messages]);

onBothEngines('Messages sent by scripts', (engine) => {
  test('A message sent by a script is unread for its sender until they read it, and again when they mark it as unread', async (t) => {
    const world = await makeWorld(t, engine);
    const first = await post(world, 'dan', 'general');
    const written = await say(world, 'dan', 'general', 't');
    const second = await post(world, 'dan', 'general');
    const asked = { narrow: [], anchor: 'first_unread', num_before: 0, num_after: 0 };
    assert.equal((await world.as('dan').get('/messages', asked)).json.anchor, first);
    assert.deepEqual(await unreadIn(world, 'dan'), [first, second]);
    assert.deepEqual(await unreadIn(world, 'eve'), [first, written, second]);

    const dan = await listenAs(world, 'dan');
    await flag(world, 'dan', 'add', [first, written]);
    assert.deepEqual(await unreadIn(world, 'dan'), [second]);
    assert.deepEqual(await getFlags(world, 'dan', first), ['read']);
    await flag(world, 'dan', 'add', [first]);
    await flag(world, 'dan', 'remove', [first, written, second]);
    assert.deepEqual(await unreadIn(world, 'dan'), [first, written, second]);
    assert.deepEqual(changes(await dan.received()), [
      ['add', [first]],
      ['remove', [first, written]],
    ]);
    await world.as('dan').post('/mark_all_as_read');
    assert.deepEqual(await unreadIn(world, 'dan'), []);
    assert.deepEqual(await unreadIn(world, 'eve'), [first, written, second]);
  });

  test('A message sent by a script stays unread for its sender when it is edited or gets reactions', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await post(world, 'dan', 'general', 'https://example.com');
    const dan = await listenAs(world, 'dan', { event_types: ['update_message'] });
    await world.as('eve').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await world.as('dan').patch(`/messages/${id}`, { content: '@**all** look' });
    assert.deepEqual((await dan.received())[0].flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    await world.as('eve').delete(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    assert.deepEqual(await unreadIn(world, 'dan'), [id]);
    assert.deepEqual((await getUnread(world, 'dan')).mentions, [id]);
    await world.as('ada').delete(`/messages/${id}`);
    assert.deepEqual(await unreadIn(world, 'dan'), []);
  });

  test('Messages sent by scripts are read in a channel that their sender has left, also after they return', async (t) => {
    const world = await makeWorld(t, engine);
    const subscription = { subscriptions: ['general'] };
    const id = await post(world, 'dan', 'general');
    const dan = await listenAs(world, 'dan');
    await world.as('dan').delete('/users/me/subscriptions', subscription);
    assert.deepEqual(changes(await dan.received()), [['add', [id]]]);
    assert.deepEqual(await unreadIn(world, 'dan'), []);
    await world.as('dan').post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    assert.deepEqual(await unreadIn(world, 'dan'), []);
    const later = await post(world, 'dan', 'general');
    assert.deepEqual(await unreadIn(world, 'dan'), [later]);
  });

  test('A message sent by a script to a channel that its sender is not in is read for them', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await post(world, 'dan', 'lounge');
    assert.deepEqual(await getFlags(world, 'dan', id), ['read']);
    assert.deepEqual(await unreadIn(world, 'dan'), []);
    await world.as('dan').post('/users/me/subscriptions', { subscriptions: [{ name: 'lounge' }] });
    assert.deepEqual(await unreadIn(world, 'dan'), []);
  });

  test('A moved message sent by a script stays unread for its sender where they are in both channels, and is read otherwise', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design, lounge } = world.channels;
    const [kept, seen, gone] = [
      await post(world, 'dan', 'general'),
      await post(world, 'dan', 'general'),
      await post(world, 'dan', 'general'),
    ];
    await flag(world, 'dan', 'add', [seen]);
    // In a channel that everything up to now is read in.
    const latest = await say(world, 'ada', 'design', 't');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('subscription')
        .set({ read_floor: latest })
        .where('channel_id', '=', design)
        .where('user_id', '=', world.people.dan.id)
        .execute(),
    );
    const move = async (id: number, to: number) => {
      const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
      const { status, json } = await world.as('ada').patch(`/messages/${id}`, { stream_id: to, ...quietly });
      assert.equal(status, 200, json.msg);
    };
    for (const id of [kept, seen]) await move(id, design);
    await move(gone, lounge);
    assert.deepEqual(await unreadIn(world, 'dan'), [kept]);
    for (const id of [kept, seen, gone]) await move(id, general);
    assert.deepEqual(await unreadIn(world, 'dan'), [kept]);
  });

  test('A message of one’s own that an earlier version kept unread stays unread until it is read', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 't');
    const { dan } = world.people;
    await world.app.db.write(world.orgId, 'system', (tx) =>
      addFlagBits(tx, dan.id, [id], flagBit.keptUnread),
    );
    assert.deepEqual(await unreadIn(world, 'dan'), [id]);
    await flag(world, 'dan', 'add', [id]);
    assert.deepEqual(await unreadIn(world, 'dan'), []);
  });
});
