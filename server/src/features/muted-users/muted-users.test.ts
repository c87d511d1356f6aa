import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { getFlags, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const path = (id: number) => `/users/me/muted_users/${id}`;

async function mutedBy(world: World): Promise<number[]> {
  const { json } = await world.as('dan').post('/register', { fetch_event_types: ['muted_users'] });
  return json.muted_users.map(({ id }: { id: number }) => id);
}

onBothEngines('Muted users', (engine) => {
  test('Muted users are listed, emitted and unmuted, bots included', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'robo', { botOwner: 'eve' });
    const queue = await openQueue(world, 'dan', { event_types: ['muted_users'] });
    const eve = world.people.eve.id;
    for (const id of [eve, bot.id]) assert.equal((await world.as('dan').post(path(id))).status, 200);
    assert.deepEqual(await mutedBy(world), [eve, bot.id]);
    assert.equal((await world.as('dan').delete(path(eve))).status, 200);
    assert.deepEqual(await mutedBy(world), [bot.id]);
    const lists = (await queue.after(queue.start)).map((event) =>
      event.muted_users.map(({ id }: { id: number }) => id),
    );
    assert.deepEqual(lists, [[eve], [eve, bot.id], [bot.id]]);
  });

  test('Muting oneself, a missing user or a muted user is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const eve = world.people.eve.id;
    await world.as('dan').post(path(eve));
    const refused = async (method: 'post' | 'delete', id: number, message: string) => {
      const { status, json } = await world.as('dan')[method](path(id));
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', message]);
    };
    await refused('post', world.people.dan.id, 'Cannot mute self');
    await refused('post', 999_999_999, 'No such user');
    await refused('post', other.ownerId, 'No such user');
    await refused('post', eve, 'User already muted');
    await refused('delete', world.people.ada.id, 'User is not muted');
    await refused('delete', other.ownerId, 'No such user');
    assert.equal((await world.as('dan').post('/users/me/muted_users/eve')).status, 404);
    assert.deepEqual(await mutedBy(world), [eve]);
  });

  test('Messages of muted users arrive as read for those who muted them only', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'eve', 'general', 'noise');
    const direct = await sendDirect(world, 'eve', ['dan']);
    const others = await say(world, 'ada', 'general', 'noise');
    const types = ['message', 'update_message_flags', 'muted_users'];
    const queue = await openQueue(world, 'dan', { event_types: types });
    await world.as('dan').post(path(world.people.eve.id));
    const after = await say(world, 'eve', 'general', 'noise');
    const [read, muted, message] = await queue.after(queue.start);
    assert.equal(muted?.type, 'muted_users');
    assert.deepEqual([read?.flag, read?.messages], ['read', [before, direct]]);
    assert.deepEqual(message?.flags, ['read']);
    for (const id of [before, direct, after]) assert.deepEqual(await getFlags(world, 'dan', id), ['read']);
    assert.deepEqual(await getFlags(world, 'dan', others), []);
    assert.deepEqual(await getFlags(world, 'ben', after), []);
  });
});
