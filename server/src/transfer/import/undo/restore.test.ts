import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import {
  killedAt,
  readImportedState,
  runArchiveImport as run,
} from '../../../../../tests/support/fixtures/imports.ts';
import { first, photo, plan, say, slack, ts } from '../../../../../tests/support/fixtures/looms.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../../tests/support/world.ts';
import { undoImport, type UndoSummary } from './index.ts';
import { planUndo } from './plan.ts';

const edited = { edited: { ts: ts(100) } };
const given = (name: string) => ({ reactions: [{ name, users: ['U1'], count: 1 }] });

const earlier = [...first.slice(0, 4), say(4, 'reed', given('tada'))];
const files = { '__uploads/F0000001/plan.txt': 'the plan' };
/** An edit with a mention, a file that had failed, a new message, a reaction given, one taken back, and word 2 deleted. */
const later = [
  say(0, 'warp of wool, <@U1>', { ...edited, ...given('eyes') }),
  say(1, 'weft', { files: [plan, photo] }),
  say(3, 'heddle'),
  say(4, 'reed'),
  say(5, 'loom'),
];

const undo = async (world: World): Promise<UndoSummary> =>
  undoImport(world.app, await world.app.organizations.cache(world.orgId), undefined);

const counts = ({ messages, edits, moves, reactions, deleted, kept }: UndoSummary) => ({
  messages,
  edits,
  moves,
  reactions,
  deleted,
  kept,
});

type State = { messages: { content: string }[] };
const without = (state: unknown, text: string): unknown => ({
  ...(state as State),
  messages: (state as State).messages.filter(({ content }) => content !== text),
});

function csv(channel: string, topic: string): Buffer {
  const rows = [0, 1].map((n) => `m${n},${channel},ben,${exportStart + n * 1000},word ${n},${topic}`);
  return zip([
    { name: 'people.csv', data: 'id,name,email\nada,ada,ada@example.com\nben,ben,ben@example.com\n' },
    { name: 'channels.csv', data: 'id,name,private,members\nhall,hall,no,ada ben\ncellar,cellar,yes,ben\n' },
    { name: 'messages.csv', data: `id,channel,sender,time,text,topic\n${rows.join('\n')}\n` },
  ]);
}

async function changeCount(world: World): Promise<number> {
  const { n } = await world.app.db.read.q
    .selectFrom('import_change')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('org_id', '=', world.orgId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

onBothEngines('Undoing a later import', (engine) => {
  test('Edits, files and reactions are as they were, what it deleted is said before, and comes with the earlier export', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack({ messages: earlier }));
    const before = await readImportedState(world);
    await run(world, slack({ messages: later, files }));
    const after = await readImportedState(world);
    const planned = await planUndo(world.app, world.orgId, undefined);
    assert.deepEqual(
      planned.map(({ messages, edits, reactions, deleted }) => [messages, edits, reactions, deleted]),
      [[1, 2, 2, 1]],
    );
    assert.deepEqual(counts(await undo(world)), {
      messages: 1,
      edits: 2,
      moves: 0,
      reactions: 2,
      deleted: 1,
      kept: 0,
    });
    assert.deepEqual(await readImportedState(world), without(before, 'shuttle'));
    assert.equal(await changeCount(world), 0);
    const again = await run(world, slack({ messages: earlier }));
    assert.deepEqual([again.counts.messages.added, again.changed.edited], [1, 0]);
    await run(world, slack({ messages: later, files }));
    assert.deepEqual(await readImportedState(world), after);
  });

  test('Moves are undone, and who had access has it again', async (t) => {
    const world = await makeWorld(t, engine);
    const options = { product: 'csv' } as const;
    await run(world, csv('hall', 'dye'), options);
    const before = await readImportedState(world);
    await run(world, csv('cellar', 'wool'), options);
    const readable = async () => {
      const narrow = [{ operator: 'search', operand: 'word' }];
      const params = { anchor: 'newest', num_before: 9, num_after: 0, narrow };
      return ((await world.as('ada').get('/messages', params)).json.messages as unknown[]).length;
    };
    assert.equal(await readable(), 0);
    assert.equal((await undo(world)).moves, 2);
    assert.equal(await readable(), 2);
    assert.deepEqual(await readImportedState(world), before);
    const hall = (await world.app.organizations.cache(world.orgId)).channels.find('name', 'hall')?.id ?? 0;
    const { json } = await world.as('ada').get(`/users/me/${hall}/topics`);
    assert.deepEqual(
      (json.topics as { name: string }[]).map(({ name }) => name),
      ['dye'],
    );
  });

  test('What people have changed here since stays, and what they have deleted leaves no trace', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack({ messages: earlier }));
    await run(world, slack({ messages: later, files }));
    const find = async (text: string) =>
      (
        await world.app.db.read.q
          .selectFrom('message')
          .select('id')
          .where('org_id', '=', world.orgId)
          .where('content', 'like', `${text}%`)
          .executeTakeFirstOrThrow()
      ).id;
    const [warp, weft] = [await find('warp'), await find('weft')];
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .updateTable('message')
        .set({
          content: 'mine',
          edit_history: JSON.stringify([{ prev_content: 'x', timestamp: 1, user_id: 1 }]),
        })
        .where('id', '=', warp)
        .execute(),
    );
    const noted = await changeCount(world);
    assert.equal((await world.as('ada').delete(`/messages/${weft}`)).status, 200);
    assert.equal(await changeCount(world), noted - 1);
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .updateTable('person')
        .set({ first_sign_in_at: 1 })
        .where('org_id', '=', world.orgId)
        .where('full_name', '=', 'Pia Person')
        .execute(),
    );
    const { edits, reactions, kept } = await undo(world);
    assert.deepEqual([edits, reactions, kept], [0, 0, 3]);
    const { messages } = (await readImportedState(world)) as State;
    assert.deepEqual(
      messages.map(({ content }) => content).filter((content) => /^(?:mine|warp|weft)/.test(content)),
      ['mine'],
    );
  });

  test('Wherever an undo ends, the next one comes to the same as one that did not end', async (t) => {
    const states: unknown[] = [];
    let ended = false;
    for (let writes = 1; !ended; writes++) {
      const world = await makeWorld(t, engine);
      await run(world, slack({ messages: earlier }));
      await run(world, slack({ messages: later, files }));
      ended = await undo(killedAt(world, writes)).then(
        () => true,
        (error: unknown) => {
          assert.match(String(error), /killed/);
          return false;
        },
      );
      if (!ended) await undo(world);
      states.push(await readImportedState(world));
    }
    assert.ok(states.length > 3);
    for (const state of states) assert.deepEqual(state, states.at(-1));
  });

  test('A run that changed what came before did something, so that the one before it is not undone too', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack());
    const { run: second } = await run(
      world,
      slack({ messages: [say(0, 'warp of wool', edited), ...first.slice(1)] }),
    );
    assert.deepEqual(
      (await planUndo(world.app, world.orgId, undefined)).map((one) => one.run),
      [second],
    );
  });

  test('Of a run that did not note what it changed, the number of changes that stay is said', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack({ messages: earlier }));
    const { run: second } = await run(world, slack({ messages: later, files }));
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .deleteFrom('import_change')
        .where('run_id', '=', second ?? 0)
        .execute(),
    );
    const [planned] = await planUndo(world.app, world.orgId, undefined);
    assert.equal(planned?.unknown, 3);
  });
});
