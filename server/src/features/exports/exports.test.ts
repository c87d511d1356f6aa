import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readArchive } from '../../../../tests/support/fixtures/archived.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { finishExports } from '../../../../tests/support/fixtures/exports.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { deleteOldExports } from './actions.ts';
import type { DataExport } from '../../../../wire/exports.ts';

const dayMs = 24 * 3600_000;

const list = async (world: World): Promise<DataExport[]> =>
  (await world.as('ada').get('/export/realm')).json.exports as DataExport[];

const ask = (world: World, who: Name, export_type?: string | number) =>
  world.as(who).post('/export/realm', export_type === undefined ? {} : { export_type });

function download(world: World, who: Name | undefined, url: string): Promise<Response> {
  const account = who && world.people[who];
  const key = account && Buffer.from(`${account.email}:${account.apiKey}`).toString('base64');
  return fetch(
    `${world.url}${new URL(url).pathname}`,
    key === undefined ? {} : { headers: { authorization: `Basic ${key}` } },
  );
}

async function say(world: World, to: string, content: string): Promise<void> {
  const { json } = await world.as('dan').post('/messages', { type: 'channel', to, topic: 'x', content });
  assert.equal(json.result, 'success');
}

onBothEngines('Exports', (engine) => {
  test('An administrator asks for an export, is notified by events and mail, and downloads it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await say(world, 'general', 'hear this');
    await say(world, 'vault', 'a canary');
    const ben = await listen(world.as('ben'), { event_types: ['realm_export'] });
    const dan = await listen(world.as('dan'), { event_types: ['realm_export'] });
    const { status, json } = await ask(world, 'ben');
    assert.equal(status, 200, json.msg);
    const [pending] = await list(world);
    assert.deepEqual(
      [pending?.id, pending?.pending, pending?.export_url, pending?.export_type, pending?.acting_user_id],
      [json.id, true, null, 'public', world.people.ben.id],
    );
    await finishExports(world);
    const [made] = await list(world);
    assert.deepEqual([made?.pending, made?.failed_timestamp, made?.deleted_timestamp], [false, null, null]);
    const events = await ben.received();
    const [event]: DataExport[] = events.at(-1)?.exports ?? [];
    assert.ok(event?.export_url?.endsWith(`/exports/${String(json.id)}`));
    assert.deepEqual({ ...event, export_url: made?.export_url }, made);
    assert.equal(((events[0]?.exports ?? []) as DataExport[])[0]?.pending, true);
    assert.deepEqual(await dan.received(), []);
    const [mail] = await emailsTo(world, 'ben@example.com');
    assert.equal(mail?.subject, 'The export of Weavers is ready');
    assert.ok(mail.text.endsWith(`/exports/${String(json.id)}`), mail.text);
    const response = await download(world, 'ada', made?.export_url ?? '');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; .*Weavers.*\.heddle/);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    const archived = await readArchive(Buffer.from(await response.arrayBuffer()));
    assert.equal(archived.header.organization?.type, 'public');
    assert.ok(archived.text.includes('hear this') && !archived.text.includes('a canary'));
  });

  test('Only administrators of the organization may ask, list, download and delete', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { json } = await ask(world, 'ada');
    await finishExports(world);
    const [made] = await list(world);
    for (const who of ['cleo', 'dan', 'gus'] as const) {
      const person = world.as(who);
      for (const reply of [
        await ask(world, who),
        await person.get('/export/realm'),
        await person.get('/export/realm/consents'),
        await person.delete(`/export/realm/${json.id}`),
      ])
        assert.equal(reply.status, 403, `${who}: ${reply.json.msg}`);
      assert.notEqual((await download(world, who, made?.export_url ?? '')).status, 200);
    }
    assert.equal((await download(world, undefined, made?.export_url ?? '')).status, 401);
    assert.equal((await download(world, 'ada', `${world.url}/exports/999`)).status, 404);
    assert.equal((await list(world)).length, 1);
  });

  test('With consent, an export has what the person sees; consents are listed, and changes emitted to administrators', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await say(world, 'vault', 'a canary');
    const ada = await listen(world.as('ada'), { event_types: ['realm_export_consent'] });
    await world.as('dan').patch('/settings', { allow_private_data_export: true });
    await world.as('dan').patch('/settings', { allow_private_data_export: true });
    const [event, ...more] = await ada.received();
    assert.deepEqual([event?.user_id, event?.consented, more], [world.people.dan.id, true, []]);
    const { json } = await world.as('ben').get('/export/realm/consents');
    const consents: { user_id: number; consented: boolean }[] = json.export_consents;
    assert.equal(consents.length, 6);
    assert.deepEqual(
      consents.filter(({ consented }) => consented).map(({ user_id: id }) => id),
      [world.people.dan.id],
    );
    assert.equal((await ask(world, 'ada', 'full_with_consent')).status, 200);
    await finishExports(world);
    const [made] = await list(world);
    const response = await download(world, 'ada', made?.export_url ?? '');
    const archived = await readArchive(Buffer.from(await response.arrayBuffer()));
    assert.ok(archived.text.includes('a canary'));
  });

  test('An export is deleted once, by an administrator or after a week, and its file with it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { json } = await ask(world, 'ada');
    const remove = () => world.as('ben').delete(`/export/realm/${json.id}`);
    assert.match((await remove()).json.msg, /in progress/);
    await finishExports(world);
    const [made] = await list(world);
    assert.equal((await remove()).status, 200);
    const [deleted] = await list(world);
    assert.deepEqual([deleted?.export_url, deleted?.deleted_timestamp === null], [null, false]);
    assert.match((await remove()).json.msg, /already deleted/);
    assert.equal((await world.as('ada').delete('/export/realm/999')).status, 400);
    assert.equal((await download(world, 'ada', made?.export_url ?? '')).status, 404);
    const { path } = await world.app.db.read.q
      .selectFrom('organization_export')
      .select('path')
      .executeTakeFirstOrThrow();
    await world.app.jobs.runDue();
    await assert.rejects(world.app.files.store.getSize(path));
    await ask(world, 'ada');
    await finishExports(world);
    await deleteOldExports(world.app, () => false, Date.now() + 6 * dayMs);
    assert.notEqual((await list(world))[1]?.export_url, null);
    await deleteOldExports(world.app, () => false, Date.now() + 8 * dayMs);
    assert.equal((await list(world))[1]?.export_url, null);
  });

  test('A failed export says so, keeps no file, and cannot be deleted', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { json } = await ask(world, 'ada');
    await finishExports(world, () =>
      Readable.from(
        (async function* () {
          yield await Promise.resolve(Buffer.from('half'));
          throw new Error('no space left');
        })(),
      ),
    );
    const [failed] = await list(world);
    assert.deepEqual([failed?.pending, failed?.export_url], [false, null]);
    assert.ok((failed?.failed_timestamp ?? 0) > 0);
    assert.match((await world.as('ada').delete(`/export/realm/${json.id}`)).json.msg, /failed, nothing/);
    const [mail] = await emailsTo(world, 'ada@example.com');
    assert.equal(mail?.subject, 'The export of Weavers failed');
  });

  test('An export continues after the server was killed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await ask(world, 'ada');
    await world.restart();
    assert.equal((await list(world))[0]?.pending, true);
    await finishExports(world);
    assert.notEqual((await list(world))[0]?.export_url, null);
  });

  test('There are five exports a week; unknown types and exports without consent are refused, old numbers of types are not', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const [type, status] of [
      ['full_without_consent', 400],
      ['everything', 400],
      [3, 400],
      [0, 400],
      [2, 200],
      [1, 200],
      ['public', 200],
      ['full_with_consent', 200],
      ['public', 200],
    ] as const)
      assert.equal((await ask(world, 'ada', type)).status, status, String(type));
    const { status, json } = await ask(world, 'ada');
    assert.deepEqual([status, json.msg], [400, 'Exceeded rate limit.']);
    assert.deepEqual(
      (await list(world)).map((one) => one.export_type),
      ['full_with_consent', 'public', 'public', 'full_with_consent', 'public'],
    );
  });
});
