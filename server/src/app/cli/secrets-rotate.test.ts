import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encode } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { OperatedServer, ownerPassword, serverStates } from '../../../../tests/support/process/operator.ts';
import { codeAt, turnOnTwoFactor } from '../../../../tests/support/two-factor.ts';
import { findSecrets, secretsPath, writeSecrets } from '../../lib/secrets-file.ts';
import { openReplyAddress, replyAddress } from '../../lib/mail/reply-address.ts';
import { runAdmin } from './admin.ts';

const options = { days: 31, signOut: false };
const pattern = 'reply+%s@example.com';
const about = { orgId: 1, userId: 2, messageId: 3 };

/** Signs a browser in. @returns its cookie */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/heddle/sessions`, {
    method: 'POST',
    headers: { 'X-Heddle-Client': 'web' },
    body: new URLSearchParams({ username: 'ada@example.com', password: ownerPassword }),
  });
  assert.equal(response.status, 200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const withCookie = (url: string, cookie: string) =>
  fetch(`${url}/api/v1/users/me`, { headers: { cookie, 'X-Heddle-Client': 'web' } });

onBothEngines('The secrets-rotate command', (engine) => {
  for (const state of serverStates) {
    test(`Rotating the secrets of a ${state} server keeps API keys, sessions, invitations and reply addresses`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const cookie = await signIn(server.url);
      const { json: link } = await server.as(ada).post('/invites/multiuse', { stream_ids: [] });
      const address = replyAddress(server.app.secrets, pattern, about, Date.now());
      const before = findSecrets(secretsPath(server.config));
      const response = await server.command('secrets-rotate', options);
      assert.ok(Number(response.accounts) > 0);
      assert.deepEqual([response.resumed, response.signed_out], [false, false]);
      const after = findSecrets(secretsPath(server.config));
      assert.notDeepEqual(after?.serverKey, before?.serverKey);
      assert.equal(statSync(join(server.config.data, 'secrets.toml')).mode & 0o777, 0o600);
      assert.equal((await server.as(ada).get('/users/me')).status, 200);
      assert.equal((await withCookie(server.url, cookie)).status, 200);
      const path = new URL(String(link.invite_link)).pathname;
      assert.equal((await fetch(server.url + path)).status, 200);
      assert.deepEqual(openReplyAddress(server.app.secrets, pattern, address, Date.now()), about);
      const month = Date.now() + 32 * 24 * 3600_000;
      assert.equal(openReplyAddress(server.app.secrets, pattern, address, month), 'unknown');
      const { json: log } = await server.as(ada).get('/realm/audit_log', { limit: 1 });
      assert.equal(log.entries[0].action, 'organization.rotate_secrets');
    });

    test(`After a rotation on a ${state} server nothing that is stored needs the former key`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      await server.createUser('Ben');
      const { secret } = await turnOnTwoFactor(server.as(ada), ownerPassword);
      const { json: bot } = await server
        .as(ada)
        .post('/bots', { full_name: 'Loom', short_name: 'loom', bot_type: 2 });
      const shared = encode({ secret: 'shared with a service' });
      await server.as(ada).send('PUT', `/bots/${bot.user_id}/webhook_secret`, { body: shared });
      await server.command('secrets-rotate', { ...options, days: 0 });
      await server.command('secrets-rotate', { ...options, days: 0 });
      const { data } = server.config;
      await server.stop();
      const serverKey = findSecrets(secretsPath({ data }))?.serverKey;
      assert.ok(serverKey);
      writeSecrets(secretsPath({ data }), { serverKey });
      await server.command('user-list', { bots: false });
      const { json } = await server.as(ada).post('/fetch_api_key', {
        username: ada.email,
        password: ownerPassword,
        two_factor_code: codeAt(secret, 1),
      });
      assert.equal(json.api_key, ada.apiKey);
      assert.equal((await server.as(ada).get('/users/me')).status, 200);
      const delivered = await server.as(ada).send('POST', `/external/gitlab?api_key=${bot.api_key}`, {
        body: '{"event_name":"repository_update"}',
        headers: { 'x-gitlab-event': 'System Hook', 'x-gitlab-token': 'shared with a service' },
      });
      assert.deepEqual([delivered.status, delivered.json.msg], [200, '']);
    });

    test(`Rotating with --sign-out on a ${state} server ends API keys, sessions and links`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const cookie = await signIn(server.url);
      const { json: link } = await server.as(ada).post('/invites/multiuse', { stream_ids: [] });
      const response = await server.command('secrets-rotate', { ...options, signOut: true });
      assert.deepEqual([response.signed_out, response.accepted_until], [true, null]);
      assert.equal((await server.as(ada).get('/users/me')).status, 401);
      assert.equal((await withCookie(server.url, cookie)).status, 401);
      const path = new URL(String(link.invite_link)).pathname;
      assert.notEqual((await fetch(server.url + path)).status, 200);
      assert.doesNotMatch(readFileSync(join(server.config.data, 'secrets.toml'), 'utf8'), /former/);
    });
  }

  test('A rotation that was killed continues at the next start, and locks out no account meanwhile', async (t) => {
    const server = await OperatedServer.start(t, engine, 'stopped');
    const ada = await server.createOrganization();
    const { data } = server.config;
    await server.stop();
    const former = findSecrets(secretsPath({ data }));
    assert.ok(former);
    // As after the first step: the file has the new key, and no row does.
    const until = Date.now() - 1;
    const serverKey = Buffer.alloc(32, 9);
    writeSecrets(secretsPath({ data }), { serverKey, former: [{ serverKey: former.serverKey, until }] });
    await server.command('user-list', { bots: false });
    assert.equal((await server.as(ada).get('/users/me')).status, 200);
    await server.stop();
    writeSecrets(secretsPath({ data }), { serverKey });
    await server.command('user-list', { bots: false });
    assert.equal((await server.as(ada).get('/users/me')).status, 200);
  });

  test('Rotating is refused when the file is not the file of secrets that the server was started with', async (t) => {
    const server = await OperatedServer.start(t, engine, 'running');
    await server.createOrganization();
    writeSecrets(secretsPath(server.config), { serverKey: Buffer.alloc(32, 3) });
    await assert.rejects(
      server.command('secrets-rotate', options),
      /is not the file of secrets that the server was started/,
    );
  });
});

test('Rotating is refused while other nodes run, which would keep the former secrets', async (t) => {
  const [{ app }, { app: other }] = await makeNodes(t);
  for (const node of [app, other])
    await assert.rejects(runAdmin(node, 'secrets-rotate', options), /Other nodes are running/);
});
