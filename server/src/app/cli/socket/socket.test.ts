import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { getPort } from '../../../../../tests/support/services/get-port.ts';
import { makePlace } from '../../../../../tests/support/engines.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { openApp } from '../../open-app.ts';
import { silentLog } from '../../../lib/logging.ts';
import { loadSecrets, secretsPath } from '../../../lib/secrets-file.ts';
import { askRunningServer, socketPath } from './socket-client.ts';
import { openAdminSocket, refuseSecondServer } from './socket.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';

/** A folder with a socket on it. */
async function open(t: TestContext, folderName = '') {
  const place = await makePlace('sqlite');
  undoAfter(t, () => place.remove());
  const data = join(place.dataDir, folderName);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const config = loadConfig({ data }, {});
  const app = await openApp({ config, secrets: loadSecrets(secretsPath({ data })), log: silentLog() });
  undoAfter(t, () => app.close());
  const socket = await openAdminSocket(app);
  return { data, app, socket };
}

interface SocketResponse {
  status: number | undefined;
  text: string;
}

function send(to: object, method: string, path: string, body: string, headers = {}): Promise<SocketResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...to, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject).end(body);
  });
}

test('A running server responds to a status command, and a stopped one does not', async (t) => {
  const { data, socket } = await open(t);
  assert.equal(statSync(socketPath(data)).mode & 0o777, 0o600);
  const status = (await askRunningServer(data, 'status', {})) as object;
  assert.deepEqual(Object.keys(status), ['version', 'confinement', 'failures']);
  await assert.rejects(refuseSecondServer(data), /Another server is using the data folder/);
  await socket.close();
  assert.equal(await askRunningServer(data, 'status', {}), undefined);
  await refuseSecondServer(data);
});

test('A socket that cannot be removed, as on a disk that became read-only, does not keep the server from stopping', async (t) => {
  const { data, socket } = await open(t);
  rmSync(socketPath(data));
  mkdirSync(socketPath(data));
  await socket.close();
});

test('An invalid request to the socket is refused with one sentence', async (t) => {
  const { data, socket } = await open(t);
  undoAfter(t, () => socket.close());
  const to = { socketPath: socketPath(data) };
  assert.equal((await send(to, 'GET', '/admin/status', '')).status, 404);
  assert.equal((await send(to, 'POST', '/other', '{}')).status, 404);
  for (const body of ['', '{'])
    assert.equal((await send(to, 'POST', '/admin/user-create', body)).status, 400);
  const tooLarge = { email: 'x'.repeat(5_000_000) };
  await assert.rejects(askRunningServer(data, 'user-create', tooLarge), /The options are too large/);
  await assert.rejects(askRunningServer(data, 'user-create', { email: 1 }), /The options are not valid/);
  await assert.rejects(askRunningServer(data, 'user-fly', {}), /has no command user-fly/);
});

test('A port and a token replace the socket where its path is too long', async (t) => {
  const { data, socket } = await open(t, 'long/'.repeat(20));
  assert.ok(statSync(socketPath(data)).isFile());
  assert.equal(statSync(socketPath(data)).mode & 0o777, 0o600);
  assert.notEqual(await askRunningServer(data, 'status', {}), undefined);
  const { port } = JSON.parse(readFileSync(socketPath(data), 'utf8')) as { port: number };
  const to = { host: '127.0.0.1', port };
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${'x'.repeat(32)}` }])
    assert.equal((await send(to, 'POST', '/admin/status', '{}', headers)).status, 401);
  await socket.close();
  assert.equal(await askRunningServer(data, 'status', {}), undefined);
});

test('The socket of a killed server is not taken for a running one, even if another process has its port', async (t) => {
  const place = await makePlace('sqlite');
  undoAfter(t, () => place.remove());
  const otherServer = createServer((_request, response) => response.end('{"value":{}}'));
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  const port = getPort(otherServer);
  writeFileSync(socketPath(place.dataDir), JSON.stringify({ port, token: 'x' }));
  assert.equal(await askRunningServer(place.dataDir, 'status', {}), undefined);
  await new Promise((resolve) => otherServer.close(resolve));
  assert.equal(await askRunningServer(place.dataDir, 'status', {}), undefined);
  writeFileSync(socketPath(place.dataDir), 'rubbish');
  assert.equal(await askRunningServer(place.dataDir, 'status', {}), undefined);
});
