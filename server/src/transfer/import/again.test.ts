import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import {
  killedAt,
  readImportedState,
  runArchiveImport as run,
} from '../../../../tests/support/fixtures/imports.ts';
import { first, photo, plan, say, slack, ts } from '../../../../tests/support/fixtures/looms.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { undoImport } from './undo/index.ts';
import { planUndo } from './undo/plan.ts';

const uploads = { '__uploads/F0000001/plan.txt': 'the plan', '__uploads/F0000002/notes.txt': 'the notes' };

async function contents(world: World): Promise<string[]> {
  const { json } = await world.as('ada').get('/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: 'looms' }],
  });
  return (json.messages as { content: string }[]).map(({ content }) =>
    content.replace(/\(\/user_uploads\/\S*\//g, '(…/'),
  );
}

async function findMessage(world: World, text: string): Promise<number> {
  const row = await world.app.db.read.q
    .selectFrom('message')
    .select('id')
    .where('org_id', '=', world.orgId)
    .where('content', 'like', `${text}%`)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** As a person who edits it here. */
async function editHere(world: World, id: number, content: string): Promise<void> {
  const { edit_history: history } = await world.app.db.read.q
    .selectFrom('message')
    .select('edit_history')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(history, null);
  await world.app.db.write(world.orgId, 'system', ({ q }) =>
    q
      .updateTable('message')
      .set({ content, edit_history: JSON.stringify([{ prev_content: 'x', timestamp: 1, user_id: 1 }]) })
      .where('id', '=', id)
      .execute(),
  );
}

onBothEngines('A later import of the same workspace', (engine) => {
  test('Files that failed come with the next run, of the same export or of one that has them, and what is missing is said', async (t) => {
    const world = await makeWorld(t, engine);
    const failed = await run(world, slack());
    assert.equal(failed.counts.files.skipped, 2);
    const again = await run(world, slack());
    assert.equal(again.problems.filter(({ place }) => place.startsWith('file ')).length, 2);
    const some = { '__uploads/F0000001/plan.txt': 'the plan' };
    const dry = await run(world, slack({ files: some }), { dryRun: true });
    const brought = await run(world, slack({ files: some }));
    assert.deepEqual([dry.changed, dry.counts], [brought.changed, brought.counts]);
    assert.equal(brought.changed.files, 1);
    assert.equal(
      (await contents(world))[1],
      'weft\n[plan.txt](…/plan.txt)\n*notes.txt (this file was not imported)*',
    );
    // A person has written around the note meanwhile.
    const id = await findMessage(world, 'weft');
    await editHere(world, id, 'see *notes.txt (this file was not imported)* there');
    const last = await run(world, slack({ files: uploads }));
    assert.deepEqual(last.changed, {
      edited: 0,
      moved: 0,
      deleted: 0,
      files: 1,
      reactions: 0,
      reactions_removed: 0,
      repaired: 0,
      kept: 0,
      joined: 0,
    });
    assert.equal((await contents(world))[1], 'see [notes.txt](…/notes.txt) there');
    const { json } = await world.as('ada').get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: 'looms' },
        { operator: 'has', operand: 'attachment' },
      ],
    });
    assert.deepEqual(
      (json.messages as { id: number }[]).map((one) => one.id),
      [id],
    );
    const nothing = await run(world, slack({ files: uploads }));
    assert.deepEqual(nothing.changed, {
      edited: 0,
      moved: 0,
      deleted: 0,
      files: 0,
      reactions: 0,
      reactions_removed: 0,
      repaired: 0,
      kept: 0,
      joined: 0,
    });
    assert.equal(nothing.problem_count, 0);
  });

  test('What was edited or deleted there since is so here, and what people changed here stays', async (t) => {
    const world = await makeWorld(t, engine);
    const options = { product: 'slack' } as const;
    await run(world, slack({ files: uploads }), options);
    await editHere(world, await findMessage(world, 'heddle'), 'heddle, as we say');
    const edited = { edited: { ts: ts(100) } };
    const messages = [
      say(0, 'warp of wool', edited),
      say(1, 'weft', { files: [plan, photo] }),
      say(3, 'heddle of wire', edited),
      say(4, 'reed'),
      say(5, 'loom'),
    ];
    const dry = await run(world, slack({ messages, files: uploads }), { dryRun: true });
    assert.deepEqual(dry.changed, {
      edited: 1,
      moved: 0,
      deleted: 1,
      files: 0,
      reactions: 0,
      reactions_removed: 0,
      repaired: 0,
      kept: 1,
      joined: 0,
    });
    assert.equal((await contents(world)).length, 5);
    const newer = await run(world, slack({ messages, files: uploads }));
    assert.deepEqual([newer.changed, newer.counts], [dry.changed, dry.counts]);
    const now = ['warp of wool', 'weft\n[plan.txt](…/plan.txt)\n[notes.txt](…/notes.txt)'];
    assert.deepEqual(await contents(world), [...now, 'heddle, as we say', 'reed', 'loom']);
    const { json } = await world.as('ada').get('/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: 'looms' },
        { operator: 'search', operand: 'wool' },
      ],
    });
    assert.equal((json.messages as unknown[]).length, 1);
    const again = await run(world, slack({ messages, files: uploads }));
    assert.deepEqual(again.changed, {
      edited: 0,
      moved: 0,
      deleted: 0,
      files: 0,
      reactions: 0,
      reactions_removed: 0,
      repaired: 0,
      kept: 1,
      joined: 0,
    });
  });

  test('Of a small compressed file that is damaged, everything before the damage comes, and a whole one brings the others', async (t) => {
    const many = Array.from({ length: 400 }, (_, n) => say(n, `word ${n} ${Math.sqrt(n + 2)}`));
    const bytes = Buffer.from(slack({ messages: many }));
    const entry = bytes.indexOf('looms/2024-05-01.json');
    bytes.fill(0xff, entry + 2500, entry + 2520);
    const world = await makeWorld(t, engine);
    const report = await run(world, bytes);
    assert.ok(report.problems.some(({ reason }) => reason.startsWith('The file is damaged')));
    const { added } = report.counts.messages;
    assert.ok(added > 100 && added < 400, String(added));
    assert.equal((await run(world, slack({ messages: many }))).counts.messages.added, 400 - added);
  });

  test('Who was deactivated there or left a private channel since is so here, or is said', async (t) => {
    const world = await makeWorld(t, engine);
    const made = (goneFrom: number): Buffer => {
      const people = ['Una', 'Vic', 'Wim', 'Xia'].map((name, n) => ({
        id: `U${n}`,
        team_id: 'T1',
        real_name: `${name} Weaver`,
        deleted: n >= goneFrom,
        profile: { email: `${name}@example.com` },
      }));
      const members = people.slice(0, goneFrom === 4 ? 4 : 1).map(({ id }) => id);
      return zip([
        { name: 'users.json', data: JSON.stringify(people) },
        { name: 'groups.json', data: JSON.stringify([{ id: 'G1', name: 'council', members }]) },
        { name: 'channels.json', data: '[]' },
      ]);
    };
    await run(world, made(4));
    const cache = await world.app.organizations.cache(world.orgId);
    const named = (name: string) =>
      [...cache.users.values()].find(({ fullName }) => fullName.startsWith(name));
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .updateTable('person')
        .set({ first_sign_in_at: 1 })
        .where('id', '=', named('Xia')?.id ?? 0)
        .execute(),
    );
    const dry = await run(world, made(2), { dryRun: true });
    assert.equal(named('Wim')?.isActive, true);
    const { wider } = await run(world, made(2));
    assert.deepEqual(
      dry.wider.map(({ place }) => place).toSorted(),
      [...wider.map(({ place }) => place)].toSorted(),
    );
    assert.deepEqual(
      [named('Vic')?.isActive, named('Wim')?.isActive, named('Xia')?.isActive],
      [true, false, true],
    );
    const lines = wider.map(({ place, reason }) => `${place}: ${reason}`);
    assert.ok(
      lines.some((line) => /^person Xia Weaver: .*deactivated there/.test(line)),
      lines.join('\n'),
    );
    assert.ok(
      lines.some((line) => /^channel council: .*Vic Weaver/.test(line)),
      lines.join('\n'),
    );
  });

  test('Who joined a channel there since is in it here, unless people here have let them go or closed the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const made = (members: readonly string[]): Buffer =>
      zip([
        {
          name: 'users.json',
          data: JSON.stringify(
            ['U1', 'U2', 'U3'].map((id) => ({ id, team_id: 'T1', real_name: `Weaver ${id}` })),
          ),
        },
        {
          name: 'channels.json',
          data: JSON.stringify(['looms', 'reeds'].map((name) => ({ id: name, name, members }))),
        },
        { name: 'groups.json', data: JSON.stringify([{ id: 'council', name: 'council', members }]) },
      ]);
    await run(world, made(['U1', 'U2']));
    const cache = await world.app.organizations.cache(world.orgId);
    const find = (name: string) => cache.channels.find('name', name)?.id ?? 0;
    const readMembers = (name: string) =>
      cache.members
        .getIds(find(name))
        .map((id) => cache.users.get(id)?.fullName.slice(-2))
        .toSorted();
    const left = [...cache.users.values()].find(({ fullName }) => fullName === 'Weaver U2')?.id ?? 0;
    const admin = world.as('ada');
    const removed = await admin.delete('/users/me/subscriptions', {
      subscriptions: ['looms'],
      principals: [left],
    });
    assert.equal(removed.status, 200, JSON.stringify(removed.json));
    const closed = await admin.patch(`/streams/${find('reeds')}`, {
      is_private: true,
      history_public_to_subscribers: true,
    });
    assert.equal(closed.status, 200, JSON.stringify(closed.json));
    const newer = made(['U1', 'U2', 'U3']);
    const dry = await run(world, newer, { dryRun: true });
    const { narrower, changed } = await run(world, newer);
    for (const lines of [dry.narrower, narrower])
      assert.deepEqual(
        lines.filter(({ reason }) => reason.includes('made private here')).map(({ place }) => place),
        ['channel reeds'],
      );
    // In the council, and in #looms.
    assert.deepEqual([dry.changed.joined, changed.joined], [2, 2]);
    assert.deepEqual(readMembers('looms'), ['U1', 'U3']);
    assert.deepEqual(readMembers('council'), ['U1', 'U2', 'U3']);
    assert.deepEqual(readMembers('reeds'), ['U1', 'U2']);
    assert.equal((await run(world, newer)).changed.joined, 0);
    const planned = await planUndo(world.app, world.orgId, undefined);
    assert.deepEqual(
      planned.map(({ members }) => members),
      [0, 2],
    );
    let taken = 0;
    for (const { run: id } of planned) taken += (await undoImport(world.app, cache, id)).members;
    assert.equal(taken, 2);
    assert.deepEqual(['looms', 'council', 'reeds'].map(readMembers), [['U1'], ['U1', 'U2'], ['U1', 'U2']]);
  });

  test('Wherever a later run ends, the next one comes to the same as one that did not end', async (t) => {
    const edited = { edited: { ts: ts(100) } };
    const tada = { reactions: [{ name: 'tada', users: ['U1'], count: 1 }] };
    const messages = [
      say(0, 'warp of wool', { ...edited, ...tada }),
      ...first.slice(1, 3),
      say(4, 'reed'),
      say(5, 'loom'),
    ];
    const newer = slack({ messages, files: uploads });
    const whole = await makeWorld(t, engine);
    for (const bytes of [slack(), newer]) await run(whole, bytes);
    const expected = await readImportedState(whole);
    let ended = false;
    for (let writes = 1; !ended; writes++) {
      const world = await makeWorld(t, engine);
      await run(world, slack());
      ended = await run(killedAt(world, writes), newer).then(
        () => true,
        (error: unknown) => {
          assert.match(String(error), /killed/);
          return false;
        },
      );
      await run(world, newer);
      assert.deepEqual(await readImportedState(world), expected, `after ${writes} writes`);
    }
  });

  test('Nothing is deleted for what could not be read, or is of other dates or people', async (t) => {
    const world = await makeWorld(t, engine);
    const many = Array.from({ length: 20 }, (_, n) => say(n, `word ${n}`));
    await run(world, slack({ messages: many }));
    const damaged = await run(world, slack({ messages: many.toSpliced(5, 1), damaged: true }));
    assert.equal(damaged.changed.deleted, 0);
    const halved = await run(world, slack({ messages: many.filter((_, n) => n % 2 === 0) }));
    assert.equal(halved.changed.deleted, 0);
    const range = await run(world, slack({ messages: many.slice(8, 12) }));
    assert.equal(range.changed.deleted, 0);
    assert.equal((await contents(world)).length, 20);
  });

  test('An export that does not say of which workspace it is continues the same one, and the other way round', async (t) => {
    for (const order of [
      [false, true],
      [true, false],
    ]) {
      const world = await makeWorld(t, engine);
      for (const users of order) await run(world, slack({ users }));
      assert.equal((await contents(world)).length, 5);
      const names = [...(await world.app.organizations.cache(world.orgId)).channels.values()];
      assert.ok(!names.some(({ name }) => name.startsWith('looms (')));
      const sources = await world.app.db.read.q
        .selectFrom('import_source')
        .select('origin')
        .where('org_id', '=', world.orgId)
        .execute();
      assert.deepEqual(
        sources.map(({ origin }) => origin),
        ['T1'],
      );
    }
    const world = await makeWorld(t, engine);
    await run(world, slack({ users: false }));
    await run(world, slack());
    const pia = [...(await world.app.organizations.cache(world.orgId)).users.values()].find(
      ({ deliveryEmail }) => deliveryEmail === 'pia@example.com',
    );
    assert.deepEqual([pia?.fullName, pia?.isActive, pia?.isImportedStub], ['Pia Person', true, false]);
    const { members } = await world.app.organizations.cache(world.orgId);
    assert.notEqual([...members.getChannels(pia?.id ?? 0)].length, 0);
    const nameless = await makeWorld(t, engine);
    await run(nameless, slack({ users: false }));
    const other = [say(900, 'of another workspace')];
    await assert.rejects(run(nameless, slack({ users: false, messages: other })), /--source/);
  });

  test('An export that does not say of which workspace it is continues one that ended before its messages', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack({ users: false, messages: [] }));
    await run(world, slack({ users: false }));
    assert.equal((await contents(world)).length, 5);
  });
});
