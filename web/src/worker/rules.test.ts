import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheName, emojiCacheName, kindOf, outdated, outdatedEmoji } from './rules.ts';

const origin = 'https://chat.example.com';
const kind = (path: string, { method = 'GET', mode = 'navigate' } = {}) =>
  kindOf({ method, mode, url: new URL(path, origin).href }, origin);

test('Only files named by their content and pages of the client are the worker’s', () => {
  assert.equal(kind('/assets/index-BiVzUZrL.js', { mode: 'cors' }), 'file');
  for (const path of ['/', '/inbox', '/channel/4-design/topic/v1.2', '/search?q=a.b', '/settings/profile'])
    assert.equal(kind(path), 'page', path);
});

test('What the server answers to programs and on its own pages is left alone', () => {
  for (const path of [
    '/api/v1/messages',
    '/json/messages',
    '/user_uploads/2/ab/plan.pdf',
    '/avatar/7',
    '/reset/abc',
    '/join/abc',
    '/icon.svg',
    '/sw.js',
  ])
    assert.equal(kind(path), 'other', path);
});

test('Where people sign in is left alone too, and told apart', () => {
  for (const path of ['/login', '/login?next=%2Finbox']) assert.equal(kind(path), 'sign-in', path);
  assert.equal(kind('/login', { method: 'POST' }), 'other');
  assert.equal(kind('/login', { mode: 'cors' }), 'other');
});

test('Neither what changes something nor what lies elsewhere is touched', () => {
  assert.equal(kind('/inbox', { method: 'POST' }), 'other');
  assert.equal(kind('/inbox', { mode: 'cors' }), 'other');
  assert.equal(kind('https://elsewhere.example.com/assets/a.js', { mode: 'cors' }), 'other');
});

test('Of older builds only the last is kept, and nothing of others is touched', () => {
  const names = ['theirs', cacheName('a'), cacheName('b'), cacheName('c'), cacheName('d')];
  assert.deepEqual(outdated(names, 'd'), [cacheName('a'), cacheName('b')]);
  assert.deepEqual(outdated([cacheName('d')], 'd'), []);
});

test('Pictures of emoji are kept beyond a build, each set in one version', () => {
  const picture = '/static/emoji/google-blob-0a1b2c3d4e/1f468-200d-1f373.webp';
  assert.equal(kind(picture, { mode: 'no-cors' }), 'emoji');
  for (const path of [
    '/static/emoji/heddle.png',
    '/static/emoji-names.json',
    '/static/emoji/google-1/x.webp',
  ])
    assert.equal(kind(path, { mode: 'no-cors' }), 'other', path);
  const name = emojiCacheName(origin + picture);
  assert.equal(name, 'heddle-emoji-google-blob-0a1b2c3d4e');
  const names = [name, 'heddle-emoji-google-blob-ff', 'heddle-emoji-google-ff', cacheName('a'), 'theirs'];
  assert.deepEqual(outdatedEmoji(names, name), ['heddle-emoji-google-blob-ff']);
  assert.deepEqual(outdated([name, cacheName('a'), cacheName('b'), cacheName('c')], 'c'), [cacheName('a')]);
});
