import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { test, type TestContext } from 'node:test';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { BrowserClient, getBrowser } from '../../../../tests/support/clients/browser.ts';
import { basic } from '../../../../tests/support/clients/tus.ts';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { open, upload } from '../../../../tests/support/files.ts';
import { slackZip } from '../../../../tests/support/fixtures/slack.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import {
  finishImports,
  haltedAfter,
  haltedEngine,
  uploadArchive,
  withEngine,
} from '../../../../tests/support/fixtures/web-imports.ts';
import { findChild } from '../../../../tests/support/process/children.ts';
import { say } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import type { ImportReport, ImportRequest } from '../../../../wire/imports.ts';
import { FenceLost } from '../../core/nodes/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import type { ImportEngine } from './attempt.ts';
import { deleteOldArchives } from './remove.ts';

const choices = { product: 'slack', downloads: false };

async function uploaded(t: TestContext, engine: Engine, alone = false) {
  const world = await makeWorld(t, engine, alone ? { alone: true } : {});
  const browser = await getBrowser(world, 'ada');
  const response = await uploadArchive(browser, 'export.zip', slackZip());
  assert.equal(response.status, 201, await response.text());
  const [request] = await list(browser);
  assert.ok(request);
  return { world, browser, request, at: `/heddle/imports/${request.id}` };
}

const list = async (browser: BrowserClient): Promise<ImportRequest[]> =>
  (await browser.get('/heddle/imports')).json.imports as ImportRequest[];

async function one(browser: BrowserClient, at: string) {
  const { json } = await browser.get(at);
  return { request: json.import as ImportRequest, report: json.report as ImportReport | null };
}

async function channelNames(world: World): Promise<string[]> {
  const { json } = await world.as('ada').get('/streams?include_all=true');
  return json.streams.map(({ name }: { name: string }) => name);
}

const archivePath = async (world: World, id: number): Promise<string | null> =>
  (
    await world.app.db.read.q
      .selectFrom('import_request')
      .select('path')
      .where('id', '=', id)
      .where('org_id', '=', world.orgId)
      .executeTakeFirstOrThrow()
  ).path;

