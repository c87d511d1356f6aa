import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runInNewContext } from 'node:vm';
import { setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { followScript, script } from './follow-script.ts';
import { readClientPath, readNarrow } from './linked-place.ts';

const password = 'nobody will guess';

async function openWorld(t: TestContext, engine: Engine): Promise<World> {
  const passwordHash = await hashPassword(password);
  const client = mkdtempSync(join(tmpdir(), 'heddle-client-'));
  writeFileSync(join(client, 'index.html'), '<!doctype html><title>Client</title>');
  const world = await makeWorld(t, engine, { passwordHash, client, config: { webPublicChannels: 'on' } });
  undoAfter(t, () => rmSync(client, { recursive: true, force: true }));
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

const asPage = { headers: { accept: 'text/html' } };

/** Where a link leads, step by step, until a page comes. */
async function follow(visitor: Visitor, path: string): Promise<{ path: string; text: string }> {
  const { status, location, text } = await visitor.open(path, asPage);
  if (location === '') {
    assert.equal(status, 200, path);
    return { path, text };
  }
  return follow(visitor, location.split('#')[0] ?? '');
}

onBothEngines('Links to conversations, for people who are not signed in', (engine) => {
  test('A link to an open message leads to its page, and one to a topic or channel to theirs', async (t) => {
    const world = await openWorld(t, engine);
    const { lounge } = world.channels;
    const id = await say(world, 'eve', 'lounge', 'tea & cake', 'a pot');
    const topic = `/public/topic/${id}-tea-cake`;
    const channel = `/public/channel/${lounge}-lounge`;
    const visitor = new Visitor(world);
    for (const [link, page] of [
      [`/public/narrow/channel/${lounge}-lounge/topic/tea.20.26.20cake/near/${id}`, topic],
      [`/public/narrow/channel/${lounge}-lounge/topic/former.20name/with/${id}`, topic],
      [`/public/narrow/stream/${lounge}/topic/tea.20.26.20cake`, topic],
      [`/public/narrow/near/${id}`, topic],
      [`/public/narrow/channel/${lounge}-lounge`, channel],
      [`/public/narrow/channel/${lounge}-lounge/topic/unknown`, channel],
      [`/channel/${lounge}-lounge/topic/tea%20%26%20cake/near/${id}`, topic],
      [`/channel/${lounge}-lounge/topic/tea%20%26%20cake`, topic],
      [`/channel/${lounge}-lounge`, channel],
    ] as const)
      assert.equal((await follow(visitor, link)).path, page, link);
  });

  test('A link to a closed conversation leads to the sign-in page, whether it exists or not', async (t) => {
    const world = await openWorld(t, engine);
    const { general, vault } = world.channels;
    const closed = await say(world, 'ada', 'vault', 'plans');
    const direct = await sendDirect(world, 'ada', ['dan']);
    const visitor = new Visitor(world);
    for (const narrow of [
      ...[closed, direct, 999_999].map((id) => `channel/${vault}-vault/topic/plans/near/${id}`),
      `channel/${general}-general`,
      'channel/999999-x',
      `dm/1,2-dm/near/${direct}`,
      'is/starred',
    ]) {
      const { status, location } = await visitor.open(`/public/narrow/${narrow}`);
      assert.deepEqual([status, location], [303, `/login?next=${encodeURIComponent(`/#narrow/${narrow}`)}`]);
    }
    const own = `/channel/${vault}/topic/plans/near/${closed}`;
    const { status, location } = await visitor.open(own, asPage);
    assert.deepEqual([status, location], [303, `/login?next=${encodeURIComponent(own)}`]);
  });

  test('Signing in leads to the conversation that the link names', async (t) => {
    const world = await openWorld(t, engine);
    const visitor = new Visitor(world);
    const place = `/#narrow/channel/${world.channels.vault}-vault/topic/plans/near/7`;
    const { location } = await visitor.open(place.replace('/#', '/public/'));
    const { text } = await visitor.open(location);
    const [, next = ''] = /name="next" value="([^"]*)"/.exec(text) ?? [];
    assert.equal(next, place);
    const body = new URLSearchParams({ username: 'dan@example.com', password, next });
    const signedIn = await visitor.open('/login', { method: 'POST', body });
    assert.deepEqual([signedIn.status, signedIn.location], [303, place]);
    const again = await visitor.open(place.replace('/#', '/public/'));
    assert.deepEqual([again.status, again.location], [303, place]);
  });

  test('The link "Sign in to reply" leads to the sign-in page and then to the topic', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'a pot');
    const visitor = new Visitor(world);
    const { text } = await visitor.open(`/public/topic/${id}-tea`);
    const [, href = ''] = /class="button" href="(\/login\?next=[^"]*)"/.exec(text) ?? [];
    const form = (await visitor.open(href)).text;
    const [, next = ''] = /name="next" value="([^"]*)"/.exec(form) ?? [];
    assert.equal(next, `/channel/${world.channels.lounge}/topic/tea/near/${id}`);
  });

  test('The pages for people who are not signed in follow links, by a script of this server', async (t) => {
    const world = await openWorld(t, engine);
    for (const path of ['/', '/login']) {
      const response = await fetch(world.url + path);
      const text = await response.text();
      assert.ok(text.includes(followScript.text), path);
      assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'self'(?:;|$)/);
    }
    const response = await fetch(`${world.url}/static/follow-link.js`);
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(await response.text(), script);
  });
});

