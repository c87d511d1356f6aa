import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeExport, readArchive, rewriteArchive } from '../../../../tests/support/fixtures/archived.ts';
import {
  asStream,
  emptyPlace,
  makeArchive,
  newerArchive,
} from '../../../../tests/support/fixtures/archives.ts';
import { Client } from '../../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { putSecrets } from '../../../../tests/support/process/secrets.ts';
import { startAt, testSecrets } from '../../../../tests/support/server.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { Bulk } from '../../db/bulk.ts';
import { migrations } from '../../db/migrations/index.ts';
import { openDatabase } from '../../db/open.ts';
import { openApiKey } from '../../lib/secrets.ts';
import type { Config } from '../../lib/config/config.ts';
import { importFile } from './import-file.ts';
import { importOrganization } from './import.ts';

type Work = Parameters<Bulk['together']>[0];

async function live(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { alone: true });
  const { url } = await upload(world, 'dan', { content: 'a plan', name: 'plan.txt' });
  for (const [to, content] of [
    ['general', `[plan](${url}) @**Eve Lindqvist|${world.people.eve.id}**`],
    ['vault', 'secret'],
  ] as const) {
    const { json } = await world.as('dan').post('/messages', { type: 'channel', to, topic: 'x', content });
    assert.equal(json.result, 'success');
  }
  return world;
}

/** An installation into which the archive of the world's organization was imported. */
async function imported(t: TestContext, engine: Engine, bytes: Buffer, options = {}) {
  const place = await emptyPlace(t, engine);
  putSecrets(place.config.data);
  const summary = await importOrganization(place.config, asStream(bytes), options);
  return { ...place, summary };
}

async function organizationsIn({ data: dataDir, databaseUrl }: Config): Promise<string[]> {
  const { writer, close } = await openDatabase({ dataDir, databaseUrl });
  const rows = await writer.q.selectFrom('organization').select('subdomain').orderBy('id').execute();
  const people = await writer.q.selectFrom('person').select('id').execute();
  await close();
  assert.equal(people.length > 0, rows.length > 0);
  return rows.map(({ subdomain }) => subdomain);
}

const filesIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'uploads', 'files');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
};

