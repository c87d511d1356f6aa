import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheName, kindOf, outdated } from './rules.ts';

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
