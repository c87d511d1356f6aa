import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';

const apns = '/users/me/apns_device_token';
const fcm = '/users/me/android_gcm_reg_id';
const appid = 'org.example.App';
const hex = 'c0ffee'.repeat(10) + '0123';

const kinds = [
  { path: apns, token: hex, also: { appid } },
  { path: fcm, token: 'dRv:APA91bE-x_y'.repeat(9), also: {} },
];

/** Who has which token, the one registered last at the end. */
async function registered({ app }: World): Promise<[userId: number, kind: string, token: string][]> {
  const rows = await app.db.read.q.selectFrom('push_token').selectAll().orderBy('id').execute();
  return rows.map(({ user_id, kind, token }) => [user_id, kind, token]);
}

onBothEngines('Push tokens', (engine) => {
  for (const { path, token, also } of kinds) {
    test(`${path}: Push tokens are added and removed by users of every role`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      for (const who of names) {
        const client = world.as(who);
        const added = await client.post(path, { token, ...also });
        assert.deepEqual([added.status, added.json], [200, { result: 'success', msg: '' }]);
        assert.deepEqual(
          (await registered(world)).map(([id]) => id),
          [world.people[who].id],
        );
        assert.equal((await client.delete(path, { token })).status, 200);
        await assertRefusal(client.delete(path, { token }), 'Token does not exist');
        assert.deepEqual(await registered(world), []);
      }
    });

    test(`${path}: A push token is stored once, however often it is added`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const adding = [1, 2, 3].map(() => world.as('dan').post(path, { token, ...also }));
      for (const { status, json } of await Promise.all(adding)) assert.equal(status, 200, json.msg);
      assert.equal((await registered(world)).length, 1);
    });

    test(`${path}: A push token belongs to the user who last signed in on the device`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      await world.as('dan').post(path, { token, ...also });
      await world.as('eve').post(path, { token, ...also });
      await assertRefusal(world.as('dan').delete(path, { token }), 'Token does not exist');
      assert.deepEqual(
        (await registered(world)).map(([id]) => id),
        [world.people.eve.id],
      );
      assert.equal((await world.as('eve').delete(path, { token })).status, 200);
    });

    test(`${path}: Push tokens are separate per organization`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const { orgId, ownerId } = await addOrganization(world);
      const kind = path === apns ? 'apns' : 'fcm';
      await world.app.db.write(orgId, 'system', async (tx) => {
        const row = {
          org_id: orgId,
          user_id: ownerId,
          kind,
          token,
          app_id: null,
          registered_at: tx.now,
        } as const;
        await tx.q.insertInto('push_token').values(row).execute();
      });
      await assertRefusal(world.as('dan').delete(path, { token }), 'Token does not exist');
      await world.as('dan').post(path, { token, ...also });
      await world.as('dan').delete(path, { token });
      assert.deepEqual(await registered(world), [[ownerId, kind, token]]);
    });

    test(`${path}: Push tokens are neither empty nor longer than 4096 characters`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      for (const wrong of ['', 'a'.repeat(4097), 'a'.repeat(5000)]) {
        await assertRefusal(
          world.as('dan').post(path, { token: wrong, ...also }),
          'Empty or invalid length token',
        );
        await assertRefusal(world.as('dan').delete(path, { token: wrong }), 'Empty or invalid length token');
      }
      assert.deepEqual(await registered(world), []);
      assert.equal((await world.as('dan').post(path, { token: 'a'.repeat(4096), ...also })).status, 200);
    });

    test(`${path}: The push token is a required parameter`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      for (const client of [world.as('dan').post(path, also), world.as('dan').delete(path)]) {
        const { status, json } = await client;
        assert.deepEqual([status, json.code, json.var_name], [400, 'REQUEST_VARIABLE_MISSING', 'token']);
      }
      const { json } = await world.as('dan').post(path, { token, ...also, colour: 'red' });
      assert.deepEqual(json.ignored_parameters_unsupported, ['colour']);
    });

    test(`${path}: Push tokens are refused from bots and anonymous users`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const bot = world.as(await addPerson(world, 'shuttle-bot', { botOwner: 'dan' }));
      const given: Params = { token, ...also };
      for (const asked of [bot.post(path, given), bot.delete(path, given)])
        await assertRefusal(asked, 'This endpoint does not accept bot requests.');
      for (const asked of [world.anonymous.post(path, given), world.anonymous.delete(path, given)])
        assert.equal((await asked).status, 401);
      assert.deepEqual(await registered(world), []);
    });
  }

  test('Apple push tokens are hexadecimal and case-insensitive', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const wrong of ['xyz has non-hex characters', 'c0ffe', 'c0 ffee', 'ｃ0', '0x10', 'c0ffee\n']) {
      await assertRefusal(world.as('dan').post(apns, { token: wrong, appid }), 'Invalid APNS token');
      await assertRefusal(world.as('dan').delete(apns, { token: wrong }), 'Invalid APNS token');
    }
    assert.deepEqual(await registered(world), []);
    await world.as('dan').post(apns, { token: hex.toUpperCase(), appid });
    await world.as('eve').post(apns, { token: hex, appid });
    assert.deepEqual(await registered(world), [[world.people.eve.id, 'apns', hex]]);
    assert.equal((await world.as('eve').delete(apns, { token: hex.toUpperCase() })).status, 200);
  });

  test('Apple push tokens require an app ID', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const without = await world.as('dan').post(apns, { token: hex });
    assert.deepEqual([without.status, without.json.var_name], [400, 'appid']);
    for (const wrong of ['', 'org example', '../app', 'a'.repeat(256)]) {
      const { status, json } = await world.as('dan').post(apns, { token: hex, appid: wrong });
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], wrong);
    }
    assert.deepEqual(await registered(world), []);
  });

  test('Apple and Google push tokens are separate', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('dan').post(apns, { token: hex, appid });
    await assertRefusal(world.as('dan').delete(fcm, { token: hex }), 'Token does not exist');
    await world.as('eve').post(fcm, { token: hex });
    assert.equal((await registered(world)).length, 2);
  });

  test('Google push tokens are text', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await assertRefusal(world.as('dan').post(fcm, { token: 'a\0b' }), 'Invalid token');
  });

  test('Push tokens are limited to a hundred per user: the oldest is replaced', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const add = (token: string) => world.as('dan').post(fcm, { token });
    for (let n = 0; n < 100; n++) await add(`phone ${n}`);
    await add('phone 0');
    await add('another');
    const left = (await registered(world)).map(([, , token]) => token);
    assert.equal(left.length, 100);
    assert.ok(!left.includes('phone 1'));
    assert.deepEqual(left.slice(-2), ['phone 0', 'another']);
  });

  test('Push tokens are deleted with the account’s deactivation and with its API key, and those of others stay', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const who of ['dan', 'eve', 'cleo'] as const) {
      await world.as(who).post(fcm, { token: `${who}s phone` });
      await world.as(who).post(apns, { token: `c0ffee${world.people[who].id}0`, appid });
    }
    const removed = await world.as('ada').delete(`/users/${world.people.dan.id}`);
    assert.equal(removed.status, 200, removed.json.msg);
    const renewed = await world.as('eve').post('/users/me/api_key/regenerate');
    assert.equal(renewed.status, 200, renewed.json.msg);
    const { cleo } = world.people;
    assert.deepEqual(
      (await registered(world)).map(([id]) => id),
      [cleo.id, cleo.id],
    );
  });
});
