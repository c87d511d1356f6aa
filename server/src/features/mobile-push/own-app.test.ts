import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import sodium from 'libsodium-wrappers';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { apns, firebase } from '../../../../tests/support/services/app-push.ts';
import {
  makePushApp,
  type PushApp,
  pushRelay,
  relayId,
  relayKey,
} from '../../../../tests/support/services/push-relay.ts';
import { sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { DirectPush } from '../../lib/mobile-push/direct.ts';
import { notifier } from '../notifications/notifier.ts';

const baseUrl = 'http://chat.example.com';

/** As Google documents it. */
const unregistered = {
  status: 404,
  json: { error: { code: 404, status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } },
};

async function makeAppWorld(t: TestContext, engine: Engine, settings: Record<string, string> = {}) {
  await sodium.ready;
  const [google, apple] = [await firebase(t), await apns(t)];
  const config = { ...google.config, ...apple.config, ...settings };
  const world = await makeWorld(t, engine, { alone: true, config });
  const publicKey = Buffer.from(new DirectPush(world.app.secrets, {}).publicKey, 'base64');
  return { world, google, apple, publicKey };
}

async function later(world: World, ms = 1000): Promise<void> {
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + ms);
}

/** Eve's device once it has registered. */
async function addDevice(world: World, app: PushApp) {
  const eve = world.as('eve');
  const { device_id } = (await eve.post('/register_client_device')).json;
  const { status, json } = await eve.post('/mobile_push/register', { device_id, ...app.key, ...app.token });
  assert.equal(status, 200, json.msg);
  await later(world);
  return async () => {
    const { devices } = (await eve.post('/register', { fetch_event_types: ['device'] })).json;
    return (devices as Record<string, Record<string, unknown>>)[Number(device_id)];
  };
}

