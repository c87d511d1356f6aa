import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { heddleVersion } from '../../lib/version.ts';

const path = '/api/v1/server_settings';

/** Two organizations with subdomains, and none at the root. */
async function withoutRoot(world: World): Promise<void> {
  await addOrganization(world);
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('organization')
      .set({ subdomain: 'weavers' })
      .where('id', '=', world.orgId)
      .execute();
  });
  await world.app.organizations.refresh();
}

onBothEngines('GET /server_settings', (engine) => {
  test('GET /server_settings returns everything that clients need before a sign-in', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.anonymous.get('/server_settings');
    assert.equal(status, 200);
    const { authentication_methods, ...rest } = json;
    assert.deepEqual(rest, {
      result: 'success',
      msg: '',
      zulip_version: '12.1',
      zulip_merge_base: '12.1',
      zulip_feature_level: 496,
      heddle_version: heddleVersion,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      external_authentication_methods: [],
      realm_url: world.url,
      realm_uri: world.url,
      realm_name: 'Weavers',
      realm_icon: '/static/icon.png',
      realm_description: '',
      realm_web_public_access_enabled: false,
    });
    const methods = Object.entries(authentication_methods as Record<string, boolean>);
    assert.equal(methods.length, 13);
    for (const [name, isOn] of methods) assert.equal(isOn, ['password', 'email'].includes(name), name);
  });

  test('GET /server_settings reports whether anonymous access is available', async (t) => {
    const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
    const isOpen = async () =>
      (await world.anonymous.get('/server_settings')).json.realm_web_public_access_enabled as boolean;
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    assert.equal(await isOpen(), false);
    await setOrganization(world, { enable_spectator_access: true });
    assert.equal(await isOpen(), true);
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    assert.equal(await isOpen(), false);
  });

  test('GET /server_settings returns the same with valid and invalid credentials', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.anonymous.get('/server_settings');
    assert.deepEqual((await world.as('dan').get('/server_settings')).json, json);
    const wrong = world.as({ ...world.people.dan, apiKey: 'x'.repeat(32) });
    assert.deepEqual((await wrong.get('/server_settings')).json, json);
  });

  test('GET /server_settings returns the configured base URL for any host', async (t) => {
    const config = { baseUrl: 'https://chat.example.org:8443' };
    const world = await makeWorld(t, engine, { config });
    for (const host of ['chat.example.org', 'localhost'])
      assert.equal((await atHost(world, host, path)).json.realm_url, config.baseUrl, host);
  });

  test('GET /server_settings renders the description', async (t) => {
    const world = await makeWorld(t, engine);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const description = 'We **weave** <script>alert(1)</script>';
      await tx.q.updateTable('organization').set({ description }).where('id', '=', world.orgId).execute();
      await tx.touch({ organization: true });
    });
    await setOrganization(world, {});
    const { json } = await world.anonymous.get('/server_settings');
    assert.match(String(json.realm_description), /<strong>weave<\/strong>/);
    assert.ok(!String(json.realm_description).includes('<script'));
  });

  test('GET /server_settings returns the organization of the host name', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'http://example.org' } });
    await addOrganization(world);
    assert.equal((await atHost(world, 'others.example.org', path)).json.realm_name, 'Others');
    assert.equal((await atHost(world, 'example.org', path)).json.realm_name, 'Weavers');
    assert.equal((await world.anonymous.get('/server_settings')).json.realm_name, 'Weavers');
  });

  test('GET /server_settings reveals no organization for an unknown host', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'http://example.org' } });
    await withoutRoot(world);
    for (const host of ['example.org', 'localhost', '127.0.0.1:9991', '[::1]']) {
      const { status, json } = await atHost(world, host, path);
      assert.equal(status, 200, host);
      assert.equal(json.zulip_feature_level, 496);
      assert.deepEqual(
        Object.keys(json).filter((name) => name.startsWith('realm_')),
        [],
      );
    }
    assert.equal((await atHost(world, 'weavers.example.org', path)).json.realm_name, 'Weavers');
    const unknown = await atHost(world, 'nobody.example.org', path);
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'NONEXISTENT_SUBDOMAIN']);
  });

  test('A host without an organization serves only GET /server_settings', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'http://example.org' } });
    await withoutRoot(world);
    const as = world.people.ada;
    const refused = await atHost(world, 'localhost', '/api/v1/users/me', { as });
    assert.deepEqual([refused.status, refused.json.code], [401, 'INVALID_API_KEY']);
    const elsewhere = await atHost(world, 'others.example.org', '/api/v1/users/me', { as });
    assert.deepEqual([elsewhere.status, elsewhere.json.code], [401, 'INVALID_API_KEY']);
    assert.equal((await atHost(world, 'weavers.example.org', '/api/v1/users/me', { as })).status, 200);
    const signIn = await world.anonymous.post('/fetch_api_key', {
      username: as.email,
      password: 'guess guess',
    });
    assert.deepEqual([signIn.status, signIn.json.code], [401, 'AUTHENTICATION_FAILED']);
  });
});
