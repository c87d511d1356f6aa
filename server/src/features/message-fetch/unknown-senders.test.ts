import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMembers,
  addPerson,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { getContents, openQueue, type ReceivedEvent } from '../../../../tests/support/queue.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../../core/channels/membership.ts';

const leave = (world: World, who: Name, channel: 'general' | 'lounge') =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    endMemberships(tx, [{ userId: world.people[who].id, channelId: world.channels[channel] }]),
  );

/** Guests know only those they share something with; Gus is in the lounge, with Ada and Eve. */
async function narrowWorld(t: Parameters<typeof makeWorld>[0], engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
  await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
  await leave(world, 'gus', 'general');
  await addMembers(world, world.channels.lounge, [world.people.gus.id]);
  return world;
}

/** The sender of a message. */
const getSender = ({ sender_id, sender_full_name, sender_email, avatar_url }: JsonValue) => ({
  sender_id,
  sender_full_name,
  sender_email,
  avatar_url,
});

const unknown = ({ people }: World, who: Name) => ({
  sender_id: people[who].id,
  sender_full_name: 'Unknown user',
  sender_email: `user${people[who].id}@127.0.0.1`,
  avatar_url: '/avatar/0?version=1',
});

const known = ({ people }: World, who: Name, sender_full_name: string) => ({
  sender_id: people[who].id,
  sender_full_name,
  sender_email: people[who].email,
  avatar_url: `/avatar/${people[who].id}?version=1`,
});

const whole = { anchor: 'newest', num_before: 50, num_after: 0 };

async function fetched(world: World, who: Name, params: Params = whole): Promise<JsonValue[]> {
  const { status, json } = await world.as(who).get('/messages', params);
  assert.equal(status, 200, json.msg);
  return json.messages;
}

/** The message in every way of reading it. */
async function read(world: World, who: Name, id: number): Promise<JsonValue[]> {
  const { json: one } = await world.as(who).get(`/messages/${id}`);
  const { json: registered } = await world.as(who).post('/register', {
    event_types: ['message'],
    fetch_event_types: [],
    heddle_messages: { ...whole, anchor: id, narrow: [] },
  });
  const lists = [
    await fetched(world, who),
    await fetched(world, who, { message_ids: [id], apply_markdown: false }),
    registered.heddle_messages.messages as JsonValue[],
  ];
  return [one.message, ...lists.map((list) => list.find((message) => message.id === id))];
}

async function assertRead(world: World, who: Name, id: number, sender: object): Promise<void> {
  for (const message of await read(world, who, id)) assert.deepEqual(getSender(message), sender);
}

const getSenders = (events: readonly JsonValue[]) =>
  events.filter(({ type }) => type === 'message').map(({ message }) => getSender(message));

