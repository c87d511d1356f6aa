import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { getPort } from '../../../../../tests/support/services/get-port.ts';
import { makePlace, onBothEngines } from '../../../../../tests/support/engines.ts';
import { putSecrets } from '../../../../../tests/support/process/secrets.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { openDatabase } from '../../../db/open.ts';
import { loadSecrets, secretsPath } from '../../../lib/secrets-file.ts';
import { checkDatabase, checkFolder, checkLinks, checkPort, checkRuntime, checkSecrets } from './checks.ts';
import { examine } from './doctor.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';

async function emptyFolder(t: TestContext): Promise<string> {
  const place = await makePlace('sqlite');
  undoAfter(t, () => place.remove());
  return place.dataDir;
}

onBothEngines('The doctor', (engine) => {
  test('The doctor finds no problems with an intact server, running or stopped', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    putSecrets(app.config.data);
    const { data, databaseUrl } = app.config;
    const findings = await examine({ data, databaseUrl, port: '0' });
    // Those of the machine of the tests, whose PostgreSQL runs without fsync.
    const ofMachine = new Set(['disk space', 'database settings']);
    const bad = findings.filter(({ state, name }) => state === 'problem' && !ofMachine.has(name));
    assert.deepEqual(bad, []);
    // With SQLite most of it is in the log beside the file.
    const { text } = await checkDatabase(app.config);
    assert.match(text, /: intact, (?!0\.0 )[\d.]+ MiB, schema (\d+) of \1$/);
  });

  test('The doctor says what to restore when the secrets are missing or belong to another database', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const { data } = app.config;
    const missing = await checkSecrets(app.config);
    assert.equal(missing.state, 'problem');
    assert.match(
      missing.text,
      /secrets\.toml is missing, .* Restore the file from a backup\. .*heddle secrets renew/,
    );
    assert.equal(existsSync(join(data, 'secrets.toml')), false, 'nothing is made');
    loadSecrets(secretsPath({ data }));
    const foreign = await checkSecrets(app.config);
    assert.equal(foreign.state, 'problem');
    assert.match(foreign.text, /is not the file of secrets that belongs to this database/);
  });

  test('The doctor reports a database that was migrated by a newer version', async (t) => {
    const { dataDir, databaseUrl, remove } = await makePlace(engine);
    undoAfter(t, remove);
    const opened = await openDatabase({ dataDir, databaseUrl });
    await opened.writer.connection.run(
      "INSERT INTO migration (number, name, hash, oldest) VALUES (9999, 'later', 'x', 9999)",
      [],
    );
    await opened.close();
    const finding = await checkDatabase(loadConfig({ data: dataDir, databaseUrl }, {}));
    assert.equal(finding.state, 'problem');
    assert.match(finding.text, /created by a newer Heddle/);
  });
});

test('The doctor accepts an empty or missing data folder', async (t) => {
  const data = await emptyFolder(t);
  for (const folder of [data, join(data, 'none')]) {
    const findings = await examine({ data: folder, port: '0' });
    assert.deepEqual(
      findings.filter(({ state, name }) => state === 'problem' && name !== 'disk space'),
      [],
    );
  }
  assert.equal(checkFolder(join(data, 'none')).state, 'warning');
});

test('The doctor lists every invalid setting on its own line', async (t) => {
  const data = await emptyFolder(t);
  writeFileSync(join(data, 'heddle.toml'), 'prot = 1\nport = "x"\n');
  const problems = (await examine({ data })).filter(({ state }) => state === 'problem');
  assert.deepEqual(
    problems.map(({ name }) => name),
    ['configuration', 'configuration'],
  );
});

test('The doctor reports files readable by others, missing files and damaged files as problems', async (t) => {
  const data = await emptyFolder(t);
  assert.equal(checkFolder(data).state, 'ok');
  chmodSync(data, 0o755);
  assert.match(checkFolder(data).text, /mode 755\)\. Run: chmod 700/);
  chmodSync(data, 0o700);
  const config = loadConfig({ data }, {});
  const opened = await openDatabase({ dataDir: data });
  await opened.writer.connection.run("INSERT INTO message_search (rowid, words) VALUES (1, 'a b')", []);
  await opened.close();
  loadSecrets(secretsPath({ data }));
  assert.equal((await checkSecrets({ data })).state, 'ok');
  chmodSync(join(data, 'secrets.toml'), 0o644);
  assert.match((await checkSecrets({ data })).text, /chmod 600/);
  const file = new DatabaseSync(join(data, 'heddle.db'), {
    enableForeignKeyConstraints: false,
    defensive: false,
  });
  file.exec("INSERT INTO channel (org_id, name, name_key, created_at) VALUES (77, 'lost', 'lost', 0)");
  file.exec('DELETE FROM message_search_data WHERE id > 100');
  file.close();
  const { state, text } = await checkDatabase(config);
  assert.equal(state, 'problem');
  assert.match(text, /a row of channel references a missing row of organization/);
  assert.match(text, /message_search/);
  rmSync(join(data, 'heddle.db-wal'), { force: true });
  writeFileSync(join(data, 'heddle.db'), 'not a database at all, but long enough to be looked at'.repeat(20));
  assert.match((await checkDatabase(config)).text, /^Cannot be opened: /);
});

test('The doctor warns about email links that only work on this machine', () => {
  const loom = { host: '0.0.0.0', port: 9991 };
  const smtpUrl = 'smtp://mail.example.com';
  const baseUrl = 'https://chat.example.com';
  assert.equal(checkLinks(loom).state, 'ok');
  const finding = checkLinks({ ...loom, smtpUrl });
  assert.deepEqual([finding.state, finding.text.includes('http://localhost:9991')], ['warning', true]);
  assert.ok(!checkLinks({ ...loom, port: 0 }).text.includes('localhost:0'));
  assert.deepEqual(checkLinks({ ...loom, smtpUrl, baseUrl }), {
    name: 'email links',
    state: 'ok',
    text: 'Links point to https://chat.example.com',
  });
});

test('The doctor reports a port used by another program, but not by the running server', async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => other.close());
  const port = getPort(other);
  const config = loadConfig({ data: await emptyFolder(t), port: String(port) }, {});
  assert.equal((await checkPort(config, false)).state, 'problem');
  assert.equal((await checkPort(config, true)).state, 'ok');
  assert.equal(checkRuntime().state, 'ok');
});
