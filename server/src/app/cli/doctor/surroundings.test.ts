/** What the doctor reports about clock, certificate and settings around the database. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createServer } from 'node:tls';
import { getPort } from '../../../../../tests/support/services/get-port.ts';
import { insertNode } from '../../../db/node-rows.ts';
import { certify, makeAuthority } from '../../../../../tests/support/services/certificates.ts';
import { onBothEngines, onEngine } from '../../../../../tests/support/engines.ts';
import { sharedFiles } from '../../../../../tests/support/nodes.ts';
import { freePort } from '../../../../../tests/support/services/free-port.ts';
import { say } from '../../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { checkBackups } from './backups.ts';
import { checkCertificate } from './certificate.ts';
import { checkFilesFolder } from './files-folder.ts';
import { checkClock, checkNodeHosts } from './node-hosts.ts';
import { checkDatabaseSettings, checkFileSystem, findExposure, judgePostgres } from './database.ts';

const day = 24 * 3600_000;

async function serveTls(t: TestContext, host: string): Promise<{ port: number; ca: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-tls-'));
  const authority = makeAuthority(folder, 'authority');
  const ca = readFileSync(authority.certificate, 'utf8');
  const made = certify(folder, authority, host);
  const server = createServer({ cert: readFileSync(made.certificate), key: readFileSync(made.key) });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { port: getPort(server), ca };
}

onBothEngines('The doctor on the surroundings', (engine) => {
  test('The doctor finds a clock that is behind the newest message, and one that is not synchronized', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await say(world, 'dan', 'general', 'lunch');
    const { config, db } = world.app;
    const known = () => Promise.resolve(true);
    assert.equal((await checkClock(config, Date.now(), known)).state, 'ok');
    assert.equal((await checkClock(config, Date.now(), () => Promise.resolve(undefined))).state, 'ok');
    const loose = await checkClock(config, Date.now(), () => Promise.resolve(false));
    assert.deepEqual([loose.state, /not synchronized.*chrony/.test(loose.text)], ['warning', true]);
    const past = await checkClock(config, Date.UTC(1970, 0, 2), known);
    assert.match(past.text, /shows 1970-01-02.* is wrong/);
    await db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('message')
        .set({ sent_at: Date.now() + 2 * day })
        .execute(),
    );
    const behind = await checkClock(config, Date.now(), known);
    assert.deepEqual(
      [behind.state, behind.text.includes('is behind: the newest message')],
      ['problem', true],
    );
  });

  test('The doctor finds nothing wrong with the settings of the databases of tests but what tests change', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const { name, text } = await checkDatabaseSettings(app.config);
    assert.equal(name, 'database settings');
    assert.match(text, engine === 'sqlite' ? /local disk|tmpfs/ : /fsync is/);
  });
});

test('The doctor names a file system that loses SQLite databases', async () => {
  const finding = (type: number) => checkFileSystem('/data', () => Promise.resolve(type));
  for (const [type, state, text] of [
    [0x6969, 'problem', /on NFS.*local disk/],
    [-11_317_950, 'problem', /on CIFS/],
    [0x01021994, 'warning', /in memory/],
    [0xef53, 'ok', /local disk/],
  ] as const) {
    const found = await finding(type);
    assert.equal(found.state, state);
    assert.match(found.text, text);
  }
  const missing = await checkFileSystem('/data', () => Promise.reject(new Error('ENOENT')));
  assert.match(missing.text, /Not tested/);
});

test('The doctor names settings of PostgreSQL that lose data, and the remedy', () => {
  const good = {
    version: 160_004,
    fsync: 'on',
    full_page_writes: 'on',
    encoding: 'UTF8',
    connections: 100,
    nodes: 3,
  };
  assert.equal(judgePostgres(good).state, 'ok');
  for (const [change, state, text] of [
    [{ version: 140_001 }, 'problem', /older than version 15/],
    [{ fsync: 'off' }, 'problem', /Set fsync = on/],
    [{ full_page_writes: 'off' }, 'problem', /Set full_page_writes = on/],
    [{ encoding: 'SQL_ASCII' }, 'problem', /createdb --encoding=UTF8/],
    [{ connections: 5, nodes: 0 }, 'warning', /max_connections is 5\. Set at least 20/],
    [{ nodes: 8 }, 'warning', /Set at least 104 in postgresql\.conf for 8 nodes/],
  ] as const) {
    const finding = judgePostgres({ ...good, ...change });
    assert.equal(finding.state, state);
    assert.match(finding.text, text);
  }
});

test('The doctor warns of a connection to PostgreSQL that leaves the private network unencrypted', () => {
  const url = 'postgres://heddle:canary@db.example.com/heddle';
  const found = findExposure(url);
  assert.equal(found?.state, 'warning');
  assert.match(found.text, /db\.example\.com is not encrypted.*\?sslmode=verify-full/);
  assert.doesNotMatch(found.text, /canary/);
  for (const fine of [
    `${url}?sslmode=verify-full`,
    `${url}?sslmode=disable`,
    url.replace('.example.com', ''),
  ])
    assert.equal(findExposure(fine), undefined, fine);
  for (const local of ['postgres://h@localhost/x', 'postgres:///x', 'postgres://h@/x?host=/run/pg'])
    assert.equal(findExposure(local), undefined, local);
});

test('The doctor says what is wrong with the certificate of base_url', async (t) => {
  const { port, ca } = await serveTls(t, 'localhost');
  const baseUrl = `https://localhost:${String(port)}`;
  const unknown = await checkCertificate({ baseUrl });
  assert.equal(unknown.state, 'problem');
  assert.match(
    unknown.text,
    /not accepted\. (?:Its authority is not known|The intermediate certificates are not sent)/,
  );
  const soon = await checkCertificate({ baseUrl }, Date.now(), ca);
  assert.deepEqual([soon.state, /in 1 days.*renewed/.test(soon.text)], ['warning', true], soon.text);
  assert.equal((await checkCertificate({ baseUrl }, Date.now() - 30 * day, ca)).state, 'ok');
  const other = await checkCertificate({ baseUrl: `https://127.0.0.1:${String(port)}` }, Date.now(), ca);
  assert.match(other.text, /is for another host name/);
  assert.match((await checkCertificate({ baseUrl: 'http://localhost' })).text, /None/);
  assert.equal((await checkCertificate({})).state, 'ok');
  const nowhere = await checkCertificate({ baseUrl: `https://127.0.0.1:${String(await freePort())}` });
  assert.deepEqual([nowhere.state, nowhere.text.includes('cannot be reached with TLS')], ['warning', true]);
});

onEngine('postgres', 'The doctor on several nodes', (engine) => {
  test('The doctor finds a folder for files that is not the one of the other nodes', async (t) => {
    const makeFolder = () => mkdtempSync(join(tmpdir(), 'heddle-files-'));
    const [shared, empty] = [makeFolder(), makeFolder()];
    t.after(() => [shared, empty].forEach((folder) => rmSync(folder, { recursive: true })));
    const { app } = await makeWorld(t, engine, {
      alone: true,
      config: { filesDir: shared, filesShared: 'on' },
    });
    const config = { ...app.config, data: '/nowhere' };
    const found = await checkFilesFolder(config);
    assert.match(found.text, /^Files are stored in .*heddle-files-.*, [\d.]+ GiB free/);
    const other = await checkFilesFolder({ ...config, filesDir: empty });
    assert.deepEqual(
      [other.state, /is not the folder of the node .* Mount the same one\.$/.test(other.text)],
      ['problem', true],
    );
    const missing = await checkFilesFolder({ ...config, filesDir: '/nowhere/files' });
    assert.deepEqual([missing.state, missing.text.includes('mount it here first')], ['warning', true]);
    mkdirSync(join(empty, '.heddle-files'));
    for (const [filesDir, problem] of [
      [empty, /cannot be used: EISDIR/],
      [join(shared, '.heddle-files'), /is not a folder\. Correct files_dir\./],
    ] as const) {
      const { state, text } = await checkFilesFolder({ ...config, filesDir });
      assert.equal(state, 'problem');
      assert.match(text, problem);
    }
  });

  test('The doctor warns of a node that serves other host names, not of one whose settings mean the same', async (t) => {
    const baseUrl = 'https://chat.example.com';
    const config = { ...sharedFiles, baseUrl, additionalHosts: 'heddle, chat.internal' };
    const { app } = await makeWorld(t, engine, { alone: true, config });
    const { baseUrl: _url, additionalHosts: _hosts, ...none } = { ...app.config, data: '/nowhere' };
    const elsewhere = { ...none, baseUrl, additionalHosts: 'Chat.internal,heddle' };
    const [same] = await checkNodeHosts(elsewhere);
    assert.equal(same?.state, 'ok');
    const [other] = await checkNodeHosts({ ...elsewhere, baseUrl: 'https://chat.example.org' });
    assert.equal(other?.state, 'warning');
    assert.match(
      other.text,
      /serves https:\/\/chat\.example\.com chat\.internal heddle, .* say https:\/\/chat\.example\.org /,
    );
    assert.match((await checkNodeHosts(none))[0]?.text ?? '', /these settings say none: .* same base_url/);
    const { s3Bucket: _bucket, ...alone } = elsewhere;
    assert.deepEqual(await checkNodeHosts(alone), []);
    await app.db.write(0, 'system', async ({ connection }) =>
      connection.run('UPDATE node SET hosts = NULL', []),
    );
    assert.equal((await checkNodeHosts(none))[0]?.state, 'ok', 'an older version does not say');
  });

  test('The doctor warns when several nodes make scheduled backups, each in a folder of its own', async (t) => {
    const { app } = await makeWorld(t, engine, { alone: true });
    const config = {
      ...app.config,
      data: '/nowhere',
      backupTo: mkdtempSync(join(tmpdir(), 'heddle-backups-')),
    };
    t.after(() => rmSync(config.backupTo, { recursive: true }));
    const add = (slot: string) =>
      app.db.write(0, 'system', ({ connection }) =>
        insertNode(connection, {
          id: `n${slot}`,
          slot,
          address: `n${slot}:1`,
          version: '1',
          files: 'shared',
          schema: 1,
          hosts: '',
        }),
      );
    assert.equal((await checkBackups(config)).state, 'ok');
    await add('2');
    const { state, text } = await checkBackups(config);
    assert.equal(state, 'warning');
    assert.match(text, /^Several nodes serve the database.*Mount the same folder on all of them.*s3:/);
  });
});
