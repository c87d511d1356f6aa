/**
 * Imports whose process is killed, of archives that overlap. The long form: HEDDLE_TEST_IMPORT_KILLS=20 npm test -- import-kill
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import zulip from 'zulip-js';
import type { ImportRequest } from '../../wire/imports.ts';
import { BrowserClient } from '../support/clients/browser.ts';
import { makePlace } from '../support/engines.ts';
import { uploadArchive } from '../support/fixtures/web-imports.ts';
import { zip, type ZipFileEntry } from '../support/fixtures/zip.ts';
import { Child, run, serve } from '../support/process/child.ts';
import { createOrganization, ownerPassword, ServerProcess } from '../support/process/process.ts';
import { undoAfter } from '../support/undo.ts';

const kills = Number(process.env.HEDDLE_TEST_IMPORT_KILLS ?? 1);
const people = 40;
const perDay = 250;
const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);

/** Days of a workspace: threads, replies on later days, reactions, links, equal times. */
function slackDays(from: number, to: number): Buffer {
  const users = Array.from({ length: people }, (_, i) => ({
    id: `U${i}`,
    profile: { real_name: `Weaver ${i}`, email: `w${i}@example.com` },
  }));
  const members = users.map(({ id }) => id);
  const channels = ['warp', 'weft'].map((name, i) => ({ id: `C${i}`, name, members }));
  const entries: ZipFileEntry[] = [
    { name: 'users.json', data: JSON.stringify(users) },
    { name: 'channels.json', data: JSON.stringify(channels) },
  ];
  for (let n = from; n < to; n++)
    for (const { id, name } of channels)
      entries.push({ name: `${name}/${day(n)}.json`, data: JSON.stringify(messages(n, id)) });
  return zip(entries);
}

function messages(n: number, channel: string): object[] {
  const start = Date.UTC(2024, 0, 1 + n) / 1000;
  const ts = (i: number, of = start) => `${of + Math.floor(i / 2) * 60}.${String(i).padStart(6, '0')}`;
  return Array.from({ length: perDay }, (_, i) => {
    const link = `<https://shed.slack.com/archives/${channel}/p${ts(3).replace('.', '')}>`;
    return {
      type: 'message',
      user: `U${(n + i) % people}`,
      ts: ts(i),
      text: i % 25 === 7 ? `see ${link}` : `day ${n} number ${i} <@U${i % people}>`,
      ...(i % 10 === 3 ? { thread_ts: ts(i), reply_count: 2 } : {}),
      // Replies to a message of the same day, and of the day before, which only one of two archives may have.
      ...(i % 10 === 5 ? { thread_ts: ts(i - 2) } : {}),
      ...(i % 50 === 9 && n > 0 ? { thread_ts: ts(3, start - 86_400) } : {}),
      ...(i % 20 === 0 ? { reactions: [{ name: 'tada', users: ['U1', 'U2'] }] } : {}),
    };
  });
}

interface Storage {
  flags: string[];
  dataDir: string;
}

async function makeStorage(t: TestContext): Promise<Storage> {
  const { dataDir, remove } = await makePlace('sqlite');
  undoAfter(t, remove);
  return { flags: ['--data', dataDir], dataDir };
}

const newOrganization = ['--new', 'Shed', '--owner-email', 'w0@example.com', '--owner-name', 'Olga'];

/** @returns how long it took, in milliseconds */
async function importArchive(storage: Storage, file: string, into: readonly string[]): Promise<number> {
  const begun = performance.now();
  const { code, stderr } = await run(['import', 'slack', file, ...into, '--json', ...storage.flags]);
  assert.equal(code, 0, stderr);
  return performance.now() - begun;
}

/** Kills the import at random places until it has been killed so often, or is done. @param withinMs the latest of these places */
async function importWithKills(
  storage: Storage,
  file: string,
  { into, withinMs }: { into: readonly string[]; withinMs: number },
): Promise<number> {
  let killed = 0;
  while (killed < kills) {
    const child = new Child(['import', 'slack', file, ...into, '--json', ...storage.flags]);
    const timer = new AbortController();
    const end = await Promise.race([
      child.ended,
      sleep((0.2 + 0.7 * Math.random()) * withinMs, undefined, { signal: timer.signal }).catch(
        () => undefined,
      ),
    ]);
    timer.abort();
    if (end) {
      assert.equal(end.code, 0, end.stderr);
      return killed;
    }
    await child.end('SIGKILL');
    killed++;
  }
  await importArchive(storage, file, into);
  return killed;
}

/** What there is, without IDs. */
function readState({ dataDir }: Storage): unknown {
  const database = new DatabaseSync(join(dataDir, 'heddle.db'), { readOnly: true });
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' | '));
  try {
    return {
      messages: all(
        `SELECT c.name, m.topic, p.full_name, m.content, m.sent_at, m.traits FROM message m JOIN channel c ON c.id = channel_id
         JOIN person p ON p.id = sender_id WHERE m.client = 'slack import' ORDER BY m.id`,
      ).map((line) =>
        line
          .replace(/\|\d+\*\*/g, '|N**')
          .replace(/near\/\d+/g, 'near/N')
          .replace(/channel\/\d+/g, 'channel/N'),
      ),
      reactions: all('SELECT count(*), count(DISTINCT message_id) FROM reaction'),
      // Those beyond the mark are indexed by the next server, and are found until then.
      indexed: all(
        `SELECT (SELECT count(*) FROM message_search WHERE message_search MATCH 'number') +
         (SELECT count(*) FROM message WHERE client = 'slack import' AND id > coalesce((SELECT message_id FROM search_mark), 0))`,
      ),
      people: all('SELECT full_name, role, is_active FROM person WHERE is_system = 0 ORDER BY full_name'),
      unread: all(
        `SELECT count(*) FROM subscription s JOIN channel c ON c.id = s.channel_id WHERE c.name IN ('warp', 'weft')
         AND read_floor < (SELECT max(id) FROM message m WHERE m.channel_id = s.channel_id)`,
      ),
    };
  } finally {
    database.close();
  }
}

