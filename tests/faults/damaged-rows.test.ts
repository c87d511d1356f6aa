import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { openSnapshot } from '../../server/src/db/archive/snapshot.ts';
import { flipBits } from '../support/faults/flips.ts';
import { run } from '../support/process/child.ts';
import { keepLog } from '../support/log.ts';
import { say, sendDirect } from '../support/talk.ts';
import { makeWorld, type Name, type World } from '../support/world.ts';

const words = 'over and under, over and under';

/** Much that people see has some rows. */
async function use(world: World): Promise<void> {
  for (let i = 0; i < 70; i++) {
    const content = `@**Eve Lindqvist** ${String(i)} ${words.repeat(i % 30)}`;
    const id = await say(world, 'dan', 'general', `topic ${String(i % 9)}`, content);
    if (i % 5 === 0) await world.as('eve').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    if (i % 7 === 0) await world.as('dan').patch(`/messages/${id}`, { content: `${content} edited` });
    if (i % 9 === 0)
      await world.as('eve').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    if (i % 11 === 0) await sendDirect(world, 'ada', ['dan'], content);
  }
  await world.as('dan').post('/saved_snippets', { title: 'Knots', content: words });
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-damaged-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const getFile = (world: World): string => join(world.app.config.data, 'heddle.db');

/** Changes these words wherever the file of a server that is stopped has them, as a disk does. */
async function changeInFile(world: World, from: string, to: string): Promise<void> {
  await world.restart(({ dataDir }) => {
    const path = join(dataDir, 'heddle.db');
    const file = new DatabaseSync(path);
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    file.close();
    const bytes = readFileSync(path);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
    writeFileSync(path, bytes);
    return Promise.resolve();
  });
}

test('Each flipped bit that changes what people see is found, and nothing is found without one', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  await use(world);
  await world.app.survival.hashRows();
  const copy = join(folder(t), 'heddle.db');
  const file = new DatabaseSync(getFile(world), { readOnly: true });
  file.prepare('VACUUM INTO ?').run(copy);
  file.close();
  const { flips, isSoundAfterwards } = await flipBits(copy, 90, 20_261_129);
  const changed = flips.filter(({ changesRows }) => changesRows);
  assert.ok(changed.length > 15, 'flips hit content');
  assert.deepEqual(
    changed.filter(({ isFound }) => !isFound),
    [],
  );
  assert.ok(isSoundAfterwards);
});

const command = (world: World, name: string, ...args: string[]) =>
  run([name, ...args, '--data', world.app.config.data]);

