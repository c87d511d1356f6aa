import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserClient, getBrowser, getCookie } from '../../../tests/support/clients/browser.ts';
import { addOrganization, setOrganization } from '../../../tests/support/change.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { sendFiles } from '../../../tests/support/files.ts';
import { picture } from '../../../tests/support/fixtures/pictures.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { followScript } from './links/follow-script.ts';
import { hashPassword } from '../lib/passwords.ts';
import { selectListed } from './choose.ts';
import { safeNext } from './next.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);

const send = (
  world: World,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(world.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', origin: 'null', ...headers },
  });
const visit = (world: World, path: string, cookie = '') =>
  fetch(world.url + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });

onBothEngines('The sign-in page', (engine) => {
  test('The sign-in page signs in and redirects to the requested page', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const reply = await send(world, '/login', { username: 'dan@example.com', password, next: '/inbox' });
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/inbox']);
    const cookie = getCookie(reply.headers.getSetCookie().join());
    assert.equal((await new BrowserClient(world.url, cookie).get('/users/me')).status, 200);
    const again = await visit(world, '/login?next=/inbox', cookie);
    assert.deepEqual([again.status, again.headers.get('location')], [303, '/inbox']);
  });

  test('The sign-in page reports a failure without details and keeps only the email', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    for (const username of ['dan@example.com', '"><script>alert(1)</script>']) {
      const reply = await send(world, '/login', { username, password: 'guess guess' });
      const text = await reply.text();
      assert.equal(reply.status, 401);
      assert.match(text, /role="alert">Incorrect email address or password\./);
      assert.match(text, /<title>Error: Sign in to Weavers<\/title>/);
      assert.ok(!text.includes('guess guess') && !text.includes('<script>'));
      assert.deepEqual(reply.headers.getSetCookie(), []);
    }
    assert.match(
      await (await send(world, '/login', { username: 'dan@example.com' })).text(),
      /dan@example\.com/,
    );
  });

  test('The sign-in page shows the organization’s description safely', async (t) => {
    const world = await makeWorld(t, engine);
    assert.ok(!(await (await visit(world, '/login')).text()).includes('class="about"'));
    const description = 'We **weave** :wave: <script>alert(1)</script> [here](javascript:alert(2))';
    await world.as('ada').patch('/realm', { description });
    for (const path of ['/login', '/join']) {
      await setOrganization(world, { invite_required: path !== '/join' });
      const text = (await (await visit(world, path)).text()).replace(followScript.text, '');
      assert.match(text, /<div class="about"><p>We <strong>weave<\/strong> 👋 /, path);
      assert.ok(!text.includes('<script') && !text.includes('href="javascript:'), path);
    }
  });

  test('The sign-in page shows the organization’s icon, or its initial', async (t) => {
    const world = await makeWorld(t, engine);
    assert.match(await (await visit(world, '/login')).text(), /<span class="icon"[^>]*>W<\/span>/);
    const photo = { name: 'loom.png', type: 'image/png', content: await picture(300, 120) };
    const { json } = await sendFiles(world, 'ada', [photo], '/realm/icon');
    const reply = await visit(world, '/login');
    assert.ok((await reply.text()).includes(`<img class="icon" src="${String(json.icon_url)}" alt="" />`));
    assert.match(
      reply.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*img-src 'self' data:/,
    );
    assert.equal((await fetch(world.url + String(json.icon_url))).status, 200);
  });

  test('The sign-in page does not redirect to another site', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '@evil',
    ]) {
      assert.equal(safeNext(next), '/', next);
      const reply = await send(world, '/login', { username: 'dan@example.com', password, next });
      assert.equal(reply.headers.get('location'), '/');
    }
    assert.equal(safeNext('/channel/5-general/topic/x%20y?a=1#b'), '/channel/5-general/topic/x%20y?a=1#b');
  });

  test('The sign-in page refuses forms from another site', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash });
    const dan = await getBrowser(world, 'dan');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'null' },
    ]) {
      const fields = { username: 'dan@example.com', password };
      assert.equal((await send(world, '/login', fields, headers)).status, 403);
      assert.equal((await send(world, '/logout', {}, { ...headers, cookie: dan.cookie ?? '' })).status, 403);
    }
    assert.equal((await dan.get('/users/me')).status, 200);
  });

  test('Signing out on the page requires confirmation', async (t) => {
    const world = await makeWorld(t, engine);
    const { cookie = '' } = await getBrowser(world, 'dan');
    assert.match(
      await (await visit(world, '/logout', cookie)).text(),
      /<form method="post" action="\/logout">/,
    );
    assert.equal((await new BrowserClient(world.url, cookie).get('/users/me')).status, 200);
    const reply = await send(world, '/logout', {}, { cookie });
    assert.equal(reply.headers.get('clear-site-data'), '"cache"');
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/login?note=out']);
    assert.match(reply.headers.getSetCookie().join(), /Max-Age=0/);
    assert.equal((await new BrowserClient(world.url, cookie).get('/users/me')).status, 401);
  });

  test('The sign-in page offers sign-up only in open organizations', async (t) => {
    const world = await makeWorld(t, engine);
    assert.ok(!(await (await visit(world, '/login')).text()).includes('/join'));
    await setOrganization(world, { invite_required: false });
    assert.match(await (await visit(world, '/login')).text(), /<a href="\/join">/);
  });
});

