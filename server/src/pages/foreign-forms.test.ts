import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { invite } from '../../../tests/support/fixtures/invites.ts';
import { joinPathFor } from '../../../tests/support/fixtures/mail.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { hashPassword } from '../lib/passwords.ts';

const password = 'a loom and a half';

/** The headers of a form that a page of another site sent. */
const foreign: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/page' },
  { referer: 'not an address' },
];

const send = (
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
  method = 'POST',
) => fetch(url, { method, body: new URLSearchParams(fields), headers, redirect: 'manual' });

async function joinPath(world: World): Promise<string> {
  assert.equal((await invite(world, 'ada')).status, 200);
  return joinPathFor(world, 'hal@example.com');
}

onBothEngines('Forms with a Referer', (engine) => {
  test('A form identified only by its Referer is accepted from a page of this server or a script', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash: await hashPassword(password) });
    const fields = { username: 'dan@example.com', password };
    const evil = await send(`${world.url}/login`, fields, { referer: 'https://evil.example/page' });
    assert.deepEqual([evil.status, evil.headers.getSetCookie()], [403, []]);
    for (const headers of [{ referer: `${world.url}/login` }, {}])
      assert.equal((await send(`${world.url}/login`, fields, headers)).status, 303);
  });
});

/** What proves who sends it is in the form itself. */
const ofOtherSites: Readonly<Record<string, string>> = {
  '/complete/:id/': 'a provider posts its response, and the cookie and the state in it show who began',
  '/complete/:id/logout': 'a provider posts a logout token that it has signed',
  '/accounts/login/jwt/': 'a program posts a token that it has signed',
};

onBothEngines('Cross-site forms', (engine) => {
  test('A form from another site is refused at every form URL, and sets no cookie', async (t) => {
    const world = await makeWorld(t, engine);
    const forms = world.mounted.filter(
      ({ method, url }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !url.startsWith('/api/v1/'),
    );
    const paths = new Set(forms.map(({ url }) => url));
    for (const known of ['/login', '/logout', '/join', '/join/:key', '/reset', '/reset/:token', '/setup'])
      assert.ok(paths.has(known), `${known} is among what is walked`);
    const { cookie = '' } = await getBrowser(world, 'dan');
    for (const { method, url, crossSite } of forms) {
      assert.equal(crossSite, url in ofOtherSites, `${url} takes forms of other sites: say here why`);
      const path = url.replaceAll(/:\w+|\*/g, 'x'.repeat(43));
      for (const headers of foreign) {
        const response = await send(world.url + path, {}, { ...headers, cookie }, method);
        const what = `${method} ${url} with ${JSON.stringify(headers)}`;
        if (crossSite) {
          // There is no such provider here.
          assert.deepEqual([response.status, response.headers.getSetCookie()], [404, []], what);
          continue;
        }
        assert.equal(response.status, 403, what);
        const error = (await response.json()) as { code?: string; schemas?: unknown };
        if (url.startsWith('/scim/')) assert.ok(error.schemas, what);
        else assert.equal(error.code, 'CSRF_FAILED', what);
        assert.deepEqual(response.headers.getSetCookie(), [], what);
      }
    }
  });

  test('A form from another site accepts no invitation and keeps the browser’s session', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await getBrowser(world, 'dan');
    const path = await joinPath(world);
    const fields = { full_name: 'Hal Holt', password: 'a shuttle and a reed' };
    for (const headers of foreign) {
      const response = await send(world.url + path, fields, { ...headers, cookie: dan.cookie ?? '' });
      assert.deepEqual([response.status, response.headers.getSetCookie()], [403, []]);
    }
    assert.equal((await dan.get('/users/me')).json.user_id, world.people.dan.id);
    const { json } = await world.as('ada').get('/users');
    const emails = (json.members as { delivery_email: string }[]).map((member) => member.delivery_email);
    assert.ok(!emails.includes('hal@example.com'), 'no account was created');
    const own = await send(world.url + path, fields, {
      'sec-fetch-site': 'same-origin',
      origin: 'null',
      cookie: dan.cookie ?? '',
    });
    assert.deepEqual([own.status, own.headers.get('location')], [303, '/']);
  });

  test('A GET request from another site sets no session', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const path = await joinPath(world);
    const pages = world.mounted.filter(({ method }) => method === 'GET').map(({ url }) => url);
    const token = 'x'.repeat(43);
    for (const url of [path, ...pages.map((one) => one.replaceAll(/:\w+|\*/g, token))]) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', accept: 'text/html' };
      const response = await fetch(world.url + url, { headers, redirect: 'manual' });
      await response.body?.cancel();
      assert.deepEqual(response.headers.getSetCookie(), [], url);
    }
  });
});
