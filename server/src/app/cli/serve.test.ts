import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { run, serve } from '../../../../tests/support/process/child.ts';
import { Client, type Account } from '../../../../tests/support/client.ts';
import { makePlace, onBothEngines, type Engine, type TestFolder } from '../../../../tests/support/engines.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { runWherePossible } from './admin.ts';
import { letFilesFail, letFilesGrow } from '../../../../tests/support/faults/failing-disk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';

const password = 'the canary sings at noon';

interface Folder extends TestFolder {
  /** As flags. */
  where: string[];
}

async function folder(t: TestContext, engine: Engine): Promise<Folder> {
  const place = await makePlace(engine);
  undoAfter(t, () => place.remove());
  const where = ['--data', place.dataDir];
  if (place.databaseUrl !== undefined) where.push('--database-url', place.databaseUrl);
  return { ...place, where };
}

/** Makes the organization, in a running server if there is one, and returns its owner. */
async function organization({ dataDir, databaseUrl }: Folder): Promise<Account> {
  const config = loadConfig({ data: dataDir, databaseUrl }, {});
  const owner = { ownerEmail: 'ada@example.com', ownerName: 'Ada', ownerPassword: password };
  const made = await runWherePossible(config, 'org-create', { name: 'Weavers', subdomain: '', ...owner });
  return { id: made.user_id, email: made.email, apiKey: made.api_key };
}

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** A request that has begun to arrive and does not continue; the one before it on the connection has its response. */
async function halfARequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const head =
    'Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n';
  socket.write(
    `GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/v1/messages HTTP/1.1\r\n${head}\r\ntype=`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

async function refuses(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

onBothEngines('A server', (engine) => {
  test('A stopping server ends long polls, and their event queues continue after the restart', async (t) => {
    const place = await folder(t, engine);
    const { where } = place;
    const ada = await organization(place);
    const server = await serve(t, where);
    const client = new Client(server.url, ada);
    const { json: queue } = await client.post('/register', {
      event_types: ['message'],
      fetch_event_types: [],
    });
    const ask = { queue_id: queue.queue_id as string, last_event_id: queue.last_event_id as number };
    const held = client.get('/events', ask);
    const note = { type: 'direct', to: [ada.id], content: 'before the stop' };
    // Held for certain: its response comes with what is sent after it.
    await client.post('/messages', note);
    const { json: first } = await held;
    const again = client.get('/events', { ...ask, last_event_id: first.events[0].id });
    await Promise.race([again, fetch(`${server.url}/health`)]);
    const ended = server.end('SIGTERM');
    const { json: home, headers } = await again;
    assert.equal(home.events[0].type, 'heartbeat');
    assert.equal(headers.get('connection'), 'close');
    assert.equal((await ended).code, 0, server.stderr);
    const later = await serve(t, where);
    const back = new Client(later.url, ada);
    await back.post('/messages', { ...note, content: 'after the start' });
    const { json: rest } = await back.get('/events', { ...ask, last_event_id: home.events[0].id });
    assert.deepEqual(
      rest.events.map((event: { message: { content: string } }) => event.message.content),
      ['after the start'],
    );
  });

  test('A stopping server accepts no connections, and serves the requests of those that it has accepted', async (t) => {
    const { where } = await folder(t, engine);
    const server = await serve(t, [...where, '--shutdown-timeout', '120']);
    // The server waits as long as it is served.
    const other = await halfARequest(server.port);
    const accepted = connect(server.port, '127.0.0.1');
    await once(accepted, 'connect');
    const ended = server.end('SIGTERM');
    await until('no connections are accepted', () => refuses(server.port));
    accepted.write('GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await text(accepted);
    assert.match(response, /^HTTP\/1\.1 200 /);
    assert.match(response, /\r\nconnection: close\r\n/i);
    other.destroy();
    assert.equal((await ended).code, 0, server.stderr);
  });

  test('A stopping server finishes the writes in progress', async (t) => {
    const place = await folder(t, engine);
    const { where } = place;
    const ada = await organization(place);
    const server = await serve(t, where);
    const client = new Client(server.url, ada);
    const sends = Array.from({ length: 30 }, (_, i) =>
      client.post('/messages', { type: 'direct', to: [ada.id], content: `note ${i}` }).catch(() => null),
    );
    await Promise.any(sends);
    const ended = server.end('SIGTERM');
    const stored = (await Promise.all(sends)).filter((reply) => reply?.status === 200);
    assert.equal((await ended).code, 0, server.stderr);
    assert.ok(stored.length > 0);
    const later = await serve(t, where);
    const { json } = await new Client(later.url, ada).get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
    });
    const ids = new Set(json.messages.map((message: { id: number }) => message.id));
    for (const reply of stored) assert.ok(ids.has(reply?.json.id));
  });

  test('A server accepts commands through its socket and removes the socket when it stops', async (t) => {
    const place = await folder(t, engine);
    const { where, dataDir } = place;
    const server = await serve(t, where);
    assert.equal(statSync(join(dataDir, 'heddle.sock')).mode & 0o777, 0o600);
    const owner = ['--owner-email', 'ada@example.com', '--owner-name', 'Ada', '--owner-password-file', '-'];
    const org = await run(
      ['org', 'create', '--name', 'Weavers', ...owner, ...where, '--json'],
      `${password}\n`,
    );
    assert.equal(org.code, 0, org.stderr);
    const owned = JSON.parse(org.stdout) as {
      realm_id: number;
      user_id: number;
      email: string;
      api_key: string;
    };
    assert.deepEqual(Object.keys(owned), ['realm_id', 'user_id', 'email', 'api_key']);
    const ada = { id: owned.user_id, email: owned.email, apiKey: owned.api_key };
    const { json } = await new Client(server.url, ada).get('/users/me');
    assert.equal(json.user_id, ada.id);
    const person = ['--email', 'ben@example.com', '--name', 'Ben', '--password', 'long enough for Ben'];
    const made = await run(['user', 'create', ...person, '--role', 'guest', ...where, '--json']);
    assert.equal(made.code, 0, made.stderr);
    const { user_id } = JSON.parse(made.stdout) as { user_id: number };
    const { json: shown } = await new Client(server.url, ada).get(`/users/${user_id}`);
    assert.equal(shown.user.role, 600);
    const refused = await run(['user', 'create', ...person, ...where]);
    assert.equal(refused.code, 1);
    assert.equal(refused.stderr, 'heddle: Email is already in use.\n');
    assert.equal((await server.end('SIGTERM')).code, 0);
    assert.equal(existsSync(join(dataDir, 'heddle.sock')), false);
  });

  test('A server refuses a second one on the same data folder, and accepts commands again after a crash', async (t) => {
    const place = await folder(t, engine);
    const { where, dataDir } = place;
    const server = await serve(t, where);
    const second = await run(['serve', '--port', '0', ...where]);
    assert.equal(second.code, 1);
    assert.match(second.stderr, /^heddle: Another (?:process|server) is using [^\n]*\.\n$/);
    await server.end('SIGKILL');
    assert.ok(existsSync(join(dataDir, 'heddle.sock')));
    const ada = await organization(place);
    const third = await serve(t, where);
    assert.equal((await new Client(third.url, ada).get('/users/me')).status, 200);
  });
});

onBothEngines('The server log', (engine) => {
  test('The server log has one line per request, without secrets and message content', async (t) => {
    const place = await folder(t, engine);
    const { where } = place;
    const ada = await organization(place);
    const server = await serve(t, [...where, '--log-level', 'trace']);
    const client = new Client(server.url, ada);
    const content = 'canary of the text';
    await client.post('/messages', { type: 'direct', to: [ada.id], content });
    await client.post('/messages', { type: 'direct', to: ['canary@example.com'], content });
    await client.post('/fetch_api_key', { username: ada.email, password });
    await client.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['search', content]],
    });
    await new Client(server.url, { ...ada, apiKey: 'canarycanarycanarycanarycanaryca' }).get('/users/me');
    const { stdout } = await server.end('SIGTERM');
    const requests = jsonLines(stdout).filter((line) => line.msg === 'request');
    assert.equal(requests.length, 5);
    assert.deepEqual(Object.keys(requests[0] ?? {}), [
      'level',
      'time',
      'request',
      'address',
      'user',
      'operation',
      'method',
      'path',
      'status',
      'ms',
      'msg',
    ]);
    assert.equal(requests[0]?.path, '/api/v1/messages');
    for (const canary of ['canary', ada.apiKey, 'ada@example.com'])
      assert.ok(!stdout.includes(canary), canary);
  });
});