onBothEngines('The organization chooser', (engine) => {
  test('The organization chooser lists only active organizations that want to be listed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId } = await addOrganization(world);
    const text = async () => (await visit(world, '/choose')).text();
    assert.doesNotMatch(await text(), /Weavers|Others|others\.localhost/);
    const listed = { want_advertise_in_communities_directory: true };
    assert.equal((await world.as('dan').patch('/realm', listed)).status, 403);
    assert.equal((await world.as('ada').patch('/realm', listed)).status, 200);
    assert.match(await text(), /<a href="http:\/\/localhost:\d+">[^]*?<strong>Weavers<\/strong>/);
    assert.doesNotMatch(await text(), /Others/);
    await setOrganization({ ...world, orgId }, listed);
    assert.match(await text(), /<a href="http:\/\/others\.localhost:\d+">[^]*?<strong>Others<\/strong>/);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('organization')
        .set({ is_deactivated: 1 })
        .where('id', '=', world.orgId)
        .execute();
      await tx.touch({ organization: true });
    });
    assert.doesNotMatch(await text(), /Weavers/);
  });

  test('The organization chooser finds listed organizations by an index, however many others there are', async (t) => {
    const world = await makeWorld(t, engine);
    const { db } = world.app;
    const plan = await db.write(world.orgId, 'system', async ({ q, connection, dialect }) => {
      // The planner of PostgreSQL reads a small table as a whole.
      if (dialect === 'postgres') await connection.run('SET LOCAL enable_seqscan = off', []);
      const explain = dialect === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const { sql, parameters } = selectListed(q).compile();
      return connection.query(`${explain} ${sql}`, parameters);
    });
    assert.match(JSON.stringify(plan), /organization_listed/);
  });

  test('The organization chooser does not load organizations into memory', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId } = await addOrganization(world);
    await setOrganization({ ...world, orgId }, { want_advertise_in_communities_directory: true });
    await world.restart();
    assert.match(await (await visit(world, '/choose')).text(), /<strong>Others<\/strong>/);
    assert.equal(world.app.organizations.holds(orgId), false);
  });

  test('The organization chooser redirects to an organization by its address, and never to another site', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await addOrganization(world);
    const { port } = new URL(world.url);
    const to = async (address: string) => {
      const response = await visit(world, `/choose?address=${encodeURIComponent(address)}`);
      return [response.status, response.headers.get('location')];
    };
    const others = [303, `http://others.localhost:${port}`];
    for (const address of [
      'others',
      ' Others ',
      `others.localhost:${port}`,
      `http://others.localhost:${port}/login`,
    ])
      assert.deepEqual(await to(address), others, address);
    assert.deepEqual(await to('localhost'), [303, `http://localhost:${port}`]);
    for (const address of [
      'nobody',
      'evil.example',
      'others.evil.example',
      'https://evil.example/',
      '//evil',
      '"><script>',
    ])
      assert.deepEqual(await to(address), [404, null], address);
    const unknown = await visit(world, '/choose?address=%22%3E%3Cscript%3E');
    const text = await unknown.text();
    assert.match(text, /role="alert">There is no organization at this address/);
    assert.ok(!text.includes('<script>'));
    assert.match(
      unknown.headers.get('content-security-policy') ?? '',
      new RegExp(`form-action 'self' http://localhost:${port} http://\\*\\.localhost:${port};`),
    );
  });
});
