import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { makePlace, onEngine } from '../../../../tests/support/engines.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { Readers } from './postgres-readers.ts';
import { ResponseWatch } from './response-watch.ts';

function makeReaders(t: TestContext, url: string, report: (fault: StorageFault) => void = () => undefined) {
  const watch = new ResponseWatch();
  const readers = new Readers(url, { types: pg.types, report, reportReads: () => undefined, watch });
  t.after(() => readers.close());
  return readers;
}

test('Reads of a database that cannot be reached do not each connect to it, until it is to be tried again', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const port = getPort(server);
  const readers = makeReaders(t, `postgres://heddle@127.0.0.1:${port}/heddle`);
  const read = () => readers.query({ text: 'SELECT 1' });
  const isAway = (error: unknown) => error instanceof StorageFault && error.kind === 'unreachable';
  for (let i = 0; i < 100; i++) await assert.rejects(read(), isAway);
  assert.ok(connections >= 2 && connections < 100, `${connections} connections`);
  const before = connections;
  readers.renew();
  await assert.rejects(read(), isAway);
  assert.ok(connections > before);
});

onEngine('postgres', 'Readers', () => {
  test('Reads for which PostgreSQL begins no session are refused like those of a database that is away', async (t) => {
    const place = await makePlace('postgres');
    t.after(() => place.remove());
    const url = new URL(place.databaseUrl ?? '');
    url.pathname = '/dropped';
    const readers = makeReaders(t, url.href);
    await assert.rejects(readers.query({ text: 'SELECT 1' }), { kind: 'unreachable', status: 503 });
  });

  test('Reads that wait for a session when the sessions are replaced are served', async (t) => {
    const place = await makePlace('postgres');
    t.after(() => place.remove());
    const readers = makeReaders(t, place.databaseUrl ?? '');
    const reads = Array.from({ length: 30 }, () => readers.query({ text: 'SELECT pg_sleep(0.01)' }));
    readers.renew();
    await Promise.all(reads);
  });

  test('A read that began before an outage ended fails without making the database unreachable again', async (t) => {
    const place = await makePlace('postgres');
    t.after(() => place.remove());
    const url = new URL(place.databaseUrl ?? '');
    for (const [name, ms] of Object.entries({ query_timeout: '100', statement_timeout: '2000' }))
      url.searchParams.set(name, ms);
    const reports: StorageFault[] = [];
    const readers = makeReaders(t, url.href, (fault) => reports.push(fault));
    const read = readers.query({ text: 'SELECT pg_sleep(1)' });
    readers.renew();
    await assert.rejects(read, { kind: 'unreachable' });
    assert.deepEqual(reports, []);
  });
});