onBothEngines('Push notifications to an app of one’s own', (engine) => {
  test('Google and Apple get notifications that only the app can decrypt', async (t) => {
    const { world, google, apple, publicKey } = await makeAppWorld(t, engine);
    const [android, ios] = [makePushApp(publicKey), makePushApp(publicKey, 'apns')];
    for (const app of [android, ios]) {
      const getDevice = await addDevice(world, app);
      assert.equal((await getDevice())?.push_token_id, app.token.token_id);
    }
    const id = await sendDirect(world, 'dan', ['eve'], 'soup');
    await later(world);
    const [toAndroid] = google.received;
    assert.equal(toAndroid?.deviceToken, android.deviceToken);
    const data = toAndroid.body.data as { push_key_id: string; encrypted_data: string };
    assert.equal(data.push_key_id, String(android.key.push_key_id));
    assert.deepEqual(
      [android.open(data.encrypted_data).content, toAndroid.body.android],
      ['soup', { priority: 'HIGH' }],
    );
    const [toIos] = apple.received;
    assert.equal(toIos?.deviceToken, ios.deviceToken);
    const { headers, body } = toIos;
    assert.deepEqual(
      [headers['apns-topic'], headers['apns-priority'], headers['apns-push-type']],
      ['org.example.App', '10', 'alert'],
    );
    assert.equal(body.push_key_id, ios.key.push_key_id);
    assert.deepEqual(body.aps, { 'mutable-content': 1, alert: { title: 'New notification' } });
    assert.equal(ios.open(String(body.encrypted_data)).message_id, id);
    assert.equal((await world.as('eve').get(`/heddle/notifications/${id}`)).json.push_state, 'delivered');
  });

  test('A registration is refused if it is old, sealed for another key, or not for the token that it names', async (t) => {
    const { world, publicKey } = await makeAppWorld(t, engine);
    const yesterday = Math.floor(Date.now() / 1000) - 25 * 3600;
    const otherKey = makePushApp(sodium.crypto_box_keypair().publicKey);
    const [app, other] = [makePushApp(publicKey), makePushApp(publicKey)];
    const ownKey = { bouncer_public_key: app.token.bouncer_public_key };
    const refused = [
      [makePushApp(publicKey, 'fcm', yesterday), 'REQUEST_EXPIRED'],
      [otherKey, 'INVALID_BOUNCER_PUBLIC_KEY'],
      [{ ...otherKey, token: { ...otherKey.token, ...ownKey } }, 'BAD_REQUEST'],
      [{ ...app, token: { ...app.token, token_id: other.token.token_id } }, 'BAD_REQUEST'],
      [{ ...app, token: { ...app.token, token_kind: 'apns' } }, 'BAD_REQUEST'],
    ] as const;
    for (const [wrong, code] of refused) {
      const getDevice = await addDevice(world, wrong);
      const device = await getDevice();
      assert.deepEqual([device?.push_registration_error_code, device?.push_token_id], [code, null]);
    }
  });

  test('A device that Google or Apple do not know gets nothing further, and others are tried again', async (t) => {
    const { world, google, apple, publicKey } = await makeAppWorld(t, engine);
    const [android, ios] = [makePushApp(publicKey), makePushApp(publicKey, 'apns')];
    const [getAndroid, getIos] = [await addDevice(world, android), await addDevice(world, ios)];
    google.failure = unregistered;
    apple.failure = { status: 410, json: { reason: 'Unregistered' } };
    await sendDirect(world, 'dan', ['eve'], 'soup');
    await later(world);
    assert.deepEqual([(await getAndroid())?.push_token_id, (await getIos())?.push_token_id], [null, null]);
    google.failure = { status: 503, json: {} };
    const getAgain = await addDevice(world, makePushApp(publicKey));
    await sendDirect(world, 'dan', ['eve'], 'more soup');
    await later(world);
    google.failure = undefined;
    await later(world, 60_000);
    assert.equal(google.received.length, 1);
    assert.notEqual((await getAgain())?.push_token_id, null);
  });

  test('A device keeps its registration when Google does not find the project, or a proxy the path', async (t) => {
    const { world, google, publicKey } = await makeAppWorld(t, engine);
    const app = makePushApp(publicKey);
    const getDevice = await addDevice(world, app);
    for (const json of [{}, { error: { code: 404, status: 'NOT_FOUND', message: 'UNREGISTERED project' } }]) {
      google.failure = { status: 404, json };
      const id = await sendDirect(world, 'dan', ['eve'], 'soup');
      await later(world);
      assert.equal((await getDevice())?.push_token_id, app.token.token_id);
      assert.equal((await world.as('eve').get(`/heddle/notifications/${id}`)).json.push_state, 'failed');
    }
  });

  test('A device is tried again although another one of the user, which gets nothing further, is gone, or is refused by a relay', async (t) => {
    const relay = await pushRelay(t);
    const settings = { baseUrl, pushRelayUrl: relay.url, pushRelayId: relayId, pushRelayKey: relayKey };
    const { world, google, apple, publicKey } = await makeAppWorld(t, engine, settings);
    const getAndroid = await addDevice(world, makePushApp(publicKey));
    await addDevice(world, makePushApp(publicKey, 'apns'));
    google.failure = unregistered;
    apple.failure = { status: 503, json: {} };
    await sendDirect(world, 'dan', ['eve'], 'soup');
    await later(world);
    assert.equal((await getAndroid())?.push_token_id, null);
    apple.failure = undefined;
    await later(world, 60_000);
    assert.equal(apple.received.length, 1);
    await addDevice(world, relay.makeApp());
    relay.response = { status: 400, json: { code: 'BAD_REQUEST', msg: 'No such server' } };
    apple.failure = { status: 429, json: { reason: 'TooManyRequests' } };
    await sendDirect(world, 'dan', ['eve'], 'more soup');
    await later(world);
    apple.failure = undefined;
    await later(world, 60_000);
    assert.equal(apple.received.length, 2);
  });
});
