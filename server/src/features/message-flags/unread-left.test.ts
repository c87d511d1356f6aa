import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addPerson } from '../../../../tests/support/change.ts';
import type { Account, JsonValue } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { getFlags, listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/subscriptions';

const leave = (world: World, who: Name, subscriptions: string[], principals?: number[]) =>
  world.as(who).delete(path, { subscriptions, principals });

const flag = (world: World, who: Name, op: 'add' | 'remove', messages: number[]) =>
  world.as(who).post('/messages/flags', { op, flag: 'read', messages });

const withoutId = (events: JsonValue[]) => events.map(({ id: _, ...event }) => event);

const read = (messages: number[]) => ({
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  messages,
  all: false,
});

onBothEngines('Leaving a channel with unread messages', (engine) => {
  test('Leaving a channel marks its messages as read for that user, by an event after the unsubscription', async (t) => {
    const world = await makeWorld(t, engine);
    const seen = await say(world, 'ada', 'general', 'plans');
    const first = await say(world, 'ada', 'general', 'plans');
    await say(world, 'dan', 'general', 'plans');
    const second = await say(world, 'ben', 'general', '');
    const elsewhere = await say(world, 'ada', 'design', 'plans');
    const direct = await sendDirect(world, 'ada', ['dan']);
    await flag(world, 'dan', 'add', [seen]);
    const dan = await listen(world.as('dan'), { event_types: ['subscription', 'update_message_flags'] });
    const eve = await listenAs(world, 'eve');
    await leave(world, 'dan', ['general']);
    const [removed, ...flags] = withoutId(await dan.received());
    assert.deepEqual([removed?.type, removed?.op], ['subscription', 'remove']);
    assert.deepEqual(flags, [read([first, second])]);
    assert.deepEqual(await eve.received(), []);
    for (const id of [first, second]) assert.ok((await getFlags(world, 'dan', id)).includes('read'));
    assert.deepEqual(await getFlags(world, 'dan', elsewhere), []);
    assert.deepEqual(await getFlags(world, 'dan', direct), []);
    assert.deepEqual(await getFlags(world, 'eve', first), []);
  });

  test('Leaving several channels emits one event, and their messages stay read after the user returns', async (t) => {
    const world = await makeWorld(t, engine);
    const old = await say(world, 'dan', 'general', 'plans');
    const kept = await say(world, 'ada', 'general', 'plans');
    const design = await say(world, 'ada', 'design', 'plans');
    await flag(world, 'dan', 'add', [kept]);
    await flag(world, 'dan', 'remove', [old, kept]);
    const dan = await listenAs(world, 'dan');
    await leave(world, 'dan', ['general', 'design', 'lounge']);
    assert.deepEqual(withoutId(await dan.received()), [read([old, kept, design])]);
    await world.as('ada').post(path, {
      subscriptions: [{ name: 'general' }, { name: 'design' }],
      principals: [world.people.dan.id],
      send_new_subscription_messages: false,
    });
    assert.deepEqual((await getUnread(world, 'dan')).streams, []);
    assert.deepEqual(await dan.received(), []);
    const later = await say(world, 'ada', 'general', 'plans');
    await leave(world, 'dan', ['general']);
    assert.deepEqual(withoutId(await dan.received()).slice(-1), [read([later])]);
  });

  test('Users removed from a channel each get their own unread messages marked as read', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, cleo, ada } = world.people;
    const before = await say(world, 'ada', 'lounge', 'plans');
    await addMembers(world, world.channels.lounge, [dan.id, eve.id, cleo.id]);
    const one = await say(world, 'ben', 'lounge', 'plans');
    const two = await say(world, 'cleo', 'lounge', 'plans');
    await flag(world, 'eve', 'add', [one]);
    const received = {
      dan: await listenAs(world, 'dan'),
      eve: await listenAs(world, 'eve'),
      cleo: await listenAs(world, 'cleo'),
      ben: await listenAs(world, 'ben'),
    };
    await leave(world, 'ada', ['lounge'], [dan.id, eve.id, cleo.id, ada.id]);
    assert.deepEqual(withoutId(await received.dan.received()), [read([one, two])]);
    assert.deepEqual(withoutId(await received.eve.received()), [read([two])]);
    assert.deepEqual(withoutId(await received.cleo.received()), [read([one])]);
    assert.deepEqual(await received.ben.received(), []);
    assert.ok((await getFlags(world, 'dan', before)).includes('read'));
  });

  test('Leaving a private channel marks its messages as read, though the user can no longer read them', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'vault', 'keys');
    const ada = await listenAs(world, 'ada');
    await leave(world, 'ada', ['vault']);
    assert.deepEqual(withoutId(await ada.received()), [read([id])]);
  });

  test('Leaving a channel without unread messages emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'plans');
    await flag(world, 'dan', 'add', [id]);
    const newcomer = await addPerson(world, 'newcomer');
    await addMembers(world, world.channels.general, [newcomer.id]);
    const queues = [
      await listen(world.as('dan'), { event_types: ['update_message_flags'] }),
      await listen(world.as(newcomer), { event_types: ['update_message_flags'] }),
    ];
    await leave(world, 'ada', ['general'], [world.people.dan.id, newcomer.id]);
    await leave(world, 'dan', ['general']);
    for (const queue of queues) assert.deepEqual(await queue.received(), []);
  });

  test('Everyone gets the same list of messages when many users leave a large channel', async (t) => {
    const world = await makeWorld(t, engine);
    const many = await addPeople(world, 250);
    const ids = many.map(({ id }) => id);
    await addMembers(world, world.channels.general, ids);
    const [one, other] = many;
    assert.ok(one && other);
    const written = await sayMany(world, 410);
    await world.as(one).post('/messages/flags', { op: 'add', flag: 'read', messages: written.slice(0, 300) });
    const asked = { event_types: ['update_message_flags'] };
    const queues = [await listen(world.as(one), asked), await listen(world.as(other), asked)];
    await leave(world, 'ada', ['general'], ids);
    for (const queue of queues) assert.deepEqual(withoutId(await queue.received()), [read(written)]);
    const query = {
      anchor: 'oldest',
      num_before: 0,
      num_after: 5,
      narrow: [{ operator: 'is', operand: 'unread' }],
    };
    assert.deepEqual((await world.as(other).get('/messages', query)).json.messages, []);
  });
});

async function addPeople(world: World, count: number): Promise<Account[]> {
  const people: Account[] = [];
  for (let i = 0; i < count; i++) people.push(await addPerson(world, `person${String(i)}`));
  return people;
}

async function sayMany(world: World, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await say(world, 'ada', 'general', 'plans'));
  return ids;
}
