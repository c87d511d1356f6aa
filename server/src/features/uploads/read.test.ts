import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMembers,
  addOrganization,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { canOpen, open, storedFiles, upload } from '../../../../tests/support/files.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { fileForReading } from './access.ts';

type Reader = Name | 'nobody';

/** Who of the cast can open the file, in a page and by a link of a minute. */
async function readers(world: World, url: string): Promise<Reader[]> {
  const found: Reader[] = [];
  for (const who of names) {
    const opens = await canOpen(world, who, url);
    const link = await world.as(who).get(url);
    assert.equal(link.status, opens ? 200 : 404);
    if (opens) found.push(who);
  }
  if (await canOpen(world, 'nobody', url)) found.push('nobody');
  return found;
}

const say1 = (world: World, who: Name, channel: 'general' | 'design' | 'vault' | 'lounge', url: string) =>
  say(world, who, channel, 'files', `see [it](${url})`);

onBothEngines('Access to files', (engine) => {
  test('A file is accessible to its owner only, until it is shared', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    assert.deepEqual(await readers(world, url), ['dan']);
  });

  test('What is said in a file is not read from the database with the file', async (t) => {
    const world = await makeWorld(t, engine);
    const { orgId } = world;
    const { id } = world.people.dan;
    const { url } = await upload(world, 'dan');
    const cache = await world.app.organizations.cache(orgId);
    const reader = { id, orgId, user: cache.users.get(id) ?? assert.fail(), cache };
    const path = url.slice('/user_uploads/'.length);
    const file = await fileForReading(world.app.db.read, reader, path);
    assert.deepEqual([file?.path, file !== undefined && 'transcript' in file], [path, false]);
  });

  test('A file is accessible to the participants of a conversation', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    await sendDirect(world, 'dan', ['eve', 'gus'], `[it](${url})`);
    assert.deepEqual(await readers(world, url), ['dan', 'eve', 'gus']);
  });

  test('A file is accessible to those who can currently read a message that links to it', async (t) => {
    const world = await makeWorld(t, engine);
    const inPublic = await upload(world, 'eve');
    await say1(world, 'eve', 'lounge', inPublic.url);
    assert.deepEqual(await readers(world, inPublic.url), ['ada', 'ben', 'cleo', 'dan', 'eve']);
    const inPrivate = await upload(world, 'dan');
    const id = await say1(world, 'dan', 'design', inPrivate.url);
    assert.deepEqual(await readers(world, inPrivate.url), ['ada', 'cleo', 'dan']);
    const left = await world.as('cleo').delete('/users/me/subscriptions', { subscriptions: ['design'] });
    assert.equal(left.status, 200);
    assert.deepEqual(await readers(world, inPrivate.url), ['ada', 'dan']);
    assert.equal((await world.as('ada').delete(`/messages/${id}`)).status, 200);
    assert.deepEqual(await readers(world, inPrivate.url), ['dan']);
  });

  test('The access to a file follows its message through moves and privacy changes', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, lounge } = world.channels;
    const moved = await upload(world, 'ada');
    const id = await say1(world, 'ada', 'lounge', moved.url);
    assert.deepEqual(await readers(world, moved.url), ['ada', 'ben', 'cleo', 'dan', 'eve']);
    const there = await world.as('ada').patch(`/messages/${id}`, { stream_id: design });
    assert.equal(there.status, 200, there.json.msg);
    assert.deepEqual(await readers(world, moved.url), ['ada', 'cleo', 'dan']);
    const closed = await upload(world, 'ada');
    await say1(world, 'ada', 'lounge', closed.url);
    const now = await world.as('ada').patch(`/streams/${lounge}`, { is_private: true });
    assert.equal(now.status, 200, now.json.msg);
    assert.deepEqual(await readers(world, closed.url), ['ada', 'eve']);
  });

  test('A file is never accessible to deactivated accounts', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    await say1(world, 'dan', 'general', url);
    const link = (await world.as('eve').get(url)).json.url as string;
    for (const who of ['dan', 'eve'] as const) await world.as('ada').delete(`/users/${world.people[who].id}`);
    for (const who of ['dan', 'eve'] as const) {
      assert.equal((await open(world, who, url)).status, 401);
      assert.equal((await world.as(who).get(url)).status, 401);
    }
    assert.equal(await canOpen(world, 'gus', url), true, 'what was shared stays');
    assert.equal(await canOpen(world, 'nobody', link), false);
  });

  test('A file in a protected history is accessible to those who received the message', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan');
    await say1(world, 'dan', 'vault', url);
    await addMembers(world, world.channels.vault, [world.people.cleo.id]);
    assert.deepEqual(await readers(world, url), ['ada', 'dan']);
    await say1(world, 'dan', 'vault', url);
    assert.deepEqual(await readers(world, url), ['ada', 'cleo', 'dan']);
  });

  test('A link by someone without access to the file grants no access', async (t) => {
    const world = await makeWorld(t, engine);
    const { url, path } = await upload(world, 'dan');
    const id = await say1(world, 'eve', 'general', url);
    assert.deepEqual(await readers(world, url), ['dan']);
    const narrow = [{ operator: 'has', operand: 'attachment' }];
    const { json } = await world
      .as('eve')
      .get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    assert.deepEqual(json.messages, []);
    await sendDirect(world, 'dan', ['eve'], `[it](${url})`);
    assert.deepEqual(await readers(world, url), ['dan', 'eve']);
    // The right to read is the right to show.
    const shown = await say1(world, 'eve', 'general', url);
    assert.deepEqual(await readers(world, url), names.toSorted());
    const [listed] = (await world.as('dan').get('/attachments')).json.attachments;
    assert.equal(listed.path_id, path);
    assert.ok(listed.message_ids.includes(shown) && !listed.message_ids.includes(id));
  });

  test('A file in a web-public channel is accessible to everyone', async (t) => {
    const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
    const { url } = await upload(world, 'dan');
    await say1(world, 'dan', 'lounge', url);
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    assert.deepEqual(await readers(world, url), names.toSorted());
    await setOrganization(world, { enable_spectator_access: true });
    assert.equal(await canOpen(world, 'nobody', url), true);
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    assert.equal(await canOpen(world, 'nobody', url), false);
    await setChannel(world, world.channels.lounge, { is_archived: 0 });
    await setOrganization(world, { enable_spectator_access: false });
    assert.equal(await canOpen(world, 'nobody', url), false);
  });

  test('A file is not accessible to other organizations and its existence is not revealed', async (t) => {
    const world = await makeWorld(t, engine);
    const { url, path } = await upload(world, 'dan');
    const { orgId } = await addOrganization(world);
    const missing = url.replace(/[\w-]{24}/, (token) => token.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')));
    const elsewhere = url.replace(`/${world.orgId}/`, `/${orgId}/`);
    const bodies = new Set<string>();
    for (const each of [url, missing, elsewhere, '/user_uploads/1/2', '/user_uploads/'])
      bodies.add(await (await open(world, 'eve', each)).text());
    assert.equal(bodies.size, 1);
    const responses = new Set<string>();
    for (const each of [url, missing, elsewhere]) {
      const response = await open(world, 'nobody', each);
      assert.equal(response.status, 401);
      responses.add(await response.text());
    }
    assert.equal(responses.size, 1);
    const there = await fetch(`${world.url}${url}`, { headers: { host: 'others.example.com' } });
    assert.equal(there.status, 401);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.updateTable('attachment').set({ org_id: orgId }).where('path', '=', path).execute(),
    );
    assert.equal((await open(world, 'dan', url)).status, 404);
  });

  test('A file path cannot leave the uploads folder', async (t) => {
    const world = await makeWorld(t, engine);
    const { path } = await upload(world, 'dan');
    for (const rest of [
      '../secrets.toml',
      '..%2fsecrets.toml',
      '%2e%2e/secrets.toml',
      '%252e%252e%252fsecrets.toml',
      `${path}/../../../../../secrets.toml`,
      `${path}%00`,
      `..\\..\\secrets.toml`,
      '/etc/passwd',
      '%ff',
    ]) {
      const { status } = await open(world, 'dan', `/user_uploads/${rest}`);
      assert.ok(status === 404 || status === 400, `${rest}: ${status}`);
    }
  });
});

