/**
 * What requests leave for a full collection of garbage. The frequent small collections copy it, so that it costs a server under load
 * more than most of what a request does, and lets it grow until the next full one.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { exposeCollector } from '../lib/collector.ts';

const requests = 400;
const perCollection = 20;
/** A request, its response and what they refer to take 5,000; loading and compiling takes some, too. */
const mostBytes = 2500;

/** Over one connection, and with as few objects as possible. @returns asks once, and waits for the response */
async function openConnection(world: World): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(world.url);
  const { email, apiKey } = world.people.eve;
  const body = 'status=active';
  const request = [
    'POST /api/v1/users/me/presence HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}\r\n\r\n${body}`,
  ].join('\r\n');
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return async () => {
    socket.write(request);
    const [response] = (await once(socket, 'data')) as [Buffer];
    assert.match(response.toString('latin1', 0, 20), /^HTTP\/1\.1 200/);
  };
}

onBothEngines('Garbage of requests', (engine) => {
  test('A request that has ended is freed without a full collection', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ask = await openConnection(world);
    const collect = exposeCollector();
    for (let i = 0; i < requests; i++) await ask();
    collect({ type: 'major' });
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < requests; i++) {
      await ask();
      // What lives through two of these is old: sooner or later that happens to any request.
      if (i % perCollection === 0) for (let turn = 0; turn < 2; turn++) collect({ type: 'minor' });
    }
    for (let turn = 0; turn < 2; turn++) collect({ type: 'minor' });
    const left = (process.memoryUsage().heapUsed - before) / requests;
    assert.ok(left < mostBytes, `${Math.round(left)} bytes of each request are left`);
  });
});
