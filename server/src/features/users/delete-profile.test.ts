import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const contents = async ({ app }: World): Promise<string[]> =>
  (await app.db.read.q.selectFrom('message').select('content').orderBy('id').execute()).map(
    ({ content }) => content,
  );

async function talk(world: World): Promise<void> {
  await say(world, 'dan', 'general', 'lunch', 'public');
  await say(world, 'dan', 'design', 'colors', 'private');
  await sendDirect(world, 'dan', ['eve'], 'direct');
  await say(world, 'eve', 'general', 'lunch', 'of another');
}

onBothEngines('Deactivating with actions', (engine) => {
  test('Deactivating with actions deletes each kind of message separately, bots included', async (t) => {
    const kinds = {
      delete_public_channel_messages: ['private', 'direct', 'of another'],
      delete_private_channel_messages: ['public', 'direct', 'of another', 'of the bot'],
      delete_direct_messages: ['public', 'private', 'of another', 'of the bot'],
    };
    for (const [kind, left] of Object.entries(kinds)) {
      const world = await makeWorld(t, engine, { alone: true });
      const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
      await talk(world);
      const params = { type: 'channel', to: 'general', topic: 'lunch', content: 'of the bot' };
      assert.equal((await world.as(bot).post('/messages', params)).status, 200);
      const actions = { [kind]: true };
      const { status, json } = await world.as('ada').delete(`/users/${world.people.dan.id}`, { actions });
      assert.deepEqual([status, json], [200, { result: 'success', msg: '' }]);
      await world.app.jobs.runDue();
      assert.deepEqual(await contents(world), left, kind);
    }
  });

  test('Deactivating with actions deletes messages of the bots first, with events to those who could read them', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const own = await say(world, 'dan', 'general', 'lunch');
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    const params = { type: 'channel', to: 'general', topic: 'lunch', content: 'beep' };
    const { json } = await world.as(bot).post('/messages', params);
    const eve = await listenAs(world, 'eve', {
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    });
    const actions = { delete_public_channel_messages: true };
    await world.as('ada').delete(`/users/${world.people.dan.id}`, { actions });
    await world.app.jobs.runDue();
    assert.deepEqual(
      (await eve.received()).map(({ message_ids }) => message_ids),
      [[json.id], [own]],
    );
  });

  test('Deactivating with actions deletes in batches and continues after a crash', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (let count = 0; count < 120; count++) await say(world, 'dan', 'general', 'lunch', `soup ${count}`);
    await world.app.jobs.stop();
    const actions = { delete_public_channel_messages: true };
    await world.as('ada').delete(`/users/${world.people.dan.id}`, { actions });
    assert.equal((await contents(world)).length, 120);
    await world.restart();
    await world.app.jobs.runDue();
    assert.deepEqual(await contents(world), []);
  });

  test('Deactivating with actions deletes name, avatar and profile permanently, those of bots first', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const bot = await addPerson(world, 'loom-bot', { botOwner: 'dan' });
    await talk(world);
    const { id } = world.people.dan;
    const before = (await world.as('ada').get(`/users/${id}`)).json.user as { avatar_version: number };
    const eve = await listenAs(world, 'eve', { event_types: ['realm_user', 'delete_message'] });
    const actions = { delete_profile: true };
    assert.equal((await world.as('ada').delete(`/users/${id}`, { actions })).status, 200);
    const notified = await eve.received();
    const renamed = notified
      .filter(({ person }) => 'full_name' in person)
      .map(({ person }) => person.user_id);
    assert.deepEqual([...new Set(renamed)], [bot.id, id]);
    for (const gone of [bot.id, id]) {
      const { user } = (await world.as('ada').get(`/users/${gone}`)).json;
      const { full_name, is_active, is_deleted } = user as Record<string, unknown>;
      assert.deepEqual([full_name, is_active, is_deleted], [`Deleted user ${gone}`, false, true]);
    }
    const after = (await world.as('ada').get(`/users/${id}`)).json.user as { avatar_version: number };
    assert.equal(after.avatar_version, before.avatar_version + 1);
    assert.equal((await contents(world)).length, 4);
    const back = await world.as('ada').post(`/users/${id}/reactivate`);
    assert.deepEqual([back.status, back.json.msg], [400, 'This account has been deleted.']);
  });

  test('Deactivating with actions requires the permission to deactivate the user', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await talk(world);
    const actions = { delete_profile: true, delete_direct_messages: true };
    assert.equal((await world.as('eve').delete(`/users/${world.people.dan.id}`, { actions })).status, 403);
    for (const [wrong, msg] of [
      [{ delete_profile: 'perhaps' }, 'actions["delete_profile"] is not a boolean'],
      [{ delete_direct_messages: null }, 'actions["delete_direct_messages"] is not a boolean'],
      [
        { delete_profile: true, delete_messages: true },
        'Argument "delete_messages" at actions["delete_messages"] is unexpected',
      ],
      [['delete_profile'], 'actions is not a dict'],
      [true, 'actions is not a dict'],
    ] as const) {
      const { status, json } = await world
        .as('ada')
        .delete(`/users/${world.people.dan.id}`, { actions: wrong });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    await world.app.jobs.runDue();
    assert.equal((await contents(world)).length, 4);
    assert.equal((await world.as('dan').get('/users/me')).json.full_name, 'Dan Ito');
  });
});
