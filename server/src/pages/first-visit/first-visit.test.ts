import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const style = '.message{color:red}';
const index = `<!doctype html>
<html lang="en">
  <head>
    <script type="module" src="/assets/index-abc.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-abc.css">
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>
`;
const registration = {
  params: { fetch_event_types: ['message', 'realm_user', 'user_settings'], apply_markdown: true },
  pageSize: 5,
};

async function worldWithClient(t: TestContext, engine: Engine) {
  const client = mkdtempSync(join(tmpdir(), 'heddle-client-'));
  const world = await makeWorld(t, engine, { client });
  undoAfter(t, () => rmSync(client, { recursive: true, force: true }));
  for (const folder of ['assets', '.vite']) mkdirSync(join(client, folder));
  writeFileSync(join(client, 'assets/index-abc.css'), style);
  writeFileSync(join(client, '.vite/registration.json'), JSON.stringify(registration));
  writeFileSync(join(client, 'index.html'), index);
  const { cookie = '' } = await getBrowser(world, 'eve');
  return { world, cookie };
}

const visit = (world: World, path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(world.url + path, { method, headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

/** What the page brings along for its script. */
function readRegistration(page: string) {
  const [, asked = '', text = ''] =
    /<script type="application\/json" id="registration" data-messages="([^"]*)">(.*?)<\/script>/s.exec(
      page,
    ) ?? [];
  return {
    asked: asked.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    response: JSON.parse(text) as {
      queue_id: string;
      last_event_id: number;
      user_id: number;
      heddle_messages?: { messages: { content: string }[] };
    },
  };
}

onBothEngines('A first visit', (engine) => {
  test('A first visit gets style sheet, registration and messages with the page, and only those of its user', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    const topic = '</script><b>';
    await say(world, 'dan', 'general', topic, '**warp** :+1: </script>');
    const path = `/channel/${world.channels.general}-general/topic/${encodeURIComponent(topic)}`;
    const reply = await visit(world, path, { cookie, 'sec-fetch-dest': 'document' });
    assert.equal(reply.headers.get('cache-control'), 'no-store, private');
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = reply.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`style-src 'self' 'sha256-${hash}';`), policy);
    assert.ok(policy.includes("script-src 'self';"), policy);
    const page = await reply.text();
    assert.ok(page.includes(`<style>${style}</style>`));
    const [screen = ''] =
      page.split('<div id="app"></div>')[1]?.split('<script type="application/json"') ?? [];
    assert.ok(screen.includes('<strong>warp</strong> 👍 &lt;/script&gt;'), screen);
    assert.ok(screen.includes('&lt;/script&gt;&lt;b&gt;</span>'), screen);
    const { asked, response } = readRegistration(page);
    assert.deepEqual(JSON.parse(asked), {
      narrow: [
        { operator: 'channel', operand: world.channels.general },
        { operator: 'topic', operand: topic },
      ],
      anchor: 'first_unread',
      num_before: 5,
      num_after: 5,
    });
    assert.equal(response.user_id, world.people.eve.id);
    assert.equal(response.heddle_messages?.messages.length, 1);
    // The queue is the script's own.
    await say(world, 'dan', 'general', 'weft');
    const query = new URLSearchParams({
      queue_id: response.queue_id,
      last_event_id: String(response.last_event_id),
    });
    const poll = await fetch(`${world.url}/api/v1/events?${query}`, {
      headers: { cookie, 'x-heddle-client': 'web' },
    });
    const { events } = (await poll.json()) as { events: { type: string }[] };
    assert.ok(events.some(({ type }) => type === 'message'));

    await say(world, 'dan', 'vault', 'plan', 'Not for Eve.');
    const other = await (
      await visit(world, `/channel/${world.channels.vault}/topic/plan`, { cookie })
    ).text();
    assert.ok(!other.includes('Not for Eve.') && !other.includes('first-screen'));
    assert.equal(readRegistration(other).response.heddle_messages, undefined);
  });

  test('A page that nobody opens for the first time is the plain one', async (t) => {
    const { world, cookie } = await worldWithClient(t, engine);
    for (const headers of [
      { cookie: `${cookie}; heddle_kept=yes` },
      { cookie, 'sec-fetch-dest': 'iframe' },
      { cookie, 'sec-fetch-dest': 'empty' },
      { cookie, 'sec-purpose': 'prefetch' },
    ]) {
      const reply = await visit(world, '/feed', headers);
      assert.equal(await reply.text(), index, JSON.stringify(headers));
      assert.equal(reply.headers.get('cache-control'), 'private, no-cache');
    }
    assert.equal(
      (await visit(world, '/feed', { cookie }, 'HEAD')).headers.get('cache-control'),
      'private, no-cache',
    );
    assert.equal((await visit(world, '/feed', { cookie: 'heddle_session=none' })).status, 303);
  });
});
