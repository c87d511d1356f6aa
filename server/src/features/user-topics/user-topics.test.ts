import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, addPerson, setChannel } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { getUnread, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

interface ListedPolicy {
  stream_id: number;
  topic_name: string;
  visibility_policy: number;
}

async function getTopics(
  world: World,
  who: Name,
  emptyTopicName = true,
  archivedChannels = true,
): Promise<[number, string, number][]> {
  const { json } = await world.as(who).post('/register', {
    event_types: ['user_topic'],
    fetch_event_types: ['user_topic'],
    client_capabilities: { empty_topic_name: emptyTopicName, archived_channels: archivedChannels },
  });
  return (json.user_topics as ListedPolicy[]).map((one) => [
    one.stream_id,
    one.topic_name,
    one.visibility_policy,
  ]);
}

const setPolicy = (world: World, who: Name, stream_id: number, topic: string, visibility_policy: number) =>
  world.as(who).post('/user_topics', { stream_id, topic, visibility_policy });

const choose = (world: World, who: Name, settings: Record<string, unknown>) =>
  world.as(who).patch('/settings', settings);

onBothEngines('Topic policies', (engine) => {
  test('Topic policies are set to muted, unmuted, followed or none, in any case', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const queue = await openQueue(world, 'dan', { event_types: ['user_topic', 'muted_topics'] });
    for (const policy of [1, 2, 3]) {
      assert.equal((await setPolicy(world, 'dan', general, 'Lunch', policy)).status, 200);
      assert.deepEqual(await getTopics(world, 'dan'), [[general, 'Lunch', policy]]);
    }
    assert.equal((await setPolicy(world, 'dan', general, 'LUNCH', 3)).status, 200);
    assert.equal((await setPolicy(world, 'dan', general, 'lunch', 0)).status, 200);
    assert.deepEqual(await getTopics(world, 'dan'), []);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map((event) => [event.type, event.visibility_policy]),
      [1, 2, 3, 0].map((policy) => ['user_topic', policy]),
    );
    assert.deepEqual(await getTopics(world, 'eve'), []);
  });

  test('Topic policies are sent to old clients as a list of muted topics', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const queue = await openQueue(world, 'dan', { event_types: ['muted_topics'] });
    const mute = (params: Record<string, unknown>) =>
      world.as('dan').patch('/users/me/subscriptions/muted_topics', params);
    assert.equal((await mute({ stream: 'General', topic: 'lunch', op: 'add' })).status, 200);
    assert.equal((await mute({ stream_id: general, topic: '', op: 'add' })).status, 200);
    assert.equal((await mute({ stream_id: general, topic: 'lunch', op: 'remove' })).status, 200);
    const lists = (await queue.after(queue.start)).map((event) =>
      event.muted_topics.map(([channel, topic]: [string, string]) => [channel, topic]),
    );
    const lunch = ['general', 'lunch'];
    const unnamed = ['general', 'general chat'];
    assert.deepEqual(lists, [[lunch], [unnamed, lunch], [unnamed]]);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['muted_topics'] });
    assert.deepEqual(json.muted_topics[0].slice(0, 2), unnamed);
    assert.deepEqual(await getTopics(world, 'dan', false), [[general, 'general chat', 1]]);
  });

  test('Topic policies are refused for inaccessible channels and invalid topics or policies', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const { general, vault, lounge } = world.channels;
    await setPolicy(world, 'dan', lounge, 'x', 3);
    await setChannel(world, lounge, { is_archived: 1 });
    for (const [who, channelId, topic, policy, message] of [
      ['gus', vault, 'x', 1, 'Invalid channel ID'],
      ['ben', vault, 'x', 1, 'Invalid channel ID'],
      ['dan', lounge, 'x', 1, 'Invalid channel ID'],
      ['dan', other.channelId, 'x', 1, 'Invalid channel ID'],
      ['dan', other.channelId, 'x', 0, 'Invalid channel ID'],
      ['dan', 999_999_999, 'x', 3, 'Invalid channel ID'],
      ['dan', general, 'x'.repeat(61), 1, 'topic is too long (limit: 60 characters)'],
    ] as const) {
      const { status, json } = await setPolicy(world, who, channelId, topic, policy);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', message]);
    }
    for (const params of [
      { visibility_policy: 4 },
      { visibility_policy: 'x' },
      { stream_id: 'general' },
      {},
    ]) {
      const given = { stream_id: general, topic: 'x', ...params };
      const { status } = await world
        .as('dan')
        .post('/user_topics', params.visibility_policy || params.stream_id ? given : {});
      assert.equal(status, 400);
    }
    const both = { stream: 'general', stream_id: general, topic: 'x', op: 'add' };
    const path = '/users/me/subscriptions/muted_topics';
    assert.deepEqual((await world.as('dan').patch(path, both)).json, {
      result: 'error',
      msg: 'Unsupported parameter combination: stream_id, stream',
      parameters: 'stream_id, stream',
      code: 'BAD_REQUEST',
    });
    const { json } = await world.as('dan').patch(path, { topic: 'x', op: 'add' });
    assert.deepEqual([json.code, json.msg], ['REQUEST_VARIABLE_MISSING', "Missing 'stream_id' argument"]);
    const muting = async (who: Name, params: Params) =>
      (await world.as(who).patch(path, { topic: 'x', ...params })).json.msg;
    for (const stream of ['nowhere', 'vault'])
      assert.equal(await muting('gus', { stream, op: 'add' }), `Invalid channel name '${stream}'`);
    assert.equal(await muting('ben', { stream_id: vault, op: 'add' }), 'Invalid channel ID');
    assert.equal(await muting('dan', { stream: 'nowhere', op: 'remove' }), 'Topic is not muted');
    assert.deepEqual(await getTopics(world, 'dan'), [[lounge, 'x', 3]]);
    assert.equal((await setPolicy(world, 'dan', lounge, 'x', 0)).status, 200);
    assert.deepEqual(await getTopics(world, 'gus'), []);
  });

  test('Removing a missing topic policy is refused and reveals no hidden channel', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const { general, design, vault, lounge } = world.channels;
    await setPolicy(world, 'dan', vault, 'gold', 1);
    await setPolicy(world, 'dan', vault, 'silver', 3);
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['vault'] });
    const unmute = (who: Name, params: Params) =>
      world.as(who).patch('/users/me/subscriptions/muted_topics', { op: 'remove', ...params });
    const topics = ['gold', 'copper', '', 'a\0b', 'x'.repeat(61)];
    const sendDirect = async (stage: string) => {
      for (const [who, channelId, stream] of [
        ['dan', 999_999_999, 'nowhere'],
        ['dan', other.channelId, 'nowhere'],
        ['ben', vault, 'vault'],
        ['eve', vault, 'vault'],
        ['gus', vault, 'vault'],
        ['eve', design, 'design'],
        ['gus', lounge, 'lounge'],
      ] as const)
        for (const topic of topics) {
          const taken = await setPolicy(world, who, channelId, topic, 0);
          assert.deepEqual([taken.status, taken.json.msg], [400, 'Invalid channel ID'], `${stage} ${who}`);
          for (const params of [
            { stream_id: channelId, topic },
            { stream, topic },
          ]) {
            const { status, json } = await unmute(who, params);
            assert.deepEqual([status, json.msg], [400, 'Topic is not muted'], `${stage} ${who} ${stream}`);
          }
        }
    };
    await sendDirect('in use');
    for (const id of [vault, lounge, design]) await setChannel(world, id, { is_archived: 1 });
    await sendDirect('archived');

    assert.equal((await setPolicy(world, 'dan', vault, 'copper', 0)).json.msg, 'Invalid channel ID');
    assert.equal((await unmute('dan', { stream_id: vault, topic: 'silver' })).json.msg, 'Topic is not muted');
    assert.equal((await unmute('dan', { stream: 'vault', topic: 'GOLD' })).status, 200);
    assert.equal((await unmute('dan', { stream: 'vault', topic: 'gold' })).status, 400);
    assert.equal((await setPolicy(world, 'dan', vault, 'Silver', 0)).status, 200);
    assert.equal((await setPolicy(world, 'dan', vault, 'silver', 0)).json.msg, 'Invalid channel ID');
    assert.deepEqual(await getTopics(world, 'dan'), []);

    assert.equal((await unmute('dan', { stream_id: general, topic: 'x' })).json.msg, 'Topic is not muted');
    assert.equal((await setPolicy(world, 'dan', general, 'x', 0)).status, 200, 'said of a channel of theirs');
  });

  test('Topic policies decide what counts as unread', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await say(world, 'ada', 'general', 'lunch', '@**all**');
    await say(world, 'ada', 'general', 'dinner');
    const counts = async () => {
      const { count, mentions } = await getUnread(world, 'dan');
      return [count, mentions.length];
    };
    assert.deepEqual(await counts(), [2, 1]);
    await setPolicy(world, 'dan', general, 'Lunch', 1);
    assert.deepEqual(await counts(), [1, 0]);
    await world.as('dan').patch(`/users/me/subscriptions/${general}`, { property: 'is_muted', value: true });
    assert.deepEqual(await counts(), [0, 0]);
    await setPolicy(world, 'dan', general, 'lunch', 2);
    assert.deepEqual(await counts(), [1, 1]);
  });

  test('A topic is followed by its creator once, but not by bots and users who disabled it', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const bot = await addPerson(world, 'robo', { botOwner: 'dan' });
    await choose(world, 'eve', { automatically_follow_topics_policy: 4 });
    await say(world, 'dan', 'general', 'lunch');
    await say(world, 'cleo', 'general', 'Lunch');
    await say(world, 'eve', 'general', 'dinner');
    await world.as(bot).post('/messages', { type: 'channel', to: general, topic: 'bots', content: 'hi' });
    assert.deepEqual(await getTopics(world, 'dan'), [[general, 'lunch', 3]]);
    assert.deepEqual(await getTopics(world, 'cleo'), []);
    assert.deepEqual(await getTopics(world, 'eve'), []);
    await setPolicy(world, 'dan', general, 'lunch', 2);
    await say(world, 'dan', 'general', 'lunch');
    assert.deepEqual(await getTopics(world, 'dan'), [[general, 'Lunch', 2]]);
  });

  test('A topic in a public channel is followed by its creator without a subscription', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge } = world.channels;
    await world.as('dan').delete('/users/me/subscriptions', { subscriptions: ['lounge'] });
    const place = { type: 'channel', to: lounge, topic: 'from outside', content: 'hi' };
    const { json } = await world.as('dan').post('/messages', place);
    assert.equal(json.automatic_new_visibility_policy, 3);
    assert.deepEqual(await getTopics(world, 'dan'), [[lounge, 'from outside', 3]]);
    await choose(world, 'eve', { automatically_follow_topics_policy: 4 });
    await world.as('eve').delete('/users/me/subscriptions', { subscriptions: ['lounge'] });
    await world.as('eve').post('/messages', { ...place, topic: 'another' });
    assert.deepEqual(await getTopics(world, 'eve'), []);
  });

  test('Deleting a topic deletes its policies, with an event to their users', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await choose(world, 'dan', { automatically_follow_topics_policy: 4 });
    await say(world, 'dan', 'general', 'lunch');
    await setPolicy(world, 'dan', general, 'lunch', 1);
    await setPolicy(world, 'eve', general, 'LUNCH', 3);
    await setPolicy(world, 'eve', general, 'dinner', 3);
    const queue = await openQueue(world, 'dan', { event_types: ['user_topic', 'muted_topics'] });
    await world.as('ada').post(`/streams/${general}/delete_topic`, { topic_name: 'lunch' });
    assert.deepEqual(await getTopics(world, 'dan'), []);
    assert.deepEqual(await getTopics(world, 'eve'), [[general, 'dinner', 3]]);
    assert.deepEqual(
      (await queue.after(queue.start)).map((event) => [event.topic_name, event.visibility_policy]),
      [['lunch', 0]],
    );
  });

  test('Topic policies in archived channels are shown to clients that support those', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    await setPolicy(world, 'dan', general, 'lunch', 3);
    await setPolicy(world, 'dan', lounge, 'games', 3);
    assert.equal((await world.as('ada').delete(`/streams/${lounge}`)).status, 200);
    assert.equal((await getTopics(world, 'dan')).length, 2);
    assert.deepEqual(await getTopics(world, 'dan', true, false), [[general, 'lunch', 3]]);
  });

  test('Sending reports a topic that became followed or unmuted once', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await choose(world, 'eve', { automatically_follow_topics_policy: 4 });
    await choose(world, 'cleo', { automatically_follow_topics_policy: 4 });
    await world.as('cleo').patch(`/users/me/subscriptions/${general}`, { property: 'is_muted', value: true });
    const answered = async (who: Name, params: Params = {}) => {
      const place = { type: 'channel', to: general, topic: 'lunch', content: 'hi' };
      const { status, json } = await world.as(who).post('/messages', { ...place, ...params });
      assert.equal(status, 200, json.msg);
      return json.automatic_new_visibility_policy;
    };
    assert.equal(await answered('dan'), 3);
    assert.equal(await answered('dan'), undefined);
    assert.equal(await answered('cleo'), 2);
    assert.equal(await answered('eve', { topic: 'dinner' }), undefined);
    assert.equal(await answered('dan', { type: 'direct', to: [world.people.eve.id] }), undefined);
  });

  test('Topics become followed or unmuted by sending, reacting and mentions, as each user chose', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await choose(world, 'dan', { automatically_follow_topics_policy: 2 });
    await choose(world, 'eve', { automatically_follow_topics_policy: 1 });
    await choose(world, 'gus', { automatically_follow_topics_where_mentioned: false });
    await world.as('cleo').patch(`/users/me/subscriptions/${general}`, { property: 'is_muted', value: true });
    const id = await say(world, 'ada', 'general', 'lunch', '@**Ben Okafor** @**Gus Parker**');
    await say(world, 'dan', 'general', 'lunch');
    await say(world, 'cleo', 'general', 'lunch');
    const react = (who: Name) => world.as(who).post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    assert.equal((await react('eve')).status, 200);
    assert.equal((await react('gus')).status, 200);
    const policies = async (who: Name) => (await getTopics(world, who)).map(([, , policy]) => policy);
    assert.deepEqual(await policies('ben'), [3]);
    assert.deepEqual(await policies('cleo'), [2]);
    assert.deepEqual(await policies('dan'), [3]);
    assert.deepEqual(await policies('eve'), [3]);
    assert.deepEqual(await policies('gus'), []);
  });

  test('Sending again follows a topic after what it depends on has changed', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await choose(world, 'dan', {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 2,
    });
    const send = () => say(world, 'dan', 'general', 'lunch');
    const policies = async () => (await getTopics(world, 'dan')).map(([, , policy]) => policy);
    const mute = (value: boolean) =>
      world.as('dan').patch(`/users/me/subscriptions/${general}`, { property: 'is_muted', value });
    await say(world, 'ada', 'general', 'lunch');
    for (let i = 0; i < 2; i++) await send();
    assert.deepEqual(await policies(), []);

    await mute(true);
    await send();
    assert.deepEqual(await policies(), [2], 'the channel was muted');

    await mute(false);
    await setPolicy(world, 'dan', general, 'lunch', 0);
    await send();
    assert.deepEqual(await policies(), [], 'the channel was unmuted');

    await choose(world, 'dan', { automatically_follow_topics_policy: 2 });
    await send();
    await send();
    assert.deepEqual(await policies(), [3], 'the setting was changed');

    await setPolicy(world, 'dan', general, 'lunch', 0);
    await send();
    assert.deepEqual(await policies(), [3], 'the topic was followed no longer');
  });

  test('A topic that was deleted counts as begun by who sends to it again', async (t) => {
    const world = await makeWorld(t, engine);
    await choose(world, 'dan', { automatically_follow_topics_policy: 3 });
    const ids = [await say(world, 'ada', 'general', 'lunch'), await say(world, 'dan', 'general', 'lunch')];
    assert.deepEqual(await getTopics(world, 'dan'), []);
    for (const id of ids) assert.equal((await world.as('ada').delete(`/messages/${id}`)).status, 200);
    await say(world, 'dan', 'general', 'lunch');
    assert.deepEqual(await getTopics(world, 'dan'), [[world.channels.general, 'lunch', 3]]);
  });

  test('A mention added by an edit does not change topic policies', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'lunch', 'soup');
    const content = `soup, @**Dan Ito|${world.people.dan.id}**`;
    assert.equal((await world.as('ada').patch(`/messages/${id}`, { content })).status, 200);
    assert.deepEqual(((await getUnread(world, 'dan')) as { mentions: number[] }).mentions, [id]);
    assert.deepEqual(await getTopics(world, 'dan'), []);
  });

  test('Topic policies follow a topic that is moved entirely, and merge with those of the destination', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    await choose(world, 'ada', { automatically_follow_topics_policy: 4 });
    const first = await say(world, 'ada', 'general', 'lunch');
    const second = await say(world, 'ada', 'general', 'lunch');
    await say(world, 'ada', 'general', 'dinner');
    await setPolicy(world, 'dan', general, 'lunch', 1);
    await setPolicy(world, 'eve', general, 'lunch', 3);
    await setPolicy(world, 'gus', general, 'dinner', 1);
    await setPolicy(world, 'eve', general, 'dinner', 2);
    const queue = await openQueue(world, 'eve', { event_types: ['user_topic'] });
    const move = async (id: number, params: Params) => {
      const { status, json } = await world.as('ada').patch(`/messages/${id}`, params);
      assert.equal(status, 200, json.msg);
    };

    await move(first, { topic: 'elsewhere' });
    assert.deepEqual(await getTopics(world, 'dan'), [[general, 'lunch', 1]], 'a part takes nothing along');
    await move(second, { topic: 'dinner', send_notification_to_old_thread: true });
    assert.deepEqual(await getTopics(world, 'dan'), [], 'of muted and nothing, nothing is more');
    assert.deepEqual(await getTopics(world, 'eve'), [[general, 'dinner', 3]]);
    assert.deepEqual(await getTopics(world, 'gus'), []);

    await setPolicy(world, 'dan', general, 'dinner', 1);
    await setPolicy(world, 'gus', general, 'dinner', 3);
    await move(second, { topic: '✔ dinner', propagate_mode: 'change_all' });
    assert.deepEqual(await getTopics(world, 'dan'), [[general, '✔ dinner', 1]]);
    await move(second, { stream_id: design, topic: 'food', propagate_mode: 'change_all' });
    assert.deepEqual(await getTopics(world, 'dan'), [[design, 'food', 1]]);
    for (const other of ['eve', 'gus'] as const) assert.deepEqual(await getTopics(world, other), []);
    const notified = (await queue.after(queue.start)).map((event) => [
      event.stream_id,
      event.topic_name,
      event.visibility_policy,
    ]);
    assert.deepEqual(notified, [
      [general, 'lunch', 0],
      [general, 'dinner', 3],
      [general, 'dinner', 0],
      [general, '✔ dinner', 3],
      [general, '✔ dinner', 0],
    ]);
  });
});
