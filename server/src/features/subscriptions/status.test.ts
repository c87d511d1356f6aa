import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOrganization,
  addPerson,
  deactivate,
  groupId,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

async function ask(world: World, who: Name, userId: number, channelId: number) {
  const { status, json } = await world.as(who).get(`/users/${userId}/subscriptions/${channelId}`);
  return status === 200 ? json.is_subscribed : [status, json.code, json.msg];
}

const noChannel = [400, 'BAD_REQUEST', 'Invalid channel ID'];
const noUser = [400, 'BAD_REQUEST', 'No such user'];

onBothEngines('Subscription status', (engine) => {
  test('The subscription status is returned to those who may know of user and channel', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const { dan, gus } = world.people;
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    assert.equal(await ask(world, 'eve', dan.id, general), true);
    assert.equal(await ask(world, 'eve', dan.id, lounge), false);
    assert.equal(await ask(world, 'eve', bot.id, general), false);
    assert.equal(await ask(world, 'gus', gus.id, general), true);
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    assert.equal(await ask(world, 'eve', dan.id, general), false);
  });

  test('The subscription status of invisible users and channels and those of other organizations is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge, vault } = world.channels;
    const { dan } = world.people;
    const other = await addOrganization(world);
    assert.equal(await ask(world, 'ada', dan.id, vault), true);
    assert.deepEqual(await ask(world, 'eve', dan.id, vault), noChannel);
    assert.deepEqual(await ask(world, 'gus', dan.id, lounge), noChannel);
    assert.deepEqual(await ask(world, 'ada', dan.id, 999_999_999), noChannel);
    assert.deepEqual(await ask(world, 'ada', 999_999_999, general), noUser);
    assert.deepEqual(await ask(world, 'ada', other.ownerId, general), noUser);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const hidden = await addPerson(world, 'hidden');
    assert.deepEqual(await ask(world, 'gus', hidden.id, general), noUser);
    assert.equal(await ask(world, 'gus', dan.id, general), true);
  });

  test('The subscription status of a deactivated account is refused, as nonexistent where the user is not visible', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const bot = await addPerson(world, 'old-bot', { botOwner: 'dan' });
    const hidden = await addPerson(world, 'hidden');
    const { eve } = world.people;
    for (const { id } of [eve, bot, hidden]) await deactivate(world, id);
    const off = [400, 'BAD_REQUEST', 'User is deactivated'];
    for (const { id } of [eve, bot]) assert.deepEqual(await ask(world, 'dan', id, general), off);
    assert.deepEqual(await ask(world, 'ada', eve.id, general), off);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    assert.deepEqual(await ask(world, 'gus', hidden.id, general), noUser);
    await world.as('ada').post(`/users/${eve.id}/reactivate`);
    assert.equal(await ask(world, 'dan', eve.id, general), true);
  });

  test('The subscription status requires an account', async (t) => {
    const world = await makeWorld(t, engine);
    const path = `/users/${world.people.dan.id}/subscriptions/${world.channels.general}`;
    assert.equal((await world.anonymous.get(path)).status, 401);
  });
});
