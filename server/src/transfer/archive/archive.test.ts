import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import {
  asStream,
  emptyPlace,
  makeArchive,
  newerArchive,
  restoreInto,
  serveRestored,
} from '../../../../tests/support/fixtures/archives.ts';
import { onBothEngines, onEngine, type Engine } from '../../../../tests/support/engines.ts';
import { sharedFiles } from '../../../../tests/support/nodes.ts';
import { upload } from '../../../../tests/support/files.ts';
import { makeS3 } from '../../../../tests/support/services/s3.ts';
import { putSecrets } from '../../../../tests/support/process/secrets.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { deleteOrganization } from '../organization-archive/delete.ts';
import { importOrganization } from '../organization-archive/import.ts';
import { lockSource } from './lock-source.ts';
import type { ArchiveIndex } from '../../lib/archive/manifest.ts';
import { deleteSearchRows, indexWaiting } from '../../core/messages/search-index.ts';
import { everyId } from '../../core/messages/settled.ts';
import { restore, verifyArchive } from './restore.ts';
import { verifyInstallation } from './verify.ts';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { magic } from '../../lib/archive/frames.ts';
import { writeTo } from './place.ts';

const directions: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
];

const content = new Uint8Array(700_000).map((_, i) => (i * 7919) % 251);

interface UsedServer {
  world: World;
  url: string;
  messageId: number;
  queueId: string;
}

/** An organization in which everything of an archive occurs. */
async function live(t: TestContext, engine: Engine, config = {}): Promise<UsedServer> {
  const world = await makeWorld(t, engine, { alone: true, ...config });
  const { url } = await upload(world, 'dan', { content, name: 'Zażółć.bin' });
  await upload(world, 'eve', { content: '' });
  const { json } = await world.as('dan').post('/messages', {
    type: 'channel',
    to: 'general',
    topic: 'Zażółć 😀',
    content: `"quoted"\n\\ and [file](${url}) shuttle`,
  });
  const direct = { type: 'direct', to: [world.people.ben.id], content: 'only for Ben' };
  await world.as('ada').post('/messages', direct);
  await world.as('eve').post('/messages/flags', { messages: [json.id], op: 'add', flag: 'read' });
  const registered = await world.as('eve').post('/register', {});
  return { world, url, messageId: json.id, queueId: registered.json.queue_id };
}

