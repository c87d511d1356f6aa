import assert from 'node:assert/strict';
import dns from 'node:dns';
import type { RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { test, type TestContext } from 'node:test';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { fetchPreview } from './fetch-preview.ts';
import { readOembed, type Provider, providers } from './oembed.ts';
import { pagePreview, readPage } from './page.ts';

const reachable = '127.0.0.1';
const head = (title: string, more = '') =>
  `<title>${title}</title><meta property="og:image" content="/a.png">${more}`;

type Pages = Record<string, string | RequestListener>;

/** Another server with these pages, which counts how often it is asked. */
async function site(t: TestContext, pages: Pages) {
  const asked: string[] = [];
  const { url, port } = await localServer(t, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const page = pages[path.split('?')[0] ?? ''];
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  return { url, port, asked };
}

const json =
  (value: unknown, type = 'application/json'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(JSON.stringify(value));

const redirects =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

const fetch = (link: string, given: readonly Provider[] = []) =>
  fetchPreview(link, { reachable, providers: given });

/** Names mean these addresses, one after the other, for the time of the test. */
function resolveTo(t: TestContext, ...answers: string[][]): void {
  const { lookup } = dns;
  const fake = (_name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  dns.lookup = fake as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
  t.after(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
}

test('A page is described by its head, relative to where redirects led', async (t) => {
  const { url } = await site(t, {
    '/old': redirects('/new/page'),
    '/new/page': head('Looms').replace('/a', 'a'),
  });
  assert.deepEqual((await fetch(`${url}/old`)).preview, {
    kind: 'page',
    title: 'Looms',
    description: undefined,
    image: `${url}/new/a.png`,
  });
});

test('Of a large page only the beginning is read', async (t) => {
  const { promise: closed, resolve: close } = Promise.withResolvers<null>();
  const { url } = await site(t, {
    '/large': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(head('Looms'));
      const fill = () => {
        while (!response.destroyed && response.write('<p>'.repeat(10_000)));
      };
      response.on('drain', fill).on('close', () => close(null));
      fill();
    },
  });
  assert.equal((await fetch(`${url}/large`)).preview?.title, 'Looms');
  assert.equal(await closed, null);
});

test('Other types, compressed pages, other statuses and pages without an image have no preview', async (t) => {
  const send =
    (status: number, headers: Record<string, string>): RequestListener =>
    (_request, response) =>
      response.writeHead(status, headers).end(head('Looms'));
  const { url } = await site(t, {
    '/pdf': send(200, { 'content-type': 'application/pdf' }),
    '/none': send(200, {}),
    '/packed': send(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }),
    '/created': send(201, { 'content-type': 'text/html' }),
    '/plain': '<title>No image</title>',
    '/empty': '',
  });
  for (const path of ['pdf', 'none', 'packed', 'created', 'plain', 'empty', 'missing'])
    assert.deepEqual(await fetch(`${url}/${path}`), { preview: undefined, isPassing: false }, path);
});

test('Failures of the other server may pass, and refusals do not', async (t) => {
  const failing: RequestListener = (_request, response) => response.writeHead(503).end();
  const { url } = await site(t, { '/': failing, '/away': redirects('http://10.0.0.1/') });
  assert.equal((await fetch(`${url}/`)).isPassing, true);
  assert.equal((await fetch('http://127.0.0.1:1/')).isPassing, true);
  assert.equal((await fetch(`${url}/away`)).isPassing, false);
});

test('Private addresses and names are not asked, in any notation', async (t) => {
  const { port, asked } = await site(t, { '/': head('Secret') });
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'a.localhost',
  ];
  for (const host of [...hosts, '0', '10.0.0.1', 'intranet', 'wiki.internal', 'printer.local'])
    assert.deepEqual(
      await fetchPreview(`http://${host}:${port}/`, { reachable: undefined, providers: [] }),
      { preview: undefined, isPassing: false },
      host,
    );
  assert.deepEqual(asked, []);
});

test('A redirect, an oEmbed endpoint and a provider never lead to a private address', async (t) => {
  const { port, asked, url } = await site(t, {
    '/redirect': redirects('http://[::1]/'),
    '/mapped': redirects('http://[::ffff:127.0.0.2]/'),
    '/oembed': '<title>A</title><link type="application/json+oembed" href="http://127.0.0.2/">',
    '/chain': redirects('/redirect'),
  });
  for (const path of ['redirect', 'mapped', 'oembed', 'chain'])
    assert.deepEqual(await fetch(`${url}/${path}`), { preview: undefined, isPassing: false }, path);
  const inside: Provider = { links: /^/, endpoint: `http://127.0.0.2:${port}/?url=` };
  assert.equal((await fetch(`${url}/redirect`, [inside])).preview, undefined);
  assert.deepEqual(asked, ['/redirect', '/mapped', '/oembed', '/chain', '/redirect']);
});

test('A name is resolved again for each request, and refused as soon as any of its addresses is private', async (t) => {
  const { port, asked } = await site(t, { '/a': redirects('/b'), '/b': head('Looms') });
  const link = `http://changing.example:${port}/a`;
  resolveTo(t, ['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::ffff:7f00:2'], ['127.0.0.1']);
  assert.equal((await fetch(link)).preview, undefined);
  assert.deepEqual(asked, ['/a']);
  assert.equal((await fetch(link)).preview, undefined);
  assert.equal((await fetch(link)).preview, undefined);
  assert.deepEqual(asked, ['/a']);
  assert.equal((await fetch(link)).preview?.title, 'Looms');
});

test('A provider is asked instead of the page, which is asked where the provider says nothing', async (t) => {
  const { url, asked } = await site(t, {
    '/oembed': json({ type: 'photo', url: '/big.jpg', title: 'A loom' }),
    '/broken': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    '/text': json({ type: 'photo', url: '/big.jpg' }, 'text/plain'),
    '/page': head('Looms'),
  });
  const at = (path: string): Provider => ({ links: /page/, endpoint: `${url}${path}?url=` });
  assert.deepEqual((await fetch(`${url}/page`, [at('/oembed')])).preview, {
    kind: 'photo',
    title: 'A loom',
    image: `${url}/big.jpg`,
  });
  assert.deepEqual(asked, [`/oembed?url=${encodeURIComponent(`${url}/page`)}`]);
  for (const path of ['/broken', '/text', '/missing'])
    assert.equal((await fetch(`${url}/page`, [at(path)])).preview?.title, 'Looms', path);
});

test('A page without an image is described by the oEmbed endpoint that it names', async (t) => {
  const { url } = await site(t, {
    '/page': '<title>Looms</title><link type="application/json+oembed" href="/oembed">',
    '/oembed': json({
      type: 'video',
      title: 'Other',
      thumbnail_url: '/t.jpg',
      html: '<iframe src="https://x.example">',
    }),
  });
  assert.deepEqual((await fetch(`${url}/page`)).preview, {
    kind: 'page',
    title: 'Looms',
    description: undefined,
    image: `${url}/t.jpg`,
  });
});

test('Videos are played from the hosts of their provider only', () => {
  const vimeo = providers.find(({ name }) => name === 'Vimeo');
  assert.ok(vimeo);
  const read = (html: unknown) => {
    const said = { type: 'video', title: 'A', thumbnail_url: 'https://i.example/a.jpg', html };
    return readOembed(JSON.stringify(said), vimeo, vimeo.endpoint);
  };
  const good = read(
    '<iframe width="1" src="https://player.vimeo.com/video/1?a=1&amp;b=2" onload="x()"></iframe>',
  );
  assert.deepEqual(good, {
    kind: 'video',
    title: 'A',
    image: 'https://i.example/a.jpg',
    player: 'https://player.vimeo.com/video/1?a=1&b=2',
  });
  for (const html of [
    '<iframe src="https://evil.example/"></iframe>',
    '<iframe src="http://player.vimeo.com/video/1"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="https://player.vimeo.com@evil.example/"></iframe>',
    '<script src="https://player.vimeo.com/video/1"></script>',
    7,
    undefined,
  ])
    assert.equal(read(html)?.kind, 'page', String(html));
});

test('Descriptions that are no objects, or hostile ones, are refused or cleaned', () => {
  const [youTube] = providers;
  assert.ok(youTube);
  for (const text of ['', 'null', '[]', '1', '{"title": 7}', '{"title": " \\u0000 "}'])
    assert.equal(readOembed(text, youTube, youTube.endpoint), undefined, text);
  assert.deepEqual(readOembed('{"title": "A\\u202e\\nB"}', youTube, youTube.endpoint), {
    kind: 'title',
    title: 'YouTube - A B',
  });
  const image = '{"type": "photo", "title": "A", "url": "javascript:alert(1)"}';
  assert.equal(readOembed(image, { links: /^/, endpoint: '' }, 'https://a.example/'), undefined);
});

test('Each provider knows the links of its site, and none of another', () => {
  const links = [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/channels/staffpicks/12345',
    'https://www.dailymotion.com/video/x8abc',
    'https://www.loom.com/share/abc',
    'https://www.ted.com/talks/someone_something',
    'https://streamable.com/abc',
    'https://www.flickr.com/photos/a/1',
    'https://giphy.com/gifs/cat-abc',
    'https://www.tiktok.com/@a/video/1',
    'https://open.spotify.com/track/a',
  ];
  for (const link of links)
    assert.equal(providers.filter((provider) => provider.links.test(link)).length, 1, link);
  for (const link of [
    'https://notvimeo.com/1',
    'https://vimeo.com.evil.example/1',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  ])
    assert.ok(!providers.some((provider) => provider.links.test(link)), link);
});

const url = 'https://loom.example/articles/one';
const read = (head: string) => readPage(`<html><head>${head}`, url);

test('Open Graph comes before Twitter cards, and those before title and description', () => {
  const og = '<meta property="og:title" content="A"><meta property="og:description" content="B">';
  const twitter = '<meta name="twitter:title" content="C"><meta name="twitter:description" content="D">';
  const plain = '<title>E</title><meta name="description" content="F">';
  const texts = (head: string) => [read(head).title, read(head).description];
  assert.deepEqual(texts(plain + twitter + og), ['A', 'B']);
  assert.deepEqual(texts(plain + twitter), ['C', 'D']);
  assert.deepEqual(texts(plain), ['E', 'F']);
  assert.deepEqual(texts(''), [undefined, undefined]);
});

test('The address of an image is relative to the page, and only http and https are taken', () => {
  const image = (content: string) => read(`<meta property="og:image" content="${content}">`).image;
  assert.equal(image('two.png'), 'https://loom.example/articles/two.png');
  assert.equal(image('//cdn.example/a.png'), 'https://cdn.example/a.png');
  for (const hostile of [
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'java&#10;script:alert(1)',
    'https://a:b@loom.example/a.png',
    `https://loom.example/${'x'.repeat(2000)}`,
  ])
    assert.equal(image(hostile), undefined, hostile);
  assert.equal(
    image('https://x.example/a&quot;);background:url(//evil.example/'),
    'https://x.example/a%22);background:url(//evil.example/',
  );
});

test('Texts are one line without characters that hide or turn text, and are cut', () => {
  const { title, description } = read(
    `<title> Two\n  lines\u0000\u202E&#x202e;&#0;\u200B\u2028end </title><meta name=description content="${'ö'.repeat(600)}">`,
  );
  assert.equal(title, 'Two lines\uFFFD end');
  assert.equal([...(description ?? '')].length, 500);
  assert.equal(description?.at(-1), '…');
});

test('A page without an image, or with nothing but an image, has no preview', () => {
  const image = 'https://loom.example/a.png';
  assert.equal(pagePreview({ title: 'A', description: 'B', image: undefined }), undefined);
  assert.equal(pagePreview({ title: undefined, description: undefined, image }), undefined);
  assert.deepEqual(pagePreview({ title: 'A', description: undefined, image }), {
    kind: 'page',
    title: 'A',
    description: undefined,
    image,
  });
});
