import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onBothEngines, makePlace } from '../../../../tests/support/engines.ts';
import { OperatedServer, ownerPassword } from '../../../../tests/support/process/operator.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { migrations as allMigrations } from '../../db/migrations/index.ts';
import { findSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { makeBundle, writeBundle } from './bundle.ts';
import type { SupportFacts } from './facts.ts';

const smtpUrl = 'smtp://mailer:smtp%2Bcanary@127.0.0.1:9';

const logLines = [
  { level: 30, time: 1, address: '203.0.113.77', account: 'canary@example.com', msg: 'sign-in failed' },
  { level: 50, time: 2, msg: 'failed', err: { message: 'connect to 203.0.113.78 as canary@example.com' } },
  { level: 40, time: 3, msg: 'mail: 535 for smtp+canary', path: '/api/v1/messages/17' },
];

onBothEngines('The support bundle', (engine) => {
  test('A bundle has versions, settings, findings, table sizes, metrics and log lines, and no secret, name or address', async (t) => {
    const server = await OperatedServer.start(t, engine, 'running');
    const ada = await server.createOrganization();
    await server
      .as(ada)
      .post('/messages', { type: 'channel', to: 'general', topic: 'canarytopic', content: 'canarytext' });
    const { data, databaseUrl } = server.config;
    const log = join(data, 'log.jsonl');
    writeFileSync(log, [...logLines.map((line) => JSON.stringify(line)), 'Ada wrote canarytext'].join('\n'));
    const flags = { data, databaseUrl, port: '0', smtpUrl, log };
    const bundle = await makeBundle(flags);
    const text = JSON.stringify(bundle);
    assert.equal(bundle.versions.node, process.versions.node);
    assert.equal((bundle.server as { error?: string }).error, undefined);
    const { tables, migrations, metrics } = bundle.server as SupportFacts;
    assert.deepEqual([tables.organization, (tables.message ?? 0) > 0], [1, true]);
    assert.deepEqual(
      migrations,
      allMigrations.map(({ name }) => name),
    );
    assert.ok(metrics.some((line) => line.startsWith('heddle_event_queues ')));
    assert.equal(bundle.log.length, logLines.length);
    assert.ok((bundle.findings as { name: string }[]).some(({ name }) => name === 'database'));
    assert.match(text, /"slow_query_ms":\{"value":500,"source":"default"\}/);
    const serverKey = Buffer.from(findSecrets(secretsPath({ data }))?.serverKey ?? []).toString('base64');
    const forbidden = [ada.apiKey, ada.email, 'Achterberg', ownerPassword, serverKey, 'canary', '203.0.113.'];
    for (const value of forbidden) assert.ok(!text.includes(value), value);
    if (databaseUrl !== undefined) assert.ok(!text.includes(databaseUrl), 'database_url');
  });

  test('A bundle of a stopped server is written to a new file that only its owner reads', async (t) => {
    const server = await OperatedServer.start(t, engine, 'stopped');
    await server.createOrganization();
    await server.stop();
    const { data, databaseUrl } = server.config;
    const path = join(data, 'bundle.json');
    await writeBundle(path, { data, databaseUrl });
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const bundle = JSON.parse(readFileSync(path, 'utf8')) as { server: { engine: string } };
    assert.equal(bundle.server.engine, engine);
    await assert.rejects(writeBundle(path, { data, databaseUrl }), /exists already/);
  });
});

test('A bundle is made where settings are wrong and where there is no database, and says so', async (t) => {
  const place = await makePlace('sqlite');
  undoAfter(t, () => place.remove());
  const empty = await makeBundle({ data: place.dataDir });
  assert.match((empty.server as { error: string }).error, /There is no database/);
  assert.ok(!existsSync(join(place.dataDir, 'heddle.db')));
  const wrong = await makeBundle({ data: place.dataDir, port: 'smtpcanary' });
  assert.match(String(wrong.configuration), /port/);
});
