import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World, type WorldOptions } from '../../../../tests/support/world.ts';
import { elementsNamed, parseXml, type XmlElement } from '../../../../tests/support/checks/xml.ts';
import { mountSitemaps } from './sitemap.ts';

async function openWorld(t: TestContext, engine: Engine, options: WorldOptions = {}): Promise<World> {
  const world = await makeWorld(t, engine, { ...options, config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return world;
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const locations = (root: XmlElement): string[] => elementsNamed(root, 'loc').map(({ text }) => text);

async function read(url: string): Promise<XmlElement> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8');
  const root = parseXml(await response.text());
  assert.equal(root.namespace, namespace);
  return root;
}

/** Paths of all pages that the sitemaps list. */
async function listed(world: World): Promise<string[]> {
  const sitemaps = await Promise.all(locations(await read(`${world.url}/sitemap.xml`)).map(read));
  return sitemaps
    .flatMap(locations)
    .map((url) => url.replace(world.url, ''))
    .sort();
}

onBothEngines('Sitemaps', (engine) => {
  test('The sitemap lists the start page, open channels and their topics, and nothing else', async (t) => {
    const world = await openWorld(t, engine);
    const { lounge } = world.channels;
    const tea = await say(world, 'eve', 'lounge', 'tea');
    await say(world, 'ada', 'lounge', 'tea');
    const cake = await say(world, 'eve', 'lounge', '✔ "Cake" & </loc>');
    const unnamed = await say(world, 'eve', 'lounge', '');
    for (const channel of ['general', 'design', 'vault'] as const) await say(world, 'ada', channel, 'canary');
    assert.deepEqual(
      await listed(world),
      [
        '/',
        `/public/channel/${lounge}-lounge`,
        `/public/topic/${unnamed}`,
        `/public/topic/${cake}-cake-loc`,
        `/public/topic/${tea}-tea`,
      ].sort(),
    );
  });

  test('Each entry says when its last message was sent', async (t) => {
    const world = await openWorld(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea');
    const sent = (await world.anonymous.get(`/messages/${id}`)).json.message.timestamp as number;
    const { lounge } = world.channels;
    for (const path of ['/sitemap.xml', '/sitemap-channels.xml', `/sitemap-${lounge}-1.xml`]) {
      const times = elementsNamed(await read(world.url + path), 'lastmod').map(({ text }) => text);
      assert.ok(times.length > 0, path);
      for (const time of times) assert.equal(Math.floor(Date.parse(time) / 1000), sent, path);
    }
  });

  test('The topics of a channel are split over as many files as they need', async (t) => {
    const world = await openWorld(t, engine);
    for (const topic of ['a', 'b', 'c', 'd', 'e']) await say(world, 'eve', 'lounge', topic);
    const fastify = Fastify();
    mountSitemaps(fastify, world.app, { addressesPerFile: 2 });
    const open = async (url: string) => {
      const { body } = await fastify.inject({ url, headers: { host: new URL(world.url).host } });
      return locations(parseXml(body));
    };
    const { lounge } = world.channels;
    const parts = [1, 2, 3].map((part) => `${world.url}/sitemap-${lounge}-${part}.xml`);
    assert.deepEqual(await open('/sitemap.xml'), [`${world.url}/sitemap-channels.xml`, ...parts]);
    const topics = await Promise.all(parts.map((url) => open(new URL(url).pathname)));
    assert.deepEqual(
      topics.map((urls) => urls.map((url) => url.slice(-1)).join('')),
      ['ab', 'cd', 'e'],
    );
    const headers = { host: new URL(world.url).host };
    const { statusCode } = await fastify.inject({ url: `/sitemap-${lounge}-4.xml`, headers });
    assert.equal(statusCode, 404);
  });

  test('A sitemap longer than one step of reading is whole', async (t) => {
    const world = await openWorld(t, engine);
    const { lounge } = world.channels;
    const first = await say(world, 'eve', 'lounge', 'tea');
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const row = await tx.q
        .selectFrom('message')
        .selectAll()
        .where('id', '=', first)
        .executeTakeFirstOrThrow();
      const topics = Array.from({ length: 1100 }, (_, i) => ({ topic: `t${i}`, id: first + 1 + i }));
      for (let at = 0; at < topics.length; at += 100) {
        const some = topics.slice(at, at + 100);
        const messages = some.map(({ topic, id }) => ({ ...row, id, topic, topic_key: topic }));
        const rows = some.map(({ topic: name, id }) => ({
          channel_id: lounge,
          topic_key: name,
          name,
          last_message_id: id,
        }));
        await tx.q.insertInto('message').values(messages).execute();
        await tx.q.insertInto('topic').values(rows).execute();
      }
    });
    const urls = locations(await read(`${world.url}/sitemap-${lounge}-1.xml`));
    assert.equal(new Set(urls).size, 1101);
  });

  test('Sitemaps omit closed channels and those that are not to be listed', async (t) => {
    const world = await openWorld(t, engine);
    const { lounge, general, vault } = world.channels;
    await say(world, 'eve', 'lounge', 'tea');
    const status = async (path: string) => (await fetch(world.url + path)).status;
    const own = `/sitemap-${lounge}-1.xml`;
    for (const id of [general, vault, 999_999]) assert.equal(await status(`/sitemap-${id}-1.xml`), 404);
    for (const name of ['x.xml', `${lounge}-0.xml`, `${lounge}.xml`, `${lounge}-1`, '%00'])
      assert.equal(await status(`/sitemap-${name}`), 404, name);
    const all = ['/sitemap.xml', '/sitemap-channels.xml', own];
    for (const path of all) assert.equal(await status(path), 200);
    await world.as('ben').patch('/realm', { allow_search_engine_indexing: false });
    for (const path of all) assert.equal(await status(path), 404);
    await world.as('ben').patch('/realm', { allow_search_engine_indexing: true });
    const closed = await world
      .as('ada')
      .patch(`/streams/${lounge}`, { is_web_public: false, is_private: true });
    assert.equal(closed.status, 200, closed.json.msg);
    for (const path of all) assert.equal(await status(path), 404);
    await addOrganization(world);
    assert.equal((await atHost(world, 'others.localhost', own)).status, 404);
  });

  test('Sitemaps are within the budget of spectators', async (t) => {
    const world = await openWorld(t, engine, { rateLimits: 'on' });
    let last = await fetch(`${world.url}/sitemap.xml`);
    for (let n = 0; n < 300; n++) last = await fetch(`${world.url}/sitemap.xml`);
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers.get('retry-after')) >= 1);
    assert.equal((await fetch(`${world.url}/robots.txt`)).status, 200);
  });
});
