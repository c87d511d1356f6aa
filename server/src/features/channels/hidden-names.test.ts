import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const renamed = 'merger with acme';
const kinds = ['realm_bot', 'muted_topics'];

const state = async (world: World, who: Name) =>
  (await world.as(who).post('/register', { event_types: kinds })).json;

const rename = async (world: World, new_name: string): Promise<void> => {
  const { status } = await world.as('ada').patch(`/streams/${world.channels.design}`, { new_name });
  assert.equal(status, 200);
};

async function setMember(world: World, isMember: boolean): Promise<void> {
  const { status } = isMember
    ? await world.as('ada').post('/users/me/subscriptions', {
        subscriptions: [{ name: renamed }],
        principals: [world.people.dan.id],
      })
    : await world.as('ada').delete('/users/me/subscriptions', {
        subscriptions: ['design'],
        principals: [world.people.dan.id],
      });
  assert.equal(status, 200);
}

/** What each event says of the default channel of a bot, or of muted topics. */
const getNames = (events: readonly Record<string, unknown>[]): unknown[] =>
  events.map(
    ({ bot, muted_topics }) =>
      (bot as { default_sending_stream?: string | null } | undefined)?.default_sending_stream ??
      (muted_topics as [string][] | undefined)?.map(([channel]) => channel) ??
      null,
  );

onBothEngines('Names of hidden channels', (engine) => {
  test('The name that a channel has since a person lost it is kept from lists of their bots and muted topics', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    const bot = await makeBot(world, 'dan', { default_sending_stream: 'design' });
    const muted = { stream_id: world.channels.design, topic: 'looms', visibility_policy: 1 };
    assert.equal((await dan.post('/user_topics', muted)).status, 200);
    const own = await openQueue(world, 'dan', { event_types: kinds });
    const administrators = await openQueue(world, 'ben', { event_types: kinds });
    await setMember(world, false);
    await rename(world, renamed);
    assert.deepEqual(getNames(await own.after(own.start)), [null, []]);
    assert.deepEqual(getNames(await administrators.after(administrators.start)), [renamed]);
    for (const answer of [await state(world, 'dan'), (await dan.get('/bots')).json])
      assert.doesNotMatch(JSON.stringify(answer), /merger|design/);
    const updated = await dan.patch(`/bots/${bot.id}`, { full_name: 'Weaver' });
    assert.equal(updated.json.default_sending_stream, null);
    assert.match(JSON.stringify(await state(world, 'ben')), /merger/);
  });

  test('The lists name a channel again when its name is visible, and its new name', async (t) => {
    const world = await makeWorld(t, engine);
    await makeBot(world, 'dan', { default_sending_stream: 'design' });
    const muted = { stream_id: world.channels.design, topic: 'looms', visibility_policy: 1 };
    assert.equal((await world.as('dan').post('/user_topics', muted)).status, 200);
    await setMember(world, false);
    await rename(world, renamed);
    const queue = await openQueue(world, 'dan', { event_types: kinds });
    await setMember(world, true);
    await rename(world, 'looms');
    assert.deepEqual(getNames(await queue.after(queue.start)), [renamed, [renamed], 'looms']);
    const { realm_bots, muted_topics } = await state(world, 'dan');
    assert.deepEqual(getNames([{ bot: realm_bots[0] }, { muted_topics }]), ['looms', ['looms']]);
  });
});
