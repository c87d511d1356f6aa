import assert from 'node:assert/strict';
import test from 'node:test';
import { tryLinkifier } from './linkifier-trial.ts';
import { filledIn } from './url-template.ts';

const links = (pattern: string, template: string, text: string): string[] => {
  const trial = tryLinkifier(pattern, template, text);
  return trial.kind === 'links' ? trial.links.map((link) => `${link.text} ${link.url}`) : [trial.kind];
};

test('A linkifier test turns matches into links, each with its own groups', () => {
  assert.deepEqual(links('#(?P<id>[0-9]+)', 'https://i.example/{id}', 'See #12 and (#7).'), [
    '#12 https://i.example/12',
    '#7 https://i.example/7',
  ]);
});

test('A linkifier test does not match parts of words', () => {
  assert.deepEqual(links('#(?P<id>[0-9]+)', 'https://i.example/{id}', 'a#12, #12b'), ['nothing']);
});

test('A linkifier test is case-sensitive unless the pattern says otherwise', () => {
  assert.deepEqual(links('ab(?P<n>[0-9])', 'https://e.example/{n}', 'AB1'), ['nothing']);
  assert.deepEqual(links('(?i)ab(?P<n>[0-9])', 'https://e.example/{n}', 'AB1'), ['AB1 https://e.example/1']);
});

test('A linkifier test accepts unnecessarily escaped characters', () => {
  assert.deepEqual(links(String.raw`\#(?P<id>\d+)`, 'https://e.example/{id}', '#1'), [
    '#1 https://e.example/1',
  ]);
});

test('A linkifier test reports an invalid pattern', () => {
  assert.deepEqual(links('(?P<id>[0-9]', 'https://e.example/{id}', '#1'), ['broken']);
  assert.deepEqual(links('', 'https://e.example/', '#1'), ['broken']);
});

test('A linkifier test expands URLs as in RFC 6570', () => {
  const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', empty: '' };
  assert.equal(filledIn('{var}', values), 'value');
  assert.equal(filledIn('{hello}', values), 'Hello%20World%21');
  assert.equal(filledIn('{+hello}', values), 'Hello%20World!');
  assert.equal(filledIn('{+path}/here', values), '/foo/bar/here');
  assert.equal(filledIn('{#hello}', values), '#Hello%20World!');
  assert.equal(filledIn('X{.var}', values), 'X.value');
  assert.equal(filledIn('{/var,path}', values), '/value/%2Ffoo%2Fbar');
  assert.equal(filledIn('{;var,empty}', values), ';var=value;empty');
  assert.equal(filledIn('{?var,empty,unknown}', values), '?var=value&empty=');
  assert.equal(filledIn('{var:3}', values), 'val');
  assert.equal(filledIn('{unknown}', values), '');
});
