import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addMembers,
  addOrganization,
  setChannel,
  addPerson,
  deactivate,
  groupId,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';
import { notifier } from '../notifications/notifier.ts';

async function getState(world: World, who: Name, params: Params = {}): Promise<JsonValue> {
  const fetch_event_types = ['stream', 'subscription', 'default_streams', 'default_stream_groups'];
  return (await listen(world.as(who), { fetch_event_types, ...params })).state;
}

const getNames = (list: { name: string }[]): string[] => list.map(({ name }) => name);

onBothEngines('Registrations', (engine) => {
  test('A registration lists the visible channels by the user’s relation to them', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    const expected: Record<Name, [subscribed: string[], never: string[]]> = {
      ada: [['design', 'general', 'lounge', 'vault'], []],
      ben: [['general'], ['design', 'lounge', 'vault']],
      cleo: [['design', 'general'], ['lounge']],
      dan: [['design', 'general', 'vault'], ['lounge']],
      eve: [['general', 'lounge'], []],
      gus: [['general'], []],
    };
    for (const who of names) {
      const state = await getState(world, who);
      const [subscribed, never] = expected[who];
      assert.deepEqual(getNames(state.subscriptions), subscribed);
      assert.deepEqual(getNames(state.never_subscribed), never);
      assert.deepEqual(state.unsubscribed, []);
      assert.deepEqual(getNames(state.streams), [...subscribed, ...never].sort());
      assert.deepEqual(state.realm_default_streams, who === 'gus' ? [] : [world.channels.general]);
      assert.deepEqual(state.realm_default_stream_groups, []);
    }
  });

  test('A registration lists unsubscribed channels as far as they are visible', async (t) => {
    const world = await makeWorld(t, engine);
    const subscriptions = ['design', 'general'];
    for (const who of ['ada', 'dan'] as const)
      await world.as(who).delete('/users/me/subscriptions', { subscriptions });
    await world.as('gus').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    assert.deepEqual(getNames((await getState(world, 'ada')).unsubscribed), ['design', 'general']);
    assert.deepEqual(getNames((await getState(world, 'dan')).unsubscribed), ['general']);
    const gus = await getState(world, 'gus');
    assert.deepEqual(
      [gus.streams, gus.subscriptions, gus.unsubscribed, gus.never_subscribed],
      [[], [], [], []],
    );
  });

  test('A registration shows guests web-public channels, and private channels to nobody else', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    assert.deepEqual(getNames((await getState(world, 'gus')).never_subscribed), ['lounge']);
    assert.ok(!getNames((await getState(world, 'eve')).streams).includes('vault'));
  });

  test('A registration leaves other channels to GET /streams for clients that request them later', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.general, { is_archived: 1 });
    const capabilities = { archived_channels: true, heddle_channels_later: true };
    for (const who of names) {
      const { heddle_channels_later: _, ...before } = capabilities;
      const all = await getState(world, who, { client_capabilities: before });
      const own = await getState(world, who, { client_capabilities: capabilities });
      assert.deepEqual(own.never_subscribed, []);
      assert.deepEqual(
        [own.subscriptions, own.unsubscribed, own.streams],
        [all.subscriptions, all.unsubscribed, all.streams],
      );
      const asked = { include_all: true, exclude_archived: false };
      const { streams } = (await world.as(who).get('/streams', asked)).json;
      const listed = [...all.subscriptions, ...all.unsubscribed, ...all.never_subscribed];
      assert.deepEqual(getNames(streams).sort(), getNames(listed).sort());
      for (const other of all.never_subscribed) {
        const same = streams.find(({ stream_id: id }: { stream_id: number }) => id === other.stream_id);
        assert.deepEqual(same, other);
      }
    }
  });

  test('A registration lists subscribers as requested', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, dan } = world.people;
    const subscribersIn = async (include_subscribers?: unknown) => {
      const { subscriptions, never_subscribed } = await getState(world, 'ben', { include_subscribers });
      return [...subscriptions, ...never_subscribed].find(({ name }: { name: string }) => name === 'vault')
        .subscribers;
    };
    assert.equal(await subscribersIn(), undefined);
    assert.equal(await subscribersIn(false), undefined);
    assert.deepEqual(await subscribersIn(true), [ada.id, dan.id]);
    assert.deepEqual(await subscribersIn('partial'), [ada.id, dan.id]);
  });

  test('A registration lists archived channels for clients that support them', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.general, { is_archived: 1 });
    const plain = await getState(world, 'eve');
    assert.deepEqual([getNames(plain.streams), getNames(plain.subscriptions)], [['lounge'], ['lounge']]);
    assert.deepEqual(plain.realm_default_streams, []);
    const modern = await getState(world, 'eve', { client_capabilities: { archived_channels: true } });
    assert.deepEqual(getNames(modern.subscriptions), ['general', 'lounge']);
  });

  test('A registration uses null for inherited settings only for clients that support it', async (t) => {
    const world = await makeWorld(t, engine);
    const settingIn = async (client_capabilities: object) => {
      const { subscriptions } = await getState(world, 'gus', { client_capabilities });
      return [subscriptions[0].push_notifications, subscriptions[0].wildcard_mentions_notify];
    };
    assert.deepEqual(await settingIn({ notification_settings_null: true }), [null, null]);
    assert.deepEqual(await settingIn({}), [false, true]);
  });

  test('A registration uses a constant number of queries for any number of channels', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (let index = 0; index < 20; index++)
      await addMembers(world, await addChannel(world, { name: `channel ${index}` }), [world.people.dan.id]);
    // They look at what was said, a moment later and through the same connection.
    for (const worker of [world.app.jobs, notifier(world.app), searchIndexer(world.app)]) await worker.stop();
    const { connection } = world.app.db.read;
    const query = connection.query.bind(connection);
    let asked = 0;
    t.mock.method(connection, 'query', (...given: Parameters<typeof query>) => {
      asked++;
      return query(...given);
    });
    const { json } = await world.as('dan').get('/users/me/subscriptions', { include_subscribers: true });
    assert.equal(json.subscriptions.length, 23);
    assert.equal(asked, 1);
  });
});

