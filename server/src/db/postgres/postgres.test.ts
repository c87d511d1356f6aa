import assert from 'node:assert/strict';
import pg from 'pg';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test, type TestContext, describe } from 'node:test';
import { getPort } from '../../../../tests/support/services/get-port.ts';
import { makePlace, onEngine } from '../../../../tests/support/engines.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { Readers } from './postgres-readers.ts';
import { ResponseWatch } from './response-watch.ts';
import type { Row } from '../connection.ts';
import { refusePooler } from './postgres.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { LostSessionWatch, type SessionState } from './lost-session.ts';

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

/** A connection whose queries are served by these processes of PostgreSQL, one after the other. */
const servedBy = (...pids: number[]) => ({
  query: () => Promise.resolve({ rows: [{ pid: pids.shift() }] } as unknown as pg.QueryResult<Row>),
});

const refusing = (fault: StorageFault) => ({ query: () => Promise.reject(fault) });

describe('Poolers before PostgreSQL', () => {
  test('Connections with sessions of their own are used', async () => {
    await refusePooler(servedBy(7, 7), servedBy(8));
  });

  test('Connections that share a session, or change theirs, are refused with what to do', async () => {
    const refused = { name: 'StartRefused', message: /pool_mode = session/ };
    await assert.rejects(refusePooler(servedBy(7, 7), servedBy(7)), refused);
    await assert.rejects(refusePooler(servedBy(7, 9), servedBy(8)), refused);
  });

  test('The lock of a session that a pooler keeps is released', async () => {
    const asked: string[] = [];
    const writer = {
      query: ({ text }: pg.QueryConfig) => {
        asked.push(text);
        return servedBy(7).query();
      },
    };
    await assert.rejects(refusePooler(writer, servedBy(7)), { name: 'StartRefused' });
    assert.equal(asked.at(-1), 'SELECT pg_advisory_unlock_all()');
  });

  test('A pooler that refuses settings is named, and any other failure is left as it is', async () => {
    const unknown = new StorageFault('unreachable', new Error('unsupported startup parameter: options'));
    const refused = { name: 'StartRefused', message: /parameter: options\)\. .*ignore_startup_parameters/ };
    await assert.rejects(refusePooler(servedBy(7), refusing(unknown)), refused);
    const away = new StorageFault('unreachable', new Error('connect ECONNREFUSED'));
    await assert.rejects(refusePooler(servedBy(7), refusing(away)), away);
  });
});

/** A statement that gets no response; the numbers of looks after which its session was lost, of half a minute of them. */
async function lookOn(
  t: TestContext,
  inspect: (look: number) => SessionState | undefined,
  atLook: (watch: LostSessionWatch, look: number) => void = () => undefined,
): Promise<number[]> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const watch = new LostSessionWatch();
  const lost: number[] = [];
  let look = 0;
  watch.start({ inspect: () => Promise.resolve(inspect(look)), onLoss: () => lost.push(look) });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waiting = watch.during(promise);
  for (look = 1; look <= 30; look++) {
    atLook(watch, look);
    t.mock.timers.tick(1000);
    await turn();
  }
  watch.stop();
  resolve(undefined);
  await waiting;
  return lost;
}

test('A session is lost when its process has waited for the next statement since before one was sent', async (t) => {
  const lost = await lookOn(t, () => ({ isWaiting: true, since: '10:00:00' }));
  assert.equal(lost[0], 4);
});

test('A session is not lost while its process works, or waits for something else', async (t) => {
  assert.deepEqual(await lookOn(t, () => ({ isWaiting: false, since: '10:00:00' })), []);
});

test('A session is not lost whose process was seen between two statements, or not at all', async (t) => {
  assert.deepEqual(await lookOn(t, (look) => ({ isWaiting: true, since: `10:00:${look}` })), []);
  t.mock.timers.reset();
  assert.deepEqual(await lookOn(t, () => undefined), []);
});

test('A session is not lost that responds to any statement', async (t) => {
  const respond = (watch: LostSessionWatch, look: number) => {
    if (look % 3 === 0) void watch.during(Promise.resolve());
  };
  assert.deepEqual(await lookOn(t, () => ({ isWaiting: true, since: '10:00:00' }), respond), []);
});
