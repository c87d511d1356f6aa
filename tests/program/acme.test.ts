import assert from 'node:assert/strict';
import { request } from 'node:https';
import { test } from 'node:test';
import { declareNotRun } from '../support/checks/not-run.ts';
import { Child } from '../support/process/child.ts';
import { freePort } from '../support/services/free-port.ts';
import { hasPebble, makePebble } from '../support/services/pebble.ts';
import { undoAfter } from '../support/undo.ts';
import { until } from '../support/until.ts';
import { makeFolder } from './folder.ts';

const host = 'chat.example.test';
const title = 'A server that runs as a process obtains its certificate, and serves with it';

if (hasPebble)
  test(title, async (t) => {
    const pebble = await makePebble(t);
    const port = await freePort();
    const acme = ['--acme-email', 'ada@example.com', '--acme-directory', pebble.directory];
    const local = ['--acme-ca-file', pebble.caFile, '--http-port', String(pebble.httpPort)];
    const address = ['--port', String(port), '--base-url', `https://${host}`];
    const child = new Child(['serve', '--data', makeFolder(t), ...address, ...acme, ...local]);
    undoAfter(t, () => child.end('SIGKILL'));
    const ca = await pebble.root();
    const getStatus = () => {
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      const options = { host: '127.0.0.1', port, path: '/livez', servername: host, ca, headers: { host } };
      request({ ...options, agent: false }, (response) => resolve(response.resume().statusCode))
        .once('error', () => resolve(undefined))
        .end();
      return promise;
    };
    await until('the server responds with its certificate', async () => (await getStatus()) === 200);
    assert.equal(await getStatus(), 200);
  });
else declareNotRun(title, 'pebble is not installed');
