import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { test, type TestContext } from 'node:test';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type WorldOptions } from '../../../../tests/support/world.ts';
import { sendEmail, enqueue } from '../../core/jobs/index.ts';
import { searchIndexer } from '../../core/messages/index.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { openMetrics } from './listener.ts';

async function measured(t: TestContext, engine: Engine, config: WorldOptions['config'] = {}) {
  const world = await makeWorld(t, engine, { alone: true, config: { metricsPort: 0, ...config } });
  const { url, close } = await openMetrics(world.app, '127.0.0.1', 0);
  undoAfter(t, close);
  const scrape = async () => (await fetch(url)).text();
  /** The value of a series, 0 where there is none. */
  const value = async (series: string) => {
    const lines = (await scrape()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? 0);
  };
  return { world, url, scrape, value };
}

const documented = (): Set<string> => {
  const text = readFileSync(new URL('../../../../docs/monitoring.md', import.meta.url), 'utf8');
  return new Set([...text.matchAll(/^\| `((?:heddle|process)_\w+)/gm)].map(([, name = '']) => name));
};

const send = (content: string) => ({ type: 'stream', to: 'general', topic: 'weft', content });

onBothEngines('Metrics', (engine) => {
  test('The metrics are those that docs/monitoring.md lists, each once and with its type', async (t) => {
    const { scrape } = await measured(t, engine);
    const text = await scrape();
    const names = [...text.matchAll(/^# TYPE (\w+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name);
    assert.deepEqual(names.toSorted(), [...documented()].toSorted());
    for (const line of text.trimEnd().split('\n'))
      assert.match(line, /^(?:# (?:HELP|TYPE) |[a-z_]+(?:\{[^}]*\})? (?:[-+]?[\d.e+-]+|\+Inf|NaN)$)/);
    assert.doesNotMatch(text, /NaN/);
    assert.doesNotMatch(text, /^heddle_scrape_failures_total\{.*\} [1-9]/m);
  });

  test('A request is counted by operation ID and status, with its duration', async (t) => {
    const { world, value } = await measured(t, engine);
    const ok = 'heddle_requests_total{operation="send-message",status="200"}';
    const refused = 'heddle_requests_total{operation="send-message",status="400"}';
    assert.equal(await value(ok), 0);
    await world.as('dan').post('/messages', send('one'));
    await world.as('dan').post('/messages', { ...send('two'), to: 'nowhere' });
    await until('both are counted', async () => (await value(ok)) === 1 && (await value(refused)) === 1);
    assert.equal(await value('heddle_request_duration_seconds_count{operation="send-message"}'), 2);
    assert.ok((await value('heddle_request_duration_seconds_sum{operation="send-message"}')) > 0);
  });

  test('What is kept in memory is listed by owner, within the limit of each', async (t) => {
    const { world, scrape, value } = await measured(t, engine);
    await listenAs(world, 'eve', { fetch_event_types: ['realm_user'] });
    assert.equal(await value('heddle_memory_entries{owner="events"}'), 0);
    await world.as('dan').post('/messages', send('one'));
    await until('it is pending', async () => (await value('heddle_memory_entries{owner="events"}')) === 1);
    assert.ok((await value('heddle_memory_bytes{owner="events"}')) > 'one'.length);
    assert.ok((await value('heddle_memory_entries{owner="people"}')) >= 6);
    const limits = (await scrape()).matchAll(/^heddle_memory_entries_limit\{owner="(\w+)"\} (\d+)$/gm);
    for (const [, owner = '', limit] of limits)
      assert.ok((await value(`heddle_memory_entries{owner="${owner}"}`)) <= Number(limit), owner);
  });

  test('Requests for unknown paths share one series, whatever they ask for', async (t) => {
    const { world, scrape } = await measured(t, engine);
    const paths = ['/nowhere', '/api/v1/nowhere', '/api/v1/nowhere/7', '/%zz', '/login'];
    const before = await scrape();
    for (const path of paths) await (await fetch(`${world.url}${path}`)).arrayBuffer();
    await until('the page is counted', async () => (await scrape()).includes('operation="other"'));
    const operations = (text: string) =>
      new Set([...text.matchAll(/operation="([^"]*)"/g)].map(([, name = '']) => name));
    const fresh = operations(await scrape()).difference(operations(before));
    assert.deepEqual([...fresh].toSorted(), ['other', 'unknown']);
  });

  test('A write is counted as a group of actions with the time of its commit', async (t) => {
    const { world, value } = await measured(t, engine);
    const before = await value('heddle_commit_duration_seconds_count');
    await Promise.all(Array.from({ length: 5 }, () => world.as('dan').post('/messages', send('hi'))));
    assert.ok((await value('heddle_commit_duration_seconds_count')) > before);
    assert.ok((await value('heddle_write_group_actions_sum')) >= 5);
    assert.ok((await value('heddle_query_duration_seconds_count')) > 0);
  });

  test('Event queues, waiting requests and deliveries are counted', async (t) => {
    const { world, value } = await measured(t, engine);
    const eve = world.as('eve');
    const { json } = await eve.post('/register', { event_types: ['message'], fetch_event_types: [] });
    assert.equal(await value('heddle_event_queues'), 1);
    const before = await value('heddle_event_deliveries_total');
    const poll = eve.get('/events', { queue_id: json.queue_id, last_event_id: json.last_event_id });
    await until('the request waits', async () => (await value('heddle_event_queues_polling')) === 1);
    await world.as('dan').post('/messages', send('hi'));
    assert.equal((await poll).json.events.length, 1);
    assert.equal(await value('heddle_event_queues_polling'), 0);
    assert.equal(await value('heddle_event_queue_events'), 1);
    assert.equal(await value('heddle_event_deliveries_total'), before + 1);
  });

  test('The lag of the search index and of notifications goes back to 0', async (t) => {
    const { world, value } = await measured(t, engine);
    const lag = () => value('heddle_catch_up_lag_messages{worker="search"}');
    await searchIndexer(world.app).stop();
    await world.as('dan').post('/messages', send('one'));
    await world.as('dan').post('/messages', send('two'));
    assert.ok((await lag()) >= 2);
    assert.ok((await value('heddle_catch_up_lag_seconds{worker="search"}')) >= 0);
    const notified = () => value('heddle_catch_up_lag_messages{worker="notifications"}');
    await until('the notifications caught up', async () => (await notified()) === 0);
  });

  test('Jobs are counted by kind and state, and mail by outcome', async (t) => {
    const { world, value } = await measured(t, engine);
    const mail = { to: 'ben@example.com', subject: 'Hi', text: 'Hi' } as never;
    const add = (payload: never, after: number) =>
      world.app.db.write(world.orgId, 'system', (tx) => enqueue(tx, sendEmail, payload, tx.now + after));
    await add(mail, 3600_000);
    assert.equal(await value('heddle_jobs{kind="email",state="scheduled"}'), 1);
    assert.equal(await value('heddle_jobs{kind="email",state="due"}'), 0);
    await world.app.jobs.runDue(Date.now() + 3601_000);
    assert.equal(await value('heddle_jobs{kind="email",state="scheduled"}'), 0);
    assert.equal(await value('heddle_mails_total{outcome="sent"}'), 1);
    assert.equal(await value('heddle_job_duration_seconds_count{kind="email"}'), 1);
    await add(null as never, 0);
    await until('it failed', async () => (await value('heddle_mails_total{outcome="failed"}')) === 1);
    assert.equal(await value('heddle_job_failures_total{kind="email"}'), 1);
  });

  test('An uploaded file is counted with its bytes', async (t) => {
    const { world, value } = await measured(t, engine);
    const form = new FormData();
    form.set('file', new Blob(['twelve bytes']), 'a.txt');
    await world.as('dan').send('POST', '/user_uploads', { body: form });
    assert.equal(await value('heddle_uploads_total'), 1);
    assert.equal(await value('heddle_upload_bytes_total'), 12);
    assert.equal(await value('heddle_upload_storage_bytes'), 12);
  });

  test('Storage that failed is shown, and metrics without a database are still exposed', async (t) => {
    const { world, value, scrape } = await measured(t, engine);
    assert.equal(await value('heddle_storage_ok{storage="database"}'), 1);
    assert.ok((await value('heddle_database_bytes')) > 0);
    assert.ok((await value('heddle_data_folder_free_bytes')) > 0);
    assert.ok((await value('process_resident_memory_bytes')) > 1e6);
    await world.app.survival.stop();
    world.app.storage.files.report(new StorageFault('disk_full'));
    assert.equal(await value('heddle_storage_ok{storage="files"}'), 0);
    const { read } = world.app.db;
    const { query } = read.connection;
    read.connection.query = () => Promise.reject(new Error('unreachable'));
    assert.match(await scrape(), /^heddle_scrape_failures_total\{part="jobs"\} 1$/m);
    assert.ok((await value('process_resident_memory_bytes')) > 1e6);
    read.connection.query = query;
  });

  test('Metrics are served at their own address only, and nothing else is served there', async (t) => {
    const { world, url } = await measured(t, engine);
    const page = await fetch(`${world.url}/metrics`);
    assert.doesNotMatch(await page.text(), /heddle_requests_total/);
    assert.equal(page.status, 404);
    const { origin } = new URL(url);
    for (const path of ['/', '/api/v1/server_settings', '/login', '/health'])
      assert.equal((await fetch(`${origin}${path}`)).status, 404);
    assert.equal((await fetch(url, { method: 'POST' })).status, 404);
  });

  test('A slow request and a slow query are logged with operation ID and request ID', async (t) => {
    const kept = keepLog();
    const config = { slowRequestMs: 1, slowQueryMs: 1 };
    const world = await makeWorld(t, engine, { log: kept.log, config });
    const { connection } = world.app.db.read;
    const word = 'c4nary';
    const slow =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT count(*) FROM n';
    await connection.query(slow, []);
    await until('the query is logged', () => kept.saying('slow query').some(({ sql }) => sql === slow));
    const id = async () => {
      const { headers } = await world.as('dan').post('/messages', send(word.repeat(200)));
      return headers.get('x-request-id');
    };
    const ids = new Set<unknown>();
    await until('a request is logged', async () => {
      ids.add(await id());
      return kept.saying('slow request').some((line) => ids.has(line.request));
    });
    const line = kept.saying('slow request').find(({ request }) => ids.has(request));
    assert.equal(line?.operation, 'send-message');
    assert.equal(line.path, '/api/v1/messages');
    assert.ok(Number(line.queries) > 0);
    assert.deepEqual(
      kept.lines.filter((each) => each.includes(word)),
      [],
    );
  });

  test('Nothing is logged as slow where the thresholds are 0, nor a request that waits for events', async (t) => {
    const kept = keepLog();
    for (const slowRequestMs of [0, 1]) {
      const config = { slowRequestMs, slowQueryMs: 0 };
      const world = await makeWorld(t, engine, { log: kept.log, config });
      const eve = world.as('eve');
      const { json } = await eve.post('/register', { event_types: ['message'], fetch_event_types: [] });
      world.app.hub.heartbeat = { least: 20, most: 30 };
      await eve.get('/events', { queue_id: json.queue_id, last_event_id: json.last_event_id });
      if (slowRequestMs === 0) assert.deepEqual(kept.saying(/^slow/), []);
    }
    assert.deepEqual(
      kept.saying('slow request').filter(({ operation }) => operation === 'get-events'),
      [],
    );
    assert.deepEqual(kept.saying('slow query'), []);
  });
});

test('A metrics connection that cannot be accepted does not end the server, however often', async (t) => {
  const kept = keepLog();
  const world = await makeWorld(t, 'sqlite', { config: { metricsPort: 0 }, log: kept.log });
  const listen = t.mock.method(Server.prototype, 'listen');
  const { close } = await openMetrics(world.app, '127.0.0.1', 0);
  undoAfter(t, close);
  const [server] = listen.mock.calls.map((call): unknown => call.this);
  assert.ok(server instanceof Server);
  for (const code of ['EMFILE', 'ENFILE']) server.emit('error', Object.assign(new Error(code), { code }));
  assert.equal(kept.saying('a connection for the metrics could not be accepted').length, 2);
});
