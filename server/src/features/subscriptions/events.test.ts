import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addGroup,
  addMembers,
  addPerson,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Account, JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen, type Listener } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/subscriptions';

type Listeners = Record<Name, Listener>;

async function everyoneListens(world: World, params: Params = {}): Promise<Listeners> {
  const listeners = {} as Listeners;
  for (const who of names) listeners[who] = await listen(world.as(who), params);
  return listeners;
}

/** What each person received, in short: `create design` or `add design,lounge`; of peers also who. */
async function notified(world: World, listeners: Listeners): Promise<Partial<Record<Name, string[]>>> {
  const all: Partial<Record<Name, string[]>> = {};
  for (const who of names) {
    const events = await listeners[who].received();
    if (events.length > 0) all[who] = events.map((event) => inShort(world, event));
  }
  return all;
}

function inShort(world: World, event: JsonValue): string {
  const people = new Map(names.map((name) => [world.people[name].id, name]));
  const channels = new Map(Object.entries(world.channels).map(([name, id]) => [id, name]));
  const named = (ids: number[]) => ids.map((id) => channels.get(id) ?? 'new').join();
  const ids = (list: { stream_id: number }[]) => named(list.map((one) => one.stream_id));
  if (event.op === 'peer_add' || event.op === 'peer_remove')
    return `${event.op} ${named(event.stream_ids)}: ${event.user_ids.map((id: number) => people.get(id)).join()}`;
  if (event.type === 'stream')
    return `${event.op} ${event.op === 'create' ? ids(event.streams) : named(event.stream_ids)}`;
  return `${event.op} ${ids(event.subscriptions)}`;
}

const subscribe = (
  world: World,
  who: Name,
  subscriptions: string[],
  principals?: Name[],
  params: Params = {},
) =>
  world.as(who).post(path, {
    subscriptions: subscriptions.map((name) => ({ name })),
    principals: principals?.map((name) => world.people[name].id),
    ...params,
  });

const unsubscribe = (world: World, who: Name, subscriptions: string[], principals?: Name[]) =>
  world.as(who).delete(path, { subscriptions, principals: principals?.map((name) => world.people[name].id) });

onBothEngines('Subscription events', (engine) => {
  test('A subscription to a public channel is announced to the user and to everyone but unsubscribed guests', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'dan', ['lounge']);
    const others = ['peer_add lounge: dan'];
    assert.deepEqual(await notified(world, listeners), {
      ada: others,
      ben: others,
      cleo: others,
      dan: ['add lounge'],
      eve: others,
    });
  });

  test('A subscription to a private channel is announced to its subscribers, administrators, and the new subscriber', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'dan', ['design'], ['eve', 'gus', 'ben']);
    const others = ['peer_add design: eve,gus,ben'];
    assert.deepEqual(await notified(world, listeners), {
      ada: others,
      ben: ['add design'],
      cleo: others,
      dan: others,
      eve: ['create design', 'add design'],
      gus: ['create design', 'add design'],
    });
  });

  test('A subscription to a private channel is announced to those with a permission on the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const team = await addGroup(world, 'team', [world.people.eve.id, world.people.gus.id]);
    await setChannel(world, world.channels.vault, { permissions: { can_add_subscribers_group: team } });
    const listeners = await everyoneListens(world);
    await subscribe(world, 'dan', ['vault'], ['cleo']);
    const others = ['peer_add vault: cleo'];
    assert.deepEqual(await notified(world, listeners), {
      ada: others,
      ben: others,
      cleo: ['create vault', 'add vault'],
      dan: others,
      eve: others,
    });
  });

  test('A subscription to several channels is announced in one event, without channels invisible to guests', async (t) => {
    const world = await makeWorld(t, engine);
    await addMembers(world, world.channels.lounge, [world.people.gus.id]);
    await unsubscribe(world, 'eve', ['general', 'lounge']);
    await unsubscribe(world, 'gus', ['general']);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'ada', ['general', 'lounge', 'design'], ['eve']);
    const public_ = 'peer_add general,lounge: eve';
    assert.deepEqual(await notified(world, listeners), {
      ada: ['peer_add design: eve', public_],
      ben: ['peer_add design: eve', public_],
      cleo: ['peer_add design: eve', public_],
      dan: ['peer_add design: eve', public_],
      eve: ['create design', 'add general,design,lounge'],
      gus: ['peer_add lounge: eve'],
    });
  });

  test('A subscription introduces limited guests to users who become visible, and hides those who no longer are', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const zoe = await addPerson(world, 'zoe');
    const gus = await listen(world.as('gus'), {
      event_types: ['realm_user', 'subscription'],
      client_capabilities: { user_list_incomplete: true },
    });
    const received = async () =>
      (await gus.received()).map(({ type, op }: JsonValue) => `${type} ${op}`).sort();
    const bring = {
      subscriptions: [{ name: 'general' }],
      principals: [zoe.id],
      send_new_subscription_messages: false,
    };
    await world.as('ada').post(path, bring);
    assert.deepEqual(await received(), ['realm_user add', 'subscription peer_add']);
    await world.as('ada').delete(path, { subscriptions: ['general'], principals: [zoe.id] });
    assert.deepEqual(await received(), ['realm_user remove', 'subscription peer_remove']);
  });

  test('A repeated subscription or unsubscription emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'ada', ['general', 'design'], ['dan']);
    await unsubscribe(world, 'dan', ['lounge']);
    assert.deepEqual(await notified(world, listeners), {});
  });

  test('A refused subscription emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'eve', ['lounge', 'fresh', 'vault']);
    await subscribe(world, 'dan', ['lounge', '\u0000']);
    await unsubscribe(world, 'dan', ['general'], ['eve']);
    assert.deepEqual(await notified(world, listeners), {});
  });
});