onBothEngines('Unknown senders', (engine) => {
  test('A message from an unknown sender reaches a limited guest without name, address and picture, in events and in the history', async (t) => {
    const world = await narrowWorld(t, engine);
    const queues = [await listenAs(world, 'gus'), await listenAs(world, 'gus', { apply_markdown: true })];
    const others = [await listenAs(world, 'eve'), await listenAs(world, 'eve', { apply_markdown: true })];
    const id = await say(world, 'dan', 'lounge', 'tea', 'a *pot*');
    const dan = known(world, 'dan', 'Dan Ito');
    for (const queue of others) assert.deepEqual(getSenders(await queue.received()), [dan]);
    for (const queue of queues) {
      const events = await queue.received();
      assert.deepEqual(getSenders(events), [unknown(world, 'dan')]);
      assert.ok(!/dan/i.test(JSON.stringify(events)));
    }
    await assertRead(world, 'gus', id, unknown(world, 'dan'));
    assert.ok(!/dan/i.test(JSON.stringify(await read(world, 'gus', id))));
    await assertRead(world, 'eve', id, dan);
  });

  test('An unknown sender stays hidden in a queue after a restart', async (t) => {
    const world = await narrowWorld(t, engine);
    await sendDirect(world, 'cleo', ['gus']);
    const queue = await openQueue(world, 'gus');
    await say(world, 'dan', 'lounge', 'tea', 'from Dan');
    await say(world, 'cleo', 'lounge', 'tea', 'from Cleo');
    await world.restart();
    const events: ReceivedEvent[] = await queue.after(queue.start);
    assert.deepEqual(getContents(events), ['from Dan', 'from Cleo']);
    assert.deepEqual(getSenders(events), [unknown(world, 'dan'), known(world, 'cleo', 'Cléo Marchand')]);
  });

  test('A queue that narrows to an address does not say whose address it is', async (t) => {
    const world = await narrowWorld(t, engine);
    await sendDirect(world, 'cleo', ['gus']);
    const narrowTo = (who: Name, negated = false) =>
      listenAs(world, 'gus', {
        event_types: ['message'],
        narrow: [{ operator: 'sender', operand: world.people[who].email, negated }],
      });
    const [eve, cleo, dan] = [await narrowTo('eve'), await narrowTo('cleo'), await narrowTo('dan')];
    const others = await narrowTo('dan', true);
    for (const who of ['eve', 'cleo', 'dan'] as const) await say(world, who, 'lounge', 'tea', who);
    assert.deepEqual(getContents(await eve.received()), ['eve']);
    assert.deepEqual(getContents(await cleo.received()), ['cleo']);
    assert.deepEqual(getContents(await dan.received()), []);
    assert.deepEqual(getContents(await others.received()), ['eve', 'cleo', 'dan']);
  });

  test('A sender is shown to a limited guest once they share a conversation or a channel', async (t) => {
    const world = await narrowWorld(t, engine);
    const queue = await listenAs(world, 'gus');
    const before = await say(world, 'dan', 'lounge', 'tea');
    assert.deepEqual(getSenders(await queue.received()), [unknown(world, 'dan')]);
    await sendDirect(world, 'dan', ['gus']);
    const after = await say(world, 'dan', 'lounge', 'tea');
    const dan = known(world, 'dan', 'Dan Ito');
    assert.deepEqual(getSenders(await queue.received()), [dan, dan]);
    for (const id of [before, after]) await assertRead(world, 'gus', id, dan);
    const id = await say(world, 'ben', 'lounge', 'tea');
    await assertRead(world, 'gus', id, unknown(world, 'ben'));
    await addMembers(world, world.channels.lounge, [world.people.ben.id]);
    await assertRead(world, 'gus', id, known(world, 'ben', 'Ben Okafor'));
  });

  test('A sender is hidden again when they leave the shared channel, in undelivered events too', async (t) => {
    const world = await narrowWorld(t, engine);
    const queue = await listenAs(world, 'gus');
    const id = await say(world, 'eve', 'lounge', 'tea');
    await assertRead(world, 'gus', id, known(world, 'eve', 'Eve Lindqvist'));
    await leave(world, 'eve', 'lounge');
    await assertRead(world, 'gus', id, unknown(world, 'eve'));
    assert.deepEqual(getSenders(await queue.received()), [unknown(world, 'eve')]);
  });

  test('A limited guest sees senders who are subscribers, bots, conversation partners and the guest themselves', async (t) => {
    const world = await narrowWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const queue = await listenAs(world, 'gus');
    const ids = [
      await say(world, 'eve', 'lounge', 'tea'),
      await say(world, 'gus', 'lounge', 'tea'),
      await sendDirect(world, 'cleo', ['gus', 'dan']),
    ];
    await world
      .as(bot)
      .post('/messages', { type: 'channel', to: world.channels.lounge, topic: 'tea', content: 'beep' });
    const events = (await queue.received()).filter(({ type }) => type === 'message');
    const names = events.map(({ message }) => message.sender_full_name);
    assert.equal(names.length, 4);
    assert.deepEqual(names.slice(0, 3), ['Eve Lindqvist', 'Gus Parker', 'Cléo Marchand']);
    assert.notEqual(names[3], 'Unknown user');
    const direct = (await fetched(world, 'gus')).find(({ id }) => id === ids[2]);
    const people = direct!.display_recipient.map(({ full_name }: { full_name: string }) => full_name);
    assert.deepEqual(people, ['Cléo Marchand', 'Dan Ito', 'Gus Parker']);
    const read = (await fetched(world, 'gus')).map(({ sender_full_name }) => sender_full_name);
    assert.deepEqual(read.slice(-4), names);
  });

  test('Guests who may see everyone and anonymous readers see all senders', async (t) => {
    const world = await narrowWorld(t, engine);
    await setOrganization(world, { enable_spectator_access: true });
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    const id = await say(world, 'dan', 'lounge', 'tea');
    const { json } = await world.anonymous.get(`/messages/${id}`);
    assert.equal(json.message.sender_full_name, 'Dan Ito');
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:everyone') });
    const queue = await listenAs(world, 'gus');
    await say(world, 'dan', 'lounge', 'tea');
    const dan = known(world, 'dan', 'Dan Ito');
    assert.deepEqual(getSenders(await queue.received()), [dan]);
    await assertRead(world, 'gus', id, dan);
  });
});
