import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, statSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines, onEngine } from '../../../../tests/support/engines.ts';
import { holdTimeouts } from '../../../../tests/support/faults/hold-timeouts.ts';
import { makeKey } from '../../../../tests/support/fixtures/api-keys.ts';
import { upload, open } from '../../../../tests/support/files.ts';
import { announce, ask, basic, bytesHeaders } from '../../../../tests/support/clients/tus.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { freeIn, spareBytes } from '../../lib/files/free-space.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { makeS3 } from '../../../../tests/support/services/s3.ts';
import { until } from '../../../../tests/support/until.ts';

const mebibyte = 1024 * 1024;

/** Sends the first four of nine bytes, and waits until they are on disk. */
async function sendHalf(world: World, url: string, headers: Record<string, string>): Promise<Socket> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  const all = { 'content-length': '9', 'tus-resumable': '1.0.0', ...headers, ...bytesHeaders(0) };
  const lines = Object.entries({ host: new URL(world.url).host, ...all });
  socket.write(
    `PATCH ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\nhalf`,
  );
  const file = join(world.app.config.data, 'uploads', 'unfinished', url.split('/').at(-1) ?? '');
  while (!existsSync(file) || statSync(file).size < 4) await turn();
  return socket;
}

onBothEngines('Limits of tus uploads', (engine) => {
  test('A tus upload counts with its announced length against the uploader’s quota', async (t) => {
    const world = await makeWorld(t, engine, { config: { uploadQuotaPerPersonMib: 2 } });
    await upload(world, 'dan', { content: new Uint8Array(mebibyte) });
    const first = await announce(world, 'dan', mebibyte);
    assert.equal(first.status, 201);
    const second = await announce(world, 'dan', 1);
    assert.equal(second.status, 413);
    assert.match(await second.response.text(), /"msg":"Upload would exceed your upload quota\."/);
    assert.equal((await announce(world, 'eve', 2 * mebibyte)).status, 201);
    await ask(world, 'dan', 'DELETE', first.url);
    assert.equal((await announce(world, 'dan', mebibyte)).status, 201);
  });

  test('Archives are only announced as long as the disk has space for all of them', async (t) => {
    const world = await makeWorld(t, engine, { config: { maxImportSizeMib: 1_000_000 } });
    const { headers, cookie = '' } = await getBrowser(world, 'ada');
    const fields = {
      ...headers,
      cookie,
      'tus-resumable': '1.0.0',
      'upload-metadata': `filename ${btoa('a.zip')},purpose ${btoa('import')}`,
    };
    const most = (await freeIn(world.app.files.incoming.folder)) - spareBytes.live;
    const announceArchive = async (part: number): Promise<boolean> => {
      const length = { 'upload-length': String(Math.floor(most * part)) };
      const asked = { method: 'POST', headers: { ...fields, ...length } };
      return (await fetch(`${world.url}/api/v1/tus`, asked)).status === 201;
    };
    const atOnce = await Promise.all([announceArchive(0.6), announceArchive(0.6)]);
    const afterwards = [await announceArchive(0.6), await announceArchive(0.6)];
    const accepted = [...atOnce, ...afterwards].filter(Boolean);
    assert.equal(accepted.length, 1);
    const rows = await world.app.db.read.q.selectFrom('resumable_upload').select('id').execute();
    assert.equal(rows.length, 1, 'what was refused is not waited for');
    assert.ok(await announceArchive(0.1));
  });

  test('A tus upload that stalls gets 400 and can continue after the received bytes', async (t) => {
    const world = await makeWorld(t, engine);
    const { url } = await announce(world, 'dan', 9);
    const silence = holdTimeouts(t, 30_000);
    const socket = await sendHalf(world, url, { authorization: basic(world, 'dan') });
    silence.end();
    const [response] = (await once(socket, 'data')) as [Buffer];
    assert.match(response.toString(), /^HTTP\/1\.1 400 .*The request ended early/s);
    socket.destroy();
    const rest = await ask(world, 'dan', 'PATCH', url, bytesHeaders(4), Buffer.from('a yar'));
    assert.equal(rest.status, 200);
  });

  test('An upload whose key or session ends while its bytes arrive is not stored', async (t) => {
    const world = await makeWorld(t, engine);
    const { email } = world.people.dan;
    const key = await makeKey(world, 'dan');
    const browser = await getBrowser(world, 'dan');
    for (const [headers, end] of [
      [
        { authorization: basicAuthorization({ email, apiKey: key.text }) },
        () => world.as('dan').delete(`/heddle/api_keys/${key.id}`),
      ],
      [
        { ...browser.headers, cookie: browser.cookie ?? '' },
        () => world.as('dan').delete('/heddle/sessions'),
      ],
    ] as const) {
      const { url } = await announce(world, 'dan', 9);
      const socket = await sendHalf(world, url, headers);
      assert.equal((await end()).status, 200);
      socket.write(' yarn');
      const [response] = (await once(socket, 'data')) as [Buffer];
      assert.match(response.toString(), /^HTTP\/1\.1 401 /);
      socket.destroy();
    }
    assert.deepEqual((await world.as('dan').get('/attachments')).json.attachments, []);
  });
});