test(`Imports of archives that overlap, killed ${kills} times each, come to the same as one that was not, and pass verify`, async (t) => {
  const whole = await makeStorage(t);
  const killed = await makeStorage(t);
  const file = (name: string, from: number, to: number): string => {
    const path = join(whole.dataDir, name);
    writeFileSync(path, slackDays(from, to));
    return path;
  };
  const days = 4 + 4 * kills;
  const middle = Math.floor(days / 2);
  // The first of the two archives has a little more than half of it.
  const withinMs = (await importArchive(whole, file('whole.zip', 0, days), newOrganization)) * 0.7;
  const first = await importWithKills(killed, file('first.zip', 0, middle + 1), {
    into: newOrganization,
    withinMs,
  });
  const second = await importWithKills(killed, file('second.zip', middle - 1, days), {
    into: [],
    withinMs,
  });
  t.diagnostic(`killed ${first} and ${second} times`);
  assert.deepEqual(readState(killed), readState(whole));
  await importArchive(killed, file('whole.zip', 0, days), []);
  assert.deepEqual(readState(killed), readState(whole));
  const verified = await run(['verify', '--json', ...killed.flags]);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  await readByClient(t, killed, days);
});

/** A client of others finds what came. */
async function readByClient(t: TestContext, { flags }: Storage, days: number): Promise<void> {
  const made = await run([
    'keys',
    'create',
    '--email',
    'w0@example.com',
    '--name',
    'Test',
    '--scope',
    'full',
    '--json',
    ...flags,
  ]);
  assert.equal(made.code, 0, made.stderr);
  const { url } = await serve(t, flags);
  const { api_key: apiKey } = JSON.parse(made.stdout) as { api_key: string };
  const client = await zulip({ username: 'w0@example.com', apiKey, realm: url });
  const narrow = JSON.stringify([{ operator: 'search', operand: `day ${days - 1}` }]);
  const params = { anchor: 'newest', num_before: 10, num_after: 0, narrow };
  const call = client.callEndpoint as (path: string, method: string, given: object) => Promise<unknown>;
  const found = (await call('/messages', 'GET', params)) as {
    result: string;
    messages: { flags: string[] }[];
  };
  assert.equal(found.result, 'success');
  assert.ok(found.messages.length >= 10);
  assert.ok(found.messages.every((message) => message.flags.includes('read')));
}

/** Waits for a row of the only archive that was uploaded. */
async function untilRow({ dataDir }: Storage, condition: string): Promise<{ id: number; path: string }> {
  const database = new DatabaseSync(join(dataDir, 'heddle.db'), { readOnly: true, timeout: 5000 });
  try {
    for (;;) {
      const row = database.prepare(`SELECT id, path FROM import_request WHERE ${condition}`).get();
      if (row) return { id: Number(row.id), path: String(row.path) };
      await sleep(20);
    }
  } finally {
    database.close();
  }
}

/** The job of an import comes back after some seconds, for which nobody waits here. */
function makeJobsDue({ dataDir }: Storage): void {
  const database = new DatabaseSync(join(dataDir, 'heddle.db'));
  database.exec("UPDATE job SET run_at = 0 WHERE kind = 'runImport'");
  database.close();
}

async function signIn(url: string): Promise<BrowserClient> {
  const browser = new BrowserClient(url);
  const { status } = await browser.post('/heddle/sessions', {
    username: 'ada@example.com',
    password: ownerPassword,
  });
  assert.equal(status, 200);
  return browser;
}

test('An import in which the server is killed three times is not started again by the fourth start, and heddle import list says how to continue', async (t) => {
  const storage = await makeStorage(t);
  createOrganization(storage);
  const server = await ServerProcess.at(storage);
  undoAfter(t, () => server.stop('SIGKILL'));
  await server.start();
  const browser = await signIn(server.url);
  await uploadArchive(browser, 'export.zip', slackDays(0, 1));
  const { id, path } = await untilRow(storage, "state = 'uploaded'");
  const archive = join(storage.dataDir, 'uploads', 'files', path);
  // A pipe that nobody writes to cannot be opened, so that the server is at work on the archive whenever it is killed.
  renameSync(archive, `${archive}.kept`);
  assert.equal(spawnSync('mkfifo', [archive]).status, 0);
  const begin = () =>
    browser.post(`/heddle/imports/${id}/start`, { choices: { product: 'slack', downloads: false } });
  assert.equal((await begin()).status, 200);
  for (let attempt = 1; attempt <= 3; attempt++) {
    await untilRow(storage, `state = 'importing' AND attempts = ${attempt}`);
    await server.stop('SIGKILL');
    makeJobsDue(storage);
    await server.start();
  }
  await untilRow(storage, "state = 'failed' AND attempts = 0");
  const { code, stdout, stderr } = await run(['import', 'list', ...storage.flags]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /export\.zip +failed/);
  assert.match(stdout, /export\.zip: The server, or its process that reads the archive, was ended 3 times/);
  assert.match(stdout, /Start it again or undo it in the browser: Organization settings > Imports/);

  rmSync(archive);
  renameSync(`${archive}.kept`, archive);
  assert.equal((await begin()).status, 200);
  await untilRow(storage, "state = 'imported'");
  const { json } = await browser.get(`/heddle/imports/${id}`);
  assert.equal((json.import as ImportRequest).progress?.messages, 2 * perDay);
});
