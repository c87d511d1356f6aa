import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/subscriptions';

/** Ids of what Dan has starred: as a registration lists them, and as the narrow finds them. */
async function getStars(world: World): Promise<[listed: unknown, found: unknown]> {
  const { state } = await listenAs(world, 'dan', { fetch_event_types: ['starred_messages'] });
  const narrow = [{ operator: 'is', operand: 'starred' }];
  const { json } = await world
    .as('dan')
    .get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow });
  return [state.starred_messages, json.messages.map(({ id }: { id: number }) => id)];
}

onBothEngines('Starred messages', (engine) => {
  test('Starred messages are listed as long as they are visible, and again when they become visible', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'ada', 'vault', 'keys');
    const open = await say(world, 'ada', 'general', 'lunch');
    const ids = [before, open];
    for (const flag of ['starred', 'read'])
      await world.as('dan').post('/messages/flags', { messages: ids, op: 'add', flag });
    assert.deepEqual(await getStars(world), [ids, ids]);
    const dan = await listenAs(world, 'dan', { event_types: ['update_message_flags'] });
    const eve = await listenAs(world, 'eve', { event_types: ['update_message_flags'] });
    for (const subscriptions of [['vault'], ['general']])
      await world.as('dan').delete(path, { subscriptions });
    assert.deepEqual(await getStars(world), [[open], [open]]);
    const principals = [world.people.dan.id];
    await world.as('ada').post(path, { subscriptions: [{ name: 'vault' }], principals });
    assert.deepEqual(await getStars(world), [ids, ids]);
    assert.ok((await getFlags(world, 'dan', before)).includes('starred'));
    assert.deepEqual(
      (await dan.received()).map(({ op, flag, messages }) => [op, flag, messages]),
      [
        ['remove', 'starred', [before]],
        ['add', 'starred', [before]],
      ],
    );
    assert.deepEqual(await eve.received(), []);
  });
});
