import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
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
import { withLastFailure, checkProviders } from './services.ts';
import { tmpdir } from 'node:os';
import { fakeIssuer } from '../../../../../tests/support/services/fake-issuer.ts';
import { silentLog } from '../../../lib/logging.ts';
import { openApp } from '../../open-app.ts';
import { openAdminSocket } from '../socket/socket.ts';
import { chooseSettings, compareSettings } from './running-settings.ts';

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

const at = Date.UTC(2026, 10, 29, 10);
const failure = { name: 'mail', isOk: true, at, reason: 'Connection timeout' };
const fine = { name: 'mail', state: 'ok', text: 'mail.example.com accepts the sign-in' } as const;

test('The doctor shows the last failure of a service and its time', () => {
  const text = `${fine.text}. The server failed with it last at 2026-11-29T10:00:00.000Z: Connection timeout`;
  assert.deepEqual(withLastFailure(fine, [failure]), { ...fine, text });
});

test('A service that responds to the doctor and not to the server is a warning', () => {
  assert.equal(withLastFailure(fine, [{ ...failure, isOk: false }]).state, 'warning');
  const problem = { ...fine, state: 'problem' } as const;
  assert.equal(withLastFailure(problem, [{ ...failure, isOk: false }]).state, 'problem');
});

test('Other services, and a server that says nothing of them, change nothing', () => {
  for (const failures of [[{ ...failure, name: 'ldap' }], [], undefined, [null], [{ name: 'mail' }]])
    assert.deepEqual(withLastFailure(fine, failures), fine);
});

function configured(t: TestContext, issuer: string, more = '') {
  const data = mkdtempSync(join(tmpdir(), 'heddle-doctor-'));
  t.after(() => rmSync(data, { recursive: true }));
  const toml = `[[oidc]]\nid = "main"\nissuer = "${issuer}"\nclient_id = "heddle"\nclient_secret = "s3cret"\n${more}`;
  writeFileSync(join(data, 'heddle.toml'), toml);
  return loadConfig({ data, baseUrl: 'https://chat.example.com' }, {});
}

test('The doctor asks each sign-in provider and shows its redirect URIs', async (t) => {
  const issuer = await fakeIssuer(t);
  issuer.metadata = { code_challenge_methods_supported: ['S256'] };
  issuer.tokenError = [400, { error: 'invalid_grant' }];
  const { url } = issuer;
  const [found, ...more] = await checkProviders(configured(t, url, 'organizations = ["", "weavers"]'), false);
  assert.ok(found);
  assert.equal(found.state, 'ok', found.text);
  for (const host of ['chat', 'weavers.chat'])
    assert.ok(found.text.includes(`https://${host}.example.com/complete/main/`), found.text);
  assert.deepEqual(more, []);
});

test('The doctor names what is wrong with a sign-in provider, and what to do', async (t) => {
  const issuer = await fakeIssuer(t);
  const check = async (address = issuer.url) => {
    const [found] = await checkProviders(configured(t, address), false);
    assert.ok(found?.text);
    assert.equal(found.state, 'problem', found.text);
    assert.ok(!found.text.includes('s3cret'));
    return found.text;
  };
  issuer.metadata = { issuer: `${issuer.url}/realm` };
  assert.match(await check(), /calls itself .*Copy it exactly/);
  issuer.metadata = { jwks_uri: 'http://10.255.255.1/jwks' };
  assert.match(await check(), /can allow it with reachable_networks/);
  issuer.isDown = true;
  assert.match(await check(), /openid-configuration responds with status 503/);
  assert.match(await check('http://127.0.0.1:9'), /refuses the connection/);
});

// Which settings the doctor checks while a server runs.

/** A server that was started with these flags and variables. */
async function startServer(t: TestContext, flags: Record<string, string>, env: Record<string, string> = {}) {
  const place = await makePlace('sqlite');
  undoAfter(t, () => place.remove());
  const data = place.dataDir;
  const config = loadConfig({ ...flags, data }, env);
  const app = await openApp({ config, secrets: loadSecrets(secretsPath({ data })), log: silentLog() });
  undoAfter(t, () => app.close());
  const socket = await openAdminSocket(app);
  undoAfter(t, () => socket.close());
  return data;
}

test('The doctor checks the flags and variables of the running server, and names them', async (t) => {
  const data = await startServer(
    t,
    { port: '7070', host: '127.0.0.2' },
    { HEDDLE_MAIL_FROM: 'loom@example.com' },
  );
  const { config, findings } = await chooseSettings(loadConfig({ data }, {}), true);
  assert.deepEqual(
    [config.port, config.host, config.mailFrom, config.sources.port],
    [7070, '127.0.0.2', 'loom@example.com', 'flag'],
  );
  assert.deepEqual(findings, [
    {
      name: 'configuration',
      state: 'ok',
      text:
        'All settings are valid. Checked: those of the running server, including flag --port (7070), flag --host (127.0.0.2), ' +
        'environment HEDDLE_MAIL_FROM (loom@example.com)',
    },
  ]);
});

test('The doctor checks a flag of its own in place of the one of the running server, and says so', async (t) => {
  const data = await startServer(t, { port: '7070' });
  const { config, findings } = await chooseSettings(loadConfig({ data, port: '8080' }, {}), true);
  assert.equal(config.port, 8080);
  const [, warning] = findings;
  assert.equal(warning?.state, 'warning');
  assert.match(warning.text, /^port is 8080 here \(flag --port\), and 7070 in the running server\./);
});

test('The doctor does not get the secrets of the running server, and says which it cannot check', async (t) => {
  const data = await startServer(t, { smtpUrl: 'smtp://ada:velvet-secret@127.0.0.1:2525' });
  const { config, findings } = await chooseSettings(loadConfig({ data }, {}), true);
  assert.equal(config.smtpUrl, undefined);
  assert.match(findings[1]?.text ?? '', /^The running server has smtp_url from flag --smtp-url,/);
  assert.doesNotMatch(JSON.stringify([config, findings]), /velvet-secret/);
  const examined = await examine({ data });
  for (const name of ['mail', 'mail sender', 'email links'])
    assert.deepEqual(
      examined.find((finding) => finding.name === name),
      {
        name,
        state: 'warning',
        text: 'Not tested: the running server has smtp_url from flag --smtp-url, which the doctor was not given',
      },
    );
});

test('The doctor warns of a setting in the file that the running server does not have yet', async (t) => {
  const data = await startServer(t, {});
  writeFileSync(join(data, 'heddle.toml'), 'max_invites = 7\n');
  const { config, findings } = await chooseSettings(loadConfig({ data }, {}), true);
  assert.equal(config.maxInvites, 7);
  assert.match(
    findings[1]?.text ?? '',
    /^max_invites is 7 here \(heddle\.toml\), and 100 in the running server\./,
  );
});

test('The doctor checks what it was given beside a server whose version lacks some settings', () => {
  const config = loadConfig({ data: '/nowhere', port: '8080' }, {});
  const { config: checked, findings } = compareSettings(config, {});
  assert.deepEqual([checked.port, findings.map(({ state }) => state)], [8080, ['ok']]);
});
