import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { run, serve } from '../../../../tests/support/process/child.ts';
import {
  addOrganization,
  createOrganization,
  ownerPassword,
} from '../../../../tests/support/process/commands.ts';
import { Client } from '../../../../tests/support/client.ts';
import { makePlace, onBothEngines, onEngine, type Engine } from '../../../../tests/support/engines.ts';
import { putSecrets } from '../../../../tests/support/process/secrets.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { silentLog } from '../../lib/logging.ts';
import { withApp } from '../cli/admin.ts';
import { openApp } from '../open-app.ts';
import { loadConfig, type Config } from '../../lib/config/config.ts';
import { copyName } from '../../db/sqlite/embedded.ts';
import { migrations } from '../../db/migrations/index.ts';
import { openDatabase } from '../../db/open.ts';
import { fingerprintFact } from '../../db/secrets/trace.ts';

/** A data folder with an organization in it, whose server does not run. */
async function inhabited(t: TestContext, engine: Engine, create = addOrganization) {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  undoAfter(t, remove);
  const config = loadConfig({ data: dataDir, databaseUrl }, {});
  const where = ['--data', dataDir, ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl])];
  const owner = await create(where);
  return { config, where, file: join(dataDir, 'secrets.toml'), owner };
}

const open = (config: Config) => withApp(config, () => Promise.resolve());

async function dropFingerprint({ data, databaseUrl }: Config): Promise<void> {
  const { writer, close } = await openDatabase({ dataDir: data, databaseUrl });
  await writer.connection.run(`DELETE FROM server_fact WHERE name = '${fingerprintFact}'`, []);
  await close();
}

onBothEngines('Secrets of a server with accounts', (engine) => {
  test('A server with accounts refuses to start without secrets.toml and says what to restore', async (t) => {
    const { where, file } = await inhabited(t, engine);
    rmSync(file);
    const { code, stderr } = await run(['serve', '--port', '0', ...where]);
    assert.equal(code, 1);
    assert.match(stderr, /^heddle: \S+secrets\.toml is missing, .* Restore the file from a backup\..*\n$/);
    assert.equal(existsSync(file), false, 'no other secrets are made');
  });

  test('A server with accounts refuses to start with the secrets.toml of another server', async (t) => {
    const { config, file } = await inhabited(t, engine);
    const own = readFileSync(file);
    putSecrets(config.data);
    const wrong = /is not the file of secrets that belongs to this database/;
    await assert.rejects(open(config), wrong);
    await dropFingerprint(config);
    await assert.rejects(open(config), wrong, 'known by the sealed API keys');
    assert.notDeepEqual(readFileSync(file), own);
  });

  test('Secrets can be in a file that --secrets-file names, and the data folder then needs none', async (t) => {
    const { config, where, file } = await inhabited(t, engine);
    const elsewhere = join(config.data, 'shared', 'heddle-secrets');
    mkdirSync(join(config.data, 'shared'));
    renameSync(file, elsewhere);
    await open({ ...config, secretsFile: elsewhere });
    assert.equal(existsSync(file), false);
    const doctor = await run(['doctor', ...where, '--secrets-file', `${elsewhere}-missing`]);
    assert.match(doctor.stdout, /heddle-secrets-missing is missing, but the database has accounts/);
    const { code, stderr } = await run(['secrets', 'rotate', ...where, '--secrets-file', elsewhere]);
    assert.equal(code, 0, stderr);
    assert.match(readFileSync(elsewhere, 'utf8'), /former/);
    await open({ ...config, secretsFile: elsewhere });
  });

  test('A server with the wrong secrets changes nothing in the database', async (t) => {
    const { config } = await inhabited(t, engine);
    putSecrets(config.data);
    const later = { name: '9001-later', statements: () => ['CREATE TABLE later (id integer)'] };
    const opening = openApp({ config, list: [...migrations, later], log: silentLog() });
    await assert.rejects(opening, /is not the file of secrets that belongs to this database/);
    assert.deepEqual(
      readdirSync(config.data).filter((name) => name.startsWith(copyName)),
      [],
    );
  });

  test('A server adopts secrets from before fingerprints and stores their fingerprint', async (t) => {
    const { config } = await inhabited(t, engine);
    await dropFingerprint(config);
    await open(config);
    const facts = await withApp(config, ({ db }) =>
      db.read.q.selectFrom('server_fact').selectAll().execute(),
    );
    assert.ok(facts.some(({ name, value }) => name === fingerprintFact && value.length === 43));
  });

  test('A server starts with renewed secrets, under which passwords work and old API keys do not', async (t) => {
    const { config, where, file, owner } = await inhabited(t, engine, createOrganization);
    rmSync(file);
    const { code, stdout, stderr } = await run(['secrets', 'renew', ...where, '--json']);
    assert.equal(code, 0, stderr);
    assert.deepEqual((JSON.parse(stdout) as { former: unknown }).former, null);
    const { url } = await serve(t, where);
    assert.equal((await new Client(url, owner).get('/users/me')).status, 401);
    const signIn = { username: owner.email, password: ownerPassword };
    const { json } = await new Client(url).post('/fetch_api_key', signIn);
    const renewed = { email: owner.email, apiKey: String(json.api_key) };
    assert.equal((await new Client(url, renewed).get('/users/me')).status, 200);
    const running = await run(['secrets', 'renew', ...where]);
    assert.deepEqual([running.code, running.stderr.includes('Stop it first')], [1, true]);
    assert.ok(readdirSync(config.data).includes('secrets.toml'));
  });

  test('Renewing secrets keeps the old ones under another name', async (t) => {
    const { config, where } = await inhabited(t, engine);
    assert.equal((await run(['secrets', 'renew', ...where])).code, 0);
    assert.ok(readdirSync(config.data).some((name) => name.startsWith('secrets.toml.replaced-')));
    await open(config);
  });
});

onBothEngines('Secrets of a server without accounts', (engine) => {
  test('A server without accounts generates new secrets when the old ones are gone', async (t) => {
    const { dataDir, databaseUrl, remove } = await makePlace(engine);
    undoAfter(t, remove);
    const config = loadConfig({ data: dataDir, databaseUrl }, {});
    await open(config);
    rmSync(join(dataDir, 'secrets.toml'));
    await open(config);
    assert.ok(existsSync(join(dataDir, 'secrets.toml')));
  });
});

onEngine('postgres', 'Secrets of several nodes', () => {
  test('A node that starts without the secrets of the others is refused in one line, also while there are no accounts', async (t) => {
    const { dataDir, databaseUrl = '', remove } = await makePlace('postgres');
    undoAfter(t, remove);
    const other = join(dataDir, 'other');
    const shared = [
      '--database-url',
      databaseUrl,
      '--files-dir',
      join(dataDir, 'files'),
      '--files-shared',
      'on',
    ];
    await serve(t, ['--data', dataDir, ...shared]);
    const { code, stdout, stderr } = await run(['serve', '--port', '0', '--data', other, ...shared]);
    assert.equal(code, 1);
    assert.match(stderr, /^heddle: \S+secrets\.toml is not the file of secrets of the nodes that run .*\n$/);
    assert.doesNotMatch(stdout, /"level":[456]0/);
  });
});
