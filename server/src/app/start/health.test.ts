import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import pg from 'pg';
import { onBothEngines, onEngine } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { sendNow } from '../../core/jobs/index.ts';
import type { App } from '../open-app.ts';
import { mountHealth } from './health.ts';
import { respondToErrors } from '../../http/response/error-responses.ts';
import { silentLog } from '../../lib/logging.ts';

const healthy = { result: 'success', msg: '' };

function ask(app: App, isStopping = false) {
  const edge = fastify();
  edge.setErrorHandler((error, _request, reply) => respondToErrors(silentLog(), error, reply));
  mountHealth(edge, app, () => isStopping);
  return async (path: string) => {
    const { statusCode, body } = await edge.inject({ url: path });
    return { status: statusCode, json: JSON.parse(body) as { code?: string } };
  };
}

onBothEngines('Health checks', (engine) => {
  test('The health check is positive while the database can be read and written, and leaves no trace', async (t) => {
    const { app, orgId } = await makeWorld(t, engine, { alone: true });
    const before = app.hub.position(orgId);
    const get = ask(app);
    for (const path of ['/health', '/readyz', '/livez'])
      assert.deepEqual(await get(path), { status: 200, json: healthy });
    await Promise.all(Array.from({ length: 50 }, () => get('/health')));
    assert.equal(app.hub.position(orgId), before);
  });

  test('The health check is negative while the database cannot be read or written, though the process is alive', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const broken = () => Promise.reject(new Error('broken'));
    const unreadable = Object.create(app.db.read, {
      q: { get: () => assert.fail('broken') },
    }) as typeof app.db.read;
    for (const db of [
      { ...app.db, write: broken },
      { ...app.db, read: unreadable },
    ]) {
      const get = ask({ ...app, db });
      for (const path of ['/health', '/readyz']) {
        const { status, json } = await get(path);
        assert.equal(status, 503);
        assert.equal(json.code, 'SERVER_NOT_READY');
      }
      // Load balancers end the connections of a node that responds with anything else: what a slow database has delayed would fail.
      assert.equal((await get('/readyz?stopping=404')).status, 404);
      assert.equal((await get('/livez')).status, 200);
    }
  });

  test('A mail server that is away is named by the checks, with 200, until it responds again', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true, config: { smtpUrl: 'smtp://127.0.0.1:9' } });
    const email = { to: 'ben@example.com', subject: 'Looms', text: 'Hi' };
    await assert.rejects(sendNow(app, email));
    for (const path of ['/readyz', '/health']) {
      const { status, json } = await ask(app)(path);
      const { services } = json as { services?: Record<string, { state: string; since: number }> };
      assert.deepEqual([status, services?.mail?.state], [200, 'failed']);
      assert.ok(Math.abs((services?.mail?.since ?? 0) - Date.now() / 1000) < 60);
    }
    app.external.worked('mail');
    assert.deepEqual(await ask(app)('/readyz'), { status: 200, json: healthy });
  });

  test('The readiness check is negative while the server is stopping', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const get = ask(app, true);
    assert.equal((await get('/readyz')).status, 503);
    assert.equal((await get('/readyz?stopping=404')).status, 404);
    assert.equal((await get('/health')).status, 503);
    assert.equal((await get('/livez')).status, 200);
    assert.equal((await ask(app, false)('/readyz?stopping=404')).status, 200);
  });
});

onEngine('postgres', 'Health checks', () => {
  test('The readiness check is negative while the session that writes runs no statements', async (t) => {
    const { app } = await makeWorld(t, 'postgres', { alone: true });
    const get = ask(app);
    assert.equal((await get('/readyz')).status, 200);
    const database = new URL(app.config.databaseUrl ?? '').pathname.slice(1);
    const original = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => Promise<unknown>;
    const { mock } = t.mock.method(
      pg.Client.prototype,
      'query',
      function (this: pg.Client, ...given: unknown[]) {
        const isAsked = (given[0] as { text: string }).text === 'SELECT 1';
        if (isAsked && this.pipeline && this.database === database)
          return Promise.reject(new Error('broken'));
        return Reflect.apply(original, this, given);
      },
    );
    assert.equal((await get('/readyz')).status, 503);
    mock.restore();
    assert.equal((await get('/readyz')).status, 200);
  });
});
