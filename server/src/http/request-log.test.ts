import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyRoute, type Place } from '../../../tests/support/checks/every-route.ts';
import { onBothEngines, type Engine } from '../../../tests/support/engines.ts';
import { keepLog, type KeptLog, type LogLine } from '../../../tests/support/log.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';

const canary = 'c4nary-7f3a9b2e';

const filled = (path: string): string => path.replace(/:\w+\*?|\*/g, canary);

/** A request with the canary wherever a secret can be. */
const ask = (url: string, { method, path }: Place, authorization: string) =>
  fetch(`${url}${filled(path)}?token=${canary}&api_key=${canary}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization,
      cookie: `heddle_session=${canary}`,
      referer: `http://localhost/reset/${canary}`,
      'x-request-id': canary,
      'user-agent': canary,
    },
    ...(method === 'GET' || method === 'HEAD'
      ? {}
      : { body: new URLSearchParams({ password: canary, content: canary, token: canary, to: canary }) }),
  });

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

/** These end what is signed in with. */
const endings = /\/(?:users\/me|realm\/deactivate|api_key\/regenerate)$/;

async function getLine(kept: KeptLog, id: string): Promise<LogLine> {
  for (;;) {
    // Written after the response was sent.
    const line = kept.saying('request').find(({ request }) => request === id);
    if (line) return line;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const tests = (engine: Engine): void => {
  test('The request log contains no token, key, password or message content', async (t) => {
    const kept = keepLog('trace');
    const world = await makeWorld(t, engine, { log: kept.log });
    const { places, url } = await everyRoute(t, world);
    const mustWalk = [
      '/reset/:token',
      '/join/:key',
      '/confirm-email/:token',
      '/confirm-former/:token',
      '/undo-email/:token',
      '/user_uploads/temporary/:token/*',
    ];
    for (const path of mustWalk)
      assert.ok(
        places.some((place) => place.path === path),
        path,
      );
    const { email, apiKey } = world.people.ada;
    for (const place of places) {
      await (await ask(url, place, basic(canary, canary))).arrayBuffer();
      if (place.method !== 'GET' && endings.test(place.path)) continue;
      await (await ask(url, place, basic(email, apiKey))).arrayBuffer();
    }
    for (const path of [`/reset/${canary}/more`, `/nowhere/${canary}`, `/api/v1/${canary}`, `/%zz${canary}`])
      await (await ask(url, { method: 'GET', path }, basic(email, apiKey))).arrayBuffer();
    assert.ok(kept.saying('request').length >= places.length);
    assert.deepEqual(
      kept.lines.filter((line) => line.includes(canary) || line.includes(apiKey)),
      [],
    );
  });

  test('The request log has address, user, operation and outcome of each request', async (t) => {
    const kept = keepLog('debug');
    const world = await makeWorld(t, engine, { log: kept.log });
    const { id } = world.people.dan;
    const { headers } = await world.as('dan').get(`/users/${id}`);
    const line = await getLine(kept, headers.get('x-request-id') ?? '');
    assert.deepEqual(
      [line.address, line.user, line.operation, line.method, line.path, line.status],
      ['127.0.0.1', id, 'get-user', 'GET', `/api/v1/users/${id}`, 200],
    );
    const page = await fetch(`${world.url}/login`);
    const { user, operation, path } = await getLine(kept, page.headers.get('x-request-id') ?? '');
    assert.deepEqual([user, operation, path], [null, null, '/login']);
  });

  test('The request ID comes from a trusted proxy if well-formed, otherwise it is generated', async (t) => {
    const idGiven = async (world: World, id: string) =>
      (await fetch(`${world.url}/login`, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    const trusting = await makeWorld(t, engine, { config: { trustedProxies: '127.0.0.0/8' } });
    assert.equal(await idGiven(trusting, 'edge-1:7f3a/9b'), 'edge-1:7f3a/9b');
    const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
    for (const id of ['', 'a b', '"x"', 'x'.repeat(129)])
      assert.match((await idGiven(trusting, id)) ?? '', uuid);
    const plain = await makeWorld(t, engine);
    assert.match((await idGiven(plain, 'edge-1')) ?? '', uuid);
  });

  test('The address of a request is an address, whatever a trusted proxy passes on', async (t) => {
    const kept = keepLog('debug');
    const world = await makeWorld(t, engine, { log: kept.log, config: { trustedProxies: '127.0.0.0/8' } });
    const loggedAddress = async (header: string) => {
      const page = await fetch(`${world.url}/login`, { headers: { 'x-forwarded-for': header } });
      return (await getLine(kept, page.headers.get('x-request-id') ?? '')).address;
    };
    for (const none of ['unknown', '', '\u009b2Jx', '192.0.2.7, unknown', '192.0.2.7,'])
      assert.equal(await loggedAddress(none), '127.0.0.1', none);
    assert.equal(await loggedAddress('192.0.2.7, unknown, 127.0.0.8'), '127.0.0.8');
    assert.equal(await loggedAddress('unknown, 192.0.2.7, 127.0.0.8'), '192.0.2.7');
  });

  test('A forwarding header from an untrusted peer is warned about once, naming the setting', async (t) => {
    const kept = keepLog();
    const warnings = () => kept.saying(/forwarding header/);
    const knock = (world: World) =>
      fetch(`${world.url}/login`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    const trusting = await makeWorld(t, engine, { log: kept.log, config: { trustedProxies: '127.0.0.1' } });
    await knock(trusting);
    await fetch(`${trusting.url}/login`);
    assert.deepEqual(warnings(), []);
    const world = await makeWorld(t, engine, { log: kept.log });
    await knock(world);
    await knock(world);
    const [only, more] = warnings();
    assert.deepEqual([only?.level, only?.peer, more], [40, '127.0.0.1', undefined]);
    assert.match(only?.msg ?? '', /--trusted-proxies/);
  });
};

onBothEngines('The event log', tests);