test('The first start creates a folder readable only by its owner and a setup link that is not logged', async (t) => {
  const { dataDir } = await folder(t, 'sqlite');
  const data = join(dataDir, 'new');
  const server = await serve(t, ['--data', data, '--log-level', 'trace']);
  const [, token = ''] = await server.says(/\/setup\?token=([\w-]{32})\n/);
  assert.equal((await fetch(`${server.url}/setup?token=${token}`)).status, 200);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  for (const file of readdirSync(data)) assert.equal(statSync(join(data, file)).mode & 0o077, 0, file);
  const { stdout } = await server.end('SIGTERM');
  assert.ok(stdout.includes('"path":"/setup"'));
  assert.ok(!stdout.includes(token));
  chmodSync(join(data, 'secrets.toml'), 0o644);
  const refused = await run(['serve', '--port', '0', '--data', data]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^heddle: .*secrets\.toml can be read by other users/);
});

test('A draining server is not ready but serves, and then stops or is stopped by a second signal', async (t) => {
  const { where } = await folder(t, 'sqlite');
  const draining = await serve(t, [...where, '--drain-seconds', '300']);
  draining.process.kill('SIGTERM');
  const status = async (path: string) => (await fetch(`${draining.url}${path}`)).status;
  await until('not ready', async () => (await status('/readyz')) === 503);
  assert.deepEqual([await status('/livez'), await status('/api/v1/server_settings')], [200, 200]);
  // As nginx in front of several nodes says that it repeats GET requests elsewhere.
  const headers = { 'x-proxy-repeats': '503' };
  const refused = await fetch(`${draining.url}/api/v1/server_settings`, { headers });
  const served = await fetch(`${draining.url}/api/v1/fetch_api_key`, { method: 'POST', headers });
  assert.deepEqual([refused.status, served.status], [503, 400]);
  assert.equal((await draining.end('SIGTERM')).code, 143);
  const short = await serve(t, [...where, '--drain-seconds', '1']);
  const { code, stdout } = await short.end('SIGTERM');
  assert.equal(code, 0);
  assert.match(stdout, /"msg":"stopped"/);
});

