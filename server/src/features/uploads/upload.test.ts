import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { addPerson, deactivate, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { canOpen, open, sendFiles, storedFiles, upload } from '../../../../tests/support/files.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';

const mebibyte = 1024 * 1024;

async function getAttachments(world: World, who: 'ada' | 'dan' | 'eve' | 'gus') {
  const { status, json } = await world.as(who).get('/attachments');
  assert.equal(status, 200, json.msg);
  return json;
}

async function refused(
  world: World,
  files: Parameters<typeof sendFiles>[2],
  msg: string,
  code = 'BAD_REQUEST',
) {
  const before = await getAttachments(world, 'dan');
  await assertRefusal(sendFiles(world, 'dan', files), msg, { code });
  assert.deepEqual(await getAttachments(world, 'dan'), before);
}

onBothEngines('Uploads', (engine) => {
  test('An uploaded file is returned byte by byte', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const content = new Uint8Array(3 * mebibyte + 7).map((_, i) => (i * 31) % 251);
    const { url, filename } = await upload(world, 'gus', {
      name: 'loom.bin',
      content,
      type: 'application/x-loom',
    });
    assert.match(url, new RegExp(`^/user_uploads/${world.orgId}/[0-9a-f]{2}/[\\w-]{24}/loom\\.bin$`));
    assert.equal(filename, 'loom.bin');
    const response = await open(world, 'gus', url);
    assert.equal(response.status, 200);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content);
    await world.restart();
    const again = await open(world, 'gus', url);
    assert.deepEqual(new Uint8Array(await again.arrayBuffer()), content);
  });

  test('A file can be uploaded by users of every role and by bots, and is private at first', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const everyone = [...names, bot];
    for (const uploader of everyone) {
      const { status, json } = await sendFiles(world, uploader, [{ name: 'loom [1].txt' }]);
      const url = json.url as string;
      assert.deepEqual(
        [status, json],
        [200, { result: 'success', msg: '', uri: url, url, filename: 'loom [1].txt' }],
      );
      for (const reader of everyone)
        assert.equal(await canOpen(world, reader, url), reader === uploader, JSON.stringify(reader));
      assert.equal(await canOpen(world, 'nobody', url), false);
    }
  });

  test('An upload takes a single file and reports ignored fields', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const body = new FormData();
    body.set('colour', 'indigo');
    body.set('whatever', new File(['warp'], 'a.txt'));
    const { status, json } = await world.as('dan').send('POST', '/user_uploads', { body });
    assert.deepEqual([status, json.ignored_parameters_unsupported], [200, ['colour']]);
    assert.equal(await (await open(world, 'dan', json.url)).text(), 'warp');
    const text = { headers: { 'content-type': 'application/octet-stream' }, body: 'warp' };
    for (const wrong of [text, { ...text, headers: { 'content-type': 'multipart/form-data' } }, {}]) {
      const refused = await world.as('dan').send('POST', '/user_uploads', wrong);
      assert.ok([400, 415].includes(refused.status), String(refused.status));
      assert.equal(refused.json.result, 'error');
    }
    assert.equal(storedFiles(world).length, 1);
  });

  test('An uploaded file may be empty', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { url } = await upload(world, 'dan', { content: '' });
    const response = await open(world, 'dan', url);
    assert.deepEqual([response.status, await response.text()], [200, '']);
  });

  test('An upload is announced to its owner, listed and deletable', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const own = await listenAs(world, 'dan', { event_types: ['attachment'] });
    const others = await listenAs(world, 'ada', { event_types: ['attachment'] });
    const { path, url } = await upload(world, 'dan', { content: 'abc' });
    const json = await getAttachments(world, 'dan');
    assert.equal(json.upload_space_used, 3);
    const [attachment] = json.attachments;
    const { id, create_time, ...rest } = attachment;
    assert.ok(Number.isSafeInteger(create_time));
    assert.deepEqual(rest, { name: 'notes.txt', path_id: path, size: 3, message_ids: [] });
    for (const who of ['ada', 'eve'] as const) {
      const { status, json: refusal } = await world.as(who).delete(`/attachments/${id}`);
      assert.deepEqual([status, refusal.msg], [400, 'Invalid attachment']);
    }
    assert.deepEqual((await getAttachments(world, 'ada')).attachments, []);
    assert.equal((await open(world, 'dan', url)).status, 200);
    assert.equal((await world.as('dan').delete(`/attachments/${id}`)).status, 200);
    assert.equal((await world.as('dan').delete(`/attachments/${id}`)).status, 400);
    await world.app.jobs.runDue();
    assert.deepEqual(storedFiles(world), []);
    assert.equal((await open(world, 'dan', url)).status, 404);
    assert.deepEqual(await getAttachments(world, 'dan'), {
      result: 'success',
      msg: '',
      attachments: [],
      upload_space_used: 0,
    });
    const events = await own.received();
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      [
        { type: 'attachment', op: 'add', attachment, upload_space_used: 3 },
        { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 },
      ],
    );
    assert.deepEqual(await others.received(), []);
  });

  test('An upload requires exactly one file', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await refused(world, [], 'You must specify a file to upload');
    await refused(world, [{}, {}], 'You may only upload one file at a time');
    const { status, json } = await world.as('dan').post('/user_uploads', { filename: 'notes.txt' });
    assert.deepEqual([status, json.msg], [400, 'You must specify a file to upload']);
    assert.deepEqual(storedFiles(world), []);
  });

  test('An upload is limited by the server’s maximum size', async (t) => {
    const world = await makeWorld(t, engine, { config: { maxFileUploadSizeMib: 1 } });
    const { state } = await listenAs(world, 'dan', { fetch_event_types: ['realm'] });
    assert.equal(state.max_file_upload_size_mib, 1);
    const full = new Uint8Array(mebibyte + 1);
    await upload(world, 'dan', { content: full.subarray(1) });
    await refused(world, [{ content: full }], 'Uploaded file is larger than the allowed limit of 1 MiB');
    const far = await sendFiles(world, 'dan', [{ content: new Uint8Array(6 * mebibyte) }]).catch(
      () => undefined,
    );
    assert.ok(far === undefined || far.status === 413);
    assert.equal((await getAttachments(world, 'dan')).attachments.length, 1);
    assert.equal(storedFiles(world).length, 1);
  });

  test('An upload is limited by the organization’s quota', async (t) => {
    const world = await makeWorld(t, engine, { config: { uploadQuotaMib: 2 } });
    const content = new Uint8Array(mebibyte);
    await upload(world, 'dan', { content });
    await upload(world, 'eve', { content });
    const full = "Upload would exceed your organization's upload quota.";
    await refused(world, [{ content: 'a' }], full, 'REALM_UPLOAD_QUOTA');
    await setOrganization(world, { upload_quota_mib: 3 });
    const { state } = await listenAs(world, 'dan', { fetch_event_types: ['realm'] });
    assert.equal(state.realm_upload_quota_mib, 3);
    await upload(world, 'dan', { content });
    await refused(world, [{ content: 'a' }], full, 'REALM_UPLOAD_QUOTA');
  });

  test('An upload is limited by the quota of its uploader, bots included', async (t) => {
    const config = { uploadQuotaMib: 0, uploadQuotaPerPersonMib: 2 };
    const world = await makeWorld(t, engine, { config });
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const content = new Uint8Array(mebibyte);
    const rest = content.subarray(1);
    await upload(world, 'dan', { content });
    await upload(world, bot, { content });
    const full = 'Upload would exceed your upload quota.';
    await refused(world, [{ content: 'a' }], full, 'REALM_UPLOAD_QUOTA');
    const byBot = await sendFiles(world, bot, [{ content: 'a' }]);
    assert.deepEqual([byBot.status, byBot.json.msg], [400, full]);
    await upload(world, 'eve', { content });
    const { attachments } = await getAttachments(world, 'dan');
    const [own] = attachments as { id: number }[];
    await world.as('dan').delete(`/attachments/${own?.id}`);
    await upload(world, bot, { content: 'a' });
    const atOnce = await Promise.all([1, 2, 3].map(() => sendFiles(world, 'dan', [{ content: rest }])));
    assert.deepEqual(atOnce.map(({ status }) => status).sort(), [200, 400, 400]);
    await world.app.jobs.runDue();
    assert.equal(storedFiles(world).length, 4, 'what was refused does not stay in the store');
  });

  test('An upload is refused for anonymous and deactivated users', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const body = new FormData();
    body.set('file', new File(['a'], 'a.txt'));
    const { status } = await world.anonymous.send('POST', '/user_uploads', { body });
    assert.equal(status, 401);
    await deactivate(world, world.people.dan.id);
    const late = await sendFiles(world, 'dan', [{}]);
    assert.deepEqual([late.status, late.json.code], [401, 'USER_DEACTIVATED']);
    assert.deepEqual(storedFiles(world), []);
  });

  test('An aborted upload leaves nothing behind', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { email, apiKey } = world.people.dan;
    const gone = Promise.withResolvers<null>();
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => {
      socket.write(
        'POST /api/v1/user_uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n' +
          `Authorization: ${basicAuthorization({ email, apiKey })}\r\n` +
          'Content-Type: multipart/form-data; boundary=X\r\n\r\n--X\r\n' +
          'Content-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhalf of it',
      );
      const seen = setInterval(() => {
        if (storedFiles(world).length === 0) return;
        clearInterval(seen);
        socket.destroy();
        gone.resolve(null);
      }, 5);
    });
    await gone.promise;
    while (storedFiles(world).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual((await getAttachments(world, 'dan')).attachments, []);
  });

  test('An upload in progress when the server stopped is removed at the next start', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { url } = await upload(world, 'dan');
    const path = await world.app.files.incoming.newPath();
    writeFileSync(path, 'half of it');
    assert.equal(storedFiles(world).length, 2);
    await world.restart();
    assert.equal(storedFiles(world).length, 1);
    assert.equal((await open(world, 'dan', url)).status, 200);
  });

  test('An upload with a session cookie is accepted from our own pages only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const browser = await getBrowser(world, 'dan');
    const body = () => {
      const form = new FormData();
      form.set('file', new File(['warp'], 'a.txt'));
      return { body: form };
    };
    const { status, json } = await browser.send('POST', '/user_uploads', body());
    assert.equal(status, 200, json.msg);
    assert.equal(await (await open(world, 'dan', json.url)).text(), 'warp');
    for (const headers of [{}, { 'x-heddle-client': 'web', 'sec-fetch-site': 'cross-site' }] as const) {
      const refusal = await browser.with(headers).send('POST', '/user_uploads', body());
      assert.deepEqual([refusal.status, refusal.json.code], [403, 'CSRF_FAILED']);
    }
    assert.equal(storedFiles(world).length, 1);
  });

  test('An uploaded file without a row is removed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { app } = world;
    await app.jobs.stop();
    const { store } = app.files;
    const put = store.put.bind(store);
    store.put = async (...given) => {
      await put(...given);
      throw new Error('the machine is gone');
    };
    assert.equal((await sendFiles(world, 'dan', [{}])).status, 500);
    assert.equal(storedFiles(world).length, 1);
    await app.jobs.runDue(Date.now() + 7 * 3600_000);
    assert.deepEqual(storedFiles(world), []);
  });

  test('An upload whose sender is deactivated meanwhile is not kept', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { app } = world;
    await app.jobs.stop();
    const { store } = app.files;
    const put = store.put.bind(store);
    store.put = async (...given) => {
      await put(...given);
      await deactivate(world, world.people.dan.id);
    };
    const { status, json } = await sendFiles(world, 'dan', [{}]);
    assert.deepEqual([status, json.code], [401, 'USER_DEACTIVATED']);
    const rows = await app.db.read.q.selectFrom('attachment').selectAll().execute();
    assert.deepEqual(rows, []);
    await app.jobs.runDue(Date.now() + 7 * 3600_000);
    assert.deepEqual(storedFiles(world), []);
  });

  test('An unreferenced file expires after a while, and not before', async (t) => {
    const clock = new TestClock();
    const world = await makeWorld(t, engine, { clock });
    const day = 24 * 3600_000;
    const { url: unlinked } = await upload(world, 'dan');
    const { url: linked } = await upload(world, 'dan');
    await say(world, 'dan', 'general', 'files', `[it](${linked})`);
    const { url: planned } = await upload(world, 'dan', { name: 'Zażółć.txt' });
    const scheduled = await world.as('dan').post('/scheduled_messages', {
      type: 'direct',
      to: [world.people.eve.id],
      content: `[it](${planned})`,
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 50 * 24 * 3600,
    });
    assert.equal(scheduled.status, 200, scheduled.json.msg);
    await world.app.jobs.stop();
    clock.move(34 * day);
    await world.app.jobs.runDue();
    assert.equal((await open(world, 'dan', unlinked)).status, 200);
    clock.move(2 * day);
    await world.app.jobs.runDue();
    assert.equal((await open(world, 'dan', unlinked)).status, 404);
    assert.equal((await open(world, 'dan', linked)).status, 200);
    assert.equal((await open(world, 'dan', planned)).status, 200);
    assert.equal(storedFiles(world).length, 2);
    clock.move(14 * day);
    await world.app.jobs.runDue();
    assert.equal((await open(world, 'eve', planned)).status, 200);
    clock.move(40 * day);
    await world.app.jobs.runDue();
    assert.equal((await open(world, 'eve', planned)).status, 200);
  });
});

