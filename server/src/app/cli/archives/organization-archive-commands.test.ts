import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { Child, run, serve } from '../../../../../tests/support/process/child.ts';
import {
  addOrganization,
  createOrganization,
  heddle,
} from '../../../../../tests/support/process/commands.ts';
import { Client } from '../../../../../tests/support/client.ts';
import { makePlace, onBothEngines, onEngine, type Engine } from '../../../../../tests/support/engines.ts';
import { loadConfig, type Config } from '../../../lib/config/config.ts';
import { verifyInstallation } from '../../../transfer/archive/verify.ts';
import { runWherePossible } from '../admin.ts';
import type { AuditEntry } from '../../../../../wire/audit-log.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';
import { until } from '../../../../../tests/support/until.ts';
import '../../../../../tests/support/services/local-names.ts';

async function place(t: TestContext, engine: Engine): Promise<string[]> {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  undoAfter(t, remove);
  return ['--data', dataDir, ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl])];
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-organization-'));
  undoAfter(t, () => rmSync(path, { recursive: true, force: true }));
  return path;
}

function toConfig([, data, , databaseUrl]: readonly string[]): Config {
  return loadConfig({ data, databaseUrl }, {});
}

/** In this process, as `checkSound`, which takes a small part of the time of a command. */
async function listSubdomains(flags: readonly string[]): Promise<string[]> {
  const { organizations } = await runWherePossible(toConfig(flags), 'organization-list', {});
  return organizations.map((one) => one.subdomain);
}

async function checkSound(flags: readonly string[]): Promise<void> {
  const problems = (await verifyInstallation(toConfig(flags))).filter((one) => one.problems > 0);
  assert.deepEqual(problems, []);
}

/** Made once for both engines. */
let demoExport: Promise<string> | undefined;
const demoFolder = mkdtempSync(join(tmpdir(), 'heddle-demo-'));
after(() => rmSync(demoFolder, { recursive: true, force: true }));

async function exportDemo(): Promise<string> {
  const source = ['--data', join(demoFolder, 'data')];
  await heddle('demo', '--people', '30', '--channels', '5', '--messages', '3000', ...source);
  const file = join(demoFolder, 'demo.heddle');
  assert.equal((await heddle('export', file, ...source)).audited, true);
  return file;
}

onBothEngines('Commands for one organization', (engine) => {
  test('An organization is exported while the server runs, and imported beside another, where its owner signs in', async (t) => {
    const [source, target, path] = [await place(t, engine), await place(t, engine), folder(t)];
    const ada = await createOrganization(source);
    const server = await serve(t, source);
    const message = { type: 'channel', to: 'general', topic: 'x', content: 'we move' };
    assert.equal((await new Client(server.url, ada).post('/messages', message)).json.result, 'success');
    const file = join(path, 'weavers.heddle');
    const made = await heddle('export', file, ...source);
    assert.ok(Number(made.messages) > 0 && !existsSync(`${file}.partial`));
    assert.equal(made.audited, true);
    assert.equal((await heddle('verify', file)).ok, true);
    await addOrganization(target, 'Residents');
    const taken = await run(['import', file, ...target]);
    assert.match(taken.stderr, /subdomain '' is already in use.*--subdomain/);
    const said = await run(['import', file, '--subdomain', 'weavers', ...target]);
    assert.match(said.stdout, /^Imported Weavers at the subdomain weavers: \d+ rows/, said.stderr);
    const moved = await serve(t, target);
    const running = await run(['import', file, '--subdomain', 'other', ...target]);
    assert.match(running.stderr, /A server is running/);
    const weavers = new Client(moved.url.replace(/127\.0\.0\.1|localhost/, 'weavers.localhost'));
    const signIn = { username: 'ada@example.com', password: 'sings at noon' };
    const { json } = await weavers.post('/fetch_api_key', signIn);
    assert.equal(json.result, 'success', json.msg);
    const again = new Client(weavers.url, { email: 'ada@example.com', apiKey: String(json.api_key) });
    const found = await again.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    assert.equal(found.json.messages[0].content, 'we move');
    const { json: log } = await again.get('/realm/audit_log', { limit: 2 });
    const acts = (log.entries as AuditEntry[]).filter(({ action }) => action !== 'user.sign_in');
    assert.deepEqual(
      acts.map(({ action, source, client }) => [action, source, client]),
      [['organization.import', 'command', 'heddle import']],
    );
  });

  test('An import that is killed leaves nothing, whenever that is, and can be run again', async (t) => {
    const target = await place(t, engine);
    const file = await (demoExport ??= exportDemo());
    await addOrganization(target, 'Residents', 'residents');
    for (const share of [0.3, 0.8]) {
      const child = new Child(['import', '-', '--subdomain', 'moved', ...target], { heldInput: true });
      await child.feed(file, share);
      await child.end('SIGKILL');
      assert.deepEqual(await listSubdomains(target), ['residents']);
      await checkSound(target);
    }
    await heddle('import', file, '--subdomain', 'moved', ...target);
    assert.deepEqual(await listSubdomains(target), ['residents', 'moved']);
    await checkSound(target);
  });
});

