import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHead } from './head.ts';

const metas = (html: string) => Object.fromEntries(readHead(html).metas);

test('Properties, names and item properties of meta elements are read, and their entities are decoded', () => {
  const html = `<!doctype html><html><head>
    <META PROPERTY="og:title" content="Looms &amp; shuttles">
    <meta name='Description' content='Says "it"'/>
    <meta itemprop=image content=/loom.png>
    <meta content="reversed" property="og:type">
    <title>Weaving &mdash; a guide</title>
    <link rel="alternate" type="application/json+oembed" href="/oembed?a=1&amp;b=2">`;
  const head = readHead(html);
  assert.deepEqual(Object.fromEntries(head.metas), {
    'og:title': 'Looms & shuttles',
    description: 'Says "it"',
    image: '/loom.png',
    'og:type': 'reversed',
  });
  assert.equal(head.title, 'Weaving — a guide');
  assert.deepEqual(head.links, [
    { rel: 'alternate', type: 'application/json+oembed', href: '/oembed?a=1&b=2' },
  ]);
});

test('The first value of a property counts, and empty values do not', () => {
  const html = `<meta name=a content=""><meta name=a content=first><meta name=a content=second>`;
  assert.deepEqual(metas(html), { a: 'first' });
});

test('Scripts, styles, comments, templates and drawings say nothing of the page', () => {
  const html = `<script>"<meta name=a content=1>"</script><style><meta name=b content=1></style>
    <!-- <meta name=c content=1> --><template><meta name=d content=1></template>
    <svg><title>drawing</title></svg><title>page</title><meta name=e content=1>`;
  assert.deepEqual([metas(html), readHead(html).title], [{ e: '1' }, 'page']);
});

test('Tags with a bracket in a value, a value without its quote, or no end are read as far as possible', () => {
  assert.deepEqual(metas('<meta name="a" content="1 > 0"><meta name=b content=2>'), { a: '1 > 0', b: '2' });
  assert.deepEqual(metas('<meta name="a content=1><meta name=b content=2>'), { b: '2' });
  assert.deepEqual(metas('<meta name=a content=1'), { a: '1' });
  assert.deepEqual(metas('<meta name=a content=1><!-- never ends <meta name=b content=2>'), { a: '1' });
});

test('Hostile pages are read in a time that grows with their length only', () => {
  const size = 500_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
  const pieces = [
    '<div>',
    '<a ',
    '<a b="',
    '<a b=">',
    "<a b='>",
    '<!--',
    '<script>',
    '<title>',
    '<',
    '&amp;',
    '&',
  ];
  const attributes = ['a=b ', 'a ', `${'x'.repeat(64)} `, '= ', '" ', "' ", ' ', 'a\t=\t"'];
  const pages = [...pieces.map(fill), ...attributes.map((piece) => `<meta ${fill(piece)}>`)];
  for (const page of [...pages, `<meta content="${fill('&lt;')}" name=a>`, fill('<meta name=a content=b>')]) {
    const before = process.cpuUsage();
    readHead(page);
    const { user } = process.cpuUsage(before);
    assert.ok(user < 3_000_000, `${page.slice(0, 40)} took ${user} µs`);
  }
});

test('The number of properties and links that are kept is limited', () => {
  const many = Array.from({ length: 5000 }, (_, i) => `<meta name=a${i} content=1><link href=/${i}>`).join(
    '',
  );
  const head = readHead(many);
  assert.deepEqual([head.metas.size, head.links.length], [200, 200]);
});

test('Names of the language itself are properties like others', () => {
  assert.deepEqual(
    metas('<meta name="__proto__" content="x"><meta name=constructor content=y>').constructor,
    'y',
  );
});
