import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { Child, serve } from '../support/process/child.ts';
import { makePlace, onEngine } from '../support/engines.ts';
import { keepLog, storageLines, type KeptLog } from '../support/log.ts';
import { health, untilHealthy, listen, send, sendWithRetries, stored } from '../support/faults/outage.ts';
import { startPostgres } from '../support/services/postgres.ts';
import { proxyBefore, type TcpProxy } from '../support/faults/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { undoAfter } from '../support/undo.ts';
import { makeWorld, type World } from '../support/world.ts';
import { searchIndexer } from '../../server/src/core/messages/index-worker.ts';
import { presenceBoards } from '../../server/src/features/presence/boards.ts';

interface Stage {
  world: World;
  proxy: TcpProxy;
  kept: KeptLog;
  /** Past the proxy. */
  admin: pg.Client;
}

async function makeStage(t: TestContext, settings: Record<string, string> = {}): Promise<Stage> {
  const kept = keepLog();
  const made: { proxy?: TcpProxy; itself?: string } = {};
  const world = await makeWorld(t, 'postgres', {
    log: kept.log,
    async databaseUrl(itself) {
      const { proxy, url } = await proxyBefore(t, itself);
      Object.assign(made, { proxy, itself });
      return `${url}?${new URLSearchParams(settings)}`;
    },
  });
  assert.ok(made.proxy);
  const admin = new pg.Client({ connectionString: made.itself });
  await admin.connect();
  undoAfter(t, () => admin.end());
  return { world, proxy: made.proxy, kept, admin };
}

const countMessages = async (admin: pg.Client): Promise<number> =>
  Number((await admin.query<{ count: string }>('SELECT count(*) AS count FROM message')).rows[0]?.count);

/** Returns how to let PostgreSQL begin sessions in the database of this one, or refuse them. */
async function allowSessions(
  t: TestContext,
  admin: pg.Client,
): Promise<(isAllowed: boolean) => Promise<void>> {
  const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name');
  const { host, port, user } = admin;
  const beside = new pg.Client({ host, port, user, database: 'postgres' });
  await beside.connect();
  undoAfter(t, () => beside.end());
  const allow = async (isAllowed: boolean) => {
    await beside.query(`ALTER DATABASE "${rows[0]?.name ?? ''}" ALLOW_CONNECTIONS ${String(isAllowed)}`);
  };
  undoAfter(t, () => allow(true));
  return allow;
}

