import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import {
  killedAt,
  runArchiveImport,
  readImportedState,
} from '../../../../../tests/support/fixtures/imports.ts';
import { newerSlackEntries, slackZip } from '../../../../../tests/support/fixtures/slack.ts';
import { listen } from '../../../../../tests/support/listen.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { undoImport } from './index.ts';
import { planUndo } from './plan.ts';
import { Pace } from './pace.ts';

onBothEngines('Undoing an import', (engine) => {
  test('Undoing an import deletes all that it added, and the same export can be imported again', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await readImportedState(world);
    const { counts } = await runArchiveImport(world, slackZip());
    const cache = await world.app.organizations.cache(world.orgId);
    const [planned] = await planUndo(world.app, world.orgId, undefined);
    const undone = await undoImport(world.app, cache, undefined);
    // Also of a message that became several, since it was too long.
    for (const kind of ['messages', 'channels', 'people', 'files'] as const)
      assert.deepEqual([planned?.[kind], undone[kind]], [counts[kind].added, counts[kind].added], kind);
    assert.equal(undone.people_kept, 0);
    assert.deepEqual(await readImportedState(world), before);
    const audited = await world.app.db.read.q
      .selectFrom('audit_entry')
      .select('action')
      .where('org_id', '=', world.orgId)
      .where('target_type', '=', 'organization')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['organization.import', 'organization.undo_import'],
    );
    await assert.rejects(undoImport(world.app, cache, undefined), /no import to undo/);
  });

  test('While the server runs, accounts and channels are gone at once, apps reload, and a killed undo continues', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await readImportedState(world);
    await runArchiveImport(world, slackZip());
    const queue = await listen(world.as('ada'), { event_types: ['message'] });
    const cache = await world.app.organizations.cache(world.orgId);
    const known = async () => {
      const members = (await world.as('ada').get('/users')).json.members as { full_name: string }[];
      const response = await world.as('ada').get('/streams?include_all=true');
      const streams = response.json.streams as { name: string }[];
      return [...members.map((one) => one.full_name), ...streams.map((one) => one.name)].filter((name) =>
        ['Olga Orlova', 'general (slack)'].includes(name),
      );
    };
    assert.deepEqual(await known(), ['Olga Orlova', 'general (slack)']);
    const broken = killedAt(world, 3);
    await assert.rejects(undoImport(broken.app, cache, undefined), /killed/);
    const closed = await world
      .as('ada')
      .post('/messages', { type: 'channel', to: 'general (slack)', topic: 'now', content: 'hello' });
    assert.equal(closed.status, 400);
    await assert.rejects(runArchiveImport(world, slackZip()), /being undone/);
    await undoImport(world.app, cache, undefined);
    assert.deepEqual(await known(), []);
    assert.deepEqual(await readImportedState(world), before);
    await assert.rejects(queue.received(), /queue/i);
    await runArchiveImport(world, slackZip());
    assert.deepEqual(await known(), ['Olga Orlova', 'general (slack)']);
  });

  test('Undoing an import deletes no rows of other organizations, even if its map names them', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await makeWorld(t, engine);
    await runArchiveImport(world, slackZip());
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('import_item')
        .set({ local_id: other.channels.general })
        .where('kind', '=', 'channel')
        .where('source_key', '=', 'C2')
        .where('source_id', 'in', (eb) =>
          eb.selectFrom('import_source').select('id').where('org_id', '=', world.orgId),
        )
        .execute(),
    );
    const members = () =>
      world.app.db.read.q
        .selectFrom('subscription')
        .select('user_id')
        .where('channel_id', '=', other.channels.general)
        .execute();
    const before = (await members()).length;
    await undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);
    assert.equal((await members()).length, before);
    assert.ok(before > 0);
  });

  test('Undoing an import is refused once someone has written in what came, and while a later import continues it', async (t) => {
    const world = await makeWorld(t, engine);
    const first = await runArchiveImport(world, slackZip());
    const cache = await world.app.organizations.cache(world.orgId);
    await runArchiveImport(world, slackZip(newerSlackEntries()));
    await assert.rejects(undoImport(world.app, cache, first.run), /continued this one/);
    await world
      .as('ada')
      .post('/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: 'general (slack)' }]) });
    await world
      .as('ada')
      .post('/messages', { type: 'channel', to: 'general (slack)', topic: 'now', content: 'hello' });
    await undoImport(world.app, cache, undefined);
    await assert.rejects(undoImport(world.app, cache, first.run), /someone has posted/);
  });
});

test('An undo beside a server takes fewer rows at once where they take long, and more where they do not', () => {
  const after = (isLive: boolean, ...times: number[]): number => {
    const pace = new Pace(isLive);
    for (const ms of times) pace.note(ms);
    return pace.rows;
  };
  assert.deepEqual(
    [after(true), after(true, 40), after(true, 40, 20), after(true, 40, 40, 40, 40), after(true, 5, 5)],
    [50, 25, 25, 25, 100],
  );
  assert.equal(after(false, 40), after(false));
});

test('An undo deletes only a few channels at once, since each has a row for each member', () => {
  const pace = new Pace(true);
  assert.deepEqual([pace.take('message'), pace.take('channel')], [50, 2]);
  for (let n = 0; n < 3; n++) pace.note(40);
  assert.deepEqual([pace.take('message'), pace.take('channel')], [25, 1]);
});
