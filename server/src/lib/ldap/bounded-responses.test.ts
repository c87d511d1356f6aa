import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Client } from 'ldapts';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { boundResponses } from './bounded-responses.ts';

/** A directory that answers each request in this way. */
async function search(t: TestContext, answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const client = new Client({ url: `ldap://127.0.0.1:${getPort(server)}`, timeout: 60_000 });
  boundResponses(client);
  t.after(() => client.unbind());
  return client.search('dc=example,dc=com', { filter: '(uid=ada)' });
}

/** The number of the first request of a client. */
const id = 2;
const reference = Buffer.from([0x30, 0x05, 0x02, 0x01, id, 0x73, 0x00]);
const done = Buffer.from([0x30, 0x0c, 0x02, 0x01, id, 0x65, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]);
const manyReferences = Buffer.concat(Array.from({ length: 60_000 }, () => reference));

test('A directory that sends many empty references at once does not exceed the stack', async (t) => {
  const { searchEntries } = await search(t, (socket) => socket.write(Buffer.concat([manyReferences, done])));
  assert.deepEqual(searchEntries, []);
});

test('A response that arrives byte by byte is read', async (t) => {
  const { searchEntries } = await search(t, (socket) => {
    socket.setNoDelay();
    for (const byte of done) socket.write(Buffer.from([byte]));
  });
  assert.deepEqual(searchEntries, []);
});

test('A message that is too long, a length that is none, endless references and what is no message end the connection', async (t) => {
  const long = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]);
  await assert.rejects(
    search(t, (socket) => socket.write(long)),
    /too long/,
  );
  await assert.rejects(
    search(t, (socket) => socket.write(Buffer.from([0x30, 0x80]))),
    /no usable length/,
  );
  await assert.rejects(
    search(t, (socket) => socket.write('HTTP/1.1 200 OK')),
    /what is no message/,
  );
  const endless = (socket: Socket) => {
    while (!socket.destroyed && socket.write(manyReferences));
    if (!socket.destroyed) socket.once('drain', () => endless(socket));
  };
  await assert.rejects(search(t, endless), /sends too much/);
});

/** A value of any length below 64 KB, or a sequence of values. */
const part = (tag: number, parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
};

/** An entry of one attribute. */
function makeEntry(name: string, values: number): Buffer {
  const texts = Array.from({ length: values }, (_, n) => part(0x04, [Buffer.from(`uid=${n}`)]));
  const attribute = part(0x30, [part(0x04, [Buffer.from(name)]), part(0x31, texts)]);
  const entry = part(0x64, [part(0x04, [Buffer.from('cn=weavers')]), part(0x30, [attribute])]);
  return part(0x30, [Buffer.from([0x02, 0x01, id]), entry]);
}

test('A group of 100,000 members is read, and an entry of more values than memory has room for is not', async (t) => {
  const group = Buffer.concat([makeEntry('member', 100_000), done]);
  const { searchEntries } = await search(t, (socket) => socket.write(group));
  assert.equal(searchEntries[0]?.member?.length, 100_000);
  const tooLarge = makeEntry('member', 300_000);
  await assert.rejects(
    search(t, (socket) => socket.write(tooLarge)),
    /sends too much/,
  );
  const nested = part(0x30, [Buffer.from([0x02, 0x01, id, 0x64, 0x80, 0x30, 0x80])]);
  await assert.rejects(
    search(t, (socket) => socket.write(nested)),
    /no usable length/,
  );
});
