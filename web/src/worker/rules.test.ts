import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheName, emojiCacheName, getKind, outdated, outdatedEmoji } from './rules.ts';

const origin = 'https://chat.example.com';
const kind = (path: string, { method = 'GET', mode = 'navigate' } = {}) =>
  getKind({ method, mode, url: new URL(path, origin).href }, origin);

test('The service worker handles only files named by content and pages of the client', () => {
  assert.equal(kind('/assets/index-BiVzUZrL.js', { mode: 'cors' }), 'file');
  for (const path of ['/', '/inbox', '/channel/4-design/topic/v1.2', '/search?q=a.b', '/settings/profile'])
    assert.equal(kind(path), 'page', path);
});

test('The service worker ignores the API and server pages', () => {
  for (const path of [
    '/api/v1/messages',
    '/json/messages',
    '/user_uploads/2/ab/plan.pdf',
    '/avatar/7',
    '/reset/abc',
    '/join/abc',
    '/accounts/login/social/main',
    '/choose',
    '/complete/company?code=x&state=y',
    '/undo-email/abc',
    '/calls/zoom/register',
    '/public/topic/5-tea?page=2',
    '/public/narrow/channel/5/topic/a.20b',
    '/icon.svg',
    '/sw.js',
  ])
    assert.equal(kind(path), 'other', path);
});

test('The service worker recognizes the sign-in page and does not cache it', () => {
  for (const path of ['/login', '/login?next=%2Finbox']) assert.equal(kind(path), 'sign-in', path);
  assert.equal(kind('/login', { method: 'POST' }), 'other');
  assert.equal(kind('/login', { mode: 'cors' }), 'other');
});

test('The service worker ignores writes and other origins', () => {
  assert.equal(kind('/inbox', { method: 'POST' }), 'other');
  assert.equal(kind('/inbox', { mode: 'cors' }), 'other');
  assert.equal(kind('https://elsewhere.example.com/assets/a.js', { mode: 'cors' }), 'other');
});

test('The service worker keeps only the last older build, and other caches', () => {
  const names = ['theirs', cacheName('a'), cacheName('b'), cacheName('c'), cacheName('d')];
  assert.deepEqual(outdated(names, 'd'), [cacheName('a'), cacheName('b')]);
  assert.deepEqual(outdated([cacheName('d')], 'd'), []);
});

test('The service worker keeps emoji images across builds, one version per set', () => {
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