onBothEngines('Serving files', (engine) => {
  test('A file is served with headers that prevent execution', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [name, type, served, kind] of [
      ['a.png', 'image/png', 'image/png', 'inline'],
      ['a.pdf', 'application/pdf', 'application/pdf', 'inline'],
      ['a.txt', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
      ['a.mp4', 'video/mp4', 'video/mp4', 'inline'],
      ['a', 'text/plain', 'text/plain; charset=utf-8', 'inline'],
      ['a.png', 'text/plain', 'image/png', 'inline'],
      ['a.docx', 'text/plain', 'application/octet-stream', 'attachment'],
      ['a.gz', 'text/plain', 'application/gzip', 'attachment'],
      ['a.weba', 'audio/webm;codecs=opus', 'audio/webm', 'inline'],
      ['a.weba', '', 'audio/webm', 'inline'],
      ['a.html', 'text/plain', 'application/octet-stream', 'attachment'],
      ['a.txt', 'text/html', 'application/octet-stream', 'attachment'],
      ['a.html', '', 'application/octet-stream', 'attachment'],
      ['a.svg', 'image/svg+xml', 'application/octet-stream', 'attachment'],
      ['a.xhtml', 'application/xhtml+xml', 'application/octet-stream', 'attachment'],
      ['a.xml', 'text/xml', 'application/octet-stream', 'attachment'],
      ['a.js', 'text/javascript', 'application/octet-stream', 'attachment'],
      ['a.swf', 'application/x-shockwave-flash', 'application/octet-stream', 'attachment'],
      ['a.png.html', 'IMAGE/PNG', 'image/png', 'inline'],
      ['a.html.png', 'text/html; charset=utf-7', 'application/octet-stream', 'attachment'],
      ['a.zip', 'application/zip', 'application/zip', 'attachment'],
      ['a', 'nonsense', 'application/octet-stream', 'attachment'],
      ['a.jpg', 'application/octet-stream', 'image/jpeg', 'inline'],
      ['a.htm', 'text/html/image/png', 'application/octet-stream', 'attachment'],
      ['a.png', 'image/png, text/html', 'image/png', 'inline'],
      ['a.mht', 'multipart/related', 'application/octet-stream', 'attachment'],
    ] as const) {
      const { url } = await upload(world, 'dan', { name, type });
      const { status, headers } = await open(world, 'dan', url);
      const header = (one: string) => headers.get(one);
      assert.equal(status, 200);
      assert.deepEqual([name, header('content-type')], [name, served]);
      assert.equal(header('content-disposition'), `${kind}; filename="${name}"; filename*=UTF-8''${name}`);
      assert.equal(header('x-content-type-options'), 'nosniff');
      assert.match(header('content-security-policy') ?? '', /^sandbox; default-src 'none';/);
      assert.match(header('cache-control') ?? '', /^private, immutable/);
      const saved = await open(world, 'dan', url.replace('/user_uploads/', '/user_uploads/download/'));
      assert.match(saved.headers.get('content-disposition') ?? '', /^attachment;/);
    }
  });

  test('A file name cannot break the headers of its response', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan', { name: `織 'x' é%41;.txt` });
    const { headers } = await open(world, 'dan', url);
    assert.equal(
      headers.get('content-disposition'),
      `inline; filename="_ 'x' e__41;.txt"; filename*=UTF-8''%E7%B9%94%20%27x%27%20%C3%A9%2541%3B.txt`,
    );
  });

  test('A file is served with range requests and caching', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await upload(world, 'dan', { content: '0123456789' });
    const whole = await open(world, 'dan', url);
    const etag = whole.headers.get('etag') ?? '';
    for (const [range, status, body, contentRange] of [
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
      ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=4-2', 200, '0123456789', null],
      ['bytes=0-1,3-4', 200, '0123456789', null],
      ['lines=0-3', 200, '0123456789', null],
    ] as const) {
      const response = await open(world, 'dan', url, { headers: { range } });
      assert.deepEqual(
        [range, response.status, await response.text(), response.headers.get('content-range')],
        [range, status, body, contentRange],
      );
    }
    const changed = await open(world, 'dan', url, { headers: { range: 'bytes=0-3', 'if-range': '"other"' } });
    assert.equal(changed.status, 200);
    const fresh = await open(world, 'dan', url, { headers: { 'if-none-match': etag } });
    assert.deepEqual([fresh.status, await fresh.text()], [304, '']);
    const hidden = await open(world, 'eve', url, { headers: { 'if-none-match': etag } });
    assert.equal(hidden.status, 404);
    const head = await open(world, 'dan', url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
  });

  test('A file whose content is lost is served as missing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { url, path } = await upload(world, 'dan');
    assert.deepEqual(storedFiles(world), [`files/${path}`]);
    await world.app.files.store.remove(path);
    const { status, headers } = await open(world, 'dan', url);
    assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store, private']);
  });
});
