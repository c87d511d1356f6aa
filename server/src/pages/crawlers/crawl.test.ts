/** The proof that what is open can be found, and nothing else. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { canary, done, move, plant, sendPicture } from '../../../../tests/support/fixtures/canaries.ts';
import { addChannel, addMembers, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { crawl, pathsWith, type Crawled } from '../../../../tests/support/clients/pages.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { canOpen, upload } from '../../../../tests/support/files.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const starts = ['/', '/robots.txt', '/sitemap.xml', '/login', '/public/search?q=loom'];

async function openWorld(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on', rateLimits: 'off' } });
  await setOrganization(world, { enable_spectator_access: true, invite_required: false });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

/** Addresses that someone may guess, of all that has an ID. */
function guesses(world: World, mostMessages: number): string[] {
  const channels = Array.from({ length: 20 }, (_, id) => id);
  const messages = Array.from({ length: mostMessages + 1 }, (_, id) => id);
  const narrow = encodeURIComponent(JSON.stringify([{ operator: 'channels', operand: 'web-public' }]));
  return [
    `/api/v1/messages?anchor=newest&num_before=1000&num_after=0&narrow=${narrow}`,
    '/api/v1/server_settings',
    ...Object.values(world.people).flatMap(({ id }) => [`/avatar/${id}`, `/avatar/${id}/medium`]),
    ...channels.flatMap((id) => [
      `/public/channel/${id}`,
      `/public/feed/channel/${id}`,
      `/sitemap-${id}-1.xml`,
      `/channel/${id}`,
      `/public/narrow/channel/${id}-x`,
      `/api/v1/users/me/${id}/topics`,
    ]),
    ...messages.flatMap((id) => [
      `/public/topic/${id}`,
      `/public/message/${id}`,
      `/public/feed/topic/${id}`,
      `/public/narrow/near/${id}`,
      `/api/v1/messages/${id}`,
    ]),
  ];
}

function assertNoCanary(pages: ReadonlyMap<string, Crawled>, words: readonly string[] = ['canary']): void {
  for (const word of [...words, '@example.com']) {
    // The sign-in page repeats where someone wants to go.
    const path = pathsWith(pages, word).find((one) => !(one.startsWith('/login?') && one.includes(word)));
    const text = path === undefined ? '' : (pages.get(path)?.text ?? '');
    const at = text.indexOf(word);
    assert.equal(path, undefined, `${word} is at ${path}: ${text.slice(Math.max(0, at - 200), at + 200)}`);
  }
}

const isPage = (path: string): boolean => /^\/public\/(?:topic|channel)\//.test(path);
const isFeed = (path: string): boolean => path.startsWith('/public/feed/');

