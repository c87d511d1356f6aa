import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagePreview, readPage } from './page.ts';

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