onBothEngines('Channel creation events', (engine) => {
  test('A new public channel is announced to everyone but guests, followed by its subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'dan', ['fresh'], ['dan', 'gus']);
    const others = ['create new', 'peer_add new: dan,gus'];
    const inIt = ['create new', 'add new'];
    assert.deepEqual(await notified(world, listeners), {
      ada: others,
      ben: others,
      cleo: others,
      dan: inIt,
      eve: others,
      gus: inIt,
    });
  });

  test('A new private channel is announced to its subscribers, administrators and those who administer it', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await subscribe(world, 'dan', ['fresh'], ['cleo'], { invite_only: true });
    const others = ['create new', 'peer_add new: cleo'];
    assert.deepEqual(await notified(world, listeners), {
      ada: others,
      ben: others,
      cleo: ['create new', 'add new'],
      dan: others,
    });
  });

  test('A new channel event has no subscribers and equals the channel’s API representation', async (t) => {
    const world = await makeWorld(t, engine);
    const ben = await listen(world.as('ben'));
    await subscribe(world, 'dan', ['fresh'], ['dan', 'eve'], { description: 'x' });
    const [created] = await ben.received();
    const { stream_id, ...rest } = created.streams[0];
    assert.equal(rest.subscriber_count, 0);
    const { json } = await world.as('ben').get(`/streams/${stream_id}`);
    assert.deepEqual({ ...created.streams[0], subscriber_count: 2 }, json.stream);
  });
});

onBothEngines('Unsubscription events', (engine) => {
  test('An unsubscription from a public channel is announced to the user and to those who see the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await unsubscribe(world, 'eve', ['lounge']);
    const others = ['peer_remove lounge: eve'];
    assert.deepEqual(await notified(world, listeners), {
      ada: others,
      ben: others,
      cleo: others,
      dan: others,
      eve: ['remove lounge'],
    });
  });

  test('An unsubscription from a private channel deletes it for the user and is announced to those who still see it', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await unsubscribe(world, 'dan', ['design', 'vault']);
    const both = ['peer_remove design,vault: dan'];
    const apart = ['peer_remove design: dan', 'peer_remove vault: dan'];
    const all = await notified(world, listeners);
    assert.ok([both, apart].some((form) => JSON.stringify(all.ada) === JSON.stringify(form)));
    assert.deepEqual(all.dan, ['remove design,vault', 'delete design,vault']);
    assert.deepEqual(all.cleo, ['peer_remove design: dan']);
    assert.deepEqual([all.eve, all.gus], [undefined, undefined]);
  });

  test('An unsubscription of a guest deletes the channel for the guest', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await unsubscribe(world, 'ada', ['general'], ['gus']);
    assert.deepEqual((await notified(world, listeners)).gus, ['remove general', 'delete general']);
  });

  test('An unsubscription of several users is announced once per user and once to the others', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = await everyoneListens(world);
    await unsubscribe(world, 'ben', ['general'], ['dan', 'eve', 'gus']);
    assert.deepEqual(await notified(world, listeners), {
      ada: ['peer_remove general: dan,eve,gus'],
      ben: ['peer_remove general: dan,eve,gus'],
      cleo: ['peer_remove general: dan,eve,gus'],
      dan: ['remove general', 'peer_remove general: eve,gus'],
      eve: ['remove general', 'peer_remove general: dan,gus'],
      gus: ['remove general', 'delete general'],
    });
  });
});

