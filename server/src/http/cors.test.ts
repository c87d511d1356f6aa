import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';

const page = { origin: 'https://elsewhere.example' };

const preflight = (world: World, path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, {
    method: 'OPTIONS',
    headers: { ...page, 'access-control-request-method': 'POST', ...headers },
  });

function assertOpen(headers: Headers, where: string): void {
  assert.equal(headers.get('access-control-allow-origin'), '*', where);
  assert.equal(headers.get('access-control-allow-credentials'), null, where);
}

onBothEngines('Cross-origin requests to the API', (engine) => {
  test('A CORS preflight request gets 204 with the allowed methods and headers', async (t) => {
    const world = await makeWorld(t, engine);
    for (const path of [
      '/api/v1/messages',
      '//api/v1/messages?x=1',
      '/api/v1/no/such/thing',
      '/api/v1/tus',
    ]) {
      const response = await preflight(world, path);
      assert.equal(response.status, 204, path);
      assertOpen(response.headers, path);
      const methods = response.headers.get('access-control-allow-methods')?.split(', ').sort();
      assert.deepEqual(methods, ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'], path);
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /\bAuthorization\b/, path);
      assert.equal(await response.text(), '');
    }
    const plain = await fetch(`${world.url}/api/v1/messages`, { method: 'OPTIONS' });
    assert.equal(plain.status, 204);
  });

  test('A CORS preflight response never allows the header that authorizes a session cookie', async (t) => {
    const world = await makeWorld(t, engine);
    const asked = { 'access-control-request-headers': 'x-heddle-client' };
    const { headers } = await preflight(world, '/api/v1/messages', asked);
    const allowed = headers.get('access-control-allow-headers') ?? '';
    assert.doesNotMatch(allowed, /x-heddle-client|cookie|\*/i);
    assertOpen(headers, 'preflight');
  });

  test('CORS allows pages to read success and error responses with rate limit headers', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on' });
    const headers = page;
    const dan = world.as('dan');
    const success = await dan.get('/users/me', {}, { headers });
    assert.equal(success.status, 200);
    assertOpen(success.headers, 'success');
    assert.match(
      success.headers.get('access-control-expose-headers') ?? '',
      /Retry-After.*X-RateLimit-Reset/,
    );
    const errors = {
      400: await dan.get('/users/%zz', {}, { headers }),
      401: await world.anonymous.get('/users/me', {}, { headers }),
      404: await dan.get('/no/such/thing', {}, { headers }),
      405: await dan.send('PUT', '/register', { headers }),
      413: await dan.send('POST', '/messages', { headers, body: `content=${'a'.repeat(3 * 1024 * 1024)}` }),
    };
    for (const [status, response] of Object.entries(errors)) {
      assert.equal(response.status, Number(status), response.json.msg);
      assertOpen(response.headers, status);
    }
    let limited = success;
    for (let used = 0; used < 250 && limited.status !== 429; used++)
      limited = await dan.get('/users/me', {}, { headers });
    assert.equal(limited.status, 429);
    assertOpen(limited.headers, '429');
    assert.notEqual(limited.headers.get('retry-after'), null);
  });

  test('CORS is enabled for the API only', async (t) => {
    const world = await makeWorld(t, engine);
    for (const path of ['/login', '/', '/health', '/apiv1', '/api/v10/messages']) {
      const { headers } = await fetch(world.url + path, { headers: page, redirect: 'manual' });
      assert.equal(headers.get('access-control-allow-origin'), null, path);
    }
  });

  test('A session cookie does not authenticate a cross-origin request', async (t) => {
    const world = await makeWorld(t, engine);
    const mine = await getBrowser(world, 'dan');
    const foreign = mine.with({ ...page, 'sec-fetch-site': 'cross-site' });
    const pretending = mine.with({ ...page, 'sec-fetch-site': 'same-site', 'x-heddle-client': 'web' });
    const message = { type: 'channel', to: 'general', topic: 'cors', content: 'forged' };
    for (const client of [foreign, pretending])
      for (const { status, json, headers } of [
        await client.get('/users/me'),
        await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
        await client.post('/messages', message),
        await client.post('/messages/1/reactions', { method: 'DELETE', emoji_name: 'tada' }),
      ]) {
        assert.deepEqual([status, json.code], [403, 'CSRF_FAILED']);
        assertOpen(headers, 'refusal');
      }
    assert.equal((await mine.get('/users/me')).status, 200);
  });
});