onBothEngines('A crawler without an account', (engine) => {
  test('A crawler finds all that is open, from the start page and from the sitemap alike, and no canary', async (t) => {
    const world = await openWorld(t, engine);
    const files = await plant(world);
    const open = await upload(world, 'eve', { name: 'open.txt', content: 'openfile' });
    const words = ['opentea', 'opencake', 'openloom'];
    for (const word of words) await say(world, 'eve', 'lounge', `about ${word}`, `${word} is *here*`);
    await say(world, 'eve', 'lounge', 'files', `[notes](${open.url})`);
    const image = await sendPicture(world, 'pictures');
    for (let n = 0; n < 201; n++) await say(world, 'eve', 'lounge', 'long', `openlong${n}.`);
    for (const start of ['/', '/sitemap.xml']) {
      const pages = await crawl(world.url, [start]);
      assertNoCanary(pages);
      for (const word of words)
        assert.ok(pathsWith(pages, `${word} is`).some(isPage), `${word} is found from ${start}`);
      for (const n of [0, 100, 199, 200])
        assert.ok(pathsWith(pages, `openlong${n}.`).some(isPage), `message ${n} is found from ${start}`);
      assert.ok(pathsWith(pages, 'openlong200.').some(isFeed), `the newest is in a feed, from ${start}`);
      assert.equal(pages.get(open.url)?.text.endsWith('openfile'), true, start);
      const thumbnails = [...pages].filter(([path]) => path.startsWith('/user_uploads/thumbnail/'));
      assert.deepEqual(
        thumbnails.filter(([, { status }]) => status !== 200).map(([path]) => path),
        [],
        start,
      );
    }
    const everything = await crawl(world.url, [...starts, ...guesses(world, image.id), ...files]);
    assertNoCanary(everything);
    for (const url of files) assert.notEqual(everything.get(url)?.status, 200, url);
    for (const [path, { status }] of everything) assert.ok(status < 500, `${path}: ${status}`);
  });

  test('Withdrawn content disappears from pages, feeds, sitemaps, files and thumbnails', async (t) => {
    const world = await openWorld(t, engine);
    const { lounge, vault } = world.channels;
    const channel = await addChannel(world, { name: 'canaryclosing', isWebPublic: true });
    const archived = await addChannel(world, { name: 'canaryarchiving', isWebPublic: true });
    await addMembers(world, channel, [world.people.eve.id]);
    await addMembers(world, archived, [world.people.eve.id]);
    const inChannel = (to: number, content: string) =>
      done(world.as('eve').post('/messages', { type: 'channel', to, topic: `${content}topic`, content }));
    await inChannel(channel, 'canaryinclosing');
    await inChannel(archived, 'canaryinarchived');
    const stays = await say(world, 'ada', 'lounge', 'stays', 'openstays');
    const deleted = await sendPicture(world, 'canarydeletedtopic');
    const moved = await sendPicture(world, 'canarymovedtopic');
    const edited = await say(world, 'eve', 'lounge', 'edits', 'canaryedited');
    let seen = await crawl(world.url, starts);
    const later = async () => {
      seen = new Map([...seen, ...(await crawl(world.url, [...seen.keys()]))]);
      return seen;
    };
    const isGone = async (words: readonly string[], urls: readonly string[] = []) => {
      for (const word of words) assert.ok(pathsWith(seen, word).length > 0, `${word} was there`);
      for (const url of urls)
        assert.ok(
          [...seen.keys()].some((path) => path.includes(url)),
          url,
        );
      return async () => {
        const pages = await later();
        assertNoCanary(pages, words);
        assert.ok(pathsWith(pages, 'openstays').some(isPage), 'what is open stays');
        for (const url of urls)
          for (const [path, { status }] of pages) if (path.includes(url)) assert.notEqual(status, 200, path);
      };
    };
    const steps: [words: string[], urls: string[], withdraw: () => Promise<unknown>][] = [
      [['canaryedited'], [], () => done(world.as('eve').patch(`/messages/${edited}`, { content: 'x' }))],
      [
        ['canarydeletedtopic'],
        [deleted.url.replace('/user_uploads', '')],
        () => done(world.as('ada').delete(`/messages/${deleted.id}`)),
      ],
      [
        ['canarymovedtopic'],
        [moved.url.replace('/user_uploads', '')],
        () => move(world, moved.id, { stream_id: vault, topic: 'away' }),
      ],
      [
        ['canaryclosing', 'canaryinclosing'],
        [],
        () => done(world.as('ada').patch(`/streams/${channel}`, { is_private: true, is_web_public: false })),
      ],
      [
        ['canaryarchiving', 'canaryinarchived'],
        [],
        () => done(world.as('ada').delete(`/streams/${archived}`)),
      ],
      [
        ['Eve Lindqvist'],
        [],
        () =>
          done(
            world.as('ada').delete(`/users/${world.people.eve.id}`, { actions: { delete_profile: true } }),
          ),
      ],
    ];
    for (const [words, urls, withdraw] of steps) {
      const check = await isGone(words, urls);
      await withdraw();
      await check();
    }
    await done(world.as('ada').patch(`/realm`, { enable_spectator_access: false }));
    const pages = await later();
    assertNoCanary(pages, ['openstays', 'Ada Achterberg', '#lounge']);
    for (const [path, { status }] of pages)
      if (/^\/(?:public\/(?:topic|channel|message|feed)|sitemap|user_uploads)/.test(path))
        assert.notEqual(status, 200, path);
    await setOrganization(world, { enable_spectator_access: true });
    assert.ok(pathsWith(await crawl(world.url, ['/']), 'openstays').some(isPage));
    await setChannel(world, lounge, { is_web_public: 0 });
    assert.equal((await world.anonymous.get(`/messages/${stays}`)).status, 401);
    assertNoCanary(await later(), ['openstays']);
  });

  test('A crawler finds only the names that the organization shows', async (t) => {
    const world = await openWorld(t, engine);
    await say(world, 'eve', 'lounge', 'tea', '@**Ada Achterberg** and @_**Dan Ito** like tea');
    await say(world, 'ada', 'lounge', 'tea', `> @_**Eve Lindqvist|${world.people.eve.id}** said\n\ntea`);
    const photo = await upload(world, 'eve', { name: 'note.txt', content: 'tea' });
    assert.equal(await canOpen(world, 'nobody', photo.url), false);
    const hidden = ['Achterberg', 'Lindqvist', 'Ito<'];
    const before = await crawl(world.url, starts);
    assert.ok(pathsWith(before, 'Achterberg').length > 0);
    for (const format of ['first_name', 'pseudonym']) {
      await done(world.as('ben').patch('/realm', { spectator_name_format: format }));
      const pages = await crawl(world.url, [...before.keys(), ...guesses(world, 10)]);
      assertNoCanary(pages, hidden);
      assert.ok(pathsWith(pages, 'like tea').some(isPage));
    }
    const pseudonymous = await crawl(world.url, starts);
    assertNoCanary(pseudonymous, [...hidden, 'Eve ', '>Eve', '@Ada', canary('')]);
  });
});
