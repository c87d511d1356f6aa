import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { keepLog } from '../../../../tests/support/log.ts';
import { Download } from '../route.ts';
import { sendDownload } from './respond.ts';

async function* pieces(ends: boolean): AsyncGenerator<string> {
  yield 'first\n';
  await Promise.resolve();
  if (!ends) throw new Error('the second page cannot be read');
  yield 'second\n';
}

test('A download that fails after its beginning is logged and ends with its connection', async (t) => {
  const { log, saying } = keepLog();
  const server = fastify();
  for (const name of ['whole', 'broken'])
    server.get(`/${name}`, (_request, reply) =>
      sendDownload(reply, new Download(name, 'text/csv', pieces(name === 'whole')), log),
    );
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  assert.equal(await (await fetch(`${url}/whole`)).text(), 'first\nsecond\n');
  await assert.rejects(async () => (await fetch(`${url}/broken`)).text());
  const lines = saying(/download failed/);
  assert.deepEqual(
    lines.map(({ file }) => file),
    ['broken'],
  );
});
