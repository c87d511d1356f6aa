import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { getBrowser } from '../../../tests/support/clients/browser.ts';
import { onBothEngines, type Engine } from '../../../tests/support/engines.ts';
import { undoAfter } from '../../../tests/support/undo.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';

const script = 'console.log("loom");'.repeat(50);
const built: Record<string, string | Buffer> = {
  'index.html': '<!doctype html><title>Client</title>',
  'assets/main-abc123.js': script,
  'assets/inter-latin-wght-normal-Dx4.woff2': 'type',
  'assets/main-abc123.js.br': brotliCompressSync(script),
  'sw.js': '// worker',
  'manifest.webmanifest': '{}',
  '.vite/manifest.json': '{"src/text/main/de.json":{"file":"assets/de-abc.js"}}',
};

function build(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, '.vite'), { recursive: true });
  for (const [name, content] of Object.entries(built)) writeFileSync(join(folder, name), content);
}

async function worldWithClient(t: TestContext, engine: Engine) {
  const client = mkdtempSync(join(tmpdir(), 'heddle-client-'));
  const world = await makeWorld(t, engine, { client });
  undoAfter(t, () => rmSync(client, { recursive: true, force: true }));
  build(client);
  const { cookie = '' } = await getBrowser(world, 'dan');
  return { world, cookie, client };
}

/** As a browser goes to an address. */
const visit = (world: World, path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

const getPolicy = (response: Response): Record<string, string> =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );

