import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { freePort } from '../../../../tests/support/services/free-port.ts';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { NatsBus, optionsFrom, probeNats } from './nats-bus.ts';

const greeting = 'INFO {"server_id":"test","version":"2.10.0","proto":1,"max_payload":1048576}\r\n';

test('A connection that is lost while it subscribes is closed, and none is left when the bus closes', async (t) => {
  const sockets = new Set<Socket>();
  let isFirst = true;
  const server = createServer((socket) => {
    const isLost = isFirst;
    isFirst = false;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write(greeting);
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (isLost && text.includes('SUB ')) socket.destroy();
      else socket.write('PONG\r\n'.repeat(text.split('PING\r\n').length - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // It listens on a port, not on a socket.
  const port = getPort(server);
  let isConnected = false;
  // The first server of the cluster is down.
  const servers = `nats://127.0.0.1:${String(await freePort())},nats://127.0.0.1:${String(port)}`;
  const bus = new NatsBus(servers, 'looms', {
    received: () => undefined,
    connected: () => (isConnected = true),
    disconnected: () => undefined,
  });
  undoAfter(t, () => bus.close());
  await until('the bus is connected', () => isConnected);
  await bus.close();
  await until('its connections are closed', () => sockets.size === 0);
});

test('A password goes unencrypted only to servers of this machine and of private networks', () => {
  for (const urls of [
    'nats://u:p@nats.example.com',
    'nats://token@192.88.98.1',
    'nats://u:p@nats,nats://nats.example.com',
    'tls://nats',
  ])
    assert.ok(optionsFrom(urls).tls, urls);
  for (const urls of ['nats://u:p@nats:4222', 'nats://u:p@10.0.0.3,nats://[::1]', 'nats://nats.example.com'])
    assert.equal(optionsFrom(urls).tls, undefined, urls);
});

test('A password that needs encryption is not sent to a server that offers none', async (t) => {
  let said = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (data) => (said += data.toString('latin1')));
    socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => server.close());
  await assert.rejects(
    probeNats(`tls://heddle:canary@127.0.0.1:${String(getPort(server))}`),
    /does not support 'tls'/,
  );
  assert.equal(said, '');
});
