import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
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

  test('Hints of the web client are a list of their own', async (t) => {
    const world = await makeWorld(t, engine);
    const getHints = async () =>
      (await world.as('dan').post('/register', { fetch_event_types: ['onboarding_steps'] })).json
        .heddle_hints as string[];
    const steps = await getSteps(world);
    const queue = await listenAs(world, 'dan', { event_types: ['onboarding_steps'] });
    const [hint = ''] = await getHints();
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await world.as('dan').post(path, { onboarding_step: hint })).status, 200);
    assert.deepEqual([await getHints(), await getSteps(world)], [[], steps]);
    const events = await queue.received();
    assert.deepEqual(
      events.map(({ heddle_hints: hints }: { heddle_hints: string[] }) => hints),
      [[]],
    );
  });

  test('Unknown onboarding hints and bots are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const unknown = await world.as('dan').post(path, { onboarding_step: 'dance' });
    assert.deepEqual([unknown.status, unknown.json.msg], [400, 'Unknown onboarding_step: dance']);
    assert.equal((await world.as('dan').post(path)).status, 400);
    const bot = await addPerson(world, 'robo', { botOwner: 'dan' });
    const given = { onboarding_step: 'intro_inbox_view_modal' };
    assert.equal((await world.as(bot).post(path, given)).status, 400);
  });

  test('The setup checklist of an owner says what is done, until it is dismissed', async (t) => {
    const world = await makeWorld(t, engine);
    const read = async () => {
      const { status, json } = await world.as('ada').get('/heddle/setup');
      assert.equal(status, 200, json.msg);
      return { isDismissed: json.is_dismissed as boolean, done: json.done as string[] };
    };
    await setOrganization(world, { description: '' });
    assert.deepEqual(await read(), { isDismissed: false, done: ['invite'] });
    await world.as('ada').patch('/realm', { description: 'We weave.' });
    assert.deepEqual((await read()).done, ['invite', 'describe']);
    assert.deepEqual((await world.as('ben').get('/heddle/setup')).json.done, ['invite', 'describe']);
    for (const who of ['dan', 'gus'] as const)
      assert.equal((await world.as(who).get('/heddle/setup')).status, 403, who);
    assert.equal((await world.as('ben').delete('/heddle/setup')).status, 200);
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await world.as('ada').delete('/heddle/setup')).status, 200);
    assert.equal((await read()).isDismissed, true);
    const { json } = await world.as('ada').post('/register', { fetch_event_types: ['onboarding_steps'] });
    assert.ok(!JSON.stringify(json.onboarding_steps).includes('heddle'), 'it is no hint for other clients');
  });
});
