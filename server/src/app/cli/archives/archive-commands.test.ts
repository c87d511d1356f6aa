import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import zulip from 'zulip-js';
import { Child, run, serve } from '../../../../../tests/support/process/child.ts';
import { addOrganization, heddle } from '../../../../../tests/support/process/commands.ts';
import { Client } from '../../../../../tests/support/client.ts';
import { makePlace, onBothEngines, onEngine, type Engine } from '../../../../../tests/support/engines.ts';
import { openSnapshot } from '../../../db/archive/snapshot.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { restore, verifyArchive } from '../../../transfer/archive/restore.ts';
import { verifyInstallation } from '../../../transfer/archive/verify.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';

interface Storage {
  flags: string[];
  dataDir: string;
  databaseUrl: string | undefined;
}

async function place(t: TestContext, engine: Engine): Promise<Storage> {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  undoAfter(t, remove);
  const database = databaseUrl === undefined ? [] : ['--database-url', databaseUrl];
  return { flags: ['--data', dataDir, ...database], dataDir, databaseUrl };
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-archives-'));
  undoAfter(t, () => rmSync(path, { recursive: true, force: true }));
  return path;
}

const passphrase = (path: string): string[] => {
  const file = join(path, 'passphrase');
  writeFileSync(file, 'warp and weft\n');
  return ['--passphrase-file', file];
};

/** Sends until it is stopped, and keeps what was acknowledged. */
class Sender {
  readonly acknowledged: number[] = [];
  #isStopped = false;
  readonly #done: Promise<void>;

  constructor(client: Client) {
    this.#done = this.#send(client);
  }

  async #send(client: Client): Promise<void> {
    while (!this.#isStopped) {
      const message = {
        type: 'channel',
        to: 'general',
        topic: 'load',
        content: `number ${this.acknowledged.length}`,
      };
      const { status, json } = await client.post('/messages', message);
      if (status === 200) this.acknowledged.push(json.id);
      // Leaves the processor to what is tested, and the long form few enough messages to compare.
      await sleep(isLong ? 50 : 20);
    }
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#done;
  }
}

/** Reads the IDs of all messages that the client can read, page by page. */
async function allIds(client: Client): Promise<Set<number>> {
  const ids = new Set<number>();
  for (let anchor = 0; ;) {
    const { json } = await client.get('/messages', { anchor, num_before: 0, num_after: 1000 });
    for (const { id } of json.messages as { id: number }[]) ids.add((anchor = id));
    if (json.found_newest === true) return ids;
  }
}

const asked = process.env.HEDDLE_TEST_BACKUPS;
const isLong = asked !== undefined;
/** On each engine, each of them restored. In the long form all are used by clients as well, otherwise the last. */
const backups = isLong ? Math.ceil(Number(asked) / 2) : 3;

/** Restores an archive, verifies what came of it, and serves it for the check. */
async function checkRestored(
  t: TestContext,
  engine: Engine,
  archive: readonly string[],
  check: (url: string) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  const flags = ['--data', dataDir, ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl])];
  try {
    await heddle('restore', ...archive, ...flags);
    assert.equal((await heddle('verify', ...flags)).ok, true);
    const server = await serve(t, flags);
    await check(server.url);
    await server.end('SIGTERM');
  } finally {
    await remove();
  }
}

/** What the verify command finds, in this process, which takes a small part of the time. */
async function checkSound(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const config = loadConfig({ data: dataDir, databaseUrl }, {});
  const problems = (await verifyInstallation(config)).filter((one) => one.problems > 0);
  assert.deepEqual(problems, []);
}

