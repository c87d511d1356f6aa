import assert from 'node:assert/strict';
import { test } from 'node:test';
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