function blockFor(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

/** A write within which the process responds to nothing until PostgreSQL has ended its session. */
const freezeWithin = ({ app, orgId }: World): Promise<never> =>
  app.db.write(orgId, 'system', async ({ connection }) => {
    await connection.run("SET LOCAL idle_in_transaction_session_timeout = '1ms'", []);
    for (;;) {
      blockFor(50);
      await connection.query('SELECT 1', []);
    }
  });

onEngine('postgres', 'Outages of PostgreSQL', () => {
  test('A server without PostgreSQL refuses sends with a reason, reports it everywhere, and recovers automatically', async (t) => {
    const { world, proxy, kept } = await makeStage(t);
    const queue = await listen(world);
    await sendWithRetries(world, 'before');
    assert.deepEqual(await queue.untilReceived('before'), ['before']);
    const held = queue.poll();
    await proxy.close();
    const refused = await send(world, 'during');
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.reason],
      [503, 'SERVER_NOT_READY', 'unreachable'],
    );
    assert.match(refused.json.msg, /cannot reach its database/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const header = /^database=unreachable;since=(\d+)$/.exec(refused.headers.get('x-heddle-storage') ?? '');
    assert.deepEqual(await held, [], 'the poll that was held ends without an error');
    for (const path of ['/health', '/readyz']) {
      const { status, json } = await health(world, path);
      const { database } = json.storage as { database: { reason: string; remedy: string; since: number } };
      assert.equal(header?.[1], String(database.since));
      assert.deepEqual([status, json.reason, database.reason], [503, 'unreachable', 'unreachable']);
      assert.match(database.remedy, /PostgreSQL/);
    }
    assert.equal((await fetch(`${world.url}/livez`)).status, 200);
    await proxy.open();
    await sendWithRetries(world, 'during');
    await sendWithRetries(world, 'after');
    assert.deepEqual(await queue.untilReceived('after'), ['during', 'after']);
    assert.deepEqual(await stored(world), ['before', 'during', 'after']);
    assert.equal((await health(world)).status, 200);
    assert.equal((await send(world, 'well')).headers.get('x-heddle-storage'), null);
    assert.deepEqual(storageLines(kept, 'database'), ['failed unreachable', 'recovered unreachable']);
    assert.deepEqual(
      kept.entries.filter(({ level }) => level >= 50).map(({ msg }) => msg),
      ['storage failed; writes are refused'],
    );
  });

  test('A server recognizes a message whose commit was unconfirmed, and delivers it once', async (t) => {
    const { world, proxy } = await makeStage(t);
    const queue = await listen(world);
    await sendWithRetries(world, 'before');
    proxy.loseReplyTo('unknown', 'COMMIT');
    assert.equal((await send(world, 'unknown')).status, 503);
    await untilHealthy(world);
    assert.deepEqual(await queue.untilReceived('unknown'), ['before', 'unknown']);
    const id = await sendWithRetries(world, 'unknown');
    await sendWithRetries(world, 'after');
    assert.deepEqual(await queue.untilReceived('after'), ['after']);
    assert.deepEqual(await stored(world), ['before', 'unknown', 'after']);
    const { json } = await world.as('dan').get(`/messages/${id}`);
    assert.equal(json.message.sender_id, world.people.dan.id);
  });

  test('A server detects a user change whose commit was unconfirmed', async (t) => {
    const { world, proxy } = await makeStage(t);
    proxy.loseReplyTo('is_active', 'COMMIT');
    const reply = await world.as('ada').delete(`/users/${world.people.eve.id}`);
    assert.equal(reply.status, 503);
    await untilHealthy(world);
    assert.equal((await world.as('eve').get('/users/me')).status, 401);
  });

  test('A server loses nothing when PostgreSQL sessions are terminated repeatedly during writes', async (t) => {
    const { world, admin } = await makeStage(t);
    const names = Array.from({ length: 40 }, (_, i) => `message ${i}`);
    const writing = Promise.all(names.map((name) => sendWithRetries(world, name)));
    const state = { isDone: false };
    const ending = (async () => {
      for (let round = 0; round < 5 && !state.isDone; round++) {
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'heddle-%'`,
        );
        const before = await countMessages(admin);
        await until('someone could write', async () => state.isDone || (await countMessages(admin)) > before);
      }
    })();
    const ids = await writing;
    state.isDone = true;
    await ending;
    await untilHealthy(world);
    assert.equal(new Set(ids).size, names.length);
    assert.deepEqual((await stored(world)).sort(), names.sort());
  });

  test('A read is made again for as many PostgreSQL sessions as were terminated at once', async (t) => {
    const { world, admin } = await makeStage(t);
    const newest = { anchor: 'newest', num_before: 10, num_after: 0 };
    const read = () => world.as('dan').get('/messages', newest);
    await Promise.all(Array.from({ length: 24 }, read));
    const { rowCount } = await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'heddle-reader'`,
    );
    assert.ok((rowCount ?? 0) > 2);
    const asked = world.app.db.read.connection.query('SELECT 1 AS one', []);
    // All sessions report their end at the same time, after the statement was sent in one of them.
    blockFor(100);
    assert.deepEqual(await asked, [{ one: 1 }]);
  });

  test('A server that was frozen within a transaction refuses the write with 503, and continues in another session', async (t) => {
    const { world } = await makeStage(t);
    await assert.rejects(freezeWithin(world), { kind: 'unreachable', status: 503 });
    await sendWithRetries(world, 'after');
    assert.deepEqual(await stored(world), ['after']);
  });

  test('A server continues jobs and search indexing after an outage of PostgreSQL', async (t) => {
    const { world, proxy } = await makeStage(t);
    await sendWithRetries(world, 'warpweighted');
    await proxy.close();
    assert.equal((await send(world, 'during')).status, 503);
    await searchIndexer(world.app)
      .catchUp()
      .catch(() => undefined);
    await presenceBoards(world.app).flush();
    await proxy.open();
    await sendWithRetries(world, 'during');
    await searchIndexer(world.app).catchUp();
    await world.app.jobs.runDue();
    const { json } = await world.as('dan').get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'warpweighted' }],
    });
    assert.equal(json.messages.length, 1);
  });

  test('A server gives up a single session that receives nothing, long before the deadline of its statements', async (t) => {
    const { world, proxy, kept } = await makeStage(t, { query_timeout: '3600000' });
    await sendWithRetries(world, 'before');
    proxy.silenceAt('during');
    const { status, json } = await send(world, 'during');
    assert.deepEqual([status, json.reason], [503, 'unreachable']);
    await sendWithRetries(world, 'during');
    assert.deepEqual(await stored(world), ['before', 'during']);
    assert.deepEqual(storageLines(kept, 'database'), ['failed unreachable', 'recovered unreachable']);
  });

  test('A server detects a silent network and reconnects', async (t) => {
    // Long after this test: what notices the silence is none of the deadlines of statements.
    const { world, proxy, kept } = await makeStage(t, { query_timeout: '3600000' });
    const queue = await listen(world);
    await sendWithRetries(world, 'before');
    proxy.silence();
    const read = () => world.as('dan').get('/saved_snippets');
    const waiting = await Promise.all([send(world, 'during'), ...Array.from({ length: 20 }, read)]);
    for (const { status, json, headers } of [...waiting, await read()]) {
      assert.deepEqual([status, json.reason], [503, 'unreachable']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    assert.equal((await health(world, '/readyz')).status, 503);
    proxy.speak();
    await sendWithRetries(world, 'during');
    assert.deepEqual(await queue.untilReceived('during'), ['before', 'during']);
    assert.equal((await world.as('dan').get('/saved_snippets')).status, 200);
    assert.deepEqual(await stored(world), ['before', 'during']);
    assert.deepEqual(storageLines(kept, 'database'), ['failed unreachable', 'recovered unreachable']);
  });

  test('A server distinguishes a slow statement from a silent network', async (t) => {
    const { world, kept } = await makeStage(t, { query_timeout: '60000', statement_timeout: '1000' });
    const slow = sql`SELECT pg_sleep(30)`;
    await assert.rejects(slow.execute(world.app.db.read.q), { kind: 'busy' });
    await assert.rejects(
      world.app.db.write(world.orgId, 'system', (tx) => slow.execute(tx.q)),
      { kind: 'busy' },
    );
    await sendWithRetries(world, 'after');
    assert.deepEqual(storageLines(kept, 'database'), []);
  });

  test('A server logs why PostgreSQL does not let it in again', async (t) => {
    const { world, kept, admin } = await makeStage(t);
    await sendWithRetries(world, 'before');
    const allow = await allowSessions(t, admin);
    await allow(false);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'heddle-%'`,
    );
    await until('the reason is logged', () =>
      Promise.resolve(kept.entries.some((line) => JSON.stringify(line).includes('not currently accepting'))),
    );
    assert.equal((await send(world, 'during')).status, 503);
    await allow(true);
    await sendWithRetries(world, 'after');
    assert.deepEqual(await stored(world), ['before', 'after']);
  });

  test('A server to which PostgreSQL refuses new sessions writes, and reads with those that it has', async (t) => {
    const { world, admin, kept } = await makeStage(t);
    const read = async () => (await world.as('dan').get('/saved_snippets')).status;
    const readMany = () => Promise.all(Array.from({ length: 30 }, read));
    assert.equal(await read(), 200);
    const allow = await allowSessions(t, admin);
    await allow(false);
    assert.deepEqual(new Set(await readMany()), new Set([200]));
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'heddle-reader'`;
    await until('reads are refused', async () => {
      await admin.query(end);
      return (await read()) === 503;
    });
    assert.equal((await send(world, 'during')).status, 200);
    assert.equal((await health(world, '/readyz')).status, 503);
    await allow(true);
    await until('reads are served', async () => (await read()) === 200);
    assert.deepEqual(new Set(await readMany()), new Set([200]));
    assert.deepEqual(storageLines(kept, 'database'), []);
    const lines = kept.entries.filter(({ msg }) => /reads are refused|is read again/.test(msg));
    assert.equal(lines.length, 2);
  });

  test('A message that no synchronous standby has confirmed is not acknowledged, and neither is its repetition', async (t) => {
    const settings = ['wal_level=replica', 'max_wal_senders=2'];
    const own = await startPostgres({ settings });
    undoAfter(t, () => own.stop());
    const world = await makeWorld(t, 'postgres', { databaseUrl: () => Promise.resolve(own.url) });
    const admin = new pg.Client({ connectionString: own.url });
    const other = new pg.Client({
      connectionString: own.url,
      application_name: 'heddle-test',
      options: '-c synchronous_commit=on',
    });
    for (const client of [admin, other]) {
      await client.connect();
      undoAfter(t, () => client.end());
    }
    const waits = async (act: string, who = 'heddle-writer%') => {
      const { rows } = await admin.query(
        `SELECT ${act} FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name LIKE '${who}'`,
      );
      return rows.length > 0;
    };
    const setStandby = async (name: string) => {
      await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await admin.query('SELECT pg_reload_conf()');
      if (name === '') return;
      // Commits wait only once the processes of PostgreSQL have read the setting.
      await until('commits wait', async () => {
        let hasCommitted = false;
        let hasWaited = false;
        const commit = other
          .query("SELECT pg_logical_emit_message(true, 'test', '')")
          .finally(() => (hasCommitted = true));
        await until('it waits or has committed', async () => {
          hasWaited ||= await waits('pg_cancel_backend(pid)', 'heddle-test%');
          return hasCommitted;
        });
        await commit;
        return hasWaited;
      });
    };
    await sendWithRetries(world, 'before');
    await setStandby('missing');
    const cancelled = send(world, 'during');
    await until('the commit waits and is cancelled', () => waits('pg_cancel_backend(pid)'));
    assert.equal((await cancelled).status, 503);
    assert.equal((await send(world, 'during')).status, 503);
    assert.equal((await health(world, '/readyz')).status, 503);
    await setStandby('');
    await untilHealthy(world);
    await setStandby('missing');
    const repeated = send(world, 'during');
    await until('the repetition waits', () => waits('pid'));
    await setStandby('');
    assert.equal((await repeated).status, 200);
    assert.deepEqual(await stored(world), ['before', 'during']);
  });

  test('A server recovers after PostgreSQL was killed and restarted', async (t) => {
    const own = await startPostgres();
    undoAfter(t, () => own.stop());
    const kept = keepLog();
    const databaseUrl = () => Promise.resolve(own.url);
    const world = await makeWorld(t, 'postgres', { log: kept.log, databaseUrl });
    const queue = await listen(world);
    await sendWithRetries(world, 'before');
    await own.halt();
    const refused = await send(world, 'during');
    assert.deepEqual([refused.status, refused.json.reason], [503, 'unreachable']);
    await own.start();
    await sendWithRetries(world, 'during');
    assert.deepEqual(await queue.untilReceived('during'), ['before', 'during']);
    assert.deepEqual(await stored(world), ['before', 'during']);
    assert.deepEqual(storageLines(kept, 'database'), ['failed unreachable', 'recovered unreachable']);
  });

  test('A starting server waits for PostgreSQL, reports it, and then starts', async (t) => {
    const place = await makePlace('postgres');
    undoAfter(t, () => place.remove());
    const { proxy, url } = await proxyBefore(t, place.databaseUrl ?? '');
    await proxy.close();
    const where = ['--data', place.dataDir, '--database-url', url];
    const waiting = new Child(['serve', '--port', '0', ...where]);
    undoAfter(t, () => waiting.end('SIGKILL'));
    await waiting.says(/the database is unreachable; waiting for it/);
    assert.equal((await waiting.end('SIGTERM')).code, 0);
    const starting = serve(t, where);
    await proxy.open();
    const server = await starting;
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  });

  test('A server that is stopped while PostgreSQL does not respond closes everything, and waits for no response', async (t) => {
    const place = await makePlace('postgres');
    undoAfter(t, () => place.remove());
    const { proxy, url } = await proxyBefore(t, place.databaseUrl ?? '');
    const where = ['--data', place.dataDir, '--database-url', url, '--shutdown-timeout', '600'];
    const server = await serve(t, where);
    proxy.silence();
    const { code, stdout } = await server.end('SIGTERM');
    assert.equal(code, 0);
    assert.match(stdout, /"msg":"stopped"/);
  });
});