onBothEngines('The web client', (engine) => {
  test('The web client is served at every one of its URLs to signed-in users', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    for (const path of ['/', '/inbox', '/channel/5-general/topic/v1.2', '/settings/profile?tab=1']) {
      const reply = await visit(world, path, { cookie });
      assert.equal(reply.status, 200, path);
      assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(await reply.text(), built['index.html']);
    }
  });

  test('The web client’s page names the texts of the language of its user', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    assert.equal((await visit(world, '/', { cookie })).headers.get('link'), null);
    await world.as('dan').patch('/settings', { default_language: 'de' });
    const reply = await visit(world, '/inbox', { cookie });
    assert.equal(reply.headers.get('link'), '</assets/de-abc.js>; rel=modulepreload');
  });

  test('The web client redirects everyone else to the sign-in page and back', async (t) => {
    const { world } = await worldWithClient(t, engine);
    for (const [path, location] of [
      ['/', '/login'],
      ['/inbox?a=1', '/login?next=%2Finbox%3Fa%3D1'],
    ] as const) {
      const reply = await visit(world, path, { cookie: 'heddle_session=none' });
      assert.deepEqual([reply.status, reply.headers.get('location')], [303, location]);
      assert.equal(reply.headers.get('cache-control'), 'no-store, private');
    }
  });

  test('The web client’s public files are only its own', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    const reply = await visit(world, '/', { cookie });
    assert.deepEqual(getPolicy(reply), {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'media-src': "'self' blob:",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
    });
    const { headers } = reply;
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.match(headers.get('vary') ?? '', /Cookie/);
  });

  test('Only the web client may use the microphone, and nothing may use the camera', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    for (const [path, microphone] of [
      ['/', 'microphone=(self)'],
      ['/inbox', 'microphone=(self)'],
      ['/login', 'microphone=()'],
    ] as const) {
      const { headers } = await visit(world, path, path === '/login' ? {} : { cookie });
      const policy = (headers.get('permissions-policy') ?? '').split(', ');
      assert.ok(policy.includes(microphone), path);
      assert.ok(policy.includes('camera=()') && policy.includes('geolocation=()'), path);
    }
  });

  test('The web client marks a session that has no mark or another one', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    const [session, mark = ''] = (await visit(world, '/', { cookie })).headers.getSetCookie();
    assert.match(session ?? '', new RegExp(`^${cookie}; `));
    const shown = `${cookie}; ${mark.split(';', 1)[0] ?? ''}`;
    assert.match(shown, /; heddle_mark=[\w-]{22}$/);
    assert.deepEqual((await visit(world, '/', { cookie: shown })).headers.getSetCookie(), []);
    const others = `${cookie}; heddle_mark=${'x'.repeat(22)}`;
    assert.equal((await visit(world, '/', { cookie: others })).headers.getSetCookie()[1], mark);
  });

  test('The web client is prefetched from the pages that lead to it', async (t) => {
    const { world, client } = await worldWithClient(t, engine);
    const linkAt = async (path: string) => (await visit(world, path)).headers.get('link');
    assert.equal(await linkAt('/login'), null);
    const named =
      '<script src="/assets/a-1.js"></script><link href="/assets/b-2.css"><link href="/icon.svg">';
    writeFileSync(join(client, 'index.html'), `<!doctype html>${named}`);
    const ahead = '</assets/a-1.js>; rel=prefetch, </assets/b-2.css>; rel=prefetch';
    assert.equal(await linkAt('/login'), ahead);
    // Firefox prefetches only what the default allows.
    const { 'style-src': _, ...policy } = getPolicy(await visit(world, '/login'));
    assert.deepEqual(policy, {
      'default-src': "'self'",
      'connect-src': "'none'",
      'media-src': "'none'",
      'object-src': "'none'",
      'frame-src': "'none'",
      'worker-src': "'none'",
      'manifest-src': "'none'",
      'font-src': "'self'",
      'img-src': "'self' data:",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'script-src': "'self'",
    });
    const { json } = await world.as('ada').post('/invites/multiuse', {});
    assert.equal(await linkAt(new URL(String(json.invite_link)).pathname), ahead);
    rmSync(join(client, 'index.html'));
    assert.equal(await linkAt('/login'), null);
  });

  test('The web client is not sent again to a browser that has it', async (t) => {
    const { world, cookie, client } = await worldWithClient(t, engine);
    const etag = (await visit(world, '/', { cookie })).headers.get('etag') ?? '';
    assert.equal((await visit(world, '/', { cookie, 'if-none-match': etag })).status, 304);
    writeFileSync(join(client, 'index.html'), 'another build');
    const newer = await visit(world, '/', { cookie, 'if-none-match': etag });
    assert.deepEqual([newer.status, await newer.text()], [200, 'another build']);
  });

  test('The web client’s files are cached forever and compressed', async (t) => {
    const { world } = await worldWithClient(t, engine);
    const path = '/assets/main-abc123.js';
    const plain = await fetch(world.url + path, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(await plain.text(), script);
    assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(plain.headers.get('vary'), 'Accept-Encoding');
    const small = await fetch(world.url + path, { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(small.headers.get('content-encoding'), 'br');
    const { length } = brotliDecompressSync(brotliCompressSync(script));
    assert.equal((await small.text()).length, length);
    const refusing = await fetch(world.url + path, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    assert.equal(refusing.headers.get('content-encoding'), null);
  });

  test('The web client is installable, with a manifest and a worker that are revalidated', async (t) => {
    const { world, client } = await worldWithClient(t, engine);
    for (const [name, type] of [
      ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
      ['/sw.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const reply = await fetch(world.url + name);
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, type]);
      assert.equal(reply.headers.get('cache-control'), 'public, no-cache');
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    }
    const worker = await fetch(`${world.url}/sw.js`);
    assert.deepEqual(getPolicy(worker), { 'default-src': "'none'", 'connect-src': "'self'" });
    const known = { 'if-none-match': worker.headers.get('etag') ?? '' };
    assert.equal((await fetch(`${world.url}/sw.js`, { headers: known })).status, 304);
    writeFileSync(join(client, 'index.html'), 'another build');
    writeFileSync(join(client, 'sw.js'), '// another worker');
    const newer = await fetch(`${world.url}/sw.js`, { headers: known });
    assert.deepEqual([newer.status, await newer.text()], [200, '// another worker']);
  });

  test('The web client’s font is available to pages under a stable name', async (t) => {
    const { world } = await worldWithClient(t, engine);
    const reply = await visit(world, '/static/type/inter-latin.woff2');
    assert.deepEqual(
      [reply.status, reply.headers.get('location')],
      [302, '/assets/inter-latin-wght-normal-Dx4.woff2'],
    );
    assert.match(await (await visit(world, '/login')).text(), /url\(\/static\/type\/inter-latin\.woff2\)/);
    for (const name of [
      'inter-greek.woff2',
      'main-abc123.js',
      'inter-latin-wght',
      '..%2fsw.js',
      'constructor',
    ])
      assert.equal((await visit(world, `/static/type/${name}`)).status, 404, name);
  });

  test('The web client’s icon is found where programs look that read no page', async (t) => {
    const { world } = await worldWithClient(t, engine);
    const reply = await visit(world, '/favicon.ico');
    assert.deepEqual([reply.status, reply.headers.get('location')], [302, '/icons/192.png']);
  });

  test('The web client responds with 404 to unknown paths and paths outside its folder', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    for (const path of [
      '/assets/gone-1.js',
      '/assets/..%2f..%2fsecrets.toml',
      '/..%2fsecrets.toml',
      '/.vite/manifest.json',
      '/assets/main-abc123.js.br',
      '/api/v1/nothing',
      '/user_uploads/1/x',
    ]) {
      const reply = await fetch(world.url + path, { headers: { cookie } });
      assert.equal(reply.status, 404, path);
      assert.equal(((await reply.json()) as { code: string }).code, 'NOT_FOUND');
    }
  });

  test('A missing web client build explains how to build it, and the API keeps working', async (t) => {
    const world = await makeWorld(t, engine);
    const { cookie = '' } = await getBrowser(world, 'dan');
    const reply = await visit(world, '/', { cookie });
    assert.equal(reply.status, 503);
    assert.match(await reply.text(), /npm start/);
    assert.match(await (await visit(world, '/')).text(), /<h1>Weavers<\/h1>/);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
  });
});
