import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openLounge } from '../../../../tests/support/fixtures/spectators.ts';
import { say } from '../../../../tests/support/talk.ts';
import type { World } from '../../../../tests/support/world.ts';
import { makePage, PageCache } from './cache.ts';

const ok = async (response: Promise<{ status: number; json: { msg: string } }>) => {
  const { status, json } = await response;
  assert.equal(status, 200, json.msg);
};

onBothEngines('Public pages that browsers and the server keep', (engine) => {
  test('An unchanged page is not sent again, and any change of it is', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const { lounge } = world.channels;
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello @**Dan Ito**');
    const poll = await say(world, 'eve', 'lounge', 'tea', '/poll Soup?\nyes\nno');
    const path = `/public/topic/${id}-tea`;
    const others = ['/', `/public/channel/${lounge}-lounge`];
    const vote = { type: 'vote', key: 'canned,0', vote: 1 };
    const changes: [name: string, (world: World) => Promise<unknown>, pages: string[]][] = [
      ['a message', () => say(world, 'ada', 'lounge', 'tea', 'more'), [path]],
      ['an edit', () => ok(world.as('eve').patch(`/messages/${id}`, { content: '@**Dan Ito**' })), [path]],
      [
        'a reaction',
        () => ok(world.as('ada').post(`/messages/${id}/reactions`, { emoji_name: 'tada' })),
        [path],
      ],
      [
        'a reaction taken back',
        () => ok(world.as('ada').delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })),
        [path],
      ],
      [
        'a vote',
        () =>
          ok(
            world
              .as('ada')
              .post('/submessage', { message_id: poll, msg_type: 'widget', content: JSON.stringify(vote) }),
          ),
        [path],
      ],
      ['a name of a sender', () => ok(world.as('eve').patch('/settings', { full_name: 'Eva' })), [path]],
      ['a name in a mention', () => ok(world.as('dan').patch('/settings', { full_name: 'Daniel' })), [path]],
      ['a deletion', () => ok(world.as('ada').delete(`/messages/${poll}`)), [path]],
      ['another topic', () => say(world, 'ada', 'lounge', 'cake', 'new'), others],
      [
        'a description',
        () => ok(world.as('ada').patch(`/streams/${lounge}`, { description: 'All about it' })),
        [`/public/channel/${lounge}-lounge`],
      ],
      [
        'the name of the organization',
        () => ok(world.as('ada').patch('/realm', { name: 'Spinners' })),
        [path, ...others],
      ],
    ];
    for (const [name, change, pages] of changes) {
      for (const page of pages) {
        const before = await visitor.open(page);
        const known = { headers: { 'if-none-match': before.headers.get('etag') ?? '' } };
        const again = await visitor.open(page, known);
        assert.deepEqual([again.status, again.text], [304, ''], name);
      }
      const before = await Promise.all(
        pages.map(async (page) => (await visitor.open(page)).headers.get('etag')),
      );
      await change(world);
      for (const [i, page] of pages.entries()) {
        const { status, headers } = await visitor.open(page, {
          headers: { 'if-none-match': before[i] ?? '' },
        });
        assert.equal(status, 200, `${name} changes ${page}`);
        assert.notEqual(headers.get('etag'), before[i]);
      }
    }
  });

  test('What happens elsewhere changes no page', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello');
    const path = `/public/topic/${id}-tea`;
    const etag = (await visitor.open(path)).headers.get('etag') ?? '';
    await say(world, 'eve', 'general', 'tea', 'hello');
    await say(world, 'eve', 'lounge', 'cake', 'hello');
    await ok(world.as('ada').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }));
    await ok(world.as('ada').post('/users/me/status', { status_text: 'busy' }));
    const again = await visitor.open(path, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.match(again.headers.get('cache-control') ?? '', /^no-cache$/);
  });

  test('Large pages are compressed for browsers that accept it, and have one tag', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'word '.repeat(1900));
    for (let n = 0; n < 5; n++) await say(world, 'eve', 'lounge', 'tea', 'word '.repeat(1900));
    const path = `/public/topic/${id}-tea`;
    const plain = await visitor.open(path, { headers: { 'accept-encoding': 'identity' } });
    const small = await visitor.open(path, { headers: { 'accept-encoding': 'br' } });
    assert.deepEqual(
      [plain.headers.get('content-encoding'), small.headers.get('content-encoding')],
      [null, 'br'],
    );
    assert.equal(small.text, plain.text);
    assert.equal(small.headers.get('etag'), plain.headers.get('etag'));
  });

  test('A page that is open learns how many messages came since', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello');
    const { text } = await visitor.open(`/public/topic/${id}-tea`);
    const [, news = ''] = /data-news="([^"]+)"/.exec(text) ?? [];
    assert.equal(news, `/public/news/${id}?after=${id}`);
    const none = await visitor.open(news);
    assert.deepEqual(JSON.parse(none.text), { count: 0, text: '0 new messages', path: '' });
    const known = { headers: { 'if-none-match': none.headers.get('etag') ?? '' } };
    assert.equal((await visitor.open(news, known)).status, 304);
    const first = await say(world, 'ada', 'lounge', 'tea', 'one');
    await say(world, 'ada', 'lounge', 'tea', 'two');
    const some = await visitor.open(news, known);
    assert.deepEqual(JSON.parse(some.text), {
      count: 2,
      text: '2 new messages',
      path: `/public/message/${first}`,
    });
    await setChannel(world, world.channels.lounge, { is_web_public: 0 });
    assert.equal((await visitor.open(news, known)).status, 404);
  });

  test('Beyond the budget of spectators there is a page that says when to come again', async (t) => {
    const { world, visitor } = await openLounge(t, engine, { config: { rateLimits: 'on' } });
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello');
    const path = `/public/topic/${id}-tea`;
    let last = await visitor.open(path);
    for (let n = 0; n < 300; n++) last = await visitor.open(path);
    assert.equal(last.status, 429);
    assert.match(last.text, /Too many requests/);
    assert.ok(Number(last.headers.get('retry-after')) >= 1);
    assert.equal((await world.as('eve').get('/users/me')).status, 200);
    assert.equal((await visitor.open('/login')).status, 200);
  });
});

const made = (letters: number) => makePage('x'.repeat(letters), 1, { orgId: 1 });

test('Pages are kept as far as there is room, the last used the longest', () => {
  const cache = new PageCache();
  cache.most = 10_000;
  for (const key of ['a', 'b', 'c']) cache.set(key, made(1500));
  assert.ok(cache.get('a'));
  cache.set('d', made(1500));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  );
  cache.set('a', made(10_000));
  assert.equal(cache.get('a'), undefined);
});

test('The same text has the same tag, and another has another', () => {
  assert.equal(made(5).etag, made(5).etag);
  assert.notEqual(made(5).etag, made(6).etag);
});
