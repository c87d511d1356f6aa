import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addGroup,
  addOrganization,
  addPerson,
  deactivate,
  setChannel,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/subscriptions';

async function getMembers(world: World, channelId: number): Promise<number[]> {
  const { json } = await world.as('ada').get(`/streams/${channelId}/members`);
  return json.subscribers as number[];
}

onBothEngines('Unsubscribing', (engine) => {
  test('Unsubscribing reports channels that were left and those not subscribed', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world
      .as('dan')
      .delete(path, { subscriptions: ['General', 'lounge', 'design', 'design'] });
    assert.deepEqual(json.removed, ['general', 'design']);
    assert.deepEqual(json.not_removed, ['lounge']);
    assert.ok(!(await getMembers(world, world.channels.design)).includes(world.people.dan.id));
    const again = await world.as('dan').delete(path, { subscriptions: ['general'] });
    assert.deepEqual([again.json.removed, again.json.not_removed], [[], ['general']]);
  });

  test('Unsubscribing accepts its parameters in the query', async (t) => {
    const world = await makeWorld(t, engine);
    const query = new URLSearchParams({ subscriptions: '["general"]' });
    const { json } = await world.as('gus').send('DELETE', `${path}?${query.toString()}`);
    assert.deepEqual(json.removed, ['general']);
  });

  test('Unsubscribing from a missing or invisible channel changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    for (const name of ['nonexistent', 'vault', 'elsewhere']) {
      const { status, json } = await world.as('eve').delete(path, { subscriptions: ['general', name] });
      assert.equal(status, 400);
      assert.deepEqual(
        [json.code, json.msg, json.stream],
        ['STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, name],
      );
    }
    assert.ok((await getMembers(world, world.channels.general)).includes(world.people.eve.id));
  });

  test('Administrators can unsubscribe others, also from channels they are not subscribed to', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, dan } = world.people;
    const { json } = await world
      .as('ben')
      .delete(path, { subscriptions: ['vault'], principals: [ada.id, dan.id] });
    assert.deepEqual([json.removed, json.not_removed], [['vault', 'vault'], []]);
    assert.deepEqual(await getMembers(world, world.channels.vault), []);
  });

  test('Users without permission cannot unsubscribe others', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['cleo', 'dan', 'gus'] as const)
      for (const principals of [[world.people.eve.id], [world.people[who].id, world.people.eve.id]]) {
        const { status, json } = await world.as(who).delete(path, { subscriptions: ['general'], principals });
        assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Insufficient permission']);
      }
    assert.equal((await getMembers(world, world.channels.general)).length, 6);
  });

  test('Unsubscribing others requires the permission in every channel of the request', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, gus } = world.people;
    const team = await addGroup(world, 'team', [dan.id]);
    const remove = (who: Name, ...subscriptions: string[]) =>
      world.as(who).delete(path, { subscriptions, principals: ['eve@example.com'] });
    await setChannel(world, world.channels.general, { permissions: { can_remove_subscribers_group: team } });
    assert.equal((await remove('dan', 'general', 'lounge')).status, 400);
    assert.deepEqual((await remove('dan', 'general')).json.removed, ['general']);
    await setChannel(world, world.channels.lounge, { permissions: { can_administer_channel_group: team } });
    assert.deepEqual((await remove('dan', 'lounge')).json.removed, ['lounge']);
    assert.ok(!(await getMembers(world, world.channels.lounge)).includes(eve.id));
    const guest = { direct_members: [gus.id], direct_subgroups: [] };
    await setChannel(world, world.channels.general, { permissions: { can_administer_channel_group: guest } });
    assert.equal((await remove('gus', 'general')).status, 400);
  });

  test('Unsubscribing reports subscribed and unsubscribed users', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const { json } = await world
      .as('ben')
      .delete(path, { subscriptions: ['lounge'], principals: [dan.id, eve.id] });
    assert.deepEqual([json.removed, json.not_removed], [['lounge'], ['lounge']]);
  });

  test('Unsubscribing several users names the channel once for each', async (t) => {
    const world = await makeWorld(t, engine);
    const { cleo, dan, eve } = world.people;
    const subscriptions = ['general', 'design'];
    await world.as('cleo').delete(path, { subscriptions: ['design'] });
    const principals = [cleo.id, dan.id, eve.id];
    const { json } = await world.as('ben').delete(path, { subscriptions: ['general'], principals });
    assert.deepEqual([json.removed, json.not_removed], [['general', 'general', 'general'], []]);
    const again = await world.as('ben').delete(path, { subscriptions, principals });
    assert.equal([again.json.removed, again.json.not_removed].flat().length, 6);
  });

  test('Unsubscribing one’s own bots requires no permission', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'dans-bot', { botOwner: 'dan' });
    await world.as(bot).post(path, { subscriptions: [{ name: 'lounge' }] });
    const remove = (who: Name) =>
      world.as(who).delete(path, { subscriptions: ['lounge'], principals: [bot.id] });
    assert.equal((await remove('cleo')).status, 400);
    assert.deepEqual((await remove('dan')).json.removed, ['lounge']);
  });

  test('Unsubscribing refuses unknown and deactivated users and those of other organizations', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const refused = [
      [[99_999], 'No such user'],
      [[other.ownerId], 'No such user'],
      [['nobody@example.com'], 'No such user'],
      [[world.people.eve.id, gone.id], 'User is deactivated'],
    ] as const;
    for (const [principals, msg] of refused) {
      const { status, json } = await world.as('ben').delete(path, { subscriptions: ['general'], principals });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    assert.equal((await getMembers(world, world.channels.general)).length, 6);
  });

  test('Unsubscribing keeps the personal settings of the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await world.as('dan').get(path);
    await world.as('dan').delete(path, { subscriptions: ['general'] });
    const without = await world.as('dan').get(path);
    assert.equal(without.json.subscriptions.length, before.json.subscriptions.length - 1);
    await world.as('dan').post(path, { subscriptions: [{ name: 'general' }] });
    assert.deepEqual((await world.as('dan').get(path)).json.subscriptions, before.json.subscriptions);
  });
});
