import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, setChannel } from '../../../../tests/support/change.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const empty = { type: '', to: [], topic: '', content: 'so' };

async function create(world: World, who: Name, ...drafts: Params[]): Promise<number[]> {
  const { status, json } = await world.as(who).post('/drafts', { drafts });
  assert.equal(status, 200, json.msg);
  return json.ids;
}

async function getDrafts(world: World, who: Name): Promise<Params[]> {
  const { json } = await world.as(who).get('/drafts');
  assert.equal(json.count, json.drafts.length);
  return json.drafts;
}

onBothEngines('Drafts', (engine) => {
  test('Drafts are shared by all clients of a user, the last changed at the end', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await listenAs(world, 'dan', { event_types: ['drafts'] });
    const others = await listenAs(world, 'ada', { event_types: ['drafts'] });
    const { general } = world.channels;
    const drafts = [
      { type: 'stream', to: [general], topic: 'lunch', content: 'soup?', timestamp: 2_000_000_000 },
      {
        type: 'private',
        to: [world.people.eve.id],
        topic: 'ignored',
        content: 'psst',
        timestamp: 1_700_000_000,
      },
      { ...empty, timestamp: 1_600_000_000 },
    ];
    const [first, second, third] = await create(world, 'dan', ...drafts);
    const expected = [
      { id: third, ...empty, timestamp: 1_600_000_000 },
      { id: second, ...drafts[1], topic: '' },
      { id: first, ...drafts[0] },
    ];
    assert.deepEqual(await getDrafts(world, 'dan'), expected);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['drafts'] });
    assert.deepEqual(json.drafts, expected);
    const [added] = await queue.received();
    assert.deepEqual([added.op, added.drafts.length], ['add', 3]);
    assert.deepEqual(await getDrafts(world, 'ada'), []);

    const edited = {
      type: 'stream',
      to: [general],
      topic: 'dinner',
      content: 'stew?',
      timestamp: 2_000_000_001,
    };
    assert.equal((await world.as('dan').patch(`/drafts/${second}`, { draft: edited })).status, 200);
    assert.equal((await world.as('dan').delete(`/drafts/${first}`)).status, 200);
    const [updated, removed] = await queue.received();
    assert.deepEqual([updated.op, updated.draft], ['update', { id: second, ...edited }]);
    assert.deepEqual([removed.op, removed.draft_id], ['remove', first]);
    assert.deepEqual(
      (await getDrafts(world, 'dan')).map(({ id }) => id),
      [third, second],
    );
    assert.deepEqual(await others.received(), []);
  });

  test('Drafts get the current time unless a client gives one', async (t) => {
    const world = await makeWorld(t, engine);
    const before = Math.floor(Date.now() / 1000);
    await create(world, 'dan', empty);
    const [draft] = await getDrafts(world, 'dan');
    assert.ok(Number(draft?.timestamp) >= before);
  });

  test('Drafts are truncated to the maximum message length', async (t) => {
    const world = await makeWorld(t, engine);
    const to = [world.channels.general];
    await create(world, 'dan', { type: 'stream', to, topic: 'x'.repeat(61), content: 'y'.repeat(10_001) });
    const [draft] = await getDrafts(world, 'dan');
    assert.equal(draft?.topic, `${'x'.repeat(57)}...`);
    assert.equal(String(draft.content).length, 10_000);
  });

  test('Drafts are refused entirely when one is invalid', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design, lounge } = world.channels;
    const other = await addOrganization(world);
    await setChannel(world, lounge, { is_archived: 1 });
    const wrong: [Params, string][] = [
      [{ type: 'stream', to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
      [{ type: 'stream', to: [general, design] }, 'Must specify exactly 1 channel ID for channel messages'],
      [{ type: 'stream', to: [999_999] }, 'Invalid channel ID'],
      [{ type: 'stream', to: [other.channelId] }, 'Invalid channel ID'],
      [{ type: 'stream', to: [design] }, 'Invalid channel ID'],
      [{ type: 'stream', to: [lounge] }, 'Invalid channel ID'],
      [{ type: 'private', to: [other.ownerId] }, `Invalid user ID ${other.ownerId}`],
      [{ content: '' }, 'drafts[1]["content"] cannot be blank'],
      [{ content: ' \n\t' }, 'drafts[1]["content"] cannot be blank'],
      [{ content: 'a\0b' }, 'Message must not contain null bytes'],
      [{ type: 'stream', to: [general], topic: 'a\0b' }, 'Topic must not contain null bytes'],
      [{ timestamp: -1 }, 'Timestamp must not be negative.'],
      [{ timestamp: 1e13 }, 'Timestamp is too large.'],
      [{ timestamp: 1e300 }, 'Timestamp is too large.'],
    ];
    for (const [part, msg] of wrong) {
      const { status, json } = await world
        .as('eve')
        .post('/drafts', { drafts: [empty, { ...empty, ...part }] });
      assert.deepEqual([status, json.msg], [400, msg]);
    }
    for (const bad of [{ ...empty, extra: 1 }, { ...empty, type: 'letter' }, { type: '', to: [] }, 7]) {
      const { status } = await world.as('eve').post('/drafts', { drafts: [bad] });
      assert.equal(status, 400, JSON.stringify(bad));
    }
    assert.deepEqual(await getDrafts(world, 'eve'), []);
  });

  test('Drafts are deleted and refused while a user disables draft synchronization', async (t) => {
    const world = await makeWorld(t, engine);
    const [id] = await create(world, 'dan', empty);
    await create(world, 'eve', empty);
    const dan = world.as('dan');
    const client = await replay(dan);
    const queue = await listenAs(world, 'dan', { event_types: ['drafts', 'user_settings'] });
    await dan.patch('/settings', { enable_drafts_synchronization: false });
    for (const { status, json } of [
      await dan.get('/drafts'),
      await dan.post('/drafts', { drafts: [empty] }),
      await dan.patch(`/drafts/${id}`, { draft: { ...empty, content: 'changed' } }),
      await dan.delete(`/drafts/${id}`),
    ])
      assert.deepEqual(
        [status, json.code, json.msg],
        [400, 'BAD_REQUEST', 'User has disabled synchronizing drafts.'],
      );
    const { json: state } = await dan.post('/register', { fetch_event_types: ['drafts'] });
    assert.deepEqual(state.drafts, []);
    assert.deepEqual(
      (await queue.received()).map(({ type }) => type),
      ['user_settings'],
    );
    await client.holds();
    await dan.patch('/settings', { enable_drafts_synchronization: true });
    assert.deepEqual(await getDrafts(world, 'dan'), []);
    assert.equal((await getDrafts(world, 'eve')).length, 1);
  });

  test('Drafts of others cannot be deleted by an administrator disabling their synchronization', async (t) => {
    const world = await makeWorld(t, engine);
    await create(world, 'dan', empty);
    const { status } = await world.as('ben').patch('/settings', {
      target_users: { user_ids: [world.people.dan.id], skip_if_already_edited: false },
      enable_drafts_synchronization: false,
    });
    assert.equal(status, 400);
    assert.equal((await getDrafts(world, 'dan')).length, 1);
  });

  test('Drafts are available to bots', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = world.as(await makeBot(world, 'dan'));
    const { status, json } = await bot.post('/drafts', { drafts: [empty] });
    assert.equal(status, 200);
    assert.deepEqual(
      (await bot.get('/drafts')).json.drafts.map(({ id }: { id: number }) => id),
      json.ids,
    );
    assert.deepEqual(await getDrafts(world, 'dan'), []);
  });

  test('Drafts of other users do not exist', async (t) => {
    const world = await makeWorld(t, engine);
    const [id] = await create(world, 'dan', empty);
    for (const who of ['ada', 'eve'] as const)
      for (const response of [
        await world.as(who).patch(`/drafts/${id}`, { draft: { ...empty, content: 'mine' } }),
        await world.as(who).delete(`/drafts/${id}`),
      ])
        assert.deepEqual(
          [response.status, response.json.code, response.json.msg],
          [404, 'BAD_REQUEST', 'Draft does not exist'],
        );
    assert.equal((await getDrafts(world, 'dan'))[0]?.content, 'so');
    assert.equal((await world.anonymous.get('/drafts')).status, 401);
  });
});