onEngine('sqlite', 'Exports of a running server', (engine) => {
  test('What an administrator asked for is made by another process and can be imported', async (t) => {
    const [source, target, path] = [await place(t, engine), await place(t, engine), folder(t)];
    const ada = await addOrganization(source);
    const server = await serve(t, source);
    const client = new Client(server.url, ada);
    assert.equal((await client.post('/export/realm')).status, 200);
    let url = '';
    await until('the export is there', async () => {
      const [made] = (await client.get('/export/realm')).json.exports;
      assert.equal(made.failed_timestamp, null);
      url = String(made.export_url ?? '');
      return url !== '';
    });
    const key = Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64');
    const response = await fetch(`${server.url}${new URL(url).pathname}`, {
      headers: { authorization: `Basic ${key}` },
    });
    assert.equal(response.status, 200);
    const file = join(path, 'public.heddle');
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
    assert.equal((await heddle('import', file, ...target)).type, 'public');
  });
});

test('An organization is deleted when it is deactivated, the server is stopped, and it is confirmed', async (t) => {
  const flags = await place(t, 'sqlite');
  await addOrganization(flags);
  await addOrganization(flags, 'Second', 'second');
  const remove = (...more: string[]) => run(['organization', 'delete', '--org', 'second', ...more, ...flags]);
  assert.match((await remove('--yes')).stderr, /Second is active. Deactivate it first/);
  const server = await serve(t, flags);
  await heddle('organization', 'deactivate', '--org', 'second', ...flags);
  assert.match((await remove('--yes')).stderr, /A server is running/);
  await server.end('SIGTERM');
  assert.match((await remove()).stderr, /cannot be undone.*--yes/);
  assert.deepEqual(await listSubdomains(flags), ['', 'second']);
  assert.match((await remove('--yes')).stdout, /^Deleted Second: \d+ rows/);
  const { organizations } = await heddle<{ organizations: { subdomain: string }[] }>(
    'organization',
    'list',
    ...flags,
  );
  assert.deepEqual(
    organizations.map((one) => one.subdomain),
    [''],
  );
  await checkSound(flags);
  const nowhere = await run([
    'organization',
    'delete',
    '--org',
    'x',
    '--yes',
    '--data',
    join(folder(t), 'none'),
  ]);
  assert.match(nowhere.stderr, /There is no database in/);
});

test('An export names the error: an unknown organization, or two kinds at once', async (t) => {
  const [source, path] = [await place(t, 'sqlite'), folder(t)];
  await addOrganization(source);
  const file = join(path, 'a.heddle');
  const none = await run(['export', file, '--org', 'nobody', ...source]);
  assert.match(none.stderr, /no organization with the subdomain "nobody"/);
  const both = await run(['export', file, '--public-only', '--consented', ...source]);
  assert.match(both.stderr, /cannot be used with/);
  assert.ok(!existsSync(file) && !existsSync(`${file}.partial`));
});
