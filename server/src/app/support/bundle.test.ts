import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, describe, it } from 'node:test';
import { onBothEngines, makePlace } from '../../../../tests/support/engines.ts';
import { OperatedServer, ownerPassword } from '../../../../tests/support/process/operator.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { migrations as allMigrations } from '../../db/migrations/index.ts';
import { findSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { makeBundle, writeBundle } from './bundle.ts';
import type { SupportFacts } from './facts.ts';
import { makeRedact, redactAll, redactLine } from './redact.ts';

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

const redact = makeRedact(['hunter2!secret', 'abc']);

describe('Redacting for support', () => {
  it('Email addresses, network addresses, keys, and credentials in URLs are redacted', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['from ada.achterberg+x@example.com: no', 'from (email): no'],
      ['ünal@bücher.example', '(email)'],
      ['peer 192.168.7.13:443 and 127.0.0.1', 'peer (address):443 and 127.0.0.1'],
      ['peer 2001:db8::17 and ::1', 'peer (address) and ::1'],
      ['::ffff:10.1.2.3', '::ffff:(address)'],
      ['postgres://heddle:pass@db.internal/heddle', 'postgres://(hidden)@db.internal/heddle'],
      ['GET /json/x?api_key=tiny&b=1 failed', 'GET /json/x?(hidden) failed'],
      ['key 5aLkJ2hF8sD1qWeRtYuIoPzXcVbNm123 x', 'key (key) x'],
      ['key aLkJphFssDlqWeRtYuIoPzXcVbNmqqww', 'key (key)'],
      ['key 0003-pinned-k7q2x-messages', 'key (key)'],
      ['a hunter2!secret b', 'a (secret) b'],
    ];
    for (const [text, expected] of cases) assert.equal(redact(text), expected, text);
  });

  it('Words of the program, versions, times and request IDs stay', () => {
    for (const text of [
      'default_channel_group_channel',
      'organization cache could not be refreshed',
      'Node 24.18.0 with SQLite 3.51.3',
      'heddle_request_duration_seconds_bucket',
      '3f0c9a1e-1111-4222-8333-444455556666',
      '0003-pinned-messages',
      '2026-11-25T12:04:31.000Z',
      'abc',
    ])
      assert.equal(redact(text), text);
  });

  it('Only known fields of log lines are kept, and other lines are omitted', () => {
    const line = {
      level: 30,
      msg: 'sign-in failed',
      account: 'Ada',
      address: 'x',
      err: { message: 'at a@b.c' },
    };
    assert.deepEqual(redactLine(JSON.stringify(line), redact), {
      level: 30,
      msg: 'sign-in failed',
      account: '(removed)',
      address: '(removed)',
      err: { message: 'at (email)' },
    });
    for (const text of ['', 'Ada wrote: hello', '{"a":1}', '"x"', '{', 'null'])
      assert.equal(redactLine(text, redact), undefined, text);
  });

  it('Texts inside lists and objects are redacted, and numbers stay', () => {
    assert.deepEqual(redactAll({ a: [1, 'x@y.z'], b: { c: null } }, redact), {
      a: [1, '(email)'],
      b: { c: null },
    });
  });
});
