import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, addGroup, addMembers, addPerson, setChannel } from '../../../../tests/support/change.ts';
import type { Account } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

async function write(world: World, who: Name | Account, channelId: number, topic: string): Promise<number> {
  const { json } = await world
    .as(who)
    .post('/messages', { type: 'channel', to: channelId, topic, content: 'hello' });
  assert.equal(json.result, 'success', json.msg);
  return json.id;
}

const topicsFor = (world: World, who: Name | Account, channelId: number, params = {}) =>
  world.as(who).get(`/users/me/${channelId}/topics`, params);

onBothEngines('Topics of a channel', (engine) => {
  test('Topics are returned with their newest message, latest activity first', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await write(world, 'dan', general, 'lunch');
    const plans = await write(world, 'eve', general, 'plans "for" \\ Jürgen 🧵');
    const lunch = await write(world, 'ada', general, 'LUNCH');
    for (const who of names) {
      const { json } = await topicsFor(world, who, general);
      assert.deepEqual(json.topics, [
        { name: 'LUNCH', max_id: lunch },
        { name: 'plans "for" \\ Jürgen 🧵', max_id: plans },
      ]);
    }
  });

  test('The topics of an empty channel are an empty list', async (t) => {
    const world = await makeWorld(t, engine);
    assert.deepEqual((await topicsFor(world, 'eve', world.channels.lounge)).json.topics, []);
    assert.deepEqual((await topicsFor(world, 'dan', world.channels.vault)).json.topics, []);
  });

  test('The topics include a placeholder name for the empty topic, unless the client supports it', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, vault } = world.channels;
    for (const channelId of [general, vault]) {
      const id = await write(world, 'dan', channelId, '');
      const shown = await topicsFor(world, 'dan', channelId);
      assert.deepEqual(shown.json.topics, [{ name: 'general chat', max_id: id }]);
      const bare = await topicsFor(world, 'dan', channelId, { allow_empty_topic_name: true });
      assert.deepEqual(bare.json.topics, [{ name: '', max_id: id }]);
    }
  });

  test('The topics of a channel are hidden from those who cannot read it, administrators included', async (t) => {
    const world = await makeWorld(t, engine);
    await write(world, 'dan', world.channels.design, 'secret');
    for (const who of ['ben', 'eve', 'gus'] as const) {
      const { status, json } = await topicsFor(world, who, world.channels.design);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid channel ID']);
    }
    const { json } = await topicsFor(world, 'gus', world.channels.lounge);
    assert.equal(json.msg, 'Invalid channel ID');
  });

  test('The topics of a channel are complete for a new subscriber with shared history, and empty with protected history', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, vault } = world.channels;
    await write(world, 'dan', design, 'old');
    await write(world, 'dan', vault, 'old');
    await addMembers(world, design, [world.people.eve.id]);
    await addMembers(world, vault, [world.people.eve.id]);
    assert.equal((await topicsFor(world, 'eve', design)).json.topics.length, 1);
    assert.deepEqual((await topicsFor(world, 'eve', vault)).json.topics, []);
    const id = await write(world, 'dan', vault, 'new');
    assert.deepEqual((await topicsFor(world, 'eve', vault)).json.topics, [{ name: 'new', max_id: id }]);
    assert.equal((await topicsFor(world, 'dan', vault)).json.topics.length, 2);
  });

  test('The topics with protected history start for a bot with its own subscription, not that of its owner', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'dans-bot', { botOwner: 'dan' });
    await write(world, 'dan', world.channels.vault, 'before');
    assert.equal((await topicsFor(world, bot, world.channels.vault)).status, 400);
    await addMembers(world, world.channels.vault, [bot.id]);
    assert.deepEqual((await topicsFor(world, bot, world.channels.vault)).json.topics, []);
  });

  test('The topics with protected history are empty for those who could subscribe but have not', async (t) => {
    const world = await makeWorld(t, engine);
    const team = await addGroup(world, 'team', [world.people.eve.id]);
    const [shared, hidden] = await Promise.all(
      [true, false].map((isHistoryPublic) =>
        addChannel(world, {
          name: `shared ${isHistoryPublic}`,
          isPrivate: true,
          isHistoryPublic,
          permissions: { can_subscribe_group: team },
        }),
      ),
    );
    assert.ok(shared !== undefined && hidden !== undefined);
    for (const channelId of [shared, hidden]) {
      await addMembers(world, channelId, [world.people.dan.id]);
      await write(world, 'dan', channelId, 'talk');
    }
    assert.equal((await topicsFor(world, 'eve', shared)).json.topics.length, 1);
    assert.deepEqual((await topicsFor(world, 'eve', hidden)).json.topics, []);
  });

  test('The topics of an archived channel can be read', async (t) => {
    const world = await makeWorld(t, engine);
    await write(world, 'eve', world.channels.lounge, 'history');
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    assert.equal((await topicsFor(world, 'dan', world.channels.lounge)).json.topics.length, 1);
  });

  test('The topics of several channels come in one response, none for those that the caller cannot read', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design, lounge } = world.channels;
    const lunch = await write(world, 'dan', general, 'lunch');
    const secret = await write(world, 'dan', design, 'secret');
    const unknown = 1_000_000;
    const asked = { channels: [design, general, unknown, lounge, general] };
    const forEve = await world.as('eve').get('/heddle/topics', asked);
    const inGeneral = { stream_id: general, topics: [{ name: 'lunch', max_id: lunch }] };
    const none = (id: number) => ({ stream_id: id, topics: [] });
    assert.deepEqual(forEve.json.channels, [none(design), inGeneral, none(unknown), none(lounge)]);
    const forDan = await world.as('dan').get('/heddle/topics', { channels: [design] });
    const inDesign = { stream_id: design, topics: [{ name: 'secret', max_id: secret }] };
    assert.deepEqual(forDan.json.channels, [inDesign]);
    const tooMany = await world
      .as('dan')
      .get('/heddle/topics', { channels: Array.from({ length: 501 }, () => 1) });
    assert.equal(tooMany.status, 400);
  });
});
