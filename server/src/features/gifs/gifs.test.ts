import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { gifService, type GifService } from '../../../../tests/support/services/gif-service.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { SearchGifsResponse } from '../../../../wire/gifs.ts';

const reachable = { reachableNetworks: '127.0.0.1' };

async function search(world: World, query: string, cursor?: string): Promise<SearchGifsResponse> {
  const { status, json } = await world.as('dan').get('/heddle/gifs', { query, cursor });
  assert.equal(status, 200, json.msg);
  return json as unknown as SearchGifsResponse;
}

const lastQuery = ({ asked }: GifService): Record<string, string> =>
  Object.fromEntries(asked.at(-1)?.searchParams ?? []);

onBothEngines('GIF search', (engine) => {
  test('GIFs are searched at GIPHY with the key of the server and the rating of the organization', async (t) => {
    const world = await makeWorld(t, engine, { config: { ...reachable, giphyApiKey: 'the key' } });
    const service = await gifService(t, world.app);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm', 'giphy'] });
    assert.deepEqual([json.server_gif_service, json.giphy_api_key], ['GIPHY', '']);
    const { gifs, next } = await search(world, ' loom ');
    assert.equal(service.asked[0]?.pathname, '/v1/gifs/search');
    assert.deepEqual(lastQuery(service), {
      api_key: 'the key',
      limit: '24',
      rating: 'g',
      q: 'loom',
      lang: 'en',
    });
    const [gif] = gifs;
    assert.ok(gif);
    assert.equal(gif.url, 'https://media.example.com/loom-0-downsized_medium.gif');
    assert.deepEqual([gif.width, gif.height], [200, 120]);
    for (const address of [gif.preview_url, gif.still_url ?? ''])
      assert.match(address, /^\/external_content\/[0-9a-f]{64}\/[0-9a-f]+$/);
    assert.ok(!JSON.stringify(gifs).includes('the key'));
    assert.equal(next, '1');
    assert.equal((await search(world, 'loom', '1')).next, null);
    await setOrganization(world, { gif_rating_policy: 3 });
    await search(world, '');
    assert.deepEqual(
      [service.asked.at(-1)?.pathname, lastQuery(service).rating],
      ['/v1/gifs/trending', 'pg-13'],
    );
  });

  test('GIFs are searched at KLIPY and Tenor by the same requests', async (t) => {
    for (const [setting, name] of [
      ['klipyApiKey', 'KLIPY'],
      ['tenorApiKey', 'Tenor'],
    ] as const) {
      const world = await makeWorld(t, engine, { config: { ...reachable, [setting]: 'the key' } });
      const service = await gifService(t, world.app);
      const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
      assert.equal(json.server_gif_service, name);
      const { gifs, next } = await search(world, 'loom');
      const { key, contentfilter, q } = lastQuery(service);
      assert.deepEqual(
        [service.asked[0]?.pathname, key, contentfilter, q],
        ['/v2/search', 'the key', 'high', 'loom'],
      );
      assert.deepEqual(
        [gifs[0]?.title, gifs[0]?.url, next],
        ['a loom', 'https://media.example.com/loom-0-mediumgif.gif', '1'],
      );
      assert.equal((await search(world, '', next ?? '')).next, null);
      assert.deepEqual([service.asked.at(-1)?.pathname, lastQuery(service).pos], ['/v2/featured', '1']);
    }
  });

  test('GIFs are not searched without a key, where the organization wants none, and by anonymous users', async (t) => {
    const without = await makeWorld(t, engine);
    const unset = await without.as('dan').get('/heddle/gifs');
    assert.deepEqual([unset.status, unset.json.msg], [400, 'GIF search is not configured on this server.']);
    const world = await makeWorld(t, engine, { config: { ...reachable, giphyApiKey: 'the key' } });
    const service = await gifService(t, world.app);
    assert.equal((await world.anonymous.get('/heddle/gifs')).status, 401);
    await setOrganization(world, { gif_rating_policy: 0 });
    const disabled = await world.as('dan').get('/heddle/gifs', { query: 'loom' });
    assert.deepEqual([disabled.status, disabled.json.msg], [400, 'GIFs are disabled in this organization.']);
    assert.equal(service.asked.length, 0);
  });

  test('What a GIF service sends is bounded, leads nowhere else, and is shown only if it is a picture on the web', async (t) => {
    const world = await makeWorld(t, engine, { config: { ...reachable, giphyApiKey: 'the key' } });
    const service = await gifService(t, world.app);
    const images = (url: string) => ({
      original: { url, width: '1', height: '1' },
      fixed_width: { url, width: '1', height: '1' },
    });
    const sends = (data: unknown) =>
      (service.override = (response) => response.end(JSON.stringify({ data })));
    for (const url of [
      'javascript:alert(1)',
      'http://plain.example/a.gif',
      'https://user@a.example/a.gif',
      `https://a.example/${'x'.repeat(3000)}`,
    ])
      assert.deepEqual(
        (sends([{ images: images(url) }]), (await search(world, 'x')).gifs),
        [],
        url.slice(0, 40),
      );
    for (const odd of [null, [], {}, 'x', { pagination: [] }])
      assert.deepEqual((sends(odd), (await search(world, 'x')).gifs), []);
    const refused = async (name: string) => {
      const { status, json } = await world.as('dan').get('/heddle/gifs', { query: 'x' });
      assert.deepEqual([status, json.msg], [400, 'GIF search is not available at the moment.'], name);
    };
    service.override = (response) => response.writeHead(302, { location: '/v1/gifs/search' }).end();
    await refused('a redirect');
    service.override = (response) => response.end(`{"data": "${'x'.repeat(1024 * 1024)}"}`);
    await refused('too much');
    service.override = (response) => response.end('<html>');
    await refused('no JSON');
    service.override = (response) => response.writeHead(429).end('{}');
    await refused('a limit of the service');
  });

  test('A person can search for GIFs sixty times a minute', async (t) => {
    const world = await makeWorld(t, engine, { config: { ...reachable, giphyApiKey: 'the key' } });
    await gifService(t, world.app);
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await world.as('dan').get('/heddle/gifs')).status);
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [60, 429]);
    assert.equal((await world.as('eve').get('/heddle/gifs')).status, 200);
  });
});
