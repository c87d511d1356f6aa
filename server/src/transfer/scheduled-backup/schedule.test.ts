import assert from 'node:assert/strict';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { backup } from '../archive/backup.ts';
import { writeTo } from '../archive/place.ts';
import { verifyArchive } from '../archive/restore.ts';
import { type MakeArchive, ScheduledBackups } from './schedule.ts';

const hour = 3600_000;
const start = Date.UTC(2026, 10, 24, 3);
const name = (hours: number) =>
  `heddle-${new Date(start + hours * hour).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.heddle`;

const inThisProcess: MakeArchive = async (config, path) => {
  await writeTo(path, (sink) => backup(config, sink, { hasFiles: true }));
};

async function scheduled(t: TestContext, engine: Engine, make = inThisProcess) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-scheduled-'));
  undoAfter(t, async () => rm(folder, { recursive: true, force: true }));
  const config = { backupTo: folder, backupEvery: 24, backupKeep: 2 };
  const world = await makeWorld(t, engine, { alone: true, config });
  const backups = new ScheduledBackups(world.app, make);
  const run = (hours: number) => backups.runDue(start + hours * hour);
  return { world, folder, backups, run, names: () => readdirSync(folder).toSorted() };
}

async function notices(world: World, who: Name): Promise<string[]> {
  const narrow = [{ operator: 'is', operand: 'dm' }];
  const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
  const { json } = await world.as(who).get('/messages', query);
  const messages = json.messages as { content: string }[];
  return messages.map(({ content }) => content).filter((content) => content.includes('backup'));
}

onBothEngines('Scheduled backups', (engine) => {
  test('A backup is made at first and whenever the newest is old enough, and the oldest are deleted', async (t) => {
    const { folder, run, names } = await scheduled(t, engine);
    await run(0);
    await run(23);
    assert.deepEqual(names(), [name(0)]);
    await run(24);
    await run(25);
    assert.deepEqual(names(), [name(0), name(24)]);
    await run(72);
    assert.deepEqual(names(), [name(24), name(72)]);
    const { header } = await verifyArchive(createReadStream(join(folder, name(72))));
    assert.equal(header.engine, engine);
  });

  test('A restarted server continues with the existing archives', async (t) => {
    const { world, run, names } = await scheduled(t, engine);
    await run(0);
    const again = new ScheduledBackups(world.app, inThisProcess);
    await again.runDue(start + 23 * hour);
    assert.deepEqual(names(), [name(0)]);
    assert.equal(again.state.lastMadeAt, start);
    await again.runDue(start + 24 * hour);
    assert.deepEqual(names(), [name(0), name(24)]);
  });

  test('Other files in the folder stay, and what a killed backup left is deleted', async (t) => {
    const { folder, run, names } = await scheduled(t, engine);
    const others = ['heddle-old.heddle', 'monday.heddle', 'monday.heddle.partial'];
    for (const each of [...others, `${name(-1)}.partial`]) writeFileSync(join(folder, each), '');
    for (const hours of [0, 24, 48]) await run(hours);
    assert.deepEqual(names(), [name(24), name(48), ...others].toSorted());
  });

  test('A failed backup notifies the owners once a day and is tried again after an hour', async (t) => {
    let tries = 0;
    const { world, backups, run } = await scheduled(t, engine, () => {
      tries++;
      return Promise.reject(new Error('no space left on /secret/path'));
    });
    await run(0);
    await run(0.9);
    assert.equal(tries, 1);
    await run(1);
    assert.deepEqual([tries, backups.state.failures], [2, 2]);
    const [notice = '', ...more] = await notices(world, 'ada');
    assert.match(notice, /^The scheduled backup of this server failed\. There is none yet\./);
    assert.doesNotMatch(notice, /secret/);
    assert.deepEqual(more, []);
    for (const who of ['ben', 'eve'] as const) assert.deepEqual(await notices(world, who), []);
    await run(25);
    assert.equal((await notices(world, 'ada')).length, 2);
  });

  test('A folder that cannot be written is a failure, and its end is noticed', async (t) => {
    const { world, folder, backups, run, names } = await scheduled(t, engine);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    await run(0);
    assert.equal(backups.state.failures, 1);
    assert.equal((await notices(world, 'ada')).length, 1);
    rmSync(folder);
    mkdirSync(folder);
    await run(1);
    assert.deepEqual(names(), [name(1)]);
    assert.equal(backups.state.failures, 1);
  });

  test('A backup counts as made when old ones cannot be deleted, and the log reports that', async (t) => {
    const { world, folder, backups, run, names } = await scheduled(t, engine);
    // A folder with the name of an archive.
    mkdirSync(join(folder, name(-72)));
    const { mock } = t.mock.method(world.app.log, 'error');
    for (const hours of [0, 24]) await run(hours);
    assert.deepEqual(names(), [name(-72), name(0), name(24)]);
    assert.deepEqual([backups.state.failures, backups.state.lastMadeAt], [0, start + 24 * hour]);
    assert.deepEqual(await notices(world, 'ada'), []);
    assert.deepEqual(
      mock.calls.map((call) => call.arguments[1]),
      ['deleting old scheduled backups failed'],
    );
  });

  test('Without a folder no backup is made', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const backups = new ScheduledBackups(world.app, () => Promise.reject(new Error('not to be called')));
    await backups.runDue(start);
    assert.equal(backups.state.failures, 0);
    assert.deepEqual(await notices(world, 'ada'), []);
  });
});
