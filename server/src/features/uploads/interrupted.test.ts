import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { holdTimeouts } from '../../../../tests/support/faults/hold-timeouts.ts';
import { open, sendFiles, storedFiles, upload } from '../../../../tests/support/files.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const part = (name: string, content: string, filename?: string) =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"` +
  `${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${content}`;

const large = 'weft'.repeat(50_000);

/** Bodies that end without a closing boundary, by where they are cut. */
const cutBodies: Record<string, string> = {
  'in the first file': part('a', 'half of it', 'a.txt'),
  'before the second boundary': `${part('a', 'all of it', 'a.txt')}\r\n--c`,
  'in the headers of the second part': `${part('a', 'all of it', 'a.txt')}\r\n--cut\r\nContent-Disp`,
  'in a second file': `${part('a', 'all of it', 'a.txt')}\r\n${part('b', 'half of', 'b.txt')}`,
  'in a large second file': `${part('a', large, 'a.txt')}\r\n${part('b', large, 'b.txt')}`,
  'in a field behind the file': `${part('a', 'all of it', 'a.txt')}\r\n${part('b', 'half')}`,
  'in a file behind a field': `${part('a', 'all')}\r\n${part('b', 'half of it', 'b.txt')}`,
};

function post(world: World, who: Name, length: number, connection = 'close') {
  const { email, apiKey } = world.people[who];
  const { hostname, port, host } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/user_uploads HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${length}\r\n` +
      `Authorization: ${basicAuthorization({ email, apiKey })}\r\n` +
      `Connection: ${connection}\r\nContent-Type: multipart/form-data; boundary=cut\r\n\r\n`,
  );
  return socket;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

const arriving = (world: World) => storedFiles(world).filter((path) => path.startsWith('incoming'));

onBothEngines('Interrupted uploads', (engine) => {
  for (const [where, body] of Object.entries(cutBodies))
    test(`An upload whose body is cut ${where} gets 400 and leaves nothing behind`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const socket = post(world, 'dan', body.length);
      socket.write(body);
      const response = await text(socket);
      assert.match(response, /^HTTP\/1\.1 400 /);
      assert.match(response, /"code":"BAD_REQUEST"/);
      assert.deepEqual(storedFiles(world), []);
      assert.equal((await sendFiles(world, 'dan', [{}])).status, 200);
    });

  test('An upload whose connection is lost leaves nothing behind, wherever its body ends', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const body of Object.values(cutBodies)) {
      const socket = post(world, 'dan', body.length + 1000);
      socket.write(body);
      await until(() => arriving(world).length > 0);
      socket.destroy();
      await until(() => arriving(world).length === 0);
    }
    assert.deepEqual(storedFiles(world), []);
  });

  test('An upload whose sender stalls gets 400 and leaves nothing behind', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const silence = holdTimeouts(t, 30_000);
    const socket = post(world, 'dan', 100_000, 'keep-alive');
    socket.write(cutBodies['in a second file']!);
    await until(() => arriving(world).length > 0);
    silence.end();
    const response = await text(socket);
    assert.match(response, /^HTTP\/1\.1 400 .*"msg":"The request ended early\."/s);
    assert.deepEqual(storedFiles(world), []);
  });

  test('An upload interrupted by the end of the process is removed at the next start', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const kept = await upload(world, 'dan');
    const { jobs, files } = world.app;
    await jobs.stop();
    const put = files.store.put.bind(files.store);
    files.store.put = async (...given) => {
      await put(...given);
      throw new Error('the process is killed');
    };
    assert.equal((await sendFiles(world, 'dan', [{}])).status, 500);
    const avatar = await world.as('dan').send('POST', '/users/me/avatar', { body: await pictureForm() });
    assert.equal(avatar.status, 500);
    assert.equal(storedFiles(world).length, 3);
    await world.restart();
    await world.app.jobs.runDue();
    assert.deepEqual(storedFiles(world), [join('files', kept.path)]);
    assert.equal((await open(world, 'dan', kept.url)).status, 200);
  });

  test('An unfinished upload without a row is removed at the next start and hourly', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const orphan = () => {
      const folder = join(world.app.config.data, 'uploads', 'unfinished');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'no-row-names-this'), 'half of it');
      assert.equal(storedFiles(world).length, 1);
    };
    orphan();
    await world.restart();
    assert.deepEqual(storedFiles(world), []);
    orphan();
    await world.app.maintenance.sweep();
    assert.deepEqual(storedFiles(world), []);
  });

  test('An interrupted upload that could not be removed immediately is removed a day later, and active ones are not', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { incoming } = world.app.files;
    const [old, fresh] = [await incoming.newPath(), await incoming.newPath()];
    for (const path of [old, fresh]) writeFileSync(path, 'half of it');
    const yesterday = new Date(Date.now() - 25 * 3600_000);
    utimesSync(old, yesterday, yesterday);
    await world.app.maintenance.sweep();
    assert.deepEqual(storedFiles(world), [join('incoming', fresh.slice(incoming.folder.length + 1))]);
  });
});

onBothEngines('Concurrent uploads', (engine) => {
  test('Uploads by one user are limited to twenty at a time, without delaying others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const body = cutBodies['in the first file']!;
    const sockets = Array.from({ length: 20 }, () => post(world, 'dan', body.length + 1000));
    t.after(() => sockets.forEach((socket) => socket.destroy()));
    for (const socket of sockets) socket.write(body);
    await until(() => arriving(world).length === 20);
    const refused = await sendFiles(world, 'dan', [{}]);
    assert.deepEqual([refused.status, refused.json.code], [429, 'RATE_LIMIT_HIT']);
    assert.equal((await sendFiles(world, 'eve', [{}])).status, 200);
    sockets[0]?.destroy();
    await until(() => arriving(world).length === 19);
    assert.equal((await sendFiles(world, 'dan', [{}])).status, 200);
  });
});

async function pictureForm(): Promise<FormData> {
  const form = new FormData();
  form.set('file', new File([await picture(40, 40)], 'me.png', { type: 'image/png' }));
  return form;
}
