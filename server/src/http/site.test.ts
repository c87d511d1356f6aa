import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atHost } from '../../../tests/support/clients/at-host.ts';
import { addOrganization } from '../../../tests/support/change.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import type { Settings } from '../lib/config/config-schema.ts';
import { routes } from '../app/features.ts';

const foreign = 'evil.example';
const baseUrl = 'https://chat.example.com';
const behindProxy: Partial<Settings> = { baseUrl, trustedProxies: '127.0.0.1' };

/** Fields that many operations need; the others ignore them. */
const form = {
  type: 'channel',
  to: 'general',
  topic: 'warp',
  content: '**loom**',
  anchor: 'newest',
  num_before: 5,
  num_after: 0,
  apply_markdown: true,
  client_gravatar: false,
  full_name: 'Spinner',
  short_name: 'spinner',
  stream_ids: [],
  invitee_emails: 'hal@example.com',
  emoji_name: 'tada',
  username: 'ada@example.com',
  password: 'a guess of mine',
  deliver_at: 'in two weeks',
};

/** What ends the session of who walks comes last. */
const isLast = (path: string): boolean => /regenerate|deactivate|\/users\/me$|\/realm$/.test(path);

/** Every operation of the API and every page, asked by an owner with these headers; responses that name the foreign host. */
async function responsesNaming(
  world: World,
  host: string,
  headers: Record<string, string>,
): Promise<string[]> {
  const operations = routes
    .map(({ method, path }) => ({ method, url: `/api/v1${path}` }))
    .sort((a, b) => Number(isLast(a.url)) - Number(isLast(b.url)));
  const naming: string[] = [];
  for (const { method, url } of [...world.mounted, ...operations]) {
    const path = url.replaceAll(/:\w+\*?|\*/g, '1');
    const options = { as: world.people.ada, method, headers: { accept: 'text/html', ...headers } };
    const isSent = !['GET', 'HEAD'].includes(method);
    const query = `?${new URLSearchParams({ anchor: 'newest', num_before: '5', num_after: '0' }).toString()}`;
    const reply = isSent
      ? await atHost(world, host, path, { ...options, form })
      : await atHost(world, host, path + query, options);
    assert.ok(reply.status < 500, `${method} ${path} returned ${reply.status}`);
    if (`${JSON.stringify(reply.headers)}${reply.text}`.includes(foreign)) naming.push(`${method} ${path}`);
  }
  return naming;
}