onBothEngines('The subscription list', (engine) => {
  test('The subscription list contains subscribed channels with personal settings', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('gus').get('/users/me/subscriptions');
    const [general, ...rest] = json.subscriptions;
    assert.deepEqual(rest, []);
    assert.match(general.color, /^#[0-9a-f]{6}$/);
    const { name, is_muted, in_home_view, pin_to_top, desktop_notifications, subscriber_count } = general;
    assert.deepEqual(
      { name, is_muted, in_home_view, pin_to_top, desktop_notifications, subscriber_count },
      {
        name: 'general',
        is_muted: false,
        in_home_view: true,
        pin_to_top: false,
        desktop_notifications: null,
        subscriber_count: 6,
      },
    );
    assert.ok(!('subscribers' in general));
  });

  test('The subscription list contains subscribers on request', async (t) => {
    const world = await makeWorld(t, engine);
    for (const include_subscribers of [true, 'true', 'partial']) {
      const { json } = await world.as('gus').get('/users/me/subscriptions', { include_subscribers });
      assert.equal(json.subscriptions[0].subscribers.length, 6);
    }
    const { status } = await world.as('gus').get('/users/me/subscriptions', { include_subscribers: 'some' });
    assert.equal(status, 400);
  });

  test('The subscription list excludes archived channels', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.vault, { is_archived: 1 });
    const { json } = await world.as('dan').get('/users/me/subscriptions');
    assert.deepEqual(getNames(json.subscriptions), ['design', 'general']);
  });
});

async function ask(world: World, who: Name, userId: number, channelId: number) {
  const { status, json } = await world.as(who).get(`/users/${userId}/subscriptions/${channelId}`);
  return status === 200 ? json.is_subscribed : [status, json.code, json.msg];
}

const noChannel = [400, 'BAD_REQUEST', 'Invalid channel ID'];
const noUser = [400, 'BAD_REQUEST', 'No such user'];

onBothEngines('Subscription status', (engine) => {
  test('The subscription status is returned to those who may know of user and channel', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const { dan, gus } = world.people;
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    assert.equal(await ask(world, 'eve', dan.id, general), true);
    assert.equal(await ask(world, 'eve', dan.id, lounge), false);
    assert.equal(await ask(world, 'eve', bot.id, general), false);
    assert.equal(await ask(world, 'gus', gus.id, general), true);
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    assert.equal(await ask(world, 'eve', dan.id, general), false);
  });

  test('The subscription status of invisible users and channels and those of other organizations is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge, vault } = world.channels;
    const { dan } = world.people;
    const other = await addOrganization(world);
    assert.equal(await ask(world, 'ada', dan.id, vault), true);
    assert.deepEqual(await ask(world, 'eve', dan.id, vault), noChannel);
    assert.deepEqual(await ask(world, 'gus', dan.id, lounge), noChannel);
    assert.deepEqual(await ask(world, 'ada', dan.id, 999_999_999), noChannel);
    assert.deepEqual(await ask(world, 'ada', 999_999_999, general), noUser);
    assert.deepEqual(await ask(world, 'ada', other.ownerId, general), noUser);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const hidden = await addPerson(world, 'hidden');
    assert.deepEqual(await ask(world, 'gus', hidden.id, general), noUser);
    assert.equal(await ask(world, 'gus', dan.id, general), true);
  });

  test('The subscription status of a deactivated account is refused, as nonexistent where the user is not visible', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const bot = await addPerson(world, 'old-bot', { botOwner: 'dan' });
    const hidden = await addPerson(world, 'hidden');
    const { eve } = world.people;
    for (const { id } of [eve, bot, hidden]) await deactivate(world, id);
    const off = [400, 'BAD_REQUEST', 'User is deactivated'];
    for (const { id } of [eve, bot]) assert.deepEqual(await ask(world, 'dan', id, general), off);
    assert.deepEqual(await ask(world, 'ada', eve.id, general), off);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    assert.deepEqual(await ask(world, 'gus', hidden.id, general), noUser);
    await world.as('ada').post(`/users/${eve.id}/reactivate`);
    assert.equal(await ask(world, 'dan', eve.id, general), true);
  });

  test('The subscription status requires an account', async (t) => {
    const world = await makeWorld(t, engine);
    const path = `/users/${world.people.dan.id}/subscriptions/${world.channels.general}`;
    assert.equal((await world.anonymous.get(path)).status, 401);
  });
});