onBothEngines('An import', (engine) => {
  test('Two organizations of one archive stand side by side, with files of their own', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const { config } = await imported(t, engine, bytes, { subdomain: 'first' });
    const second = await importOrganization(config, asStream(bytes), { subdomain: 'second', name: 'Copy' });
    assert.deepEqual([second.organization.name, second.organization.subdomain], ['Copy', 'second']);
    assert.deepEqual(await organizationsIn(config), ['first', 'second']);
    assert.deepEqual(filesIn(config.data), ['plan.txt', 'plan.txt']);
    await assert.rejects(
      importOrganization(config, asStream(bytes), { subdomain: 'second' }),
      /subdomain second is already in use.*--subdomain/,
    );
    await assert.rejects(importOrganization(config, asStream(bytes), { subdomain: 'www' }), /subdomain/i);
  });

  test('An import takes no ids that may have been given out in a part of the storage that is lost', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const { config } = await imported(t, engine, bytes, { subdomain: 'first' });
    const { data: dataDir, databaseUrl } = config;
    const { writer, close } = await openDatabase({ dataDir, databaseUrl });
    // A copy that was put back knows of no later moment.
    await writer.q
      .updateTable('server_fact')
      .set({ value: `${Date.now() - 3_600_000}` })
      .where('name', '=', 'ids given until')
      .execute();
    await close();
    const { organization } = await importOrganization(config, asStream(bytes), { subdomain: 'second' });
    const opened = await openDatabase({ dataDir, databaseUrl });
    for (const [table, jump] of [
      ['person', 360_000],
      ['channel', 360_000],
      ['message', 36_000_000],
    ] as const) {
      const rows = await opened.writer.q.selectFrom(table).select(['id', 'org_id']).execute();
      const ids = (isNew: boolean) =>
        rows.filter(({ org_id }) => (org_id === organization.id) === isNew).map(({ id }) => id);
      assert.ok(Math.min(...ids(true)) > Math.max(...ids(false)) + jump, table);
    }
    await opened.close();
  });

  test('A damaged archive leaves nothing: no organization, no rows, no files', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const { config } = await emptyPlace(t, engine);
    putSecrets(config.data);
    for (const share of [0.3, 0.6, 0.9, 0.999]) {
      const short = bytes.subarray(0, Math.floor(bytes.length * share));
      await assert.rejects(importOrganization(config, asStream(short)), { name: 'ArchiveError' });
    }
    const broken = Buffer.from(bytes);
    broken[broken.length - 200] = (broken[broken.length - 200] ?? 0) ^ 1;
    await assert.rejects(importOrganization(config, asStream(broken)), /damaged/);
    assert.deepEqual([await organizationsIn(config), filesIn(config.data)], [[], []]);
    await importOrganization(config, asStream(bytes));
    assert.deepEqual([await organizationsIn(config), filesIn(config.data)], [[''], ['plan.txt']]);
  });

  test('When it is unknown whether the rows were committed, their files are kept', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const { config } = await emptyPlace(t, engine);
    putSecrets(config.data);
    const { together } = Bulk.prototype;
    const { mock } = t.mock.method(Bulk.prototype, 'together', async function (this: Bulk, work: Work) {
      await together.call(this, work);
      throw new Error('Connection terminated unexpectedly');
    });
    await assert.rejects(importOrganization(config, asStream(bytes)), /terminated/);
    mock.restore();
    assert.deepEqual([await organizationsIn(config), filesIn(config.data)], [[''], ['plan.txt']]);
  });

  test('An archive of a newer version or of a whole server is refused', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const { config } = await emptyPlace(t, engine);
    putSecrets(config.data);
    for (const [archive, message] of [
      [newerArchive(bytes, { format: 2 }), /format 2.*supports up to 1/],
      [newerArchive(bytes, { migrations: ['later'] }), /created by a newer Heddle/],
      [
        await rewriteArchive(bytes, { header: ({ migrations: names }) => void (names[0] = '0001-ground') }),
        /made by a version before 1\.0\.0/,
      ],
      [(await makeArchive(world.app.config)).bytes, /whole server.*heddle restore/],
    ] as const)
      await assert.rejects(importOrganization(config, asStream(archive)), message);
    assert.deepEqual(await organizationsIn(config), []);
  });

  test('An archive of an older version is migrated on the way, with its files, kind and position', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config, { type: 'public' });
    const later = ['ALTER TABLE person ADD COLUMN colour text'];
    const list = [...migrations, { name: '9001-colours', statements: () => later }];
    const { config } = await emptyPlace(t, engine);
    putSecrets(config.data);
    await assert.rejects(importOrganization(config, asStream(bytes), { list }), /older Heddle.*as a file/);
    const done = await importFile(config, () => asStream(bytes), { subdomain: 'moved', list });
    assert.deepEqual([done.type, done.files, done.organization.name], ['public', 1, 'Weavers']);
    assert.deepEqual([await organizationsIn(config), filesIn(config.data)], [['moved'], ['plan.txt']]);
    assert.ok(readdirSync(config.data).every((name) => !name.startsWith('import-')));
    const position = (await readArchive(bytes)).header.organizations[0]?.position;
    const again = await readArchive((await makeExport(config, {})).bytes);
    assert.equal(again.header.organizations[0]?.position, position);
    assert.equal(again.rows('message').length, done.messages);
  });

  test('Rows and files that are not of the organization of the archive are refused', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const { config } = await imported(t, engine, bytes, { subdomain: 'first' });
    const set = (table: string, column: string, value: number | string) =>
      rewriteArchive(bytes, {
        row: (name, row) => {
          if (name === table && column in row) row[column] = value;
        },
      });
    for (const [archive, message] of [
      [await set('person', 'org_id', 2), /2 is no ID of table organization/],
      [await set('message', 'sender_id', -1), /-1 is no ID of table person/],
      [await set('message', 'channel_id', 1_000_000), /1000000 is no ID of table channel/],
      [await set('message', 'sender_id', 'x'), /message.sender_id has a value of another type/],
      [await set('attachment', 'path', '9/ab/x/plan.txt'), /9 is no ID of table organization/],
      [await rewriteArchive(bytes, { key: () => '1/ab/../../secrets.toml' }), /no row names the file/],
      [await rewriteArchive(bytes, { key: () => '../x/plan.txt' }), /no row names the file/],
      [await rewriteArchive(bytes, { key: (key) => `${key}/more` }), /no row names the file/],
      [await rewriteArchive(bytes, { header: (header) => (header.sequences.person = 2 ** 53) }), /last ID/],
    ] as const)
      await assert.rejects(importOrganization(config, asStream(archive), { subdomain: 'second' }), message);
    assert.deepEqual([await organizationsIn(config), filesIn(config.data)], [['first'], ['plan.txt']]);
  });

  test('An archive of public channels becomes an organization in which people sign in and read', async (t) => {
    const world = await live(t, engine);
    await world.as('dan').patch('/settings', { allow_private_data_export: true });
    for (const [type, topics] of [
      ['public', 0],
      ['consented', 1],
    ] as const) {
      const { bytes } = await makeExport(world.app.config, { type });
      const place = await imported(t, engine, bytes);
      const { app, port, stop } = await startAt(place, {});
      undoAfter(t, stop);
      const dan = await app.db.read.q
        .selectFrom('person')
        .select(['id', 'email', 'api_key_box as box'])
        .where('delivery_email', '=', world.people.dan.email)
        .executeTakeFirstOrThrow();
      const account = { id: dan.id, email: dan.email, apiKey: openApiKey(testSecrets, dan.box) };
      const client = new Client(`http://127.0.0.1:${port}`, account);
      const { json } = await client.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 });
      const contents = (json.messages as { content: string }[]).map(({ content }) => content).join();
      assert.match(contents, /plan.*Eve Lindqvist/);
      assert.equal(contents.includes('secret'), topics === 1);
      const sent = { type: 'channel', to: 'general', topic: 'x', content: 'on we go' };
      assert.equal((await client.post('/messages', sent)).json.result, 'success');
    }
  });

  test('An import creates new secrets and tokens, and continues the log at its position', async (t) => {
    const world = await live(t, engine);
    const { bytes } = await makeExport(world.app.config);
    const position = (await readArchive(bytes)).header.organizations[0]?.position ?? 0;
    const { config } = await imported(t, engine, bytes);
    const { writer, close } = await openDatabase({ dataDir: config.data, databaseUrl: config.databaseUrl });
    const { log_position } = await writer.q
      .selectFrom('organization')
      .select('log_position')
      .executeTakeFirstOrThrow();
    const now = await writer.q.selectFrom('person').select('api_key_hash').execute();
    await close();
    assert.ok(position > 0);
    assert.equal(log_position, position);
    assert.equal(new Set(now.map((row) => row.api_key_hash)).size, now.length);
  });
});
