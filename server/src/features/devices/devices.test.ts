import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson } from '../../../../tests/support/change.ts';
import type { Client } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const nothingKnown = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

async function register(client: Client): Promise<number> {
  const { status, json } = await client.post('/register_client_device');
  assert.equal(status, 200, json.msg);
  return json.device_id;
}

async function getDevices(world: World, who: Name): Promise<Record<string, unknown>> {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['device'] });
  return json.devices;
}

const remove = (client: Client, device_id: unknown) => client.post('/remove_client_device', { device_id });

const operations = [
  '/register_client_device',
  '/remove_client_device',
  '/mobile_push/register',
  '/mobile_push/test_notification',
  '/mobile_push/e2ee/test_notification',
];

onBothEngines('Devices', (engine) => {
  test('Devices are registered and removed by users of every role, with events to themselves only', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of names) {
      const queue = await listenAs(world, who, { event_types: ['device'] });
      const others = await listenAs(world, who === 'dan' ? 'ada' : 'dan', { event_types: ['device'] });
      const [first, second] = [await register(world.as(who)), await register(world.as(who))];
      assert.deepEqual(await getDevices(world, who), { [first]: nothingKnown, [second]: nothingKnown });
      assert.equal((await remove(world.as(who), first)).status, 200);
      assert.deepEqual(await getDevices(world, who), { [second]: nothingKnown });
      const received: { op: string; device_id: number }[] = await queue.received();
      assert.deepEqual(
        received.map(({ op, device_id }) => [op, device_id]),
        [
          ['add', first],
          ['add', second],
          ['remove', first],
        ],
      );
      assert.deepEqual(await others.received(), []);
    }
  });

  test('Removing a device that is missing, already removed or of another user is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const gone = await register(world.as('dan'));
    await remove(world.as('dan'), gone);
    const hers = await register(world.as('eve'));
    const { orgId, ownerId } = await addOrganization(world);
    const elsewhere = await world.app.db.write(orgId, 'system', async (tx) => {
      const row = { org_id: orgId, user_id: ownerId, created_at: tx.now };
      const made = await tx.q.insertInto('client_device').values(row).returning('id').execute();
      return made[0]?.id;
    });
    const queue = await listenAs(world, 'eve', { event_types: ['device'] });
    for (const id of [gone, hers, elsewhere, 999_999]) {
      const { status, json } = await remove(world.as('dan'), id);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid device ID']);
    }
    for (const id of ['x', -1, 1.5, '[]', '']) assert.equal((await remove(world.as('dan'), id)).status, 400);
    const { json } = await world.as('dan').post('/remove_client_device');
    assert.deepEqual([json.code, json.var_name], ['REQUEST_VARIABLE_MISSING', 'device_id']);
    assert.deepEqual(Object.keys(await getDevices(world, 'eve')), [String(hers)]);
    assert.deepEqual(await queue.received(), []);
  });

  test('Devices are limited to a hundred per user: the oldest is replaced, with an event', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const first = await register(dan);
    for (let n = 1; n < 100; n++) await register(dan);
    const queue = await listenAs(world, 'dan', { event_types: ['device'] });
    const last = await register(dan);
    const [added, removed]: { op: string; device_id: number }[] = await queue.received();
    assert.deepEqual([added?.op, added?.device_id], ['add', last]);
    assert.deepEqual([removed?.op, removed?.device_id], ['remove', first]);
    assert.equal(Object.keys(await getDevices(world, 'dan')).length, 100);
  });

  test('Devices are deleted with the deactivation of the account, and do not return', async (t) => {
    const world = await makeWorld(t, engine);
    await register(world.as('dan'));
    await register(world.as('eve'));
    const path = `/users/${world.people.dan.id}`;
    assert.equal((await world.as('ada').delete(path)).status, 200);
    assert.equal((await world.as('ada').post(`${path}/reactivate`)).status, 200);
    assert.deepEqual(await getDevices(world, 'dan'), {});
    assert.equal(Object.keys(await getDevices(world, 'eve')).length, 1);
  });

  test('Devices cannot be registered by bots and anonymous users', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await addPerson(world, 'shuttle-bot', { botOwner: 'dan' }));
    for (const path of operations) {
      const { status, json } = await bot.post(path, { device_id: 1 });
      assert.deepEqual([status, json.msg], [400, 'This endpoint does not accept bot requests.'], path);
      assert.equal((await world.anonymous.post(path, { device_id: 1 })).status, 401, path);
    }
  });

  test('Device requests report ignored parameters', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').post('/register_client_device', { name: 'my phone' });
    assert.deepEqual(json.ignored_parameters_unsupported, ['name']);
  });
});

