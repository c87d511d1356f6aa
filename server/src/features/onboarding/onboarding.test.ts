import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/onboarding_steps';

async function getSteps(world: World): Promise<string[]> {
  const { json } = await world.as('dan').post('/register', { fetch_event_types: ['onboarding_steps'] });
  return (json.onboarding_steps as { name: string }[]).map(({ name }) => name);
}

onBothEngines('Onboarding hints', (engine) => {
  test('Onboarding hints are shown until they were seen', async (t) => {
    const world = await makeWorld(t, engine);
    const [first = '', ...rest] = await getSteps(world);
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await world.as('dan').post(path, { onboarding_step: first })).status, 200);
    assert.deepEqual(await getSteps(world), rest);
  });

  test('Unknown onboarding hints and bots are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const unknown = await world.as('dan').post(path, { onboarding_step: 'dance' });
    assert.deepEqual([unknown.status, unknown.json.msg], [400, 'Unknown onboarding_step: dance']);
    assert.equal((await world.as('dan').post(path)).status, 400);
    const bot = await addPerson(world, 'robo', { getBot: 'dan' });
    const given = { onboarding_step: 'intro_inbox_view_modal' };
    assert.equal((await world.as(bot).post(path, given)).status, 400);
  });
});
