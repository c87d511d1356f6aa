import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Account, JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { openQueue, type ReceivedEvent } from '../../../../tests/support/queue.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../../core/channels/membership.ts';

/** Guests know only those they share something with; Gus is in the lounge, with Ada and Eve. */
async function narrowWorld(t: Parameters<typeof makeWorld>[0], engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { alone: true });
  await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
  const { gus } = world.people;
  await world.app.db.write(world.orgId, 'system', (tx) =>
    endMemberships(tx, [{ userId: gus.id, channelId: world.channels.general }]),
  );
  await addMembers(world, world.channels.lounge, [gus.id]);
  return world;
}

/** Makes an account, as an administrator does. */
async function newcomer(world: World): Promise<Account> {
  const email = 'nadia@example.com';
  const password = 'a long enough one';
  const made = await world.as('ada').post('/users', { email, full_name: 'Nadia Novak', password });
  assert.equal(made.status, 200, made.json.msg);
  const { json } = await world.anonymous.post('/fetch_api_key', { username: email, password });
  return { id: made.json.user_id, email, apiKey: json.api_key };
}

const done = async (asked: Promise<{ status: number; json: JsonValue }>): Promise<void> => {
  const { status, json } = await asked;
  assert.equal(status, 200, json.msg);
};

const move = (world: World, op: 'post' | 'delete', account: Account) =>
  op === 'post'
    ? done(world.as(account).post('/users/me/subscriptions', { subscriptions: [{ name: 'lounge' }] }))
    : done(world.as(account).delete('/users/me/subscriptions', { subscriptions: ['lounge'] }));

const everything: Params = { event_types: null, fetch_event_types: null, client_capabilities: {} };
const people: Params = { event_types: ['realm_user'], client_capabilities: {} };

/** Events about a person, in short. */
const eventsAbout = (events: readonly JsonValue[], { id }: Account) =>
  events
    .filter(({ type, person }) => type === 'realm_user' && person.user_id === id)
    .map(({ op, person }) => [op, person.full_name]);

/** As `/register` lists someone. */
async function listed(world: World, who: Name, { id }: Account): Promise<JsonValue> {
  const { state } = await listen(world.as(who), {
    fetch_event_types: ['realm_user'],
    client_capabilities: {},
  });
  return (state.realm_users as JsonValue[]).find(({ user_id }) => user_id === id);
}

const unknownName = 'Unknown user';

onBothEngines('Placeholders for invisible users', (engine) => {
  test('A guest’s client gets a placeholder for an invisible user before the first event that names them', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = await listen(world.as('gus'), everything);
    const nadia = await newcomer(world);
    const { json } = await world
      .as('ada')
      .post('/messages', { type: 'channel', to: world.channels.lounge, topic: 'tea', content: 'hello' });
    const message_id = json.id as number;
    await done(world.as(nadia).post(`/messages/${message_id}/reactions`, { emoji_name: 'tada' }));
    await done(
      world.as(nadia).post('/typing', {
        type: 'channel',
        op: 'start',
        stream_id: world.channels.lounge,
        topic: 'tea',
      }),
    );
    await makeGroup(world, 'ada', 'weavers', ['dan']);
    const events = await gus.received();
    const isNaming = (event: JsonValue) => {
      const { type, user_id, user_ids = [], sender, message, person } = event;
      const named: unknown[] = [user_id, ...user_ids, sender?.user_id, message?.sender_id, person?.user_id];
      return type !== 'heartbeat' && named.includes(nadia.id);
    };
    const naming = events.filter(isNaming);
    assert.ok(naming.length > 2, JSON.stringify(naming));
    const { id: _, ...first } = naming[0];
    const person = { ...(await listed(world, 'gus', nadia)), is_active: true };
    assert.deepEqual(first, { type: 'realm_user', op: 'add', person });
    assert.deepEqual([person.full_name, person.email], [unknownName, `user${nadia.id}@127.0.0.1`]);
    assert.deepEqual(eventsAbout(events, nadia), [['add', unknownName]]);
    assert.ok(!/nadia/i.test(JSON.stringify(events)));
  });

  test('A guest’s client gets a placeholder once in each queue that needs it, also after a restart', async (t) => {
    const world = await narrowWorld(t, engine);
    const queues = [await openQueue(world, 'gus', people), await openQueue(world, 'gus', people)];
    const others = [
      await openQueue(world, 'gus', { ...people, client_capabilities: { user_list_incomplete: true } }),
      await openQueue(world, 'gus', { event_types: ['reaction'] }),
    ];
    const nadia = await newcomer(world);
    const [first, asleep] = queues;
    assert.ok(first && asleep);
    assert.deepEqual(eventsAbout(await first.after(first.start), nadia), [['add', unknownName]]);
    await world.restart();
    const events: ReceivedEvent[] = await asleep.after(asleep.start);
    assert.deepEqual(eventsAbout(events, nadia), [['add', unknownName]]);
    assert.equal(events[0]?.person.email, `user${nadia.id}@127.0.0.1`);
    assert.deepEqual(await first.after(events.at(-1)?.id ?? 0), []);
    for (const queue of others) assert.deepEqual(await queue.after(queue.start), []);
  });

  test('A guest’s client gets the user in place of the placeholder when they become visible, and the reverse', async (t) => {
    const world = await narrowWorld(t, engine);
    const gus = await listen(world.as('gus'), people);
    const nadia = await newcomer(world);
    await move(world, 'post', nadia);
    assert.deepEqual(eventsAbout(await gus.received(), nadia), [
      ['add', unknownName],
      ['add', 'Nadia Novak'],
    ]);
    await move(world, 'delete', nadia);
    const events = await gus.received();
    assert.deepEqual(eventsAbout(events, nadia), [
      ['remove', unknownName],
      ['add', unknownName],
    ]);
    const { is_active, ...last } = events.at(-1)!.person as Record<string, JsonValue>;
    assert.equal(is_active, true);
    assert.deepEqual(last, await listed(world, 'gus', nadia));
    await world.as('gus').delete('/users/me/subscriptions', { subscriptions: ['lounge'] });
    const parted = await gus.received();
    for (const who of ['ada', 'eve'] as const)
      assert.deepEqual(
        eventsAbout(parted, world.people[who]).map(([op]) => op),
        ['remove', 'add'],
      );
    assert.deepEqual(eventsAbout(parted, nadia), []);
  });

  test('A guest’s client gets no placeholder for bots, and other clients get the user', async (t) => {
    const world = await narrowWorld(t, engine);
    const [gus, dan] = [await listen(world.as('gus'), people), await listen(world.as('dan'), people)];
    const { json } = await world
      .as('ada')
      .post('/bots', { full_name: 'Shuttle', short_name: 'shuttle', bot_type: 1 });
    const bot = { id: json.user_id } as Account;
    const nadia = await newcomer(world);
    assert.deepEqual(eventsAbout(await gus.received(), bot), [['add', 'Shuttle']]);
    assert.deepEqual(eventsAbout(await dan.received(), nadia)[0], ['add', 'Nadia Novak']);
  });

  test('A guest’s client gets the user where guests can see everyone', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const gus = await listen(world.as('gus'), people);
    const nadia = await newcomer(world);
    const added = eventsAbout(await gus.received(), nadia).filter(([op]) => op === 'add');
    assert.deepEqual(added, [['add', 'Nadia Novak']]);
  });
});