onBothEngines('The host of a request', (engine) => {
  test('The host of a request appears in no response, from Host or X-Forwarded-Host', async (t) => {
    const forwarded = { 'x-forwarded-host': foreign, 'x-forwarded-proto': 'https' };
    const ways: [Partial<Settings>, string, Record<string, string>][] = [
      [{}, foreign, {}],
      [{}, 'localhost', forwarded],
      [{ baseUrl }, 'chat.example.com', forwarded],
    ];
    for (const [config, host, headers] of ways) {
      const world = await makeWorld(t, engine, { config });
      assert.deepEqual(await responsesNaming(world, host, headers), [], `${host} ${JSON.stringify(config)}`);
    }
  });

  test('A request with an unknown host is refused with an error or a page', async (t) => {
    for (const config of [{}, { baseUrl }]) {
      const world = await makeWorld(t, engine, { config });
      const as = world.people.ada;
      for (const path of ['/api/v1/server_settings', '/api/v1/users/me', '/user_uploads/1/x']) {
        const { status, json } = await atHost(world, foreign, path, { as });
        assert.deepEqual([status, json.code], [404, 'NONEXISTENT_SUBDOMAIN'], path);
      }
      for (const path of ['/', '/login', '/join', '/reset', '/setup', '/choose']) {
        const { status, text } = await atHost(world, foreign, path, { headers: { accept: 'text/html' } });
        assert.equal(status, 404, path);
        assert.match(text, /<h1>No organization at this address<\/h1>/, path);
        assert.equal(text.includes(`<a href="${baseUrl}">`), 'baseUrl' in config, path);
      }
      for (const malformed of [
        `localhost:1@${foreign}`,
        'localhost:x',
        'local host',
        `localhost/${foreign}`,
      ]) {
        const { status, json } = await atHost(world, malformed, '/api/v1/server_settings');
        assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], malformed);
      }
    }
  });

  test('The host of a request does not affect URLs of a server with a base URL', async (t) => {
    const world = await makeWorld(t, engine, { config: { ...behindProxy, additionalHosts: 'heddle' } });
    const as = world.people.ada;
    for (const host of [
      'chat.example.com',
      'chat.example.com:9991',
      '127.0.0.1',
      '10.4.0.9:8080',
      'heddle',
    ]) {
      const settings = await atHost(world, host, '/api/v1/server_settings');
      assert.deepEqual([settings.json.realm_url, settings.json.realm_uri], [baseUrl, baseUrl], host);
      const state = await atHost(world, host, '/api/v1/register', {
        as,
        form: { fetch_event_types: ['realm'] },
      });
      const { realm_url, realm_uri, server_emoji_data_url, realm_bot_domain } = state.json;
      assert.deepEqual(
        [realm_url, realm_uri, realm_bot_domain],
        [baseUrl, baseUrl, 'chat.example.com'],
        host,
      );
      assert.ok(String(server_emoji_data_url).startsWith(`${baseUrl}/`));
      const link = await atHost(world, host, '/api/v1/invites/multiuse', { as, form: {} });
      assert.ok(String(link.json.invite_link).startsWith(`${baseUrl}/join/`));
      const document = await atHost(world, host, '/api/v1/openapi.json');
      assert.deepEqual(document.json.servers, [{ url: `${baseUrl}/api/v1` }]);
    }
    const headers = { 'x-forwarded-host': 'chat.example.com', 'x-forwarded-proto': 'https' };
    const proxied = await atHost(world, '127.0.0.1:9991', '/api/v1/server_settings', { headers });
    assert.equal(proxied.json.realm_url, baseUrl);
  });

  test('Without a base URL, the request’s host and port are used if local or private', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const given = async (host: string, headers: Record<string, string> = {}) =>
      (await atHost(world, host, '/api/v1/server_settings', { headers })).json.realm_url as unknown;
    for (const host of ['localhost:9991', '127.0.0.1:8080', '[::1]:9991', '192.168.1.5:9991', 'localhost'])
      assert.equal(await given(host), `http://${host}`);
    const untrusted = { 'x-forwarded-proto': 'https', 'x-forwarded-host': '192.168.1.5' };
    assert.equal(await given('localhost:9991', untrusted), 'http://localhost:9991');
    const trusting = await makeWorld(t, engine, { config: { trustedProxies: '127.0.0.1' } });
    const proxied = await atHost(trusting, 'localhost', '/api/v1/server_settings', { headers: untrusted });
    assert.equal(proxied.json.realm_url, 'https://192.168.1.5');
  });

  test('The host of a request selects the organization, and an unknown one is refused', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'https://example.org' } });
    await addOrganization(world);
    const settings = (host: string) => atHost(world, host, '/api/v1/server_settings');
    for (const [host, name, url] of [
      ['example.org', 'Weavers', 'https://example.org'],
      ['127.0.0.1', 'Weavers', 'https://example.org'],
      ['others.example.org:443', 'Others', 'https://others.example.org'],
    ] as const) {
      const { json } = await settings(host);
      assert.deepEqual([json.realm_name, json.realm_url], [name, url], host);
    }
    for (const host of ['nobody.example.org', 'others.evil.example', 'a.others.example.org']) {
      const { status, json } = await settings(host);
      assert.deepEqual([status, json.code], [404, 'NONEXISTENT_SUBDOMAIN'], host);
    }
  });

  test('Files, pictures and icons do not exist on the root host of a server without an organization there', async (t) => {
    const world = await makeWorld(t, engine, { config: { baseUrl: 'https://example.org' } });
    await addOrganization(world);
    await world.app.db.write(0, 'system', async (tx) => {
      await tx.q
        .updateTable('organization')
        .set({ subdomain: 'weavers' })
        .where('id', '=', world.orgId)
        .execute();
    });
    await world.app.organizations.refresh();
    const picture = `/user_avatars/${world.orgId}/0a/${'x'.repeat(24)}/icon.png`;
    for (const path of [
      picture,
      '/avatar/1',
      '/user_uploads/1/ab/x.txt',
      '/social_icon/x',
      '/public/feed/topic/1',
      '/sitemap.xml',
      '/api/v1/users/me',
    ])
      assert.ok([401, 404].includes((await atHost(world, 'example.org', path)).status), path);
  });
});