test('The script of signed-out pages asks the server for what follows #narrow, and for nothing else', () => {
  for (const [hash, asked] of [
    ['#narrow/channel/3/topic/a.20b/near/5', ['/public/narrow/channel/3/topic/a.20b/near/5']],
    ['#narrow/search/a?b#c', ['/public/narrow/search/a%3Fb%23c']],
    ['#message-5', []],
    ['#narrow/', []],
    ['', []],
  ] as const) {
    const opened: string[] = [];
    const location = { hash, replace: (url: string) => opened.push(url) };
    runInNewContext(script, { location, addEventListener: () => undefined });
    assert.deepEqual(opened, asked, hash);
  }
});

test('The script of signed-out pages deletes what belongs to a session that has ended, and nothing else', () => {
  const kept = new Map(Object.entries({ 'heddle-searches': '["salary"]', 'heddle-drafts': '{}' }));
  const localStorage = { removeItem: (key: string) => kept.delete(key) };
  runInNewContext(script, { location: { hash: '' }, addEventListener: () => undefined, localStorage });
  assert.deepEqual([...kept.keys()], ['heddle-drafts']);
});

test('A link of any client is read: its channel, its topic and its message', () => {
  for (const [narrow, place] of [
    ['channel/3-tea/topic/a.20b/near/12', { channelId: 3, topic: 'a b', messageId: 12 }],
    ['channel/3-tea/topic/a/with/12', { channelId: 3, topic: 'a', messageId: 12 }],
    ['stream/3-tea/subject/a', { channelId: 3, topic: 'a' }],
    ['channel/3', { channelId: 3 }],
    ['near/12', { messageId: 12 }],
    ['id/12', { messageId: 12 }],
    ['dm/1,2-dm/near/12', { messageId: 12 }],
    ['is/starred', {}],
    ['channel/x', {}],
    ['near/012', {}],
    ['near/99999999999999999', {}],
    ['channel/3/topic/.E0', {}],
  ] as const)
    assert.deepEqual(readNarrow(narrow), place, narrow);
});

test('An address of the web client is read', () => {
  for (const [path, place] of [
    ['/channel/3-tea/topic/a%20b/near/12', { channelId: 3, topic: 'a b', messageId: 12 }],
    ['/channel/3-tea/topic/a%2Fb', { channelId: 3, topic: 'a/b' }],
    ['/channel/3/topic/~..', { channelId: 3, topic: '..' }],
    ['/channel/3/topic/', { channelId: 3, topic: '' }],
    ['/channel/3/near/12', { channelId: 3, messageId: 12 }],
    ['/channel/3/topic/%E0', { channelId: 3, topic: '%E0' }],
    ['/channel/tea', {}],
    ['/dm/1,2/near/12', {}],
    ['/settings/profile', {}],
  ] as const)
    assert.deepEqual(readClientPath(path), place, path);
});