test('Verification and backups name a damaged row and say what to do, and continue', async (t) => {
  const kept = keepLog();
  const world = await makeWorld(t, 'sqlite', { alone: true, log: kept.log });
  const id = await say(world, 'dan', 'general', 'looms', 'The warp is blue.');
  const neighbour = await say(world, 'dan', 'general', 'looms', 'The weft is red.');
  await world.app.survival.hashRows();
  const later = await say(world, 'dan', 'general', 'looms', 'Not hashed yet.');
  const sound = await command(world, 'verify');
  assert.equal(sound.code, 0, sound.stdout);
  assert.match(sound.stdout, /^[1-9]\d* of [\d,]+ rows were not compared.*\n\d+ checks, no problems found/m);

  await changeInFile(world, 'warp is blue', 'warp is blub');
  await world.as('dan').patch(`/messages/${neighbour}`, { content: 'The weft is green.' });
  await world.app.survival.hashRows();
  const row = `message with id ${id} of organization ${world.orgId} (Weavers) differs from its hash`;
  const advice = 'restore the newest one for which "heddle verify <archive>" finds no problem';
  const found = await command(world, 'verify');
  assert.equal(found.code, 1);
  assert.ok(found.stdout.includes('PROBLEM  stored rows: 1\n'), found.stdout);
  assert.ok(found.stdout.includes(row) && found.stdout.includes(advice), found.stdout);
  assert.deepEqual(
    kept.entries.flatMap(({ msg, damages }) => (msg.includes('differ from their hashes') ? [damages] : [])),
    [[{ table: 'message', id }]],
    'a change of another row of the block does not hide it',
  );
  const diagnosis = await command(world, 'doctor');
  assert.match(
    diagnosis.stdout,
    /PROBLEM {2}database +.*has rows that the disk has changed: message with id/,
  );
  await world.app.survival.verify();
  assert.ok(kept.entries.some(({ damages }) => JSON.stringify(damages ?? null).includes(row)));
  assert.equal((await world.as('dan').get(`/messages/${later}`)).status, 200, 'the server continues');
  const notices = async (who: Name) => {
    const asked = { anchor: 'newest', num_before: 20, num_after: 0, narrow: [['is', 'dm']] };
    const messages = (await world.as(who).get('/messages', asked)).json.messages as { content: string }[];
    return messages.filter(({ content }) => content.includes('rows that the disk has changed')).length;
  };
  assert.deepEqual([await notices('ada'), await notices('dan')], [1, 0], 'owners are notified once');

  const archive = join(folder(t), 'monday.heddle');
  const backup = await command(world, 'backup', archive);
  assert.equal(backup.code, 1);
  assert.match(backup.stdout, /Wrote .*monday\.heddle/);
  assert.ok(backup.stderr.includes(row) && backup.stderr.includes(advice), backup.stderr);
  const verified = await command(world, 'verify', archive);
  assert.equal(verified.code, 1);
  assert.match(verified.stdout, /PROBLEM {2}It was made from a damaged database: 1 row /);

  await world.as('dan').patch(`/messages/${id}`, { content: 'The warp is blue.' });
  await world.app.survival.hashRows();
  assert.equal((await command(world, 'verify')).code, 0, 'writing a row again ends its damage');
});

test('Rows without a trace, and damaged hashes, are found', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const id = await say(world, 'dan', 'general', 'looms', 'The warp is blue.');
  await world.as('eve').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await world.app.survival.hashRows();
  await world.app.db.write(0, 'system', async ({ connection }) => {
    for (const table of ['reaction', 'subscription']) {
      await connection.run(`DELETE FROM ${table}`, []);
      // As if nothing had been noted.
      await connection.run('DELETE FROM row_change WHERE name = ?', [table]);
    }
    await connection.run("UPDATE row_sum SET sums = zeroblob(length(sums)) WHERE name = 'message'", []);
  });
  const snapshot = await openSnapshot(world.app.config.data, undefined);
  t.after(() => snapshot.close());
  const { damages } = await snapshot.checkStored();
  const text = damages.flatMap(({ examples }) => examples).join('\n');
  assert.match(text, /the hashes of message with id \d+ to \d+ are damaged themselves/);
  assert.match(text, /one row is missing of reaction with id 0 to 63/);
  assert.match(text, /rows are missing of subscription with user_id \d+/);
});

test('Rows of a database from before there were hashes get them, and those of a changed table again', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  await say(world, 'dan', 'general', 'looms', 'The warp is blue.');
  const unhashed = async () => {
    const snapshot = await openSnapshot(world.app.config.data, undefined);
    try {
      return (await snapshot.checkStored()).notes.length > 0;
    } finally {
      await snapshot.close();
    }
  };
  const change = (...statements: string[]) =>
    world.restart(({ dataDir }) => {
      const file = new DatabaseSync(join(dataDir, 'heddle.db'));
      for (const statement of statements) file.exec(statement);
      file.close();
      return Promise.resolve();
    });
  await world.app.survival.hashRows();
  assert.equal(await unhashed(), false);
  for (const statements of [
    ["DELETE FROM row_sum WHERE name = 'message'", 'DROP TRIGGER row_change_message_insert'],
    ['ALTER TABLE message ADD COLUMN colour text'],
  ]) {
    await change(...statements);
    assert.equal(await unhashed(), true, statements.join('; '));
    await world.app.survival.hashRows();
    assert.equal(await unhashed(), false);
  }
  await say(world, 'dan', 'general', 'looms', 'The weft is red.');
  assert.equal(await unhashed(), true, 'new rows are noted');
});
