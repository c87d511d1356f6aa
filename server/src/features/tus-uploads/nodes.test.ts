import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { announce, ask, bytesHeaders } from '../../../../tests/support/clients/tus.ts';
import { onEngine } from '../../../../tests/support/engines.ts';
import { open } from '../../../../tests/support/files.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { makeS3 } from '../../../../tests/support/services/s3.ts';

const content = Buffer.from(Uint8Array.from({ length: 30_000 }, (_, i) => (i * 31) % 251));

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
    await here.app.jobs.runDue();
    assert.deepEqual(
      [...s3.objects.keys()].filter((key) => key.startsWith('unfinished/')),
      [],
    );
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
    await here.app.jobs.runDue();
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
