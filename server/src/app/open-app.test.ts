import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { getPort } from '../../../tests/support/services/get-port.ts';
import { makePlace, onBothEngines, type Engine } from '../../../tests/support/engines.ts';
import { keepLog } from '../../../tests/support/log.ts';
import { undoAfter } from '../../../tests/support/undo.ts';
import { Organizations } from '../core/events/index.ts';
import { GivenIds, Writer } from '../core/log/index.ts';
import { openDatabase } from '../db/open.ts';
import { loadConfig } from '../lib/config/config.ts';
import { Incoming } from '../lib/files/incoming.ts';
import { startServer } from './start/serve.ts';

async function prepare(t: TestContext, engine: Engine, flags: Record<string, string> = {}) {
  const place = await makePlace(engine);
  undoAfter(t, () => place.remove());
  const { dataDir: data, databaseUrl } = place;
  const kept = keepLog();
  const config = loadConfig({ ...flags, data, databaseUrl, port: '0' }, {});
  return { place, config, kept };
}

const failure = new Error('the disk is on fire');
const fail = () => Promise.reject(failure);

onBothEngines('A server that does not start', (engine) => {
  const steps = {
    'empty its folder of incoming files': (t: TestContext) =>
      t.mock.method(Incoming.prototype, 'sweep', fail),
    'read its organizations': (t: TestContext) => t.mock.method(Organizations.prototype, 'refresh', fail),
    'store its first rows': (t: TestContext) => t.mock.method(Writer.prototype, 'write', fail),
  };
  for (const [step, letFail] of Object.entries(steps))
    test(`A server that cannot ${step} leaves the database to the next one`, async (t) => {
      const { place, config, kept } = await prepare(t, engine);
      letFail(t);
      await assert.rejects(startServer({ config, log: kept.log }), failure);
      const opened = await openDatabase(place);
      await opened.close();
    });

  test('A server whose ids could not jump leaves the whole jump to the next one', async (t) => {
    const { place, config, kept } = await prepare(t, engine);
    t.mock.method(GivenIds.prototype, 'resume', fail);
    await assert.rejects(startServer({ config, log: kept.log }), failure);
    const { reader, close } = await openDatabase(place);
    const noted = await reader.q
      .selectFrom('server_fact')
      .selectAll()
      .where('name', '=', 'ids given until')
      .execute();
    await close();
    assert.deepEqual(noted, []);
  });
});

test('A server whose port is in use serves no metrics either', async (t) => {
  const { config, kept } = await prepare(t, 'sqlite', { metricsPort: '0', host: '127.0.0.1' });
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  undoAfter(t, () => other.close());
  // It listens on a port, not on a socket.
  const port = getPort(other);
  await assert.rejects(startServer({ config: { ...config, port }, log: kept.log }), { code: 'EADDRINUSE' });
  const [metrics] = kept.saying('serving metrics');
  await assert.rejects(fetch(String(metrics?.url)), { message: 'fetch failed' });
});