/** In this process, and without a server. */
async function checkRows(engine: Engine, file: string, sent: readonly number[]): Promise<void> {
  const { dataDir, databaseUrl, remove } = await makePlace(engine);
  try {
    const config = loadConfig({ data: dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, {});
    await restore(config, createReadStream(file));
    await checkSound(dataDir, databaseUrl);
    const snapshot = await openSnapshot(dataDir, databaseUrl);
    const ids = new Set((await snapshot.query('SELECT id FROM message')).map(({ id }) => Number(id)));
    await snapshot.close();
    assert.deepEqual(
      sent.filter((id) => !ids.has(id)),
      [],
    );
  } finally {
    await remove();
  }
}

const other = (engine: Engine): Engine => (engine === 'sqlite' ? 'postgres' : 'sqlite');

onEngine('postgres', 'Backups', () => {
  for (const engine of ['sqlite', 'postgres'] as const)
    test(`Backups of a server on ${engine} under load have every message acknowledged before their start`, async (t) => {
      const [source, path] = [await place(t, engine), folder(t)];
      const ada = await addOrganization(source.flags);
      const server = await serve(t, source.flags);
      const client = new Client(server.url, ada);
      const { json: queue } = await client.post('/register', {});
      const sender = new Sender(client);
      undoAfter(t, () => sender.stop());
      const secrets = passphrase(path);
      for (let i = 0; i < backups; i++) {
        const before = [...sender.acknowledged];
        const file = join(path, 'load.heddle');
        const made = await heddle('backup', file, '--with-secrets', ...secrets, ...source.flags);
        assert.equal(made.audited, true);
        assert.ok(!existsSync(`${file}.partial`));
        await verifyArchive(createReadStream(file));
        if (!isLong && i < backups - 1) await checkRows(other(engine), file, before);
        else
          await checkRestored(t, other(engine), [file, ...secrets], async (url) => {
            const restored = new Client(url, ada);
            const ids = await allIds(restored);
            const lost = before.filter((id) => !ids.has(id));
            assert.deepEqual(lost, []);
            const ask = { queue_id: queue.queue_id as string, last_event_id: -1 };
            const poll = await restored.get('/events', ask);
            assert.equal(poll.json.code, 'BAD_EVENT_QUEUE_ID');
            const library = await zulip({ username: ada.email, apiKey: ada.apiKey, realm: url });
            const message = { type: 'stream', to: 'general', topic: 'load', content: 'after the restore' };
            const { send } = library.messages as Record<'send', (given: object) => Promise<unknown>>;
            assert.equal(((await send(message)) as { result: string }).result, 'success');
          });
      }
      assert.ok(sender.acknowledged.length > 0);
    });

  test('Moving to the other database and back keeps rows, sign-ins and event queues, and reports both sides', async (t) => {
    const source = await place(t, 'sqlite');
    const target = await place(t, 'postgres');
    const ada = await addOrganization(source.flags);
    const first = await serve(t, source.flags);
    const running = await run(['migrate', '--to', String(target.databaseUrl), ...source.flags]);
    assert.match(running.stderr, /A server is running/);
    const { json: queue } = await new Client(first.url, ada).post('/register', {});
    await first.end('SIGTERM');
    const moved = await run(['migrate', '--to', String(target.databaseUrl), ...source.flags]);
    assert.match(moved.stdout, /All \d+ tables have the same rows and hashes on both sides/, moved.stderr);
    const second = await serve(t, ['--data', source.dataDir, '--database-url', String(target.databaseUrl)]);
    const client = new Client(second.url, ada);
    const events = { queue_id: queue.queue_id as string, last_event_id: queue.last_event_id as number };
    await client.post('/messages', { type: 'channel', to: 'general', topic: 'after', content: 'the move' });
    const poll = await client.get('/events', events);
    assert.ok(poll.json.events.some(({ type }: { type: string }) => type === 'message'));
    await second.end('SIGTERM');
    const back = folder(t);
    const from = ['--data', source.dataDir, '--database-url', String(target.databaseUrl)];
    await heddle('migrate', '--to', `sqlite:${back}`, ...from);
    const third = await serve(t, ['--data', back]);
    assert.equal((await new Client(third.url, ada).get('/users/me')).status, 200);
  });
});

interface DemoArchive {
  file: string;
  secrets: string[];
}

/** Made once for both engines. */
let demoArchive: Promise<DemoArchive> | undefined;
const demoFolder = mkdtempSync(join(tmpdir(), 'heddle-demo-'));
after(() => rmSync(demoFolder, { recursive: true, force: true }));

async function makeDemoArchive(): Promise<DemoArchive> {
  const source = ['--data', join(demoFolder, 'data')];
  await heddle('demo', '--people', '30', '--channels', '5', '--messages', '3000', ...source);
  const file = join(demoFolder, 'demo.heddle');
  const secrets = passphrase(demoFolder);
  await heddle('backup', file, '--with-secrets', ...secrets, ...source);
  return { file, secrets };
}

onBothEngines('A restore', (engine) => {
  test('A restore that is killed leaves a mark with which no server starts, and can be run again', async (t) => {
    const { file, secrets } = await (demoArchive ??= makeDemoArchive());
    const target = await place(t, engine);
    for (const share of [0.3, 0.8]) {
      const child = new Child(['restore', '-', ...secrets, ...target.flags], { heldInput: true });
      await child.feed(file, share);
      await child.end('SIGKILL');
      const refused = await run(['serve', '--port', '0', ...target.flags]);
      assert.match(refused.stderr, /A restore into this database did not finish/);
    }
    await heddle('restore', file, ...secrets, ...target.flags);
    await checkSound(target.dataDir, target.databaseUrl);
    const server = await serve(t, target.flags);
    assert.equal((await new Client(server.url).get('/server_settings')).status, 200);
  });
});

test('A backup to standard output is the archive alone, and a backup that fails leaves no file', async (t) => {
  const [source, path] = [await place(t, 'sqlite'), folder(t)];
  await addOrganization(source.flags);
  const file = join(path, 'a.heddle');
  const child = new Child(['backup', '-', ...source.flags], { output: file });
  const { code, stderr } = await child.ended;
  assert.equal(code, 0, stderr);
  assert.ok(statSync(file).size > 1000);
  await heddle('verify', file);
  const missing = await run(['verify', join(path, 'c.heddle')]);
  assert.deepEqual(
    [missing.code, missing.stderr],
    [1, `heddle: ${join(path, 'c.heddle')} does not exist.\n`],
  );
  assert.match((await run(['verify', path])).stderr, /^heddle: .* is a folder, not an archive\.\n$/);
  const none = await run(['backup', join(path, 'b.heddle'), '--data', join(path, 'empty')]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /There is no database in/);
  const secret = await run(['backup', join(path, 'b.heddle'), '--with-secrets', ...source.flags]);
  assert.match(secret.stderr, /Missing passphrase/);
  assert.ok(!existsSync(join(path, 'b.heddle')));
});