const content = Buffer.from(Uint8Array.from({ length: 30_000 }, (_, i) => (i * 31) % 251));

/** The job that deletes the parts may just then run on the other node. */
async function untilDeleted({ app }: World, { objects }: { objects: ReadonlyMap<string, unknown> }) {
  await until('the parts are deleted from the bucket', async () => {
    await app.jobs.runDue();
    return [...objects.keys()].every((key) => !key.startsWith('unfinished/'));
  });
}

onEngine('postgres', 'Uploads in parts to several nodes with a bucket', () => {
  test('An upload in parts continues on another node without the disk of the first, and leaves no parts', async (t) => {
    const s3 = await makeS3(t);
    const [here, there] = await makeNodes(t, s3.config);
    const { url } = await announce(there, 'dan', content.length);
    const send = (node: typeof here, from: number, to: number) =>
      ask(node, 'dan', 'PATCH', url, bytesHeaders(from), content.subarray(from, to));
    assert.equal((await send(there, 0, 10_000)).status, 204);
    assert.equal((await send(there, 10_000, 12_000)).status, 204);
    rmSync(join(there.app.config.data, 'uploads'), { recursive: true, force: true });
    const head = await ask(here, 'dan', 'HEAD', url);
    assert.equal(head.headers.get('upload-offset'), '12000');
    assert.equal((await send(here, 0, 10_000)).status, 409, 'what was sent already');
    const last = await send(here, 12_000, content.length);
    assert.equal(last.status, 200);
    const { url: stored } = (await last.json()) as { url: string };
    const file = await open(there, 'dan', stored);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), content);
    await untilDeleted(here, s3);
  });

  test('An upload in parts that is cancelled on another node leaves nothing in the bucket', async (t) => {
    const s3 = await makeS3(t);
    const [here, there] = await makeNodes(t, s3.config);
    const { url } = await announce(there, 'dan', content.length);
    await ask(there, 'dan', 'PATCH', url, bytesHeaders(0), content.subarray(0, 9));
    // What a node left that ended before it could note what it had stored.
    s3.objects.set(`unfinished/${url.split('/').at(-1)}/lost`, { body: content, type: '' });
    assert.equal(s3.objects.size, 2);
    assert.equal((await ask(here, 'dan', 'DELETE', url)).status, 204);
    await untilDeleted(here, s3);
    assert.equal(s3.objects.size, 0);
  });

  test('A part that the bucket does not take is not counted, and its sender continues before it', async (t) => {
    const s3 = await makeS3(t);
    const [node] = await makeNodes(t, s3.config);
    const { url } = await announce(node, 'dan', content.length);
    s3.fail('PUT', 'error', 'error', 'error');
    const refused = await ask(node, 'dan', 'PATCH', url, bytesHeaders(0), content);
    assert.equal(refused.status, 503);
    assert.ok(refused.headers.has('retry-after'));
    const again = await ask(node, 'dan', 'PATCH', url, bytesHeaders(0), content);
    assert.equal(again.status, 200);
  });
});
