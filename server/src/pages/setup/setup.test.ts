import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { Client } from '../../../../tests/support/client.ts';
import { askPage, getWords } from '../../../../tests/support/clients/pages.ts';
import { makePlace, onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { runAdmin } from '../../app/cli/admin.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { silentLog } from '../../lib/logging.ts';
import { startServer } from '../../app/start/serve.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';

async function start(t: TestContext, engine: Engine, flags: Record<string, unknown> = {}) {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  undoAfter(t, remove);
  const config = loadConfig({ data: dataDir, databaseUrl, port: '0', rateLimits: 'off', ...flags }, {});
  const server = await startServer({ config, log: silentLog(), client: config.data });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  undoAfter(t, stop);
  assert.ok(server.setupUrl);
  const link = new URL(server.setupUrl);
  const form = (fields: Record<string, string>, path = '/setup', cookie = '') =>
    fetch(link.origin + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { cookie },
    });
  return { server, link, token: link.searchParams.get('token') ?? '', form, stop };
}

/** The cookies that a response sets, as the browser sends them. */
const getSetCookies = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

const ada = {
  name: 'Weavers',
  full_name: 'Ada Achterberg',
  email: 'ada@example.com',
  password: 'nobody will guess',
};

/** A policy by the names of its directives. */
const parsePolicy = (response: Response): Map<string, string> =>
  new Map(
    (response.headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => /^\s*(\S+)\s*(.*)$/.exec(part))
      .map((found) => [found?.[1] ?? '', found?.[2] ?? '']),
  );

onBothEngines('The setup link', (engine) => {
  test('The setup link creates the organization, shows the API key and offers a working zuliprc', async (t) => {
    const { server, link, token, form } = await start(t, engine);
    const page = await fetch(link);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<form method="post"/);
    const made = await form({ token, ...ada });
    assert.equal(made.status, 303);
    assert.equal(made.headers.get('location'), '/setup');
    const cookie = getSetCookies(made);
    const shown = await (await fetch(`${link.origin}/setup`, { headers: { cookie } })).text();
    assert.match(shown, /<a class="button" href="\/">Open [^<]+<\/a>/);
    const file = await form({}, '/setup/zuliprc', cookie);
    assert.equal(file.headers.get('content-disposition'), 'attachment; filename="zuliprc"');
    const found = /^\[api\]\nemail=(.+)\nkey=(\w{32})\nsite=(.+)\n$/.exec(await file.text());
    const [, email = '', apiKey = '', site = ''] = found ?? [];
    assert.ok(shown.includes(apiKey));
    const { json: me } = await new Client(site, { email, apiKey }).get('/users/me');
    assert.equal(me.full_name, 'Ada Achterberg');
    assert.equal(me.role, 100);
    const { json: signedIn } = await new Client(server.url).post('/fetch_api_key', {
      username: ada.email,
      password: ada.password,
    });
    assert.equal(signedIn.api_key, apiKey);
  });

  test('The setup link creates one organization, and of those who use it at the same time one becomes its owner', async (t) => {
    const { server, link, token, form } = await start(t, engine);
    const responses = await Promise.all(
      ['ada', 'ben', 'eve'].map((name) => form({ token, ...ada, email: `${name}@example.com` })),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 404, 404]);
    for (const response of responses.filter(({ status }) => status === 404)) {
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.match(await response.text(), /This setup link was used/);
    }
    assert.equal(server.app.organizations.names.length, 1);
    const [won] = responses.filter(({ status }) => status === 303);
    assert.ok(won);
    const cookie = getSetCookies(won);
    assert.match(await (await fetch(link, { headers: { cookie } })).text(), /<code>\w{32}<\/code>/);
  });

  test('A used setup link gives another browser neither the key nor a session, and says that it was used', async (t) => {
    const { server, link, token, form } = await start(t, engine);
    await form({ token, ...ada });
    const others = [
      await fetch(link),
      await form({ token, ...ada }),
      await form({ token, ...ada, name: 'Others', email: 'eve@example.com', password: 'quite another one' }),
      await fetch(link, { headers: { cookie: 'heddle_setup=' } }),
      await fetch(link, { headers: { cookie: `heddle_setup=${token}` } }),
    ];
    for (const response of others) {
      const text = await response.text();
      assert.deepEqual([response.status, response.headers.getSetCookie()], [404, []]);
      assert.match(text, /This setup link was used/);
      assert.doesNotMatch(text, /<code>|ada@example/);
    }
    assert.equal((await form({ token }, '/setup/zuliprc')).status, 404);
    assert.equal(server.app.organizations.names.length, 1);
  });

  test('The setup link is void without its token and after org create', async (t) => {
    const { server, link, token, form } = await start(t, engine);
    for (const wrong of ['', 'x', token.slice(1), `${token}x`]) {
      assert.equal((await fetch(`${link.origin}/setup?token=${wrong}`)).status, 404);
      assert.equal((await form({ ...ada, token: wrong })).status, 404);
    }
    assert.equal((await fetch(`${link.origin}/setup?token=a&token=b`)).status, 404);
    assert.deepEqual(server.app.organizations.names, []);
    assert.equal((await form({ token }, '/setup/zuliprc')).status, 404);
    const owner = { ownerEmail: 'eve@example.com', ownerName: 'Eve', ownerPassword: ada.password };
    await runAdmin(server.app, 'org-create', { name: 'Others', subdomain: '', ...owner });
    assert.equal((await fetch(link)).status, 404);
    assert.equal((await form({ token, ...ada })).status, 404);
    assert.equal((await form({ token }, '/setup/zuliprc')).status, 404);
    assert.equal(server.app.organizations.names.length, 1);
  });
});

