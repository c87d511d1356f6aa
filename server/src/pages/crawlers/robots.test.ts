import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atHost } from '../../../../tests/support/clients/at-host.ts';
import { addOrganization, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const nothing = 'User-agent: *\nDisallow: /\n';

onBothEngines('robots.txt', (engine) => {
  test('Crawlers may fetch the pages of an organization with open channels, for as long as it wants to be listed', async (t) => {
    const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
    const robots = async () => (await fetch(`${world.url}/robots.txt`)).text();
    assert.equal(await robots(), nothing);
    await setOrganization(world, { enable_spectator_access: true });
    assert.equal(await robots(), nothing);
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    const rules = await robots();
    assert.match(rules, /^User-agent: \*\nAllow: \/\$\nAllow: \/public\/\n/);
    assert.match(rules, /\nDisallow: \/public\/search\nDisallow: \/public\/news\/\nDisallow: \/\n/);
    assert.ok(rules.endsWith(`\nSitemap: ${world.url}/sitemap.xml\n`), rules);
    await world.as('ben').patch('/realm', { allow_search_engine_indexing: false });
    assert.equal(await robots(), nothing);
    await world.as('ben').patch('/realm', { allow_search_engine_indexing: true });
    assert.equal(await robots(), rules);
    await world.as('ada').delete(`/streams/${world.channels.lounge}`);
    assert.equal(await robots(), nothing);
  });

  test('Pages ask not to be listed while the organization does not want it', async (t) => {
    const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
    await setOrganization(world, { enable_spectator_access: true });
    const { lounge } = world.channels;
    await setChannel(world, lounge, { is_web_public: 1 });
    const id = await say(world, 'eve', 'lounge', 'tea');
    const paths = ['/', `/public/channel/${lounge}-lounge`, `/public/topic/${id}-tea`];
    const tags = () =>
      Promise.all(paths.map(async (path) => (await fetch(world.url + path)).headers.get('x-robots-tag')));
    assert.deepEqual(await tags(), [null, null, null]);
    await world.as('ben').patch('/realm', { allow_search_engine_indexing: false });
    assert.deepEqual(await tags(), ['noindex', 'noindex', 'noindex']);
  });

  test('robots.txt of one organization says nothing of another', async (t) => {
    const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
    await setOrganization(world, { enable_spectator_access: true });
    await setChannel(world, world.channels.lounge, { is_web_public: 1 });
    await addOrganization(world);
    const { text, status } = await atHost(world, 'others.localhost', '/robots.txt');
    assert.deepEqual([status, text], [200, nothing]);
  });

  test('A host without an organization has nothing for crawlers', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await atHost(world, 'localhost', '/robots.txt')).text, nothing);
    for (const path of [
      '/sitemap.xml',
      '/sitemap-channels.xml',
      '/sitemap-1-1.xml',
      '/public/feed/channel/1',
      '/public/x',
      '/public/feed/topic/1',
      '/public/channel/1',
      '/public/topic/1',
      '/public/message/1',
      '/public/search?q=a',
    ])
      assert.ok([303, 404].includes((await atHost(world, 'localhost', path)).status), path);
  });

  test('robots.txt has the right type, and is never cached without asking', async (t) => {
    const world = await makeWorld(t, engine);
    const { headers } = await fetch(`${world.url}/robots.txt`);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-cache');
  });
});
