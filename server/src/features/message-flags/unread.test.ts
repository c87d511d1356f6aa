import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import { addGroup, addMembers, addPerson, setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../../core/channels/membership.ts';
import { insertPerson, newCredentials } from '../../core/users/insert.ts';
import { unreadMessages } from './unread.ts';

const markRead = (world: World, who: Name, messages: number[]) =>
  world.as(who).post('/messages/flags', { op: 'add', flag: 'read', messages });

const state = async (world: World, who: Name, keys: string[]) =>
  (await listenAs(world, who, { fetch_event_types: keys })).state;

onBothEngines('Unread messages in the registration', (engine) => {
  test('The unread data is empty for a user who has received nothing', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'vault', 'gold');
    const nothing = {
      count: 0,
      streams: [],
      pms: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    };
    assert.deepEqual(await getUnread(world, 'eve'), nothing);
    assert.deepEqual(await getUnread(world, 'ada'), nothing);
  });

  test('The unread data lists messages by topic and by conversation, oldest first', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben, dan } = world.people;
    const plans = await say(world, 'ada', 'general', 'plans');
    const lunch = await say(world, 'ben', 'general', 'lunch');
    const more = await say(world, 'ben', 'general', 'Plans');
    await say(world, 'dan', 'general', 'plans', 'my own');
    const design = await say(world, 'ada', 'design', 'logo');
    const direct = await sendDirect(world, 'ada', ['dan']);
    const again = await sendDirect(world, 'ada', ['dan']);
    await sendDirect(world, 'dan', ['ada']);
    const group = await sendDirect(world, 'ben', ['dan', 'ada']);

    const unread = await getUnread(world, 'dan');
    const { general, design: designId } = world.channels;
    assert.equal(unread.count, 7);
    assert.deepEqual(unread.streams, [
      { stream_id: general, topic: 'plans', unread_message_ids: [plans, more] },
      { stream_id: general, topic: 'lunch', unread_message_ids: [lunch] },
      { stream_id: designId, topic: 'logo', unread_message_ids: [design] },
    ]);
    assert.deepEqual(unread.pms, [
      { other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [direct, again] },
    ]);
    const everyone = [ada.id, ben.id, dan.id].sort((a, b) => a - b).join(',');
    assert.deepEqual(unread.huddles, [{ user_ids_string: everyone, unread_message_ids: [group] }]);
    assert.deepEqual(unread.mentions, []);

    await markRead(world, 'dan', [plans, group]);
    const rest = await getUnread(world, 'dan');
    assert.equal(rest.count, 5);
    assert.deepEqual(rest.huddles, []);
  });

  test('The unread data lists mentions of every kind that reach the user, and no others', async (t) => {
    const world = await makeWorld(t, engine);
    const crowd = [];
    for (let at = 0; at < 3; at++) crowd.push(await addPerson(world, `extra${at}`));
    await addGroup(world, 'crew', [world.people.dan.id, ...crowd.map((one) => one.id)]);
    const byName = await say(world, 'ada', 'general', 't', '@**Dan Ito** look');
    const byGroup = await say(world, 'ada', 'general', 't', '@*crew* look');
    const byAll = await say(world, 'ada', 'general', 't', '@**all** look');
    await say(world, 'ada', 'general', 't', '@**Eve Lindqvist** look');
    await say(world, 'ada', 'general', 't', '@_**Dan Ito** said so');
    const direct = await sendDirect(world, 'ada', ['dan'], '@**Dan Ito** look');
    const unread = await getUnread(world, 'dan');
    assert.deepEqual(unread.mentions, [byName, byGroup, byAll, direct]);
    await markRead(world, 'dan', [byGroup]);
    assert.deepEqual((await getUnread(world, 'dan')).mentions, [byName, byAll, direct]);
  });

  test('Wildcard mentions are not unread for later subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'ada', 'lounge', 'plans', '@**all** look');
    const joined = await world
      .as('dan')
      .post('/users/me/subscriptions', { subscriptions: [{ name: 'lounge' }] });
    assert.equal(joined.status, 200);
    const since = await say(world, 'ada', 'lounge', 'plans', '@**all** look');
    const change = { op: 'remove', flag: 'read', messages: [before] };
    assert.equal((await world.as('dan').post('/messages/flags', change)).status, 200);
    const { count, mentions }: { count: number; mentions: number[] } = await getUnread(world, 'dan');
    assert.deepEqual([count, mentions], [2, [since]]);
  });

  test('The unread data excludes messages that are no longer visible', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge } = world.channels;
    const before = await say(world, 'ada', 'lounge', 'plans');
    await world.as('dan').post('/users/me/subscriptions', { subscriptions: [{ name: 'lounge' }] });
    const change = { op: 'remove', flag: 'read', messages: [before] };
    assert.equal((await world.as('dan').post('/messages/flags', change)).status, 200);
    const listener = await listenAs(world, 'dan');
    const kind = { is_private: true, history_public_to_subscribers: false };
    assert.equal((await world.as('ada').patch(`/streams/${lounge}`, kind)).status, 200);
    const { count }: { count: number } = await getUnread(world, 'dan');
    assert.equal(count, 0);
    const [event]: Record<string, unknown>[] = await listener.received();
    assert.deepEqual([event?.op, event?.flag, event?.messages], ['add', 'read', [before]]);
  });

  test('The unread data of a large group is resolved by each reader', async (t) => {
    const world = await makeWorld(t, engine);
    const crowd = await world.app.db.write(world.orgId, 'system', async (tx) => {
      const users = [];
      for (let at = 0; at < 201; at++)
        users.push(
          await insertPerson(tx, world.orgId, {
            email: `crowd${at}@example.com`,
            fullName: `Crowd ${at}`,
            role: roles.member,
            ...newCredentials(world.app.secrets, null),
          }),
        );
      await tx.touch({ users });
      return users;
    });
    await addGroup(world, 'multitude', [world.people.dan.id, ...crowd]);
    const id = await say(world, 'ada', 'general', 't', '@*multitude* look');
    assert.deepEqual((await getUnread(world, 'dan')).mentions, [id]);
    assert.deepEqual((await getUnread(world, 'eve')).mentions, []);
  });

  test('The unread data excludes muted channels and wildcard mentions in them', async (t) => {
    const world = await makeWorld(t, engine);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('subscription')
        .set({ is_muted: 1 })
        .where('channel_id', '=', world.channels.general)
        .where('user_id', '=', world.people.dan.id)
        .execute(),
    );
    // Topics that they follow count in muted channels as well.
    await world.as('dan').patch('/settings', { automatically_follow_topics_where_mentioned: false });
    const toAll = await say(world, 'ada', 'general', 't', '@**all** look');
    const byName = await say(world, 'ada', 'general', 't', '@**Dan Ito** look');
    await say(world, 'ada', 'design', 't');
    const unread = await getUnread(world, 'dan');
    assert.equal(unread.count, 1);
    assert.deepEqual(unread.mentions, [byName]);
    const listed = unread.streams.find(
      (one: { stream_id: number }) => one.stream_id === world.channels.general,
    );
    assert.deepEqual(listed.unread_message_ids, [toAll, byName]);
  });

  test('The unread data names the empty topic for clients that need it', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'general', '');
    assert.equal((await getUnread(world, 'dan')).streams[0].topic, '');
    const old = await getUnread(world, 'dan', { client_capabilities: {} });
    assert.equal(old.streams[0].topic, 'general chat');
  });

  test('The unread data excludes channels that were left, also after a return', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'ada', 'lounge', 'tea');
    const kept = await say(world, 'ada', 'lounge', 'tea');
    const eve = world.people.eve.id;
    await markRead(world, 'eve', [kept]);
    const own = await say(world, 'eve', 'lounge', 'tea');
    const remove = await world
      .as('eve')
      .post('/messages/flags', { op: 'remove', flag: 'read', messages: [own] });
    assert.equal(remove.status, 200);
    assert.deepEqual((await getUnread(world, 'eve')).streams[0].unread_message_ids, [before, own]);

    await world.app.db.write(world.orgId, 'system', (tx) =>
      endMemberships(tx, [{ userId: eve, channelId: world.channels.lounge }]),
    );
    await say(world, 'ada', 'lounge', 'tea');
    assert.equal((await getUnread(world, 'eve')).count, 0);

    await addMembers(world, world.channels.lounge, [eve]);
    assert.equal((await getUnread(world, 'eve')).count, 0);
    const later = await say(world, 'ada', 'lounge', 'tea');
    assert.deepEqual((await getUnread(world, 'eve')).streams[0].unread_message_ids, [later]);
  });

  test('The unread data includes archived channels for clients that support them', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'lounge', 'tea');
    await setChannel(world, world.channels.lounge, { is_archived: 1 });
    const client_capabilities = { archived_channels: true };
    assert.equal((await getUnread(world, 'eve', { client_capabilities })).count, 1);
    assert.equal((await getUnread(world, 'eve', { client_capabilities: {} })).count, 0);
  });

  test('The unread data is limited to the newest messages and reports when it is truncated', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = [];
    for (let at = 0; at < 6; at++) ids.push(await say(world, 'ada', at % 2 ? 'general' : 'design', 't'));
    const unread = await world.app.db.write(world.orgId, 'system', (tx) =>
      unreadMessages(tx, world.people.dan.id, { emptyTopicName: true, most: 4 }),
    );
    assert.equal(unread.count, 4);
    assert.equal(unread.old_unreads_missing, true);
    const listed = unread.streams.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
    assert.deepEqual(listed, ids.slice(2));
    const all = await world.app.db.write(world.orgId, 'system', (tx) =>
      unreadMessages(tx, world.people.dan.id, { emptyTopicName: true, most: 6 }),
    );
    assert.equal(all.old_unreads_missing, false);
  });

  test('The unread data of an empty history is empty', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await state(world, 'dan', ['update_message_flags'])).unread_msgs, undefined);
  });
});