test('A second signal stops a server immediately, and the shutdown timeout stops it in any case', async (t) => {
  const { where } = await folder(t, 'sqlite');
  const impatient = await serve(t, [...where, '--shutdown-timeout', '600']);
  const stuck = await halfARequest(impatient.port);
  impatient.process.kill('SIGTERM');
  await impatient.says(/"msg":"stopping"/);
  assert.equal((await impatient.end('SIGTERM')).code, 143);
  stuck.destroy();
  const patient = await serve(t, [...where, '--shutdown-timeout', '1']);
  const other = await halfARequest(patient.port);
  const { code, stdout } = await patient.end('SIGINT');
  other.destroy();
  assert.equal(code, 0);
  assert.match(stdout, /"requests":1,.*aborted/);
});

test('A server on an automatically chosen port uses that port in its links', async (t) => {
  const place = await folder(t, 'sqlite');
  const server = await serve(t, place.where);
  await organization(place);
  const choice = await fetch(`${server.url}/choose?address=localhost`, { redirect: 'manual' });
  assert.equal(choice.headers.get('location'), `http://localhost:${server.port}`);
});

test('A port in use is reported in one line, and nothing is left behind', async (t) => {
  const { where } = await folder(t, 'sqlite');
  const { where: elsewhere, dataDir } = await folder(t, 'sqlite');
  const server = await serve(t, where);
  const refused = await run(['serve', '--port', String(server.port), ...elsewhere]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^heddle: The port is already in use\.[^\n]*\n$/);
  assert.equal(existsSync(join(dataDir, 'heddle.sock')), false);
});

