import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/heddle/folded_sections';

async function getFolded(world: World, who: Name): Promise<unknown> {
  const given = { fetch_event_types: ['heddle_folded_section'] };
  return (await world.as(who).post('/register', given)).json.heddle_folded_sections;
}

onBothEngines('Collapsed sections', (engine) => {
  test('A section is collapsed and expanded on all devices of one person, and stays so', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('ada').post('/channel_folders/create', { name: 'Work' });
    const folder = `folder:${json.channel_folder_id}`;
    const queue = await listenAs(world, 'dan', { event_types: ['heddle_folded_section'] });
    for (const section of ['direct', folder, folder])
      assert.equal((await world.as('dan').post(path, { section })).status, 200);
    assert.deepEqual(await getFolded(world, 'dan'), ['direct', folder]);
    assert.deepEqual(await getFolded(world, 'ada'), []);
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await world.as('dan').delete(path, { section: 'direct' })).status, 200);
    assert.deepEqual(await getFolded(world, 'dan'), [folder]);
    const changes = (await queue.received()).map(({ op, section }) => [op, section]);
    assert.deepEqual(changes, [
      ['add', 'direct'],
      ['add', folder],
      ['remove', 'direct'],
    ]);
  });

  test('What was read is collapsed everywhere, and the rest of a long section is opened', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('ada').post('/channel_folders/create', { name: 'Work' });
    const keys = ['all:channels', `all:folder:${json.channel_folder_id}`, 'read'];
    for (const section of keys)
      assert.equal((await world.as('dan').post(path, { section })).status, 200, section);
    assert.deepEqual(await getFolded(world, 'dan'), keys);
    assert.equal((await world.as('dan').delete(path, { section: 'read' })).status, 200);
    assert.deepEqual(await getFolded(world, 'dan'), keys.slice(0, 2));
  });

  test('A section that does not exist is not collapsed, and bots have no sidebar', async (t) => {
    const world = await makeWorld(t, engine);
    const unknown = ['attic', 'folder:999999', 'folder:0', '', 'all:folder:999999', 'all:read', 'all:direct'];
    for (const section of unknown)
      assert.equal((await world.as('dan').post(path, { section })).status, 400, section);
    const bot = world.as(await makeBot(world, 'dan'));
    assert.equal((await bot.post(path, { section: 'direct' })).status, 400);
    assert.deepEqual(await getFolded(world, 'dan'), []);
  });
});
