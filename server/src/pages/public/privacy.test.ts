import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { canOpen, open, upload } from '../../../../tests/support/files.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { openLounge } from '../../../../tests/support/fixtures/spectators.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import type { Visitor } from '../../../../tests/support/clients/visitor.ts';
import type { World } from '../../../../tests/support/world.ts';

/** All that is reached by links from the start page, by path. */
async function crawl(visitor: Visitor): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['/', '/public/search?q=canary', '/public/search?q=tea'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path)) continue;
    const { text, location } = await visitor.open(path);
    found.set(path, text.replace(/<style>[^]*?<\/style>/, ''));
    const links = [...text.matchAll(/href="(\/(?:public\/|")[^"#]*)/g)].map(([, href = '']) => href);
    waiting.push(...links, ...(location.startsWith('/public/') ? [location.replace(/#.*/, '')] : []));
  }
  return found;
}

const everything = async (visitor: Visitor): Promise<string> =>
  [...(await crawl(visitor)).values()].join('\n');

const ok = async (response: Promise<{ status: number; json: { msg: string } }>) => {
  const { status, json } = await response;
  assert.equal(status, 200, json.msg);
};

/** A message in the lounge with a picture, and the addresses that show it. */
async function withPicture(world: World, visitor: Visitor) {
  const content = await picture(300, 200);
  const { url } = await upload(world, 'eve', { name: 'pot.png', type: 'image/png', content });
  const id = await say(world, 'eve', 'lounge', 'tea', `a pot of tea [pot](${url})`);
  const path = `/public/topic/${id}-tea`;
  await world.app.jobs.runDue();
  await until('the thumbnail is shown', async () =>
    (await visitor.open(path)).text.includes('src="/user_uploads/thumbnail/'),
  );
  const [, thumbnail = ''] =
    /src="(\/user_uploads\/thumbnail\/[^"]+)"/.exec((await visitor.open(path)).text) ?? [];
  return { id, path, url, thumbnail };
}

onBothEngines('Privacy of public pages', (engine) => {
  test('Public pages show only open channels, and only the names of people', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    for (const channel of ['general', 'design', 'vault'] as const)
      await say(world, channel === 'general' ? 'eve' : 'dan', channel, 'canary', 'canary tea');
    await sendDirect(world, 'eve', ['ada'], 'canary tea');
    const edited = await say(world, 'eve', 'lounge', 'tea', 'a canary');
    await ok(world.as('eve').patch(`/messages/${edited}`, { content: 'a pot' }));
    const deleted = await say(world, 'eve', 'lounge', 'tea', 'another canary');
    await ok(world.as('ada').delete(`/messages/${deleted}`));
    const moved = await say(world, 'eve', 'lounge', 'canary', 'cake');
    const there = { topic: 'cake', propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await ok(world.as('ada').patch(`/messages/${moved}`, there));
    await say(world, 'ada', 'lounge', 'tea', 'hello @**Dan Ito** and #**vault**');
    await ok(world.as('dan').post('/users/me/status', { status_text: 'canary' }));

    const text = await everything(visitor);
    assert.match(text, /a pot/);
    assert.match(text, /Eve Lindqvist/);
    assert.match(text, /@Dan Ito/);
    const said = text.replaceAll(/Results for “canary”|q=canary|value="canary"/g, '');
    assert.deepEqual(said.match(/.{0,80}canary.{0,80}/g), null);
    assert.deepEqual(
      text.match(/.{0,80}(?:@example\.com|Cléo|Gus Parker|user[_-]id|delivery).{0,80}/g),
      null,
    );
  });

  test('Withdrawn content is not found at the next request, including files and thumbnails', async (t) => {
    const withdrawals: [name: string, (world: World, id: number) => Promise<void>][] = [
      ['the message was deleted', (world, id) => ok(world.as('ada').delete(`/messages/${id}`))],
      [
        'the message was moved',
        (world, id) =>
          ok(
            world.as('ada').patch(`/messages/${id}`, {
              stream_id: world.channels.vault,
              propagate_mode: 'change_all',
              send_notification_to_old_thread: false,
            }),
          ),
      ],
      [
        'the channel was made private',
        ({ as, channels }) =>
          ok(as('ada').patch(`/streams/${channels.lounge}`, { is_private: true, is_web_public: false })),
      ],
      ['the channel was archived', ({ as, channels }) => ok(as('ada').delete(`/streams/${channels.lounge}`))],
      [
        'the organization withdrew access',
        (world) => ok(world.as('ada').patch('/realm', { enable_spectator_access: false })),
      ],
    ];
    for (const [name, withdraw] of withdrawals) {
      const { world, visitor } = await openLounge(t, engine);
      const { id, path, url, thumbnail } = await withPicture(world, visitor);
      const etag = (await visitor.open(path)).headers.get('etag') ?? '';
      for (const file of [url, thumbnail]) {
        const response = await open(world, 'nobody', file);
        assert.deepEqual(
          [response.status, response.headers.get('cache-control')],
          [200, 'private, no-cache'],
        );
        await response.arrayBuffer();
      }
      await withdraw(world, id);
      const after = await visitor.open(path, { headers: { 'if-none-match': etag } });
      assert.equal(after.status, 404, name);
      assert.equal((await visitor.open(`/public/message/${id}`)).status, 404, name);
      assert.doesNotMatch(await everything(visitor), /pot of/, name);
      for (const file of [url, thumbnail])
        assert.equal(await canOpen(world, 'nobody', file), false, `${name}: ${file}`);
    }
  });

  test('A server that stops having web-public channels shows none', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const { path, url } = await withPicture(world, visitor);
    Object.assign(world.app.config, { webPublicChannels: 'off' });
    assert.equal((await visitor.open(path)).status, 404);
    assert.equal(await canOpen(world, 'nobody', url), false);
    assert.doesNotMatch((await visitor.open('/')).text, /lounge/);
  });

  test('A file that no open message links is not open', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const { id, url } = await withPicture(world, visitor);
    const elsewhere = await upload(world, 'eve');
    await say(world, 'eve', 'general', 'files', `[it](${elsewhere.url})`);
    assert.equal(await canOpen(world, 'nobody', elsewhere.url), false);
    await ok(world.as('eve').patch(`/messages/${id}`, { content: 'nothing' }));
    assert.equal(await canOpen(world, 'nobody', url), false);
  });

  test('An erased person is named nowhere, not in mentions either', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const { dan } = world.people;
    const id = await say(world, 'eve', 'lounge', 'tea', 'thank you, @**Dan Ito**');
    assert.match(await everything(visitor), /Dan Ito/);
    await ok(world.as('ada').delete(`/users/${dan.id}`));
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.updateTable('person').set({ full_name: 'Deleted user' }).where('id', '=', dan.id).execute();
      await tx.touch({ users: [dan.id] });
    });
    const { text } = await visitor.open(`/public/topic/${id}-tea`);
    assert.match(text, /@Deleted user/);
    assert.doesNotMatch(await everything(visitor), /Dan Ito/);
  });

  test('Names, topics, code and links do not become markup, in text, attributes or data', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const hostile = `"'><img src=x onerror=alert(1)></title></script><script>alert(1)</script>`;
    await ok(world.as('ada').patch('/realm', { name: hostile.slice(0, 40), description: hostile }));
    await ok(
      world.as('ada').patch(`/streams/${world.channels.lounge}`, { description: hostile.slice(0, 90) }),
    );
    const id = await say(
      world,
      'eve',
      'lounge',
      hostile.slice(0, 60),
      `${hostile}\n\`\`\`js\n${hostile}\n\`\`\`\n[x](javascript:alert(1)) [y](http://a.test/"onclick="alert(1)) \`${hostile}\` $$${hostile}$$`,
    );
    await say(world, 'eve', 'lounge', hostile.slice(0, 60), `/poll ${hostile}\n${hostile}`);
    const pages = await crawl(visitor);
    pages.set('search', (await visitor.open(`/public/search?q=${encodeURIComponent(hostile)}`)).text);
    assert.ok([...pages.keys()].some((path) => path.startsWith(`/public/topic/${id}`)));
    for (const [path, text] of pages) {
      assert.doesNotMatch(text, /<img src=x|<script>alert|href="javascript/i, path);
      assert.doesNotMatch(text.replaceAll(/"[^"]*"/g, '""'), /<[^>]*\son(?:error|click)=/i, path);
      for (const [, data = ''] of text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
        assert.equal((JSON.parse(data) as Record<string, string>)['@type'], 'DiscussionForumPosting');
      // All scripts there are: data, and the files of this server.
      const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      for (const tag of scripts)
        assert.match(
          tag,
          /^<script (?:type="application\/ld\+json"|src="\/static\/[a-z-]+\.js"(?: defer)?)>$/,
        );
    }
  });
});