onBothEngines('Messages in the registration', (engine) => {
  test('The registration response has the newest message that the user received', async (t) => {
    const world = await makeWorld(t, engine);
    const newest = async (who: Name) => (await state(world, who, ['message'])).max_message_id;
    assert.equal(await newest('dan'), -1);
    const inChannel = await say(world, 'ada', 'general', 't');
    assert.equal(await newest('dan'), inChannel);
    await say(world, 'ada', 'lounge', 't');
    assert.equal(await newest('dan'), inChannel);
    const direct = await sendDirect(world, 'ada', ['dan']);
    assert.equal(await newest('dan'), direct);
    assert.equal(await newest('gus'), inChannel);
  });

  test('The registration response lists direct conversations, newest first, by the other participants', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben } = world.people;
    const self = await sendDirect(world, 'dan', ['dan']);
    const group = await sendDirect(world, 'ben', ['dan', 'ada']);
    await sendDirect(world, 'ada', ['dan']);
    const pair = await sendDirect(world, 'dan', ['ada']);
    await sendDirect(world, 'ada', ['ben']);
    const recent = (await state(world, 'dan', ['recent_private_conversations'])).recent_private_conversations;
    assert.deepEqual(recent, [
      { user_ids: [ada.id], max_message_id: pair },
      { user_ids: [ada.id, ben.id].sort((a, b) => a - b), max_message_id: group },
      { user_ids: [], max_message_id: self },
    ]);
    assert.deepEqual(
      (await state(world, 'eve', ['recent_private_conversations'])).recent_private_conversations,
      [],
    );
  });

  test('The registration response lists muted topics in the old or the new form', async (t) => {
    const world = await makeWorld(t, engine);
    const old = await state(world, 'dan', ['muted_topics']);
    assert.deepEqual(old.muted_topics, []);
    const both = await state(world, 'dan', ['muted_topics', 'user_topic']);
    assert.equal(both.muted_topics, undefined);
    assert.deepEqual(both.user_topics, []);
  });
});
