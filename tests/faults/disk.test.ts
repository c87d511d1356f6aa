/** A server on file systems that are really full and really read-only, as the system itself has them. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { serve } from '../support/process/child.ts';
import { Client } from '../support/client.ts';
import { mountDisk, mountSmall } from '../support/faults/mounts.ts';
import { createOrganization } from '../support/process/process.ts';
import { until } from '../support/until.ts';

async function begin(t: TestContext, dataDir: string) {
  const { user_id: id, email, api_key: apiKey } = createOrganization({ dataDir });
  const server = await serve(t, ['--data', dataDir]);
  const client = new Client(server.url, { email, apiKey });
  const acknowledged: number[] = [];
  const send = async () => {
    const reply = await client.post('/messages', { type: 'direct', to: [id], content: 'word '.repeat(1500) });
    if (reply.status === 200) acknowledged.push(Number(reply.json.id));
    return reply;
  };
  const assertKept = async () => {
    const query = { anchor: 'newest', num_before: 1000, num_after: 0 };
    const { json } = await client.get('/messages', query);
    const ids = (json.messages as { id: number }[]).map((message) => message.id);
    assert.deepEqual(
      ids.filter((one) => acknowledged.includes(one)),
      acknowledged,
    );
  };
  return { server, send, assertKept };
}

/** Takes all the room that is left. */
function fill(path: string): void {
  for (const size of [1024 * 1024, 4096])
    try {
      for (;;) writeFileSync(path, new Uint8Array(size), { flag: 'a' });
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
}

test('A server with a full disk refuses writes, keeps acknowledged data, and recovers when there is space', async (t) => {
  const folder = mountSmall(t, 40);
  if (folder === undefined) return;
  const { server, send, assertKept } = await begin(t, folder);
  assert.equal((await send()).status, 200);
  const ballast = join(folder, 'ballast');
  fill(ballast);
  let reply = await send();
  for (let more = 0; reply.status === 200 && more < 2000; more++) reply = await send();
  assert.deepEqual([reply.status, reply.json.code], [503, 'SERVER_NOT_READY']);
  await until('the server reports a full disk', async () => (await send()).json.reason === 'disk_full');
  await assertKept();
  rmSync(ballast);
  await until('the server stores messages again', async () => (await send()).status === 200);
  await assertKept();
  assert.equal((await server.end('SIGTERM')).code, 0);
});

test('A server with a read-only disk keeps serving reads, and recovers when it is writable', async (t) => {
  const disk = mountDisk(t);
  if (disk === undefined) return;
  const { server, send, assertKept } = await begin(t, disk.folder);
  assert.equal((await send()).status, 200);
  const files = readdirSync(disk.folder).filter((name) => /^heddle\.db(-wal)?$/.test(name));
  const free = disk.protect(...files);
  await until('the server reports a read-only disk', async () => (await send()).json.reason === 'read_only');
  await assertKept();
  free();
  await until('the server stores messages again', async () => (await send()).status === 200);
  disk.breakDown();
  await until('the server reports a read-only disk', async () => (await send()).json.reason === 'read_only');
  await assertKept();
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
});
