import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addMembers,
  addOrganization,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { ChannelName } from '../../../../tests/support/cast.ts';
import type { Json, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };

const move = (world: World, who: Name, id: number, params: Params) =>
  world.as(who).patch(`/messages/${id}`, { ...quiet, ...params });

async function moved(world: World, who: Name, id: number, params: Params): Promise<void> {
  const { status, json } = await move(world, who, id, params);
  assert.equal(status, 200, json.msg);
}

/** Every message of a channel: topic and id, in order. */
async function standing(world: World, channelId: number): Promise<[string, number][]> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .select(['topic', 'id'])
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.topic, row.id]);
}

async function getTopics(world: World, channel: ChannelName): Promise<unknown> {
  return (await world.as('ada').get(`/users/me/${world.channels[channel]}/topics`)).json.topics;
}

const readMessage = async (world: World, who: Name, id: number): Promise<Json> =>
  (await world.as(who).get(`/messages/${id}`)).json.message;

/** The message was sent so many seconds earlier than it was. */
const age = (world: World, id: number, seconds: number) =>
  world.app.db.write(world.orgId, 'system', async (tx) => {
    const sent_at = tx.now - seconds * 1000;
    await tx.q.updateTable('message').set({ sent_at }).where('id', '=', id).execute();
  });

const day = 86_400;

