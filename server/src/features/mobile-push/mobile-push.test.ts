import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client } from '../../../../tests/support/client.ts';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import {
  type PushApp,
  pushRelay,
  relayId,
  relayKey,
  type TestRelay,
} from '../../../../tests/support/services/push-relay.ts';
import { say, sendDirect, listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { notifier } from '../notifications/notifier.ts';
import { pushRemover } from '../notifications/push-removal.ts';
import { listRealmsAtRelay } from './index.ts';

const baseUrl = 'http://chat.example.com';

interface PushWorld {
  world: World;
  relay: TestRelay;
}

async function makePushWorld(t: TestContext, engine: Engine): Promise<PushWorld> {
  const relay = await pushRelay(t);
  const config = { baseUrl, pushRelayUrl: relay.url, pushRelayId: relayId, pushRelayKey: relayKey };
  return { world: await makeWorld(t, engine, { alone: true, config }), relay };
}

async function later(world: World, ms = 1000): Promise<void> {
  await notifier(world.app).catchUp();
  await pushRemover(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + ms);
}

const newDevice = async (world: World, who: Name): Promise<number> =>
  (await world.as(who).post('/register_client_device')).json.device_id;

const register = (world: World, who: Name, device_id: number, given: object) =>
  world.as(who).post('/mobile_push/register', { device_id, ...given });

/** A device whose registration the relay has accepted. */
async function addDevice(world: World, who: Name, app: PushApp): Promise<number> {
  const id = await newDevice(world, who);
  const { status, json } = await register(world, who, id, { ...app.key, ...app.token });
  assert.equal(status, 200, json.msg);
  await later(world);
  return id;
}

async function getDevice(world: World, who: Name, id: number): Promise<Record<string, unknown>> {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['device'] });
  return (json.devices as Record<string, Record<string, unknown>>)[id] ?? {};
}

interface SentPush {
  token_id: string;
  fcm_priority?: string;
  http_headers?: object;
  payload: { push_key_id: number; encrypted_data: string; aps?: object };
}

/** The notifications that the relay was given, in their order. */
const sentTo = (relay: TestRelay): SentPush[] =>
  relay.of('push/e2ee/notify').flatMap(({ body }) => body.push_requests as SentPush[]);

const openedBy = (relay: TestRelay, app: PushApp) =>
  sentTo(relay)
    .filter(({ token_id: id }) => id === app.token.token_id)
    .map(({ payload }) => app.open(payload.encrypted_data));

