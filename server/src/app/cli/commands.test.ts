import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { runAdmin } from './admin.ts';
import { organizationSettings } from '../../core/organization/settings.ts';

const fresh = {
  email: 'ivo@example.com',
  name: 'Ivo Novak',
  password: 'long enough for Ivo',
  role: 'member',
};

onBothEngines('Commands', (engine) => {
  test('The user-create command creates an account that can sign in, joins the default channels, and is announced to others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { received } = await listen(world.as('dan'), { event_types: ['realm_user', 'subscription'] });
    const made = await runAdmin(world.app, 'user-create', fresh);
    assert.deepEqual(Object.keys(made), ['user_id', 'email', 'api_key']);
    const ivo = new Client(world.url, { email: fresh.email, apiKey: made.api_key });
    const { json } = await ivo.get('/users/me/subscriptions');
    assert.deepEqual(
      json.subscriptions.map((channel: { name: string }) => channel.name),
      ['general'],
    );
    const events = (await received()).map(({ type, op }: { type: string; op: string }) => `${type} ${op}`);
    assert.deepEqual(events, ['realm_user add', 'subscription peer_add']);
    const sameKey = { username: fresh.email, password: fresh.password };
    assert.equal((await world.anonymous.post('/fetch_api_key', sameKey)).json.api_key, made.api_key);
  });

  test('The user-create command accepts a weak password with a warning', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const made = await runAdmin(app, 'user-create', { ...fresh, password: 'x' });
    assert.match(String(made.warning), /too weak.*accepted anyway/);
    await assert.rejects(runAdmin(app, 'user-create', { ...fresh, password: '' }), /cannot be empty/);
  });

  test('The user-set-role command changes a role immediately, but keeps at least one owner in an organization', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { received } = await listen(world.as('eve'), { event_types: ['realm_user'] });
    const role = { email: 'Dan@Example.com', role: 'administrator' };
    assert.equal((await runAdmin(world.app, 'user-set-role', role)).changed, true);
    assert.equal((await runAdmin(world.app, 'user-set-role', role)).changed, false);
    assert.equal((await world.as('dan').get('/users/me')).json.role, 200);
    assert.deepEqual(
      (await received()).map((event) => event.person),
      [{ user_id: world.people.dan.id, role: 200 }],
    );
    const ada = { email: 'ada@example.com', role: 'member' };
    await assert.rejects(runAdmin(world.app, 'user-set-role', ada), /only organization owner/);
    await assert.rejects(
      runAdmin(world.app, 'user-set-role', { ...ada, role: 'king' }),
      /Unknown role "king"/,
    );
    const nobody = { email: 'nobody@example.com', role: 'member' };
    await assert.rejects(runAdmin(world.app, 'user-set-role', nobody), /No user in Weavers/);
    const bot = { email: 'welcome-bot@heddle.invalid', role: 'owner' };
    await assert.rejects(runAdmin(world.app, 'user-set-role', bot), /No user in Weavers/);
  });

  test('The user-grant command grants and revokes the permission to create users, which the first owner has', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const person = (name: string) => ({
      email: `${name}@example.com`,
      full_name: name,
      password: 'no one will guess',
    });
    const create = (who: 'ada' | 'ben', name: string) => world.as(who).post('/users', person(name));
    assert.equal((await create('ada', 'Ivo')).status, 200);
    assert.equal((await create('ben', 'Jana')).status, 400);
    const grant = { email: 'ben@example.com', permission: 'can_create_users', revoke: false };
    assert.deepEqual(await runAdmin(world.app, 'user-grant', grant), {
      user_id: world.people.ben.id,
      email: grant.email,
      permission: 'can_create_users',
      holds: true,
      changed: true,
    });
    assert.equal((await create('ben', 'Jana')).status, 200);
    await runAdmin(world.app, 'user-grant', { ...grant, revoke: true });
    assert.equal((await create('ben', 'Kim')).status, 400);
    const unknown = { ...grant, permission: 'can_fly' };
    await assert.rejects(runAdmin(world.app, 'user-grant', unknown), /Use one of: can_create_users/);
  });

  test('Commands require --org when there are several organizations', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const owner = { ownerEmail: 'eve@example.com', ownerName: 'Eve', ownerPassword: 'eve has a long one' };
    const second = { name: 'Second floor', subdomain: 'Second', ...owner };
    const { realm_id } = await runAdmin(app, 'org-create', second);
    await assert.rejects(runAdmin(app, 'org-create', second), /already in use/);
    await assert.rejects(runAdmin(app, 'user-create', fresh), /specify one with --org: '', second/);
    await assert.rejects(runAdmin(app, 'user-create', { ...fresh, org: 'third' }), /no organization/);
    const { user_id } = await runAdmin(app, 'user-create', { ...fresh, org: 'second' });
    const cache = await app.organizations.cache(realm_id);
    assert.equal(cache.users.get(user_id)?.fullName, fresh.name);
    await assert.rejects(
      runAdmin(app, 'org-create', { ...second, subdomain: 'third', language: 'nonsense-language' }),
      /Invalid language/,
    );
    const third = { ...second, subdomain: 'third', language: 'de' };
    const made = await runAdmin(app, 'org-create', third);
    const german = await app.organizations.cache(made.realm_id);
    assert.equal(organizationSettings(german).default_language, 'de');
    assert.equal(german.users.get(made.user_id)?.settings.default_language, 'de');
    // The same address may be in both.
    await runAdmin(app, 'user-create', { ...fresh, org: '' });
  });

  test('Commands refuse unknown command names and options', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    for (const name of ['user-fly', 'constructor', '__proto__'])
      await assert.rejects(runAdmin(app, name, {}), /has no command/);
    for (const options of [{}, null, [], { ...fresh, isAdmin: true }, { ...fresh, email: 1 }])
      await assert.rejects(runAdmin(app, 'user-create', options), /options are not valid/);
    await assert.rejects(
      runAdmin(app, 'keys-create', { email: 'ada@example.com', name: 'loom', scopes: ['everything'] }),
      /one of the allowed values: full, read, send, administer, lasting_access$/,
    );
  });
});