onBothEngines('File names', (engine) => {
  test('A file name is kept and escaped in URLs', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const [name, shown, last] of [
      ['plan [final] (1).txt', 'plan [final] (1).txt', 'plan-final-1.txt'],
      ['Zażółć gęślą.txt', 'Zażółć gęślą.txt', 'Zażółć-gęślą.txt'],
      ['織機.png', '織機.png', '織機.png'],
      ['🧵.txt', '🧵.txt', '.txt'],
      ['../../etc/passwd', 'passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
      ['..', 'uploaded-file', 'uploaded-file'],
      ['invoice\u202etxt.exe', 'invoicetxt.exe', 'invoicetxt.exe'],
      ['zero\u200bwidth.txt', 'zerowidth.txt', 'zerowidth.txt'],
      ['a\u2028b.txt', 'ab.txt', 'ab.txt'],
      ['%2e%2e%2fsecret', '%2e%2e%2fsecret', '2e2e2fsecret'],
      ['<img src=x onerror=alert(1)>.svg', '<img src=x onerror=alert(1)>.svg', 'img-srcx-onerroralert1.svg'],
      ['semi;colon&amp.txt', 'semi;colon&amp.txt', 'semicolonamp.txt'],
      ['x.tar.gz', 'x.tar.gz', 'x.tar.gz'],
    ] as const) {
      const { url, filename } = await upload(world, 'dan', { name });
      assert.deepEqual([filename, url.split('/').at(-1)], [shown, last], name);
      const response = await open(world, 'dan', url);
      assert.equal(response.status, 200, name);
      assert.equal(await response.text(), 'warp and weft');
    }
  });

  test('A long file name is truncated and keeps its extension', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const letter of ['a', '織', '🧵a', 'é']) {
      const { url, filename } = await upload(world, 'dan', { name: `${letter.repeat(3000)}.tapestry` });
      assert.ok(filename.endsWith('.tapestry') && Buffer.byteLength(filename) <= 255, filename);
      assert.ok(url.endsWith('.tapestry'));
      assert.equal((await open(world, 'dan', url)).status, 200);
    }
  });
});