test('Writing the log to a full disk loses log lines but does not stop the server', async (t) => {
  const place = await folder(t, 'sqlite');
  const ada = await organization(place);
  const log = join(place.dataDir, 'log');
  const server = await serve(t, place.where, { limits: `exec >'${log}'` });
  const client = new Client(server.url, ada);
  const send = () => client.post('/messages', { type: 'direct', to: [ada.id], content: 'Hello' });
  assert.equal((await send()).status, 200);
  const written = statSync(log).size;
  letFilesFail(server.process.pid ?? 0);
  assert.equal((await send()).status, 503);
  assert.equal((await client.get('/users/me')).status, 200);
  assert.equal(statSync(log).size, written);
  letFilesGrow(server.process.pid ?? 0);
  await until('it stores again', async () => (await send()).status === 200);
  assert.match(readFileSync(log, 'utf8'), /storage recovered/);
  assert.equal((await server.end('SIGTERM')).code, 0);
});

onBothEngines('A database', (engine) => {
  if (engine === 'sqlite')
    test('A database without disk space refuses writes until there is space again', async (t) => {
      const place = await folder(t, 'sqlite');
      const ada = await organization(place);
      // No file may grow beyond 1.5 MB; without the trap that would be a signal instead of an error.
      const server = await serve(t, place.where, { limits: "trap '' XFSZ; ulimit -S -f 3000" });
      const client = new Client(server.url, ada);
      const content = 'word '.repeat(1500);
      const stored: number[] = [];
      const send = () => client.post('/messages', { type: 'direct', to: [ada.id], content });
      let reply = await send();
      for (; reply.status === 200; reply = await send()) stored.push(Number(reply.json.id));
      assert.ok(stored.length > 10);
      assert.deepEqual([reply.status, reply.json.code], [503, 'SERVER_NOT_READY']);
      assert.equal((await client.get('/users/me')).status, 200);
      await server.says(/"msg":"storage failed; writes are refused"/);
      letFilesGrow(server.process.pid ?? 0);
      await server.says(/"msg":"storage recovered; writes are accepted again"/);
      reply = await send();
      assert.equal(reply.status, 200);
      stored.push(Number(reply.json.id));
      const query = { anchor: 'newest', num_before: 1000, num_after: 0 };
      const { json } = await client.get('/messages', query);
      const kept = new Set(json.messages.map((message: { id: number }) => message.id));
      for (const id of stored) assert.ok(kept.has(id), `message ${id} is lost`);
      assert.equal((await server.end('SIGTERM')).code, 0);
    });
  else
    test('A server reconnects when PostgreSQL terminates its session', async (t) => {
      const place = await folder(t, 'postgres');
      const ada = await organization(place);
      const server = await serve(t, place.where);
      const admin = new pg.Client({ connectionString: place.databaseUrl });
      await admin.connect();
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'heddle-writer-2' AND datname = current_database()",
      );
      await admin.end();
      await server.says(/"msg":"storage recovered; writes are accepted again"/);
      const reply = await new Client(server.url, ada).post('/messages', {
        type: 'direct',
        to: [ada.id],
        content: 'still here',
      });
      assert.equal(reply.status, 200);
      const { code, stdout } = await server.end('SIGTERM');
      assert.equal(code, 0);
      assert.ok(jsonLines(stdout).every(({ level }) => level !== 60));
    });
});
