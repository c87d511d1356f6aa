import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { addPerson, setOrganization } from '../../../../tests/support/change.ts';
import type { Account } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { open, storedFiles, upload } from '../../../../tests/support/files.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { announce, ask, basic, bytesHeaders } from '../../../../tests/support/clients/tus.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { Maintenance } from '../../app/maintenance.ts';

const mebibyte = 1024 * 1024;
const content = Buffer.from(Uint8Array.from({ length: mebibyte + 11 }, (_, i) => (i * 31) % 251));

interface Outcome {
  error?: Error;
  url: string | null;
  upload: { url: string; filename: string } | undefined;
  status: number | undefined;
}

/** Uploads as real clients do, until it has worked, has failed, or `stopAfter` bytes were taken. */
function run(
  world: World,
  who: Name | Account,
  { stopAfter = Infinity, ...options }: Partial<UploadOptions> & { stopAfter?: number } = {},
  bytes: Buffer = content,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const outcome = (rest: Partial<Outcome>): Outcome => ({
    url: job.url,
    upload: undefined,
    status: undefined,
    ...rest,
  });
  const job = new Upload(bytes, {
    endpoint: `${world.url}/api/v1/tus/`,
    headers: { authorization: basic(world, who) },
    metadata: { filename: 'loom.bin', filetype: 'application/x-loom' },
    chunkSize: 300_000,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onSuccess: ({ lastResponse }) => {
      const body = lastResponse.getBody();
      const upload = body === '' ? undefined : (JSON.parse(body) as Outcome['upload']);
      resolve(outcome({ upload, status: lastResponse.getStatus() }));
    },
    onError: (error) => {
      const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
      resolve(outcome({ error, status }));
    },
    onChunkComplete: (_size, accepted) => {
      if (accepted >= stopAfter) void job.abort().then(() => resolve(outcome({})));
    },
    ...options,
  });
  job.start();
  return promise;
}

async function isThere(world: World, who: Name | Account, upload: Outcome['upload']) {
  assert.ok(upload);
  const response = await open(world, who, upload.url);
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), content);
}

const unfinishedFiles = (world: World) => storedFiles(world).filter((path) => path.startsWith('unfinished'));
const getAttachments = async (world: World, who: Name) =>
  (await world.as(who).get('/attachments')).json.attachments;