test('The setup form reports errors, keeps the input and escapes it', async (t) => {
  const { server, token, form } = await start(t, 'sqlite');
  const hostile = `"><script>alert('x')</script>`;
  const wrong: [Record<string, string>, RegExp][] = [
    [{ email: 'no address' }, /is not an email address/],
    [{ password: '12345678' }, /password is too weak/],
    [{ password: '' }, /password cannot be empty/],
    [{ name: '' }, /name cannot be blank/],
    [{ name: 'x'.repeat(41) }, /name is too long/],
    [{ full_name: ' ' }, /Name too short/],
    [{ name: hostile, email: hostile, full_name: hostile }, /is not an email address/],
  ];
  for (const [fields, text] of wrong) {
    const reply = await form({ token, ...ada, ...fields });
    assert.equal(reply.status, 400);
    const page = await reply.text();
    assert.match(page, text);
    const wrongField = 'email' in fields ? 'email' : Object.keys(fields)[0];
    const focused = new RegExp(`name="${wrongField}"[^>]* autofocus aria-invalid="true"[^>]*"trouble`);
    assert.match(page, focused, 'the focus is in the field that is wrong');
    assert.ok(!page.includes('<script'));
    assert.ok(!page.includes(ada.password), 'a password is not sent back');
    assert.ok(page.includes(`value="${fields.email === hostile ? '&quot;&gt;&lt;script' : ''}`));
  }
  assert.deepEqual(server.app.organizations.names, []);
  await form({ token, ...ada, name: '<b>Weavers</b> & Co' });
  const home = await (await fetch(server.url)).text();
  assert.ok(home.includes('&lt;b&gt;Weavers&lt;/b&gt; &amp; Co'));
  assert.ok(!home.includes('<b>'));
});

for (const language of ['de', 'en'] as const)
  test(`Every step of the setup is in ${language}`, async (t) => {
    const { server, token } = await start(t, 'sqlite');
    const shown: string[] = [];
    let cookie = '';
    const show = async (path: string, form?: Record<string, string>) => {
      const page = await askPage(server.url, { path, wish: language, cookie, ...(form ? { form } : {}) });
      assert.deepEqual(getWords(language === 'de' ? 'en' : 'de', page.text), [], page.text);
      if (page.status !== 303) shown.push(...getWords(language, page.text));
      return page;
    };
    await show('/');
    await show('/setup?token=x');
    await show('/setup', { token: 'x' });
    await show('/setup/zuliprc', { token });
    await show(`/setup?token=${token}`);
    for (const wrong of ['email', 'password', 'name', 'full_name'])
      assert.equal((await show('/setup', { token, ...ada, [wrong]: '' })).status, 400, wrong);
    assert.equal((await show('/setup', { token, ...ada, name: 'x'.repeat(41) })).status, 400);
    const { status, headers } = await show('/setup', { token, ...ada });
    assert.equal(status, 303);
    await show(`/setup?token=${token}`);
    cookie = (headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]).join('; ');
    const { text } = await show('/setup');
    assert.match(text, new RegExp(`<html lang="${language}">`));
    assert.ok(shown.length > 20);
    const apiKey = /<code>(\w{32})<\/code>/.exec(text)?.[1] ?? '';
    const owner = new Client(server.url, { email: ada.email, apiKey });
    const { json } = await owner.post('/register', { fetch_event_types: ['realm', 'user_settings'] });
    const settings = json.user_settings as { default_language?: string };
    assert.deepEqual([json.realm_default_language, settings.default_language], [language, language]);
  });

test('Every page forbids scripts, framing and caching, and allows its own style sheet', async (t) => {
  const { server, link, token, form } = await start(t, 'sqlite');
  const responses = [
    await fetch(link),
    await fetch(`${server.url}/setup?token=x`),
    await fetch(server.url),
    await form({ token, ...ada, email: '' }),
  ];
  for (const reply of responses) {
    const policy = parsePolicy(reply);
    assert.equal(policy.get('default-src'), "'none'");
    assert.equal(policy.get('frame-ancestors'), "'none'");
    assert.equal(policy.get('form-action'), "'self'");
    assert.equal(policy.get('base-uri'), "'none'");
    assert.equal(policy.has('script-src'), false);
    const style = /<style>([^]*)<\/style>/.exec(await reply.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(policy.get('style-src'), `'sha256-${hash}'`);
    assert.equal(reply.headers.get('cache-control'), 'no-store, private');
    assert.equal(reply.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
  }
});

test('The setup page does not exist once there is an organization, and API paths keep their responses', async (t) => {
  const { server, token, form, stop } = await start(t, 'sqlite');
  await form({ token, ...ada });
  const { config } = server.app;
  await stop();
  const again = await startServer({ config, log: silentLog(), client: config.data });
  undoAfter(t, () => again.stop());
  assert.equal(again.setupUrl, null);
  const unknown = await fetch(`${again.url}/setup?token=${token}`);
  assert.equal(unknown.status, 404);
  assert.deepEqual(await unknown.json(), { result: 'error', msg: 'Not found', code: 'NOT_FOUND' });
  assert.match(await (await fetch(again.url)).text(), /<h1>Weavers<\/h1>/);
});
