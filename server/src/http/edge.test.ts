import assert from 'node:assert/strict';
import { METHODS, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { upload } from '../../../tests/support/files.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';

const message = { type: 'channel', to: 'general', topic: 'edge', content: 'hello' };

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const basic = (email: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
});

/** Sends bytes as they are, which `fetch` would not let through. */
const raw = (world: World, path: string, headers: OutgoingHttpHeaders, body?: Buffer) =>
  asked(world, 'POST', path, headers, body);

function asked(world: World, method: string, path: string, headers: OutgoingHttpHeaders, body?: Buffer) {
  const { hostname, port } = new URL(world.url);
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: IncomingHttpHeaders;
    json: { code?: string; msg: string };
  }>();
  const sent = request({ hostname, port, path, method, headers }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        json: JSON.parse(text),
      }),
    );
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

onBothEngines('Request handling', (engine) => {
  test('Parameters are read from the query, forms and multipart forms alike', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const inQuery = await dan.send('POST', `/messages?${new URLSearchParams(message).toString()}`);
    const inForm = await dan.post('/messages', message);
    const inParts = await dan.send('POST', '/messages', { body: multipart(message) });
    for (const { status, json } of [inQuery, inForm, inParts]) {
      assert.equal(status, 200, json.msg);
      assert.ok(Number.isInteger(json.id));
    }
  });

  test('A body parameter overrides a query parameter of the same name', async (t) => {
    const world = await makeWorld(t, engine);
    const { status } = await world.as('dan').post('/messages?to=no-such-channel', message);
    assert.equal(status, 200);
  });

  test('A text parameter is accepted bare and quoted as JSON', async (t) => {
    const world = await makeWorld(t, engine);
    for (const to of ['general', '"general"', String(world.channels.general), '["general"]'])
      assert.equal((await world.as('dan').post('/messages', { ...message, to })).status, 200, to);
  });

  test('Unknown parameters are ignored and reported', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world
      .as('dan')
      .post('/messages', { ...message, colour: 'blue', weight: 7, dont_block: true });
    assert.deepEqual(json.ignored_parameters_unsupported, ['colour', 'weight']);
    assert.equal(json.result, 'success');
    const plain = await world.as('dan').post('/messages', message);
    assert.equal('ignored_parameters_unsupported' in plain.json, false);
  });

  test('A missing, non-JSON or wrongly typed parameter is reported by name', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const missing = await dan.post('/messages', { ...message, content: undefined });
    assert.deepEqual(
      [missing.status, missing.json.code, missing.json.msg, missing.json.var_name],
      [400, 'REQUEST_VARIABLE_MISSING', "Missing 'content' argument", 'content'],
    );
    const broken = await dan.post('/register', { event_types: '[' });
    assert.deepEqual([broken.status, broken.json.code], [400, 'BAD_REQUEST']);
    assert.equal(broken.json.msg, 'event_types is not valid JSON');
    const wrong = await dan.post('/register', { event_types: '{"a":1}' });
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'BAD_REQUEST']);
    assert.match(wrong.json.msg, /event_types.* is not a list/);
  });

  test('A text or number that a database cannot hold never fails the server', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    for (const { status, json } of [
      await ada.delete('/events', { queue_id: 'a\0b' }),
      await ada.get('/realm/audit_log', { actor_id: 1e20 }),
    ])
      assert.ok(status === 200 || (status === 400 && json.code?.startsWith('BAD_')), json.msg);
  });

  test('Deeply nested JSON is refused, and hostile keys have no effect', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const deep = await dan.post('/register', { narrow: '['.repeat(50_000) + ']'.repeat(50_000) });
    assert.equal(deep.status, 400);
    const polluted = await dan.post('/register', { client_capabilities: '{"__proto__":{"polluted":true}}' });
    assert.notEqual(polluted.status, 500);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  test('Missing, malformed and wrong credentials get 401 in the envelope', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const attempts: [string, RequestInit, string][] = [
      ['none', {}, 'UNAUTHORIZED'],
      ['not Basic', { headers: { authorization: `Bearer ${dan.apiKey}` } }, 'UNAUTHORIZED'],
      [
        'no colon',
        { headers: { authorization: `Basic ${Buffer.from('dan').toString('base64')}` } },
        'UNAUTHORIZED',
      ],
      ['wrong key', { headers: basic(dan.email, 'x'.repeat(32)) }, 'INVALID_API_KEY'],
      ["another's key", { headers: basic(dan.email, eve.apiKey) }, 'INVALID_API_KEY'],
      ['unknown address', { headers: basic('nobody@example.com', dan.apiKey) }, 'INVALID_API_KEY'],
    ];
    for (const [name, init, code] of attempts) {
      const { status, json, headers } = await world.anonymous.post('/messages', message, init);
      assert.deepEqual([status, json.result, json.code], [401, 'error', code], name);
      assert.match(headers.get('www-authenticate') ?? '', /^Basic/, name);
    }
  });

  test('Basic authentication ignores whitespace around email and key', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    for (const [email, key] of [
      [` ${dan.email} `, dan.apiKey],
      [dan.email, ` ${dan.apiKey}\r\n`],
      [`\t${dan.email}`, `${dan.apiKey}\n`],
    ] as const) {
      const { status, json } = await world.anonymous.get('/users/me', {}, { headers: basic(email, key) });
      assert.deepEqual([status, json.user_id], [200, dan.id], JSON.stringify([email, key]));
    }
    const inner = basic(dan.email, `${dan.apiKey.slice(0, 8)} ${dan.apiKey.slice(8)}`);
    assert.equal((await world.anonymous.get('/users/me', {}, { headers: inner })).status, 401);
  });

  test('An API key in the query is ignored', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    const { status } = await world.anonymous.post(
      `/messages?api_key=${dan.apiKey}&email=${dan.email}`,
      message,
    );
    assert.equal(status, 401);
  });

  test('An unknown path gets 404, and a wrong method 405 with the allowed methods', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const unknown = await dan.get('/no/such/thing');
    assert.deepEqual([unknown.status, unknown.json.result, unknown.json.code], [404, 'error', 'NOT_FOUND']);
    const wrong = await dan.send('PUT', '/register');
    assert.deepEqual([wrong.status, wrong.json.code], [405, 'METHOD_NOT_ALLOWED']);
    assert.deepEqual(wrong.json.allowed_methods, ['POST']);
    assert.equal(wrong.headers.get('allow'), 'POST');
    for (const [path, allowed] of [
      ['/messages/7/', 'GET, PATCH, DELETE, HEAD'],
      ['//navigation_views///narrow/is/starred?x=/7', 'DELETE, PATCH'],
      ['/user_groups/7/members/8', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await dan.send('PUT', path);
      assert.deepEqual(
        [status, headers.get('allow')?.split(', ').sort()],
        [405, allowed.split(', ').sort()],
        path,
      );
    }
    for (const path of ['/messages/seven', '/messages/7/8', '/openapiXjson', '/registers'])
      assert.equal((await dan.send('PUT', path)).status, 404, path);
  });

  test('A method that a path does not support gets 405 in the API envelope', async (t) => {
    const world = await makeWorld(t, engine);
    const { email, apiKey } = world.people.dan;
    const unread = new Set(['CONNECT', 'OPTIONS', 'HEAD', 'GET', 'POST']);
    for (const method of METHODS.filter((name) => !unread.has(name))) {
      const { status, json, headers } = await asked(world, method, '/api/v1/messages', basic(email, apiKey));
      assert.deepEqual(
        [status, json, headers.allow],
        [
          405,
          {
            result: 'error',
            msg: 'Method Not Allowed',
            code: 'METHOD_NOT_ALLOWED',
            allowed_methods: ['GET', 'POST', 'HEAD'],
          },
          'GET, POST, HEAD',
        ],
        method,
      );
      assert.equal((await asked(world, method, '/api/v1/nowhere', {})).status, 404, method);
    }
  });

  test('A path of its own takes precedence over a path parameter', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    for (const [method, path, allowed] of [
      ['GET', '/users/me/presence', ['POST']],
      ['GET', '/users//me/presence/?x=1', ['POST']],
      ['PATCH', '/users/me', ['DELETE', 'GET', 'HEAD']],
    ] as const) {
      const { status, json } = await dan.send(method, path);
      assert.deepEqual(
        [status, (json.allowed_methods as string[]).sort()],
        [405, allowed],
        `${method} ${path}`,
      );
    }
    assert.equal((await dan.get('/users/dan@example.com')).status, 200);
  });

  test('HEAD responds as GET without the body', async (t) => {
    const world = await makeWorld(t, engine);
    const { email, apiKey } = world.people.dan;
    const url = `${world.url}/api/v1/users/me?x=1`;
    const whole = await fetch(url, { headers: basic(email, apiKey) });
    const length = Buffer.byteLength(await whole.text());
    const head = await fetch(url, { method: 'HEAD', headers: basic(email, apiKey) });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.deepEqual([whole.status, head.headers.get('content-length')], [200, String(length)]);
    const anonymous = await fetch(url, { method: 'HEAD' });
    assert.equal(anonymous.status, 401);
  });

  test('Names in a path are unescaped', async (t) => {
    const world = await makeWorld(t, engine);
    const { email, id } = world.people.ben;
    for (const name of [email, email.replace('@', '%40'), encodeURIComponent(email).replace('b', '%62')]) {
      const { status, json } = await world.as('dan').get(`/users/${name}`);
      assert.deepEqual([status, (json.user as { user_id: number } | undefined)?.user_id], [200, id], name);
    }
    assert.equal((await world.as('dan').get('/users/%zz')).status, 400);
    assert.equal((await world.as('dan').get(`/users/${'b'.repeat(501)}`)).status, 404);
  });

  test('A doubled slash before the API version is accepted, as one library sends it', async (t) => {
    const world = await makeWorld(t, engine);
    const response = await fetch(`${world.url}//api/v1/messages`, {
      method: 'POST',
      headers: basic(world.people.dan.email, world.people.dan.apiKey),
      body: new URLSearchParams(message),
    });
    assert.equal(response.status, 200);
  });

  test('Bodies and forms beyond their limits get 413', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    const type = { 'content-type': 'application/x-www-form-urlencoded', ...basic(dan.email, dan.apiKey) };
    const large = await raw(world, '/api/v1/messages', type, Buffer.alloc(3 * 1024 * 1024, 'a'));
    assert.deepEqual([large.status, large.json.code], [413, 'PAYLOAD_TOO_LARGE']);
    const many = Array.from({ length: 2000 }, (_, index) => `p${index}=1`).join('&');
    const crowded = await raw(world, '/api/v1/messages', type, Buffer.from(many));
    assert.deepEqual([crowded.status, crowded.json.code], [413, 'PAYLOAD_TOO_LARGE']);
  });

  test('Bytes that are not UTF-8 and multipart bodies without a boundary are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    const account = basic(dan.email, dan.apiKey);
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...account };
    assert.equal((await raw(world, '/api/v1/messages', form, Buffer.from('content=%ff'))).status, 400);
    const parts = { 'content-type': 'multipart/form-data', ...account };
    assert.equal((await raw(world, '/api/v1/messages', parts, Buffer.from('x'))).status, 400);
  });

  test('Requests are rate limited by user, with headers, and get 429 with Retry-After', async (t) => {
    const world = await makeWorld(t, engine, { rateLimits: 'on' });
    const dan = world.as('dan');
    const first = await dan.get('/events', { queue_id: 'none' });
    assert.equal(first.headers.get('x-ratelimit-limit'), null);
    const counted = await dan.post('/messages', message);
    assert.equal(counted.headers.get('x-ratelimit-limit'), '200');
    assert.equal(counted.headers.get('x-ratelimit-remaining'), '199');
    assert.ok(Number(counted.headers.get('x-ratelimit-reset')) > Date.now() / 1000);
    for (let used = 1; used < 200; used++) await dan.post('/messages', { ...message, to: 'no-such-channel' });
    const { status, json, headers } = await dan.post('/messages', message);
    assert.deepEqual([status, json.code, json.result], [429, 'RATE_LIMIT_HIT', 'error']);
    assert.ok(json['retry-after'] > 0);
    assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal((await world.as('eve').post('/messages', message)).status, 200);
  });

  test('Every response forbids content type sniffing', async (t) => {
    const world = await makeWorld(t, engine);
    const { path } = await upload(world, 'dan', { name: 'a.html', content: '<b>x</b>', type: 'text/html' });
    const paths: [status: number, path: string][] = [
      [200, '/api/v1/users/me'],
      [401, '/api/v1/users/me?as=nobody'],
      [404, '/api/v1/nothing'],
      [405, '/api/v1/typing'],
      [400, '/api/v1/users/%zz'],
      [204, '/api/v1/tus'],
      [200, `/user_uploads/${path}`],
      [404, '/user_uploads/1/none.txt'],
      [200, `/avatar/${world.people.dan.id}`],
      [200, '/login'],
      [404, '/no-such-page'],
      [200, '/'],
    ];
    const { dan } = world.people;
    for (const [status, at] of paths) {
      const response = await fetch(world.url + at, {
        method: status === 204 ? 'OPTIONS' : 'GET',
        redirect: 'manual',
        headers: at.includes('nobody') ? {} : basic(dan.email, dan.apiKey),
      });
      await response.arrayBuffer();
      const nosniff = response.headers.get('x-content-type-options');
      assert.deepEqual([at, response.status, nosniff], [at, status, 'nosniff']);
    }
    const etag = (await fetch(`${world.url}/avatar/${dan.id}`)).headers.get('etag') ?? '';
    const fresh = await fetch(`${world.url}/avatar/${dan.id}`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([fresh.status, fresh.headers.get('x-content-type-options')], [304, 'nosniff']);
  });

  test('Responses are not cacheable', async (t) => {
    const world = await makeWorld(t, engine);
    const { headers } = await world.as('dan').post('/messages', message);
    assert.equal(headers.get('cache-control'), 'no-store, private');
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  });
});