onBothEngines('Tus uploads', (engine) => {
  test('A file uploaded in parts becomes an ordinary upload with identical bytes', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const own = await listenAs(world, 'dan', { event_types: ['attachment'] });
    const { error, upload, status } = await run(world, 'dan');
    assert.equal(error, undefined);
    assert.equal(status, 200);
    assert.equal(upload?.filename, 'loom.bin');
    assert.match(upload.url, new RegExp(`^/user_uploads/${world.orgId}/[0-9a-f]{2}/[\\w-]{24}/loom\\.bin$`));
    await isThere(world, 'dan', upload);
    assert.equal((await open(world, 'eve', upload.url)).status, 404);
    const [event, ...others] = await own.received();
    assert.deepEqual(others, []);
    assert.deepEqual([event?.op, event?.attachment.size], ['add', content.length]);
    assert.deepEqual(unfinishedFiles(world), []);
    const whole = await run(world, 'gus', { chunkSize: Infinity, uploadDataDuringCreation: true });
    assert.deepEqual([whole.error, whole.status], [undefined, 201]);
    await isThere(world, 'gus', whole.upload);
    const empty = await announce(world, 'dan', 0);
    assert.equal(empty.status, 201);
    const { url } = (await empty.response.json()) as { url: string };
    assert.equal(await (await open(world, 'dan', url)).text(), '');
  });

  test('A file can be uploaded in parts by users of every role and by bots, but not by deactivated accounts', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    for (const who of [...names, bot]) {
      const { error, upload } = await run(world, who);
      assert.equal(error, undefined);
      await isThere(world, who, upload);
    }
    const { url } = await announce(world, 'dan', content.length);
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    const late = await ask(world, 'dan', 'PATCH', url, bytesHeaders(0), content);
    assert.equal(late.status, 401);
    const again = await run(world, bot);
    assert.equal(again.status, 401);
  });

  test('The type of an upload in parts cannot inject headers', async (t) => {
    const world = await makeWorld(t, engine);
    for (const filetype of [
      'image/png\r\nX-Evil: 1',
      'text/html',
      'image/png\0',
      'Ż/ó',
      ' ',
      'x'.repeat(9999),
    ]) {
      const { error, upload } = await run(world, 'dan', { metadata: { filename: 'a', filetype } });
      assert.equal(error, undefined);
      const { headers } = await open(world, 'dan', upload?.url ?? '');
      assert.equal(headers.get('x-evil'), null);
      assert.equal(headers.get('content-type'), 'application/octet-stream');
      assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
    }
  });

  test('An upload in parts resumes after an interruption or a crash', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await run(world, 'dan', { stopAfter: 300_000 });
    assert.ok(first.url);
    assert.deepEqual(await getAttachments(world, 'dan'), []);
    await world.restart();
    const path = new URL(first.url).pathname;
    const head = await ask(world, 'dan', 'HEAD', path);
    const received = Number(head.headers.get('upload-offset'));
    assert.ok(received >= 300_000 && received < content.length);
    assert.equal(head.headers.get('upload-length'), String(content.length));
    assert.equal(head.headers.get('cache-control'), 'no-store, private');
    const then = await run(world, 'dan', { uploadUrl: world.url + path });
    assert.equal(then.error, undefined);
    await isThere(world, 'dan', then.upload);
    assert.equal((await getAttachments(world, 'dan')).length, 1);
  });

  test('An upload in parts continues from what is known to be on disk', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { url } = await announce(world, 'dan', content.length);
    await ask(world, 'dan', 'PATCH', url, bytesHeaders(0), content.subarray(0, 1000));
    const [file = ''] = unfinishedFiles(world);
    const path = join(world.app.config.data, 'uploads', file);
    appendFileSync(path, Buffer.alloc(5000));
    const then = await run(world, 'dan', { uploadUrl: world.url + url });
    await isThere(world, 'dan', then.upload);
    const other = await announce(world, 'dan', content.length);
    await ask(world, 'dan', 'PATCH', other.url, bytesHeaders(0), content.subarray(0, 1000));
    truncateSync(join(world.app.config.data, 'uploads', unfinishedFiles(world)[0] ?? ''), 999);
    const lost = await ask(world, 'dan', 'PATCH', other.url, bytesHeaders(1000), content.subarray(1000));
    assert.equal(lost.status, 404);
    assert.equal((await ask(world, 'dan', 'HEAD', other.url)).status, 404);
    assert.equal((await getAttachments(world, 'dan')).length, 1);
  });

  test('A completed upload in parts reports completion again and cannot be cancelled', async (t) => {
    const world = await makeWorld(t, engine);
    const { url, upload } = await run(world, 'dan');
    const path = new URL(url ?? '').pathname;
    const again = await ask(world, 'dan', 'PATCH', path, bytesHeaders(content.length));
    assert.deepEqual([again.status, await again.json()], [200, upload]);
    assert.equal((await ask(world, 'dan', 'DELETE', path)).status, 409);
    await isThere(world, 'dan', upload);
    assert.equal((await getAttachments(world, 'dan')).length, 1);
  });

  test('An upload in parts can be cancelled by its sender', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { url } = await run(world, 'dan', { stopAfter: 300_000 });
    assert.equal(unfinishedFiles(world).length, 1);
    await Upload.terminate(url ?? '', {
      headers: { authorization: basic(world, 'dan') },
      retryDelays: null as never,
    });
    await world.app.jobs.runDue();
    assert.deepEqual(storedFiles(world), []);
    assert.equal((await ask(world, 'dan', 'HEAD', url ?? '')).status, 404);
    assert.equal((await ask(world, 'dan', 'DELETE', url ?? '')).status, 404);
  });

  test('An upload in parts expires when no further part arrives', async (t) => {
    const clock = new TestClock();
    const world = await makeWorld(t, engine, { clock });
    const { app } = world;
    const { url, response } = await announce(world, 'dan', 5000);
    await ask(world, 'dan', 'PATCH', url, bytesHeaders(0), content.subarray(0, 1000));
    const expires = Date.parse(response.headers.get('upload-expires') ?? '');
    assert.ok(Math.abs(expires - Date.now() - 24 * 3600_000) < 60_000);
    const maintenance = new Maintenance(app);
    t.after(() => maintenance.stop());
    await maintenance.deleteExpired();
    await app.jobs.runDue();
    assert.equal(unfinishedFiles(world).length, 1);
    clock.move(25 * 3600_000);
    const late = await ask(world, 'dan', 'PATCH', url, bytesHeaders(1000), content.subarray(1000, 5000));
    assert.equal(late.status, 404);
    await maintenance.deleteExpired();
    await app.jobs.runDue();
    assert.deepEqual(storedFiles(world), []);
    const again = await run(world, 'dan', { uploadUrl: world.url + url });
    assert.equal(again.error, undefined, 'a client that remembers the address begins again');
    assert.notEqual(new URL(again.url ?? '').pathname, url);
    await isThere(world, 'dan', again.upload);
  });

  test('An upload in parts is accessible to its sender only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { url } = await announce(world, 'dan', 5000);
    for (const who of ['ada', 'eve', 'gus'] as const) {
      for (const method of ['HEAD', 'DELETE']) assert.equal((await ask(world, who, method, url)).status, 404);
      const patch = await ask(world, who, 'PATCH', url, bytesHeaders(0), content.subarray(0, 5000));
      assert.equal(patch.status, 404);
    }
    const anonymous = await fetch(world.url + url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    assert.equal(anonymous.status, 401);
    const refused = await run(world, 'dan', { headers: {} });
    assert.equal(refused.status, 401);
    const head = await ask(world, 'dan', 'HEAD', url);
    assert.deepEqual([head.status, head.headers.get('upload-offset')], [200, '0']);
    assert.deepEqual(storedFiles(world), []);
  });

  test('An upload in parts is limited by the server and by its announced length', async (t) => {
    const world = await makeWorld(t, engine, { config: { maxFileUploadSizeMib: 1 } });
    const { error, status } = await run(world, 'dan');
    assert.equal(status, 413);
    assert.match(error?.message ?? '', /Uploaded file is larger than the allowed limit of 1 MiB/);
    const { url } = await announce(world, 'dan', 100);
    const more = await ask(world, 'dan', 'PATCH', url, bytesHeaders(0), content.subarray(0, 101));
    assert.equal(more.status, 413);
    assert.equal((await ask(world, 'dan', 'HEAD', url)).headers.get('upload-offset'), '0');
    assert.deepEqual(await getAttachments(world, 'dan'), []);
  });

  test('An upload in parts counts against the organization’s quota with all others in progress', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { upload_quota_mib: 2 });
    await upload(world, 'eve', { content: new Uint8Array(mebibyte / 2) });
    const first = await announce(world, 'dan', mebibyte);
    assert.equal(first.status, 201);
    const { status, error } = await run(world, 'gus');
    assert.equal(status, 413);
    assert.match(error?.message ?? '', /REALM_UPLOAD_QUOTA/);
    assert.match(error?.message ?? '', /"message":"Upload would exceed your organization's upload quota\."/);
    await ask(world, 'dan', 'DELETE', first.url);
    assert.equal((await run(world, 'gus')).error, undefined);
  });

  test('A refused upload in parts gets a precise error', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await announce(world, 'dan', 5000);
    const cases: [string, string, Record<string, string>, number, RegExp][] = [
      ['POST', '/api/v1/tus', {}, 411, /Upload-Length is missing/],
      ['POST', '/api/v1/tus', { 'upload-defer-length': '1' }, 411, /Upload-Length is missing/],
      ['POST', '/api/v1/tus', { 'upload-length': '-1' }, 400, /must be a whole number/],
      ['POST', '/api/v1/tus', { 'upload-length': '1e3' }, 400, /must be a whole number/],
      ['POST', '/api/v1/tus', { 'upload-length': '9', 'upload-metadata': '' }, 400, /has no filename/],
      [
        'POST',
        '/api/v1/tus',
        { 'upload-length': '9', 'upload-metadata': 'filename !' },
        400,
        /not well formed/,
      ],
      [
        'POST',
        '/api/v1/tus',
        { 'upload-length': '9', 'upload-metadata': 'filename /w==' },
        400,
        /not valid UTF-8/,
      ],
      ['PATCH', url, bytesHeaders(1), 409, /has to continue at 0/],
      ['PATCH', url, { ...bytesHeaders(0), 'upload-offset': 'x' }, 400, /must be a whole number/],
      ['PATCH', url, { ...bytesHeaders(0), 'content-type': 'text/plain' }, 415, /content type/],
      ['PATCH', url, { ...bytesHeaders(0), 'tus-resumable': '0.2.2' }, 412, /speaks tus 1\.0\.0/],
      ['PATCH', `${url}x`, bytesHeaders(0), 404, /no such upload/],
      ['PATCH', '/api/v1/tus/..%2f..%2fheddle.db', bytesHeaders(0), 404, /no such upload/],
    ];
    for (const [method, path, headers, status, text] of cases) {
      const body = method === 'PATCH' ? content.subarray(0, 10) : undefined;
      const response = await ask(world, 'dan', method, path, headers, body);
      assert.equal(response.status, status, `${method} ${JSON.stringify(headers)}`);
      assert.match(await response.text(), text);
      assert.equal(response.headers.get('tus-version'), '1.0.0');
    }
    assert.equal((await ask(world, 'dan', 'HEAD', url)).headers.get('upload-offset'), '0');
    const options = await fetch(`${world.url}/api/v1/tus`, { method: 'OPTIONS' });
    assert.equal(options.headers.get('tus-max-size'), String(100 * mebibyte));
    assert.equal(
      options.headers.get('tus-extension'),
      'creation,creation-with-upload,termination,expiration',
    );
  });

  test('An upload in parts writes only to its folder, whatever its name', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const before = readdirSync(world.app.config.data).toSorted();
    for (const filename of ['../../evil', '..\\..\\evil', '/etc/evil', '%2e%2e%2fevil', '\u0000evil', '..']) {
      const { upload, error } = await run(world, 'dan', { metadata: { filename } });
      assert.equal(error, undefined);
      assert.match(upload?.url ?? '', /^\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]{24}\/[\w.-]+$/);
      await isThere(world, 'dan', upload);
    }
    const after = readdirSync(world.app.config.data).toSorted();
    assert.deepEqual(after, [...new Set([...before, 'uploads'])].toSorted());
  });

  test('An upload in parts is accepted from our own pages only', async (t) => {
    const world = await makeWorld(t, engine);
    const { cookie = '' } = await getBrowser(world, 'dan');
    const ours = { cookie, 'x-heddle-client': 'web', 'sec-fetch-site': 'same-origin' };
    const { error, upload } = await run(world, 'dan', { headers: ours });
    assert.equal(error, undefined);
    await isThere(world, 'dan', upload);
    for (const headers of [{ cookie }, { ...ours, 'sec-fetch-site': 'cross-site' }])
      assert.equal((await run(world, 'dan', { headers })).status, 403);
    assert.equal((await getAttachments(world, 'dan')).length, 1);
  });
});