onBothEngines('Effects of moving messages', (engine) => {
  test('Chosen messages of a topic move in one step, or none of them', async (t) => {
    const world = await makeWorld(t, engine);
    const inTopic = (topic: string) => say(world, 'dan', 'general', topic);
    const [a, b, c, d] = [
      await inTopic('one'),
      await inTopic('one'),
      await inTopic('one'),
      await inTopic('one'),
    ];
    const elsewhere = await inTopic('other');
    const secret = await say(world, 'ada', 'vault', 'one');
    const queue = await listenAs(world, 'eve', { event_types: ['update_message'] });
    const place = async (id: number) => (await readMessage(world, 'ada', id)).subject;
    const refusals: [Params, string][] = [
      [{ message_ids: [c, elsewhere] }, 'BAD_REQUEST'],
      [{ message_ids: [c, secret] }, 'BAD_REQUEST'],
      [{ message_ids: [c, 1e9] }, 'BAD_REQUEST'],
      [{ message_ids: [c], propagate_mode: 'change_later' }, 'BAD_REQUEST'],
    ];
    for (const [params, code] of refusals) {
      const { status, json } = await move(world, 'dan', a, { topic: 'two', ...params });
      assert.deepEqual([status, json.code], [400, code], json.msg);
    }
    await age(world, a, 400 * day);
    const late = await move(world, 'dan', d, { topic: 'two', message_ids: [a] });
    assert.equal(late.json.code, 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED');
    assert.deepEqual(await Promise.all([a, b, c, d].map(place)), ['one', 'one', 'one', 'one']);

    await moved(world, 'dan', d, { topic: 'two', message_ids: [b, c, d, b] });
    assert.deepEqual(await Promise.all([a, b, c, d].map(place)), ['one', 'two', 'two', 'two']);
    const [event, ...others] = await queue.received();
    assert.deepEqual([event.message_ids, event.propagate_mode, others], [[b, c, d], 'change_one', []]);
  });

  test('Moving affects one message, the later ones or the whole topic, and the topic list follows', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const [a, b, c, d] = [
      await say(world, 'dan', 'general', 'Lunch'),
      await say(world, 'eve', 'general', 'lunch'),
      await say(world, 'dan', 'general', 'lunch'),
      await say(world, 'dan', 'general', 'lunch'),
    ];
    const eve = await listenAs(world, 'eve', { event_types: ['update_message'] });
    await moved(world, 'dan', b, { topic: 'tea' });
    await moved(world, 'dan', c, { topic: 'Supper', propagate_mode: 'change_later' });
    assert.deepEqual(await standing(world, general), [
      ['Lunch', a],
      ['tea', b],
      ['Supper', c],
      ['Supper', d],
    ]);
    assert.deepEqual(await getTopics(world, 'general'), [
      { name: 'Supper', max_id: d },
      { name: 'tea', max_id: b },
      { name: 'lunch', max_id: a },
    ]);
    await moved(world, 'dan', d, { topic: 'TEA', propagate_mode: 'change_all' });
    assert.deepEqual(await getTopics(world, 'general'), [
      { name: 'TEA', max_id: d },
      { name: 'lunch', max_id: a },
    ]);
    const received = (await eve.received()) as unknown as Json[];
    assert.deepEqual(
      received.map((event) => [event.message_id, event.message_ids, event.orig_subject, event.subject]),
      [
        [b, [b], 'lunch', 'tea'],
        [c, [c, d], 'lunch', 'Supper'],
        [d, [c, d], 'Supper', 'TEA'],
      ],
    );
    assert.deepEqual(received[2]?.propagate_mode, 'change_all');
    assert.deepEqual(received[2].topic_links, []);
  });

  test('A move is recorded in each message’s history, and resolving a topic does not count as a move', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', '');
    const other = await say(world, 'dan', 'general', 'tea');
    await moved(world, 'eve', id, { topic: 'lunch' });
    await moved(world, 'eve', id, { stream_id: world.channels.lounge });
    const message = await readMessage(world, 'dan', id);
    const [second, first]: Json[] = message.edit_history;
    assert.deepEqual(
      [first?.prev_topic, first?.topic, first?.user_id],
      ['general chat', 'lunch', world.people.eve.id],
    );
    assert.deepEqual([second?.prev_stream, second?.stream], [world.channels.general, world.channels.lounge]);
    assert.equal(typeof message.last_moved_timestamp, 'number');
    assert.equal(message.last_edit_timestamp, undefined);
    await moved(world, 'eve', other, { topic: '✔ tea', propagate_mode: 'change_all' });
    const settled = await readMessage(world, 'dan', other);
    assert.equal(settled.last_moved_timestamp, undefined);
    assert.equal(settled.edit_history.length, 1);
  });

  test('Messages can only be moved to channels where the author may send', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const others = await addOrganization(world);
    const { general, vault, lounge } = world.channels;
    const id = await say(world, 'eve', 'general', 'a');
    const unknown = 'Invalid channel ID';
    for (const channelId of [others.channelId, 99_999, -1])
      assert.equal((await move(world, 'eve', id, { stream_id: channelId })).json.msg, unknown);
    const refusedTo = async (who: Name, stream_id: number) =>
      (await move(world, who, id, { stream_id })).json.msg;
    // Ben administers the organization, but is not in the channel.
    assert.deepEqual([await refusedTo('eve', vault), await refusedTo('ben', vault)], [unknown, unknown]);
    const nobody = await groupId(world, 'role:nobody');
    await setChannel(world, lounge, { permissions: { can_send_message_group: nobody } });
    assert.equal((await move(world, 'eve', id, { stream_id: lounge })).status, 400);
    await setChannel(world, world.channels.design, { is_archived: 1 });
    assert.equal(await refusedTo('dan', world.channels.design), unknown);
    const both = await move(world, 'eve', id, { stream_id: lounge, content: 'x' });
    assert.equal(both.status, 400);
    assert.deepEqual(await standing(world, general), [['a', id]]);
    assert.equal((await move(world, 'eve', id, { stream_id: general })).json.msg, 'Nothing to change');
  });

  test('Moving respects the topic policy of the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const empty = await addChannel(world, { name: 'quick', topicsPolicy: 'empty_topic_only' });
    await addMembers(world, empty, [world.people.dan.id]);
    const id = await say(world, 'dan', 'general', 'a');
    const named = await move(world, 'dan', id, { stream_id: empty });
    assert.equal(named.json.msg, 'Only the general chat topic is allowed in this channel.');
    await moved(world, 'dan', id, { stream_id: empty, topic: '' });
    await setOrganization(world, { topics_policy: 'disable_empty_topic' });
    const other = await say(world, 'dan', 'general', 'a');
    assert.equal((await move(world, 'dan', other, { topic: '' })).status, 400);
    const settled = await move(world, 'dan', id, { topic: '✔ ' });
    assert.equal(settled.json.msg, 'General chat cannot be marked as resolved');
  });

  test('Moving a whole topic beyond the time limit stops and reports from which message on it is allowed', async (t) => {
    const world = await makeWorld(t, engine);
    const [old, young] = [await say(world, 'dan', 'general', 'a'), await say(world, 'dan', 'general', 'a')];
    await age(world, old, 8 * day);
    const all = { topic: 'b', propagate_mode: 'change_all' };
    const { status, json } = await move(world, 'dan', young, all);
    assert.deepEqual(
      [status, json],
      [
        400,
        {
          result: 'error',
          msg: 'You only have permission to move the 1/2 most recent messages in this topic.',
          code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
          first_message_id_allowed_to_move: young,
          total_messages_in_topic: 2,
          total_messages_allowed_to_move: 1,
        },
      ],
    );
    await moved(world, 'dan', young, { ...all, propagate_mode: 'change_later' });
    await moved(world, 'cleo', old, all);
  });

  test('Moving a message removes it, with stars, from users who cannot read the destination; to others it is read', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const id = await say(world, 'dan', 'general', 'a');
    await world.as('eve').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const types = { event_types: ['update_message', 'delete_message'] };
    const capabilities = { client_capabilities: { bulk_message_deletion: true } };
    const eve = await listenAs(world, 'eve', { ...types, ...capabilities });
    const cleo = await listenAs(world, 'cleo', types);
    await moved(world, 'dan', id, { stream_id: design });
    const [gone, ...more] = (await eve.received()) as unknown as Json[];
    assert.deepEqual(
      [gone?.type, gone?.message_ids, gone?.stream_id, gone?.topic, more.length],
      ['delete_message', [id], general, 'a', 0],
    );
    const [event] = (await cleo.received()) as unknown as Json[];
    assert.deepEqual(
      [event?.type, event?.stream_id, event?.new_stream_id],
      ['update_message', general, design],
    );
    assert.equal((await world.as('eve').get(`/messages/${id}`)).json.msg, 'Invalid message(s)');
    await moved(world, 'dan', id, { stream_id: general });
    assert.deepEqual(await getFlags(world, 'eve', id), ['read'], 'what comes back is nothing new');
    assert.deepEqual(await getFlags(world, 'cleo', id), []);
  });

  test('Moving a message emits no event to users to whom the original channel is not visible', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const only = { event_types: ['update_message'] };
    const queues = { gus: await listenAs(world, 'gus', only), dan: await listenAs(world, 'dan', only) };
    await moved(world, 'ada', await say(world, 'ada', 'lounge', 'a'), { stream_id: general });
    assert.deepEqual(await queues.gus.received(), []);
    assert.equal((await queues.dan.received()).length, 1);
    const [eve, ben] = [await listenAs(world, 'eve', only), await listenAs(world, 'ben', only)];
    await moved(world, 'ada', await say(world, 'ada', 'design', 'a'), { stream_id: lounge });
    assert.deepEqual(await eve.received(), []);
    assert.deepEqual(await ben.received(), [], 'who knows of the channel, and may not read there');
    assert.equal((await queues.dan.received()).length, 1);
  });

  test('Moving a protected history emits to each user only the messages they had', async (t) => {
    const world = await makeWorld(t, engine);
    const { vault, general } = world.channels;
    const before = await say(world, 'dan', 'vault', 'a');
    await addMembers(world, vault, [world.people.ben.id]);
    const after = await say(world, 'dan', 'vault', 'a');
    const only = { event_types: ['update_message'] };
    const queues = {
      dan: await listenAs(world, 'dan', only),
      ben: await listenAs(world, 'ben', only),
      eve: await listenAs(world, 'eve', only),
    };
    await moved(world, 'ada', before, { stream_id: general, propagate_mode: 'change_all' });
    const notified = async (who: keyof typeof queues) =>
      ((await queues[who].received()) as unknown as Json[]).map((event) => [
        event.message_id,
        event.message_ids,
      ]);
    assert.deepEqual(await notified('dan'), [[before, [before, after]]]);
    assert.deepEqual(await notified('ben'), [[after, [after]]]);
    assert.deepEqual(await notified('eve'), []);
    const itemsFor = async (who: Name, id: number) => (await readMessage(world, who, id)).edit_history.length;
    assert.deepEqual([await itemsFor('ben', before), await itemsFor('ben', after)], [0, 1]);
    assert.deepEqual([await itemsFor('dan', before), await itemsFor('eve', after)], [1, 0]);
  });

  test('The content of a message that is edited and moved with later ones goes only to those who may read it', async (t) => {
    const world = await makeWorld(t, engine);
    const { vault } = world.channels;
    const before = await say(world, 'ada', 'vault', 'a', 'Said to few');
    await addMembers(world, vault, [world.people.ben.id]);
    const after = await say(world, 'ada', 'vault', 'a');
    const only = { event_types: ['update_message'] };
    const [dan, ben] = [await listenAs(world, 'dan', only), await listenAs(world, 'ben', only)];
    await moved(world, 'ada', before, { content: 'Edited', topic: 'b', propagate_mode: 'change_all' });
    const toDan = ((await dan.received()) as unknown as Json[]).map((event) => [
      event.message_ids,
      event.content,
    ]);
    assert.deepEqual(toDan, [[[before, after], 'Edited']]);
    const toBen = (await ben.received()) as unknown as Json[];
    assert.deepEqual(
      toBen.map((event) => [event.message_id, event.message_ids, event.subject, event.content]),
      [[after, [after], 'b', undefined]],
    );
    assert.doesNotMatch(JSON.stringify(toBen), /Said to few|Edited/);
  });

  test('Moving a protected history moves only the messages that the author received', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { vault } = world.channels;
    const before = await say(world, 'dan', 'vault', 'a');
    await addMembers(world, vault, [world.people.ben.id]);
    const after = await say(world, 'dan', 'vault', 'a');
    await moved(world, 'ben', after, { topic: 'b', propagate_mode: 'change_all' });
    assert.deepEqual(await standing(world, vault), [
      ['a', before],
      ['b', after],
    ]);
    const ben = await listenAs(world, 'ben', { event_types: ['update_message'] });
    await moved(world, 'dan', before, { topic: 'b' });
    assert.deepEqual(await ben.received(), [], 'nor gets events of the rest');
  });

  test('Moving a message changes nobody’s read state', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push(await say(world, 'dan', 'general', 'a'));
    const [first = 0, second = 0] = ids;
    const mark = (who: Name, messages: number[], op: string) =>
      world.as(who).post('/messages/flags', { messages, op, flag: 'read' });
    await mark('eve', [first], 'add');
    await mark('ada', ids, 'add');
    await mark('ada', [second], 'remove');
    // They come to the other channel when its floor is above all of this.
    await addMembers(world, lounge, [world.people.cleo.id, world.people.gus.id]);
    await mark('cleo', [second], 'add');
    const read = async () => {
      const table: Record<string, boolean[]> = {};
      for (const who of ['ada', 'cleo', 'eve', 'gus', 'dan'] as const)
        table[who] = await Promise.all(
          ids.map(async (id) => (await getFlags(world, who, id)).includes('read')),
        );
      return table;
    };
    const before = await read();
    assert.deepEqual(before.cleo, [false, true, false, false]);
    await moved(world, 'ada', first, { stream_id: lounge, propagate_mode: 'change_all' });
    assert.deepEqual(await read(), before);
    await moved(world, 'ada', first, { stream_id: general, propagate_mode: 'change_all' });
    assert.deepEqual(await read(), before);
  });

  test('A moved message is not unread for later subscribers of its channel, even if they had kept it unread', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge } = world.channels;
    const id = await say(world, 'cleo', 'general', 'a');
    for (const who of ['cleo', 'eve'] as const)
      await world.as(who).post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
    await moved(world, 'ada', id, { stream_id: lounge });
    assert.deepEqual(await getFlags(world, 'eve', id), [], 'she is in both channels');
    await world.as('cleo').post('/users/me/subscriptions', { subscriptions: [{ name: 'lounge' }] });
    assert.deepEqual(await getFlags(world, 'cleo', id), ['read']);
    await moved(world, 'ada', id, { stream_id: world.channels.general });
    assert.deepEqual(await getFlags(world, 'cleo', id), ['read']);
  });

  test('Moving a message updates the first message of both channels', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const id = await say(world, 'dan', 'general', 'a');
    const kept = await say(world, 'dan', 'general', 'b');
    await say(world, 'eve', 'lounge', 'c');
    const eve = await listenAs(world, 'eve', { event_types: ['stream'] });
    await moved(world, 'eve', id, { stream_id: lounge });
    const received = (await eve.received()) as unknown as Json[];
    assert.deepEqual(
      received.map(({ stream_id, property, value }) => [stream_id, property, value]),
      [
        [general, 'first_message_id', kept],
        [lounge, 'first_message_id', id],
      ],
    );
  });
});
