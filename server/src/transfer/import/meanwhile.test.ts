import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { beforeWrite, runArchiveImport as run } from '../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const many = 25;
const ts = (n: number): string => `${exportStart / 1000 + n}.000100`;

interface Made {
  /** At which all messages were edited there. */
  editedAt?: number;
  without?: number;
}

function slack({ editedAt, without }: Made = {}): Buffer {
  const messages = Array.from({ length: many }, (_, n) => ({
    type: 'message',
    user: 'U1',
    ts: ts(n),
    text: `thread ${n} ${editedAt ?? ''}`,
    ...(editedAt === undefined ? {} : { edited: { ts: ts(editedAt) } }),
  }));
  const entries = {
    'users.json': [
      { id: 'U1', team_id: 'T1', profile: { real_name: 'Pia Person', email: 'pia@example.com' } },
    ],
    'channels.json': [{ id: 'C1', name: 'looms', members: ['U1'] }],
    'looms/2024-05-01.json': messages.filter((_, n) => n !== without),
  };
  return zip(Object.entries(entries).map(([name, data]) => ({ name, data: JSON.stringify(data) })));
}

const listIds = async ({ app, orgId }: World): Promise<number[]> =>
  (
    await app.db.read.q
      .selectFrom('message')
      .select('id')
      .where('org_id', '=', orgId)
      .where('content', 'like', 'thread %')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

async function read({ app }: World, id: number): Promise<string | undefined> {
  const row = await app.db.read.q
    .selectFrom('message')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content;
}

const editHere = ({ app, orgId }: World, id: number, content: string) =>
  app.db.write(orgId, 'system', ({ q }) =>
    q
      .updateTable('message')
      .set({ content, edit_history: JSON.stringify([{ prev_content: 'x', timestamp: 1, user_id: 1 }]) })
      .where('id', '=', id)
      .execute(),
  );

/** @returns false if there is no such step: nobody has edited anything */
async function runWith(world: World, ids: readonly number[], step: number): Promise<boolean> {
  const [edited = 0, gone = 0] = [ids[many - 1 - step], ids[step + 1]];
  const there: (string | undefined)[] = [];
  const meanwhile = beforeWrite(world, step, async () => {
    there.push(await read(world, gone));
    for (const id of [edited, gone]) await editHere(world, id, 'mine');
  });
  await run(meanwhile, slack({ editedAt: 100 + step, without: step + 1 }));
  if (there.length === 0) return false;
  assert.equal(await read(world, edited), 'mine', `at step ${step}`);
  if (there[0] !== undefined) assert.equal(await read(world, gone), 'mine', `at step ${step}`);
  return true;
}

onBothEngines('While a newer export is imported', (engine) => {
  test('What people edit between any two of its steps is neither overwritten nor deleted', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack());
    const ids = await listIds(world);
    assert.equal(ids.length, many);
    let step = 0;
    while (await runWith(world, ids, step)) step++;
    assert.ok(step > 3, 'an import has several steps');
  });
});