onBothEngines('Contents of subscription events', (engine) => {
  test('A subscription event lists subscribers only for clients that requested them', async (t) => {
    const world = await makeWorld(t, engine);
    const plain = await listen(world.as('dan'));
    const listing = await listen(world.as('dan'), { include_subscribers: true });
    const partial = await listen(world.as('dan'), { include_subscribers: 'partial' });
    await subscribe(world, 'dan', ['lounge'], ['dan', 'cleo']);
    const { ada, cleo, dan, eve } = world.people;
    const [without] = await plain.received();
    assert.ok(!('subscribers' in without.subscriptions[0]));
    assert.equal(without.subscriptions[0].subscriber_count, 4);
    for (const listener of [listing, partial]) {
      const [event] = await listener.received();
      assert.deepEqual(event.subscriptions[0].subscribers, [ada.id, cleo.id, dan.id, eve.id]);
    }
  });

  test('A subscription event lists the subscribers at its time, also when read later and after a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await listen(world.as('dan'), { include_subscribers: true });
    const { ada, cleo, eve } = world.people;
    await subscribe(world, 'dan', ['lounge']);
    await unsubscribe(world, 'eve', ['lounge']);
    await subscribe(world, 'cleo', ['lounge']);
    await world.restart();
    const again = world.as('dan');
    const { json } = await again.get('/events', {
      queue_id: dan.state.queue_id,
      last_event_id: dan.state.last_event_id,
      dont_block: true,
    });
    const [added, left, came] = json.events;
    assert.deepEqual(added.subscriptions[0].subscribers, [ada.id, world.people.dan.id, eve.id]);
    assert.deepEqual(
      [left.op, left.user_ids, came.op, came.user_ids],
      ['peer_remove', [eve.id], 'peer_add', [cleo.id]],
    );
  });

  test('A subscription event has no null for clients that do not support it', async (t) => {
    const world = await makeWorld(t, engine);
    const modern = await listen(world.as('dan'), {
      client_capabilities: { notification_settings_null: true },
    });
    const old = await listen(world.as('dan'));
    await subscribe(world, 'dan', ['lounge']);
    const settings = async (listener: Listener) => {
      const [{ subscriptions }] = await listener.received();
      const { desktop_notifications, wildcard_mentions_notify } = subscriptions[0];
      return [desktop_notifications, wildcard_mentions_notify];
    };
    assert.deepEqual(await settings(modern), [null, null]);
    assert.deepEqual(await settings(old), [false, true]);
  });

  test('A subscription event of an archived channel is for clients that support archived channels', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    const modern = await listen(world.as('dan'), { client_capabilities: { archived_channels: true } });
    const old = await listen(world.as('dan'));
    await subscribe(world, 'dan', ['lounge']);
    assert.equal((await modern.received()).length, 1);
    assert.equal((await old.received()).length, 0);
  });

  test('Identical subscription events are stored once for all recipients', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const people: Account[] = [];
    for (let index = 0; index < 30; index++) people.push(await addPerson(world, `person${index}`));
    const listener = await listen(world.as(people[7] ?? 'dan'));
    await world.as('ada').post(path, {
      subscriptions: [{ name: 'lounge' }, { name: 'general' }],
      principals: people.map(({ id }) => id),
      send_new_subscription_messages: false,
    });
    const rows = await world.app.db.read.q.selectFrom('event_log').select('payload').execute();
    const told_ = rows.filter(({ payload }) => payload.includes('"op":"add"'));
    assert.equal(told_.length, 1);
    const events = await listener.received();
    assert.deepEqual(
      events.map((event) => event.op),
      ['add'],
    );
  });
});
