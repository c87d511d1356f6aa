import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { makeWorld } from '../../../tests/support/world.ts';
import { limitPages } from './page-limits.ts';

test('A route that declares no limit has that of pages, by network', async () => {
  const fastify = Fastify();
  limitPages(fastify, { config: { rateLimits: 'on' } });
  fastify.get('/', () => 'page');
  fastify.get('/file', { config: { limit: 'cheap', callers: 'anyone' } }, () => 'file');
  const statuses = new Map<number, number>();
  const open = (url: string, remoteAddress: string) => fastify.inject({ url, remoteAddress });
  for (let n = 0; n < 1201; n++) {
    const { statusCode } = await open('/', `2001:db8::${n}`);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  assert.deepEqual([statuses.get(200), statuses.size], [1200, 2]);
  assert.equal((await open('/', '2001:db8:1::1')).statusCode, 200);
  assert.equal((await open('/file', '2001:db8::1')).statusCode, 200);
});

test('Requests to sign in by a provider are limited together, whatever they contain', async (t) => {
  const { url } = await makeWorld(t, 'sqlite', { config: { rateLimits: 'on' } });
  const paths = ['/complete/company/?SAMLRequest=x', '/accounts/login/social/company', '/api/docs'];
  const open = (path: string, method = 'GET') => fetch(url + path, { method, redirect: 'manual' });
  for (let n = 0; n < 120; n++) {
    const { status } = await open(paths[n % 3] ?? '', n % 6 === 0 ? 'POST' : 'GET');
    assert.ok(status < 429, `${n}: ${status}`);
  }
  for (const path of paths) {
    const response = await open(path);
    assert.equal(response.status, 429, path);
    assert.ok(Number(response.headers.get('retry-after')) > 0);
  }
  assert.equal((await open('/login')).status, 200);
});