const hashes = ({ tables }: ArchiveIndex, without: readonly string[] = ['event_queue']): string[] =>
  tables
    .filter(({ name }) => !without.includes(name))
    .map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}`);

async function readIndex(bytes: Buffer): Promise<ArchiveIndex> {
  return (await verifyArchive(asStream(bytes))).index;
}

onBothEngines('The verification of an installation', (engine) => {
  test('An installation is sound after use, and a missing file, row, log entry or index entry is found', async (t) => {
    const { world, url, messageId } = await live(t, engine);
    const { config, db, files } = world.app;
    await world.app.db.write(0, 'system', (tx) => indexWaiting(tx, { upTo: everyId, limit: 1000 }));
    const problems = async () =>
      (await verifyInstallation(config)).flatMap(({ name, problems: n }) => (n > 0 ? [name] : []));
    assert.deepEqual(await problems(), []);
    await files.store.remove(decodeURIComponent(url.replace('/user_uploads/', '')));
    await db.write(world.orgId, 'system', async (tx) => {
      await tx.q.deleteFrom('event_log').where('position', '=', 3).execute();
      await tx.q
        .updateTable('read_chunk')
        .set({ bitmap: Buffer.from('no') })
        .execute();
      await deleteSearchRows(tx, [messageId]);
      await tx.q.deleteFrom('direct').execute();
    });
    assert.deepEqual(await problems(), [
      'direct_member.direct_id',
      'message.direct_id',
      'log positions',
      'search index',
      'read state',
      'files',
    ]);
  });
});

onEngine('postgres', 'An archive', () => {
  for (const [from, to] of directions)
    test(`An archive made on ${from} restores on ${to} with the same rows, files, searches and sign-ins`, async (t) => {
      const { world, url, messageId, queueId } = await live(t, from);
      const { bytes } = await makeArchive(world.app.config);
      const place = await restoreInto(t, to, bytes);
      const again = await makeArchive(place.config);
      assert.deepEqual(hashes(await readIndex(again.bytes)), hashes(await readIndex(bytes)));
      const restored = await serveRestored(t, place);
      const query = {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'search', operand: 'shuttle' }],
      };
      const [before, after] = [
        await world.as('dan').get('/messages', query),
        await restored(world.people.dan).get('/messages', query),
      ];
      assert.deepEqual(
        after.json.messages.map((each: { id: number }) => each.id),
        [messageId],
      );
      assert.deepEqual(after.json.messages[0].content, before.json.messages[0].content);
      const { json } = await restored(world.people.eve).get(`/messages/${messageId}`);
      assert.ok(json.message.flags.includes('read'));
      const file = await restored(world.people.dan).get(url);
      assert.equal(file.status, 200);
      const sent = await restored(world.people.dan).post('/messages', {
        type: 'channel',
        to: 'general',
        topic: 't',
        content: 'x',
      });
      assert.ok(sent.json.id > messageId, 'IDs are not assigned twice');
      const poll = await restored(world.people.eve).get('/events', { queue_id: queueId, last_event_id: -1 });
      assert.equal(poll.json.code, 'BAD_EVENT_QUEUE_ID');
    });

  test('Files in a bucket are part of an archive, and files in the data folder are restored into a bucket', async (t) => {
    const [source, target] = [await makeS3(t), await makeS3(t)];
    const { world } = await live(t, 'sqlite', { config: source.config });
    const { bytes, summary } = await makeArchive(world.app.config);
    assert.equal(summary.files, 2);
    await restoreInto(t, 'sqlite', bytes, { settings: target.config });
    const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');
    const contents = (objects: typeof source.objects) =>
      [...objects].map(([key, { body, type }]) => `${key} ${type} ${digest(body)}`).toSorted();
    assert.deepEqual(contents(target.objects), contents(source.objects));
  });

  test('An archive lists files that are missing from the storage, and can be made without files', async (t) => {
    const { world, url } = await live(t, 'sqlite');
    const path = url.replace('/user_uploads/', '');
    await world.app.files.store.remove(decodeURIComponent(path));
    const { bytes, summary } = await makeArchive(world.app.config);
    assert.deepEqual([summary.files, summary.missing_files], [1, [decodeURIComponent(path)]]);
    const { summary: restored } = await restoreInto(t, 'sqlite', bytes);
    assert.deepEqual(restored.missing_files, [decodeURIComponent(path)]);
    assert.equal((await makeArchive(world.app.config, { hasFiles: false })).summary.files, 0);
  });

  test('A file whose row is deleted during a backup is kept until the backup has ended', async (t) => {
    const { world, url } = await live(t, 'sqlite');
    const key = decodeURIComponent(url.replace('/user_uploads/', ''));
    const { files, jobs } = world.app;
    files.removals.hold(600_000);
    const { json } = await world.as('dan').get('/attachments');
    await world.as('dan').delete(`/attachments/${json.attachments[0].id}`);
    await jobs.runDue();
    assert.equal(await files.store.getSize(key), content.length);
    files.removals.release();
    await jobs.runDue(Date.now() + 3600_000);
    await assert.rejects(files.store.getSize(key));
  });

  test('Secrets are restored with their passphrase, and left out without one', async (t) => {
    const { world } = await live(t, 'sqlite');
    putSecrets(world.app.config.data);
    const { bytes } = await makeArchive(world.app.config, { passphrase: 'warp and weft' });
    const wrong = await emptyPlace(t, 'sqlite');
    await assert.rejects(
      restore(wrong.config, asStream(bytes), { passphrase: 'weft and warp' }),
      /passphrase is not/,
    );
    assert.equal((await restore(wrong.config, asStream(bytes), {})).has_secrets, false);
    const { summary } = await restoreInto(t, 'sqlite', bytes, { passphrase: 'warp and weft' });
    assert.equal(summary.has_secrets, true);
  });

  test('A restore refuses a target with an organization, and replaces a schema without one', async (t) => {
    const { world } = await live(t, 'sqlite');
    const { bytes } = await makeArchive(world.app.config);
    for (const engine of ['sqlite', 'postgres'] as const) {
      const { config } = await restoreInto(t, engine, bytes);
      await assert.rejects(restore(config, asStream(bytes)), /not empty/);
    }
    await assert.rejects(restore(world.app.config, asStream(bytes)), /Another process is using/);
  });
});

test('What needs the database alone is refused while nodes run, with the advice to stop all of them', async (t) => {
  const { app } = await makeWorld(t, 'postgres', { config: sharedFiles });
  const target = { ...app.config, data: (await emptyPlace(t, 'postgres')).config.data };
  const { bytes } = await makeArchive((await live(t, 'sqlite')).world.app.config);
  const refused = await Promise.allSettled([
    restore(target, asStream(bytes)),
    importOrganization(target, asStream(bytes)),
    deleteOrganization(target, '', () => Promise.resolve()),
    lockSource(target),
  ]);
  for (const one of refused) {
    assert.ok(one.status === 'rejected' && one.reason instanceof StartRefused);
    assert.match(one.reason.message, /^Another process is using .* Stop it first: .* all of them/);
    assert.doesNotMatch(one.reason.message, /--s3-bucket/);
  }
});

test('Damage anywhere in an archive is reported with the part that it is in', async (t) => {
  const { world } = await live(t, 'sqlite');
  const { bytes } = await makeArchive(world.app.config);
  const named =
    /damaged.* in (?:the header|the index|table [a-z_]+|file \S+|a part|a table|a file)|not a Heddle archive|its parts are not/;
  for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 150))) {
    const broken = Buffer.from(bytes);
    broken[at] = (broken[at] ?? 0) ^ 0x10;
    await assert.rejects(
      verifyArchive(asStream(broken)),
      { name: 'ArchiveError', message: named },
      `byte ${at}`,
    );
  }
  for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.9999]) {
    const short = bytes.subarray(0, Math.floor(bytes.length * share));
    await assert.rejects(verifyArchive(asStream(short)), { name: 'ArchiveError' }, `${share} of it`);
  }
  await assert.rejects(verifyArchive(asStream(Buffer.concat([bytes, Buffer.from('x')]))), /the index/);
  const place = await emptyPlace(t, 'sqlite');
  const damagedFile = Buffer.from(bytes);
  const at = damagedFile.lastIndexOf(Buffer.from(content.subarray(100, 120)));
  assert.ok(at > 0, 'the file is stored as it is');
  damagedFile[at] = 0;
  await assert.rejects(restore(place.config, asStream(damagedFile)), /damaged in file \S+Zaz?/);
});

test('A restore refuses an archive of a newer version', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const { bytes } = await makeArchive(world.app.config);
  for (const [change, message] of [
    [{ format: 2 }, /format 2.*supports up to 1/],
    [{ migrations: ['later'] }, /created by a newer Heddle/],
  ] as const) {
    const place = await emptyPlace(t, 'sqlite');
    await assert.rejects(restore(place.config, asStream(newerArchive(bytes, change))), message);
  }
});

test('A backup deletes what those before it that were killed have left, and nothing else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-output-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const contents = {
    'killed.heddle.partial': magic,
    'begun.heddle.partial': '',
    'running.heddle.partial': magic,
    'of-another.heddle.partial': 'a letter',
    'whole.heddle': magic,
  };
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(folder, name), content);
    if (!name.startsWith('running')) utimesSync(join(folder, name), 0, 0);
  }
  await writeTo(join(folder, 'new.heddle'), (sink) => sink(magic));
  assert.deepEqual(readdirSync(folder).sort(), [
    'new.heddle',
    'of-another.heddle.partial',
    'running.heddle.partial',
    'whole.heddle',
  ]);
});