onBothEngines('Imports by the web', (engine) => {
  test('An owner uploads an archive, checks it, imports it, reads the report, and takes it back', async (t) => {
    const { world, browser, request, at } = await uploaded(t, engine);
    assert.deepEqual(
      [request.state, request.file_name, request.has_archive],
      ['uploaded', 'export.zip', true],
    );
    const path = await archivePath(world, request.id);
    assert.equal((await browser.post(`${at}/check`, { choices })).status, 200);
    assert.equal((await one(browser, at)).request.state, 'checking');
    await finishImports(world);
    const checked = await one(browser, at);
    assert.equal(checked.request.state, 'checked');
    assert.equal(checked.report?.dry_run, true);
    assert.ok(checked.report.counts.messages.added > 10);
    assert.ok(!(await channelNames(world)).includes('general (slack)'));

    assert.equal((await browser.post(`${at}/start`, { choices })).status, 200);
    await finishImports(world);
    const done = await one(browser, at);
    assert.deepEqual([done.request.state, done.request.has_archive], ['imported', false]);
    assert.equal(done.report?.counts.messages.added, checked.report.counts.messages.added);
    assert.equal(done.request.progress?.messages, done.report.counts.messages.found);
    assert.ok((await channelNames(world)).includes('general (slack)'));
    await world.app.jobs.runDue(Date.now() + 60_000);
    await assert.rejects(world.app.files.store.getSize(path ?? ''));

    assert.equal((await browser.post(`${at}/undo`)).status, 200);
    await finishImports(world);
    assert.equal((await one(browser, at)).request.state, 'undone');
    assert.ok(!(await channelNames(world)).includes('general (slack)'));
    const audited = await world.app.db.read.q
      .selectFrom('audit_entry')
      .select(['action', 'actor_id', 'after'])
      .where('org_id', '=', world.orgId)
      .where('action', '=', 'organization.request_import')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      audited.map((entry) => [entry.actor_id, (JSON.parse(entry.after ?? '{}') as { step: string }).step]),
      ['upload', 'check', 'import', 'undo'].map((step) => [world.people.ada.id, step]),
    );
  });

  test('Only owners in a browser import: not administrators, members, bots or keys of owners', async (t) => {
    const { world, request, at } = await uploaded(t, engine);
    for (const who of ['ben', 'cleo', 'dan', 'gus'] as Name[]) {
      const other = await getBrowser(world, who);
      assert.equal((await uploadArchive(other, 'export.zip', slackZip())).status, 403, who);
      for (const reply of [
        await other.get('/heddle/imports'),
        await other.get(at),
        await other.post(`${at}/check`, { choices }),
        await other.post(`${at}/start`, { choices }),
        await other.post(`${at}/stop`),
        await other.post(`${at}/undo`),
        await other.delete(at),
      ])
        assert.equal(reply.status, 403, `${who}: ${reply.json.msg}`);
    }
    const key = world.as('ada');
    for (const reply of [await key.get(at), await key.post(`${at}/start`, { choices }), await key.delete(at)])
      assert.match(reply.json.msg, /in a browser/);
    const byKey = new Headers({ authorization: basic(world, 'ada') });
    const browser = await getBrowser(world, 'ada');
    browser.cookie = undefined;
    browser.headers = Object.fromEntries(byKey);
    assert.equal((await uploadArchive(browser, 'export.zip', slackZip())).status, 400);
    const foreign = await makeWorld(t, engine);
    assert.equal((await (await getBrowser(foreign, 'ada')).get(at)).status, 400);
    assert.equal(await archivePath(world, request.id).then((path) => path !== null), true);
  });

  test('An import during which the server was killed continues after the next start, and one that its owner stopped does not', async (t) => {
    const { world, request, at, ...before } = await uploaded(t, engine, true);
    const restarted = async () => {
      await world.restart();
      return new BrowserClient(world.url, before.browser.cookie);
    };
    await before.browser.post(`${at}/start`, { choices });
    const browser = await restarted();
    assert.equal((await one(browser, at)).request.state, 'importing');
    await browser.post(`${at}/stop`);
    await finishImports(world, haltedEngine);
    assert.deepEqual([(await one(browser, at)).request.state, request.has_archive], ['stopped', true]);
    await browser.post(`${at}/start`, { choices });
    const again = await restarted();
    await finishImports(world);
    assert.equal((await one(again, at)).request.state, 'imported');
  });

  test('An import that was checked before says how long it still takes', async (t) => {
    const { world, browser, at } = await uploaded(t, engine);
    const importUntil = async (found: number) => {
      assert.equal((await browser.post(`${at}/start`, { choices })).status, 200);
      return withEngine(world, haltedAfter(found), async () => {
        const current = async () => (await one(browser, at)).request.progress;
        await until('the progress is stored', async () => (await current())?.messages === found);
        const progress = await current();
        await browser.post(`${at}/stop`);
        return progress?.seconds_left;
      });
    };
    assert.equal(await importUntil(5), null);
    assert.equal((await browser.post(`${at}/check`, { choices })).status, 200);
    await finishImports(world);
    const { report } = await one(browser, at);
    const left = await importUntil(Math.floor((report?.counts.messages.found ?? 0) / 2));
    assert.ok(typeof left === 'number' && left >= 1, String(left));
  });

  test('An import in which the server ended three times is not started again by itself, but by its owner', async (t) => {
    const { world, browser, request: before, at } = await uploaded(t, engine);
    const attempts = () =>
      world.app.db.read.q
        .selectFrom('import_request')
        .select('attempts')
        .where('id', '=', before.id)
        .where('org_id', '=', world.orgId)
        .executeTakeFirstOrThrow();
    const counted: number[] = [];
    const interrupted: ImportEngine = {
      async run() {
        counted.push((await attempts()).attempts);
        throw counted.length < 5 ? new FenceLost('imports') : new StartRefused('That is enough.');
      },
      undo: () => Promise.reject(new Error('Nothing is undone.')),
    };
    await browser.post(`${at}/start`, { choices });
    for (let n = 0; n < 5; n++) await finishImports(world, interrupted);
    assert.deepEqual(
      counted,
      [1, 1, 1, 1, 1],
      'what interrupts an attempt and not the server does not count',
    );
    assert.equal((await one(browser, at)).request.error, 'That is enough.');

    await browser.post(`${at}/start`, { choices });
    // The only trace of attempts whose processes were killed is that they were begun.
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.updateTable('import_request').set({ attempts: 3 }).where('id', '=', before.id).execute(),
    );
    await finishImports(world, interrupted);
    const { request } = await one(browser, at);
    assert.deepEqual([counted.length, request.state, request.has_archive], [5, 'failed', true]);
    assert.match(request.error ?? '', /ended 3 times/);
    assert.equal((await browser.post(`${at}/start`, { choices })).status, 200);
    await finishImports(world);
    assert.equal((await one(browser, at)).request.state, 'imported');
  });

  test('An archive whose reading was killed three times is set aside, and imported when its owner starts it again', async (t) => {
    const { world, browser, at } = await uploaded(t, engine, true);
    await browser.post(`${at}/start`, { choices });
    const killed = new Set<number>();
    const killer = setInterval(() => {
      const reader = findChild('reading/process');
      if (reader === undefined) return;
      process.kill(reader, 'SIGKILL');
      killed.add(reader);
    }, 2);
    undoAfter(t, () => clearInterval(killer));
    await until('it is set aside', async () => {
      await finishImports(world);
      return (await one(browser, at)).request.state !== 'importing';
    });
    clearInterval(killer);
    const { request } = await one(browser, at);
    assert.deepEqual([killed.size, request.state], [3, 'failed']);
    assert.match(request.error ?? '', /ended 3 times/);
    assert.deepEqual(await readdir(world.app.files.incoming.folder), []);
    await browser.post(`${at}/start`, { choices });
    await finishImports(world);
    assert.equal((await one(browser, at)).request.state, 'imported');
  });

  test('Files that are not exports, and hostile archives, fail or are reported, and can be deleted', async (t) => {
    const world = await makeWorld(t, engine);
    const browser = await getBrowser(world, 'ada');
    await uploadArchive(browser, '../../<script>alert(1)</script>.zip', Buffer.from('no archive'));
    const [request] = await list(browser);
    const at = `/heddle/imports/${request?.id}`;
    assert.match(
      await archivePath(world, request?.id ?? 0).then(String),
      /^imports\/\d+\/[\w-]+\/archive\.zip$/,
    );
    await browser.post(`${at}/start`, { choices });
    await finishImports(world);
    const failed = await one(browser, at);
    assert.equal(failed.request.state, 'failed');
    assert.match(failed.request.error ?? '', /zip|archive/i);
    assert.match((await browser.post(`${at}/undo`)).json.msg, /nothing to undo/);
    assert.match((await browser.post(`${at}/stop`)).json.msg, /Nothing is in progress/);
    assert.equal((await browser.delete(at)).status, 200);
    assert.deepEqual(await list(browser), []);
  });

  test('Zip bombs, false sizes, path traversal and scripts in names are skipped in an uploaded archive, and the rest is imported', async (t) => {
    const world = await makeWorld(t, engine);
    const browser = await getBrowser(world, 'ada');
    const script = '<img src=x onerror=alert(1)>';
    const message = {
      type: 'message',
      user: 'U1',
      ts: '1672650000.000100',
      text: 'safe',
      files: [{ id: 'F0000001', name: `${script}.txt`, mode: 'hosted' }],
    };
    const hostile = zip([
      { name: 'users.json', data: JSON.stringify([{ id: 'U1', profile: { real_name: script } }]) },
      { name: 'channels.json', data: JSON.stringify([{ id: 'C1', name: script, members: ['U1'] }]) },
      { name: `${script}/2023-01-02.json`, data: JSON.stringify([message]) },
      { name: `__uploads/F0000001/${script}.txt`, data: 'file' },
      { name: '../../../etc/cron.d/evil', data: 'x' },
      { name: 'link.json', data: '/etc/passwd', mode: 0o120777 },
      { name: 'bomb.json', data: 'x', claimedSize: 70 * 1024 * 1024 },
      { name: 'claim.json', data: 'x', claimedSize: 0xfffffffe },
    ]);
    await uploadArchive(browser, 'export.zip', hostile);
    const [request] = await list(browser);
    const at = `/heddle/imports/${request?.id}`;
    await browser.post(`${at}/start`, { choices });
    await finishImports(world);
    const { report } = await one(browser, at);
    assert.deepEqual(
      report?.problems.map(({ place }) => place).filter((place) => !place.startsWith('person')),
      ['../../../etc/cron.d/evil', 'link.json', 'bomb.json', 'claim.json'],
    );
    assert.deepEqual([report.counts.messages.added, report.counts.files.added], [1, 1]);
    const { rendered } = await world.app.db.read.q
      .selectFrom('message')
      .select('rendered')
      .where('org_id', '=', world.orgId)
      .where('client', '=', 'slack import')
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(rendered, /<img src=x/);
  });

  test('An owner of another organization reaches nothing of this one by an import: no archive, no file, no message, no address inside', async (t) => {
    const { world, browser, request, at } = await uploaded(t, engine);
    const { url } = await upload(world, 'ada', { name: 'secret.txt', content: 'secretcanary' });
    const said = await say(world, 'ada', 'vault', 'hush', `[secret](${url})`);
    const other = await makeWorld(t, engine);
    const attacker = await getBrowser(other, 'ada');
    const steps = ['check', 'start', 'stop', 'undo'].map((step) =>
      attacker.post(`${at}/${step}`, { choices }),
    );
    for (const { status } of await Promise.all([...steps, attacker.get(at), attacker.delete(at)]))
      assert.equal(status, 400);
    assert.deepEqual(await one(browser, at), { request, report: null });

    let calls = 0;
    const inside = createServer((_, response) => response.end(`canary ${++calls}`)).listen(0, '127.0.0.1');
    undoAfter(t, () => void inside.close());
    await once(inside, 'listening');
    const port = getPort(inside);
    const { dataDir, files } = {
      dataDir: world.app.config.data,
      files: `uploads/files${url.slice('/user_uploads'.length)}`,
    };
    const wanted = [
      `http://127.0.0.1:${port}/a`,
      `http://localhost:${port}/b`,
      `http://[::1]:${port}/c`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      '/etc/passwd',
      `${dataDir}/${files}`,
      `../../${files}`,
      `${world.url}${url}`,
      url,
    ];
    const { ada } = world.people;
    const row = (value: unknown) => JSON.stringify(value);
    const archive = zip([
      {
        name: 'people.jsonl',
        data: row({ id: ada.id, email: ada.email, name: '<img src=x>', avatar: wanted[0] }),
      },
      {
        name: 'messages.jsonl',
        data: wanted
          .map((file, i) =>
            row({
              id: String(said + i),
              channel: world.channels.vault,
              sender: ada.id,
              files: [file],
              time: 1_700_000_000 + i,
              text: `[x](${url}) <@${world.people.ben.id}> <#${world.channels.vault}>`,
            }),
          )
          .join('\n'),
      },
    ]);
    assert.equal((await uploadArchive(attacker, 'evil.zip', archive)).status, 201);
    const [evil] = await list(attacker);
    const asked = { choices: { product: 'csv', downloads: true } };
    assert.equal((await attacker.post(`/heddle/imports/${evil?.id}/start`, asked)).status, 200);
    await finishImports(other);
    const { request: done, report } = await one(attacker, `/heddle/imports/${evil?.id}`);
    assert.deepEqual([done.state, report?.counts.messages.added], ['imported', wanted.length]);
    assert.deepEqual([report?.counts.files.added, calls], [0, 0]);
    const { json } = await other.as('ada').get('/attachments');
    assert.deepEqual(json.attachments, []);
    assert.notEqual((await open(other, 'ada', url)).status, 200);
    assert.equal((await world.as('ada').get(`/messages/${said}`)).status, 200);
    assert.deepEqual((await channelNames(world)).sort(), ['design', 'general', 'lounge', 'vault']);
  });

  test('Sizes, purposes, quotas and the number of archives are limited, and old archives are deleted', async (t) => {
    const world = await makeWorld(t, engine, { alone: true, config: { maxImportSizeMib: 1 } });
    await setOrganization(world, { upload_quota_mib: 1 });
    const browser = await getBrowser(world, 'ada');
    const large = await uploadArchive(browser, 'export.zip', Buffer.alloc(1024 * 1024 + 1));
    assert.equal(large.status, 413);
    const other = await uploadArchive(browser, 'export.zip', slackZip(), 'attachment of mine');
    assert.equal(other.status, 400);
    for (let n = 0; n < 5; n++)
      assert.equal((await uploadArchive(browser, 'export.zip', slackZip())).status, 201);
    assert.match(
      await (await uploadArchive(browser, 'export.zip', slackZip())).text(),
      /5 uploaded archives/,
    );
    await deleteOldArchives(world.app, () => false, Date.now() + 8 * 24 * 3600_000);
    assert.ok((await list(browser)).every((request) => !request.has_archive));
    const [first] = await list(browser);
    const reply = await browser.post(`/heddle/imports/${first?.id}/start`, { choices });
    assert.match(reply.json.msg, /Upload it again/);
  });
});
