/** What a program does with a data folder that it finds: of an earlier version, of a later one, or damaged. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Client } from '../support/client.ts';
import { run, serve } from '../support/process/child.ts';
import { addOrganization } from '../support/process/commands.ts';
import { putSecrets } from '../support/process/secrets.ts';
import { until } from '../support/until.ts';
import { keptVersions, readKept } from '../upgrades/kept.ts';
import { makeFolder } from './folder.ts';

test('A note of damage beside an intact database is cleared by a verification, and writes are accepted', async (t) => {
  const data = makeFolder(t);
  const ada = await addOrganization(['--data', data]);
  const note = join(data, 'heddle.db.damaged');
  writeFileSync(note, '{"foundAt":"2026-11-28T12:00:00.000Z","text":"draft: a page is missing"}\n');
  const { url } = await serve(t, ['--data', data]);
  const client = new Client(url, ada);
  const send = () => client.post('/messages', { type: 'direct', to: [ada.id], content: 'warp' });
  await until('messages are stored', async () => (await send()).status === 200);
  assert.equal(existsSync(note), false);
});

test('A data folder of a later version is refused in one line, and can still be used by that version', async (t) => {
  const data = makeFolder(t);
  await addOrganization(['--data', data]);
  const read = () => {
    const file = new DatabaseSync(join(data, 'heddle.db'));
    try {
      return file.prepare('SELECT * FROM migration ORDER BY number').all();
    } finally {
      file.close();
    }
  };
  const next = read().length + 1;
  const file = new DatabaseSync(join(data, 'heddle.db'));
  file
    .prepare("INSERT INTO migration (number, name, hash, oldest) VALUES (?, '9999-future', 'x', ?)")
    .run(next, next);
  file.close();
  const before = read();
  const { code, stderr } = await run(['serve', '--port', '0', '--data', data]);
  assert.notEqual(code, 0);
  const [line, ...more] = stderr.trim().split('\n');
  assert.match(line ?? '', new RegExp(`schema version ${next}, created by a newer Heddle`));
  assert.deepEqual(more, []);
  assert.deepEqual(read(), before);
});

for (const version of keptVersions)
  test(`A data folder of ${version} is upgraded at the start, with its messages and searches`, async (t) => {
    const { facts, data: stored } = readKept(version);
    const data = makeFolder(t);
    execFileSync('tar', ['-xzf', stored, '-C', data]);
    putSecrets(data);
    const { url } = await serve(t, ['--data', data]);
    const dan = new Client(url, facts.people.dan);
    const query = { anchor: 'newest', num_before: 100, num_after: 0 };
    const { json } = await dan.get('/messages', query);
    const ids = (json.messages as { id: number }[]).map(({ id }) => id);
    assert.deepEqual(
      ids,
      facts.messages.map(({ id }) => id),
    );
    const narrow = [{ operator: 'search', operand: 'shuttle' }];
    assert.equal((await dan.get('/messages', { ...query, narrow })).json.messages.length, 1);
  });