const key = { push_key_id: 4_294_967_295, push_key: Buffer.alloc(33, 0x31).toString('base64') };
const token = {
  token_kind: 'fcm',
  token_id: 'tHfTJ0PuAHU=',
  bouncer_public_key: 'bm90IGEga2V5',
  encrypted_push_registration: 'c2VhbGVk',
};

onBothEngines('Push notifications', (engine) => {
  test('Push notifications are reported as disabled, before and after signing in', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await world.anonymous.get('/server_settings')).json.push_notifications_enabled, false);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
    assert.equal(json.realm_push_notifications_enabled, false);
  });

  test('Registering for push notifications is refused without a push service', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const device_id = await register(dan);
    for (const given of [key, token, { ...key, ...token }]) {
      const { status, json } = await dan.post('/mobile_push/register', { device_id, ...given });
      assert.equal(status, 400);
      assert.deepEqual(json, {
        result: 'error',
        code: 'PUSH_SERVICE_NOT_CONFIGURED',
        msg: 'Server is not configured to use push notification service.',
      });
    }
    assert.deepEqual(await getDevices(world, 'dan'), { [device_id]: nothingKnown });
  });

  test('Registering for push notifications requires a complete key, token or both', async (t) => {
    const world = await makeWorld(t, engine);
    const without = (fields: Record<string, unknown>, name: string) =>
      Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
    const wrong = [
      {},
      ...Object.keys(key).map((name) => ({ ...without(key, name), ...token })),
      ...Object.keys(token).map((name) => ({ ...key, ...without(token, name) })),
      { ...key, push_key_id: 4_294_967_296 },
      { ...key, push_key_id: -1 },
      { ...key, push_key: 'not base64' },
      { ...key, push_key: '' },
      { ...token, token_kind: 'pigeon' },
    ];
    for (const given of wrong) {
      const { status, json } = await world
        .as('dan')
        .post('/mobile_push/register', { device_id: 1, ...given });
      assert.equal(status, 400, JSON.stringify(given));
      assert.equal(json.code, 'BAD_REQUEST');
    }
    const { json } = await world.as('dan').post('/mobile_push/register', key);
    assert.deepEqual([json.code, json.var_name], ['REQUEST_VARIABLE_MISSING', 'device_id']);
  });

  test('A test notification is refused without a registered device', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const device_id = await register(dan);
    for (const given of [{}, { device_id }]) {
      const { status, json } = await dan.post('/mobile_push/e2ee/test_notification', given);
      assert.deepEqual([status, json.code], [400, 'NO_ACTIVE_PUSH_DEVICE']);
      assert.equal(json.msg, 'No active registered push device');
    }
  });

  test('A test notification for older apps is refused and reveals no tokens of others', async (t) => {
    const world = await makeWorld(t, engine);
    const tried = async (who: Name, given: object) =>
      (await world.as(who).post('/mobile_push/test_notification', { ...given })).json;
    await world.as('dan').post('/users/me/android_gcm_reg_id', { token: 'Dans-Phone' });
    await world.as('dan').post('/users/me/apns_device_token', { token: 'C0FFEE', appid: 'org.example.App' });
    for (const given of [{}, { token: 'Dans-Phone' }, { token: 'C0FFEE' }])
      assert.equal((await tried('dan', given)).code, 'PUSH_SERVICE_NOT_CONFIGURED');
    for (const [who, name] of [
      ['dan', 'another'],
      ['eve', 'Dans-Phone'],
    ] as const) {
      const json = await tried(who, { token: name });
      assert.deepEqual([json.code, json.msg], ['INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized']);
    }
  });
});
