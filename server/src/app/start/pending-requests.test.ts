import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { until } from '../../../../tests/support/until.ts';
import { PendingRequests } from './pending-requests.ts';

test('A stopping server ends the polls of a client that polls again at once, and not over and over', async () => {
  const server = fastify();
  const traffic = new PendingRequests(server);
  const held = new Set<() => void>();
  server.get('/events', () => new Promise<string>((resolve) => held.add(() => resolve('heartbeat'))));
  const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/events`;
  let polls = 0;
  const poll = async (): Promise<void> => {
    await (await fetch(url)).text();
    polls++;
    return poll();
  };
  const refused = assert.rejects(poll());
  await until('the first poll is held', () => held.size > 0);
  const endPolls = () => {
    for (const end of held) end();
    held.clear();
  };
  await traffic.stop(endPolls, 60_000);
  await refused;
  assert.ok(polls > 0 && polls < 5, `${polls} polls`);
});

test('A server that was drained keeps its port open until earlier requests are finished, so that no load balancer ends them', async () => {
  const server = fastify();
  const traffic = new PendingRequests(server);
  const slow = Promise.withResolvers<string>();
  let isHeld = false;
  server.post('/', () => {
    isHeld = true;
    return slow.promise;
  });
  server.get('/readyz', () => 'stopping');
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const upload = fetch(url, { method: 'POST' }).then((response) => response.text());
  await until('the request is under way', () => isHeld);
  await traffic.drain(() => undefined, 1);
  const stopped = traffic.stop(() => undefined, 60_000);
  // Longer than connections that wait are accepted.
  await sleep(1500);
  const check = await fetch(`${url}/readyz`).then((response) => response.text());
  slow.resolve('stored');
  assert.deepEqual([check, await upload, await stopped], ['stopping', 'stored', 0]);
  await assert.rejects(fetch(url));
});