onBothEngines('Push notifications to apps from an app store', (engine) => {
  test('An app registers a key and a token, and learns when the push relay has accepted it', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const app = relay.makeApp();
    const queue = await listenAs(world, 'eve', { event_types: ['device'] });
    const id = await newDevice(world, 'eve');
    relay.response = { status: 502, json: {} };
    assert.equal((await register(world, 'eve', id, { ...app.key, ...app.token })).status, 200);
    const { push_token_last_updated_timestamp: time, ...state } = await getDevice(world, 'eve', id);
    assert.ok(Number.isSafeInteger(time));
    assert.deepEqual(state, {
      push_key_id: app.key.push_key_id,
      push_token_id: null,
      pending_push_token_id: app.token.token_id,
      push_registration_error_code: null,
    });
    const again = await register(world, 'eve', id, app.token);
    assert.deepEqual(
      [again.status, again.json.msg],
      [400, 'A registration for the device already in progress.'],
    );
    relay.response = undefined;
    await later(world, 60_000);
    const asked = relay.of('push/e2ee/register').at(-1);
    assert.ok(asked);
    assert.equal(asked.authorization, `Basic ${Buffer.from(`${relayId}:${relayKey}`).toString('base64')}`);
    const { json } = await world.as('eve').post('/register', { fetch_event_types: ['realm'] });
    assert.deepEqual(asked.body, {
      realm_uuid: json.realm_uuid,
      token_id: app.token.token_id,
      encrypted_push_registration: app.token.encrypted_push_registration,
      bouncer_public_key: app.token.bouncer_public_key,
    });
    const accepted = await getDevice(world, 'eve', id);
    assert.equal(accepted.push_token_id, app.token.token_id);
    assert.equal(accepted.pending_push_token_id, null);
    const events: Record<string, unknown>[] = await queue.received();
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      [
        { type: 'device', op: 'add', device_id: id },
        {
          type: 'device',
          op: 'update',
          device_id: id,
          push_key_id: app.key.push_key_id,
          pending_push_token_id: app.token.token_id,
          push_token_last_updated_timestamp: time,
        },
        {
          type: 'device',
          op: 'update',
          device_id: id,
          push_token_id: app.token.token_id,
          pending_push_token_id: null,
        },
      ],
    );
    assert.equal((await register(world, 'eve', id, { ...app.key, ...app.token })).status, 200);
    assert.deepEqual(await getDevice(world, 'eve', id), accepted);
    assert.deepEqual(await queue.received(), []);
  });

  test('The server reports push notifications as enabled where a push relay is configured', async (t) => {
    const { world } = await makePushWorld(t, engine);
    assert.equal((await world.anonymous.get('/server_settings')).json.push_notifications_enabled, true);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
    assert.equal(json.realm_push_notifications_enabled, true);
  });

  test('A registration for push notifications is refused for invalid values, devices of others and what cannot be rotated', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const { key, token } = relay.makeApp();
    const id = await newDevice(world, 'eve');
    const asked = async (who: Name, given: object) => {
      const { status, json } = await register(world, who, id, given);
      return [status, json.code, json.msg];
    };
    const refused = (msg: string) => [400, 'BAD_REQUEST', msg];
    assert.deepEqual(await asked('dan', { ...key, ...token }), refused('Invalid `device_id`'));
    assert.deepEqual(await asked('eve', key), refused('No push registration exists to rotate key for.'));
    assert.deepEqual(await asked('eve', token), refused('No push registration exists to rotate token for.'));
    const short = Buffer.concat([Buffer.of(0x31), Buffer.alloc(31)]).toString('base64');
    const unknownKind = Buffer.alloc(33, 1).toString('base64');
    for (const push_key of [short, unknownKind, '!'])
      assert.deepEqual(await asked('eve', { ...token, ...key, push_key }), refused('Invalid `push_key`'));
    for (const token_id of ['!', 'AAAA', `${token.token_id}=`])
      assert.deepEqual(
        await asked('eve', { ...key, ...token, token_id }),
        refused('`token_id` is not Base64 encoded'),
      );
    await later(world);
    assert.deepEqual(relay.requests, []);
  });

  test('A push notification of a message is encrypted for each app, and removed when the message is read', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const [android, ios] = [relay.makeApp(), relay.makeApp('apns')];
    for (const app of [android, ios]) await addDevice(world, 'eve', app);
    const id = await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** **soup**?');
    await later(world);
    const [first] = openedBy(relay, android);
    assert.ok(first);
    const { time, sender_avatar_url: picture, ...said } = first;
    assert.ok(Number.isSafeInteger(time));
    assert.match(String(picture), new RegExp(`^${baseUrl}/avatar/${world.people.dan.id}\\?`));
    const { realm_name } = (await world.anonymous.get('/server_settings')).json;
    const eve = { realm_url: baseUrl, realm_name, user_id: world.people.eve.id };
    assert.deepEqual(said, {
      ...eve,
      type: 'message',
      message_id: id,
      content: '@Eve Lindqvist soup?',
      sender_id: world.people.dan.id,
      sender_full_name: 'Dan Ito',
      recipient_type: 'channel',
      channel_id: world.channels.general,
      channel_name: 'general',
      topic: 'lunch',
    });
    assert.deepEqual(openedBy(relay, ios), openedBy(relay, android));
    const [toAndroid, toIos] = sentTo(relay);
    assert.ok(toAndroid && toIos);
    assert.equal(toAndroid.fcm_priority, 'high');
    assert.equal(toAndroid.payload.push_key_id, android.key.push_key_id);
    assert.deepEqual(toIos.http_headers, { apns_priority: 10, apns_push_type: 'alert' });
    assert.deepEqual(toIos.payload.aps, { 'mutable-content': 1, alert: { title: 'New notification' } });
    await world.as('eve').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await later(world);
    assert.deepEqual(openedBy(relay, android)[1], { ...eve, type: 'remove', message_ids: [id] });
    assert.deepEqual(sentTo(relay).at(-1)?.http_headers, { apns_priority: 5, apns_push_type: 'background' });
  });

  test('A direct message is pushed with its recipients, and without its text where that is hidden', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const app = relay.makeApp();
    await addDevice(world, 'eve', app);
    await world.as('eve').patch('/settings', { pm_content_in_desktop_notifications: false });
    await sendDirect(world, 'dan', ['eve'], 'secret');
    await later(world);
    const [said] = openedBy(relay, app);
    const { dan, eve } = world.people;
    assert.deepEqual(
      [said?.content, said?.recipient_type, said?.recipient_user_ids],
      ['New message', 'direct', [dan.id, eve.id].sort((a, b) => a - b)],
    );
  });

  test('A token that the push relay reports as dead, or refuses, is reported to the app and gets nothing', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const app = relay.makeApp();
    const id = await addDevice(world, 'eve', app);
    relay.dead.push(app.token.token_id);
    const missed = await sendDirect(world, 'dan', ['eve'], 'soup');
    await later(world);
    assert.equal((await getDevice(world, 'eve', id)).push_token_id, null);
    assert.equal((await world.as('eve').get(`/heddle/notifications/${missed}`)).json.push_state, 'failed');
    await sendDirect(world, 'dan', ['eve'], 'more soup');
    await later(world);
    assert.equal(relay.of('push/e2ee/notify').length, 1);
    const other = await newDevice(world, 'eve');
    await register(world, 'eve', other, { ...app.key, ...app.token, bouncer_public_key: 'AAAA' });
    await later(world);
    const state = await getDevice(world, 'eve', other);
    assert.equal(state.push_registration_error_code, 'INVALID_BOUNCER_PUBLIC_KEY');
    assert.equal(state.push_token_id, null);
    assert.equal((await register(world, 'eve', other, app.token)).status, 200);
    await later(world);
    assert.equal((await getDevice(world, 'eve', other)).push_token_id, app.token.token_id);
  });

  test('Registrations and notifications are repeated while the push relay does not respond', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const app = relay.makeApp();
    const responds = () => world.app.external.list().find(({ name }) => name === 'push relay')?.isOk;
    relay.response = { status: 502, json: {} };
    const id = await addDevice(world, 'eve', app);
    assert.equal((await getDevice(world, 'eve', id)).pending_push_token_id, app.token.token_id);
    assert.equal(responds(), false);
    relay.response = undefined;
    await later(world, 60_000);
    assert.equal((await getDevice(world, 'eve', id)).push_token_id, app.token.token_id);
    assert.equal(responds(), true);
    relay.response = { status: 503, json: {} };
    await sendDirect(world, 'dan', ['eve'], 'soup');
    await later(world);
    relay.response = undefined;
    await later(world, 120_000);
    assert.equal(openedBy(relay, app).at(-1)?.content, 'soup');
  });

  test('An app that is installed again is notified once, and a new API key ends push notifications', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const app = relay.makeApp();
    const former = await addDevice(world, 'eve', app);
    const id = await addDevice(world, 'eve', app);
    assert.equal((await getDevice(world, 'eve', former)).push_token_id, null);
    await sendDirect(world, 'dan', ['eve'], 'soup');
    await later(world);
    assert.equal(openedBy(relay, app).length, 1);
    const { json } = await world.as('eve').post('/users/me/api_key/regenerate');
    const eve = new Client(world.url, { ...world.people.eve, apiKey: json.api_key });
    const { devices } = (await eve.post('/register', { fetch_event_types: ['device'] })).json;
    assert.deepEqual((devices as Record<string, unknown>)[id], {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    });
  });

  test('A test notification reaches one device or all, and an error says when it reaches none', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    const [first, second] = [relay.makeApp(), relay.makeApp('apns')];
    const id = await addDevice(world, 'eve', first);
    await addDevice(world, 'eve', second);
    const tried = async (who: Name, given: object) =>
      (await world.as(who).post('/mobile_push/e2ee/test_notification', { ...given })).json;
    assert.equal((await tried('eve', {})).result, 'success');
    assert.equal((await tried('eve', { device_id: id })).result, 'success');
    assert.deepEqual([openedBy(relay, first).length, openedBy(relay, second).length], [2, 1]);
    assert.equal(openedBy(relay, first)[0]?.type, 'test');
    assert.equal((await tried('dan', { device_id: id })).code, 'NO_ACTIVE_PUSH_DEVICE');
    relay.response = { status: 500, json: {} };
    assert.equal((await tried('eve', {})).msg, 'The push service does not respond. Try again later.');
    relay.response = undefined;
    relay.dead.push(first.token.token_id);
    assert.equal((await tried('eve', { device_id: id })).code, 'NO_ACTIVE_PUSH_DEVICE');
  });

  test('The push relay is given the organizations of the server', async (t) => {
    const { world, relay } = await makePushWorld(t, engine);
    await listRealmsAtRelay(world.app);
    const [listed] = relay.of('server/analytics');
    const realms: Record<string, unknown>[] = JSON.parse(String(listed?.body.realms));
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
    assert.deepEqual(
      realms.map(({ uuid, url, host }) => [uuid, url, host]),
      [[json.realm_uuid, baseUrl, 'chat.example.com']],
    );
  });
});
