import assert from 'node:assert/strict';
import crypto, { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { addPerson, deactivate, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);

const withPasswords = (t: Parameters<typeof makeWorld>[0], engine: Engine, options: WorldOptions = {}) =>
  makeWorld(t, engine, { passwordHash, ...options });

const signIn = (world: World, username: string, given = password) =>
  world.anonymous.post('/fetch_api_key', { username, password: given });

function parts(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** The row of an account that was made for someone else. */
function makeUnvisited(world: World, userId: number, joined: number): Promise<void> {
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('person')
      .set({ first_sign_in_at: null, date_joined: joined })
      .where('id', '=', userId)
      .execute();
    await tx.touch({ users: [userId] });
  });
}

onBothEngines('Signing in', (engine) => {
  test('Signing in with the right password returns a working API key', async (t) => {
    const world = await withPasswords(t, engine);
    const { status, json } = await signIn(world, 'dan@example.com');
    assert.equal(status, 200);
    const { id, apiKey } = world.people.dan;
    const { email, user_id, api_key } = json;
    assert.deepEqual([user_id, email, api_key], [id, 'dan@example.com', apiKey]);
    assert.equal((await world.as({ id, email: 'dan@example.com', apiKey }).get('/users/me')).status, 200);
  });

  test('Signing in ignores case and surrounding spaces of the email', async (t) => {
    const world = await withPasswords(t, engine);
    assert.equal((await signIn(world, ' Dan@EXAMPLE.com ')).status, 200);
  });

  test('Signing in accepts multipart and form bodies alike', async (t) => {
    const world = await withPasswords(t, engine);
    const body = parts({ username: 'dan@example.com', password });
    const { status, json } = await world.anonymous.send('POST', '/fetch_api_key', { body });
    assert.equal(status, 200, json.msg);
    assert.equal(json.user_id, world.people.dan.id);
  });

  test('Signing in with a wrong password, an unknown email or to an account without password fails alike', async (t) => {
    const world = await withPasswords(t, engine);
    await addPerson(world, 'fay');
    // The bots of a test have the password that everyone has.
    const wrong = await signIn(world, 'dan@example.com', 'a loom and a half!');
    const unknown = await signIn(world, 'nobody@example.com');
    const without = await signIn(world, 'fay@example.com');
    const bot = await signIn(world, 'welcome-bot@heddle.invalid');
    assert.equal(wrong.status, 401);
    assert.deepEqual(wrong.json, {
      result: 'error',
      msg: 'Your username or password is incorrect',
      code: 'AUTHENTICATION_FAILED',
    });
    for (const { status, json } of [unknown, without, bot]) {
      assert.equal(status, 401);
      assert.deepEqual(json, wrong.json);
    }
  });

  test('Signing in takes the same work for an unknown email as for a wrong password', async (t) => {
    const world = await withPasswords(t, engine);
    await addPerson(world, 'fay');
    const argon2 = t.mock.method(crypto, 'argon2');
    const workFor = async (username: string, given?: string) => {
      argon2.mock.resetCalls();
      await signIn(world, username, given);
      return argon2.mock.calls.map(({ arguments: [, { memory, passes }] }) => [memory, passes]);
    };
    const wrong = await workFor('dan@example.com', 'a loom and a half!');
    assert.equal(wrong.length, 1);
    for (const username of ['nobody@example.com', 'fay@example.com', 'welcome-bot@heddle.invalid', ''])
      assert.deepEqual(await workFor(username), wrong, username);
    assert.deepEqual(await workFor('dan@example.com', 'x'.repeat(5000)), wrong);
  });

  test('Signing in to a deactivated account reports it only for the right password', async (t) => {
    const world = await withPasswords(t, engine);
    await deactivate(world, world.people.eve.id);
    assert.equal((await signIn(world, 'eve@example.com')).json.code, 'USER_DEACTIVATED');
    assert.equal((await signIn(world, 'eve@example.com', 'guessed it')).json.code, 'AUTHENTICATION_FAILED');
  });

  test('Signing in to a deactivated organization is refused', async (t) => {
    const world = await withPasswords(t, engine);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('organization')
        .set({ is_deactivated: 1 })
        .where('id', '=', world.orgId)
        .execute();
      await tx.touch({ organization: true });
    });
    const { status, json } = await signIn(world, 'dan@example.com');
    assert.deepEqual([status, json.code], [401, 'REALM_DEACTIVATED']);
  });

  test('Signing in reports missing and ignored parameters', async (t) => {
    const world = await withPasswords(t, engine);
    const all = { username: 'dan@example.com', password };
    for (const name of ['username', 'password'] as const) {
      const { status, json } = await world.anonymous.post('/fetch_api_key', { ...all, [name]: undefined });
      assert.deepEqual([status, json.code, json.var_name], [400, 'REQUEST_VARIABLE_MISSING', name]);
      assert.ok(!('api_key' in json));
    }
    const more = await world.anonymous.post('/fetch_api_key', { ...all, device: 'loom' });
    assert.deepEqual([more.status, more.json.ignored_parameters_unsupported], [200, ['device']]);
  });

  test('Signing in returns Retry-After after too many failures', async (t) => {
    const world = await withPasswords(t, engine, { rateLimits: 'on' });
    for (let n = 0; n < 5; n++)
      assert.equal((await signIn(world, 'dan@example.com', `guess ${n}`)).status, 401);
    const { status, json, headers } = await signIn(world, 'dan@example.com');
    assert.deepEqual([status, json.code], [429, 'RATE_LIMIT_HIT']);
    assert.equal(typeof json['retry-after'], 'number');
    const header = Number(headers.get('retry-after'));
    assert.ok(header > 0 && header <= 3600, String(header));
  });

  test('Signing in counts concurrent guesses as it counts sequential ones', async (t) => {
    const world = await withPasswords(t, engine, { rateLimits: 'on' });
    const burst = Array.from({ length: 12 }, (_, n) => signIn(world, 'dan@example.com', `guess ${n}`));
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 5);
    assert.equal(statuses.filter((status) => status === 429).length, 7);
  });

  test('Signing in does not count successes', async (t) => {
    const world = await withPasswords(t, engine, { rateLimits: 'on' });
    for (let n = 0; n < 7; n++) assert.equal((await signIn(world, 'dan@example.com')).status, 200);
  });

  test('The first sign-in sets the join date of an account created by others', async (t) => {
    const world = await withPasswords(t, engine);
    const { dan } = world.people;
    await makeUnvisited(world, dan.id, Date.parse('2020-02-02T02:02:02Z'));
    const eve = await listen(world.as('eve'), { event_types: ['realm_user', 'user_group'] });
    const shown = async () => (await world.as('dan').get('/users/me')).json.date_joined as string;
    assert.equal(await shown(), '2020-02-02T02:02:02+00:00');
    await signIn(world, 'dan@example.com');
    const joined = await shown();
    assert.ok(Date.parse(joined) > Date.parse('2021-01-01'), joined);
    const [event, more] = await eve.received();
    assert.deepEqual(event.person, { user_id: dan.id, date_joined: joined });
    assert.equal(more, undefined);
    await signIn(world, 'dan@example.com');
    assert.equal(await shown(), joined);
    assert.deepEqual(await eve.received(), []);
  });

  test('The first sign-in starts the waiting period for full membership', async (t) => {
    const world = await withPasswords(t, engine);
    await setOrganization(world, { waiting_period_threshold: 3 });
    const { dan } = world.people;
    await makeUnvisited(world, dan.id, Date.parse('2020-02-02'));
    const eve = await listen(world.as('eve'), { event_types: ['user_group'] });
    await signIn(world, 'dan@example.com');
    const received = await eve.received();
    assert.deepEqual(
      received.map(({ op, user_ids }) => [op, user_ids]),
      [['remove_members', [dan.id]]],
    );
  });

  test('Signing in rehashes a password with an outdated cost', async (t) => {
    const cheap = cheapHash();
    const world = await makeWorld(t, engine, { passwordHash: cheap });
    const stored = async () => {
      const { q } = world.app.db.read;
      const row = q.selectFrom('person').select('password_hash').where('id', '=', world.people.dan.id);
      return (await row.executeTakeFirstOrThrow()).password_hash;
    };
    assert.equal((await signIn(world, 'dan@example.com', 'guessed it')).status, 401);
    assert.equal(await stored(), cheap);
    assert.equal((await signIn(world, 'dan@example.com')).status, 200);
    const renewed = await stored();
    assert.notEqual(renewed, cheap);
    assert.equal((await signIn(world, 'dan@example.com')).status, 200);
    assert.equal(await stored(), renewed);
  });
});

function cheapHash(): string {
  const nonce = Buffer.alloc(16, 1);
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 1024,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=1024,t=1,p=1$${base64(nonce)}$${base64(hash)}`;
}
