import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Json, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { topicPolicy } from '../../../../wire/topics.ts';

const choose = async (world: World, policy: string, people: readonly Name[] = names): Promise<void> => {
  for (const who of people)
    assert.equal(
      (await world.as(who).patch('/settings', { resolved_topic_notice_auto_read_policy: policy })).status,
      200,
    );
};

const follow = async (world: World, who: Name, topic: string): Promise<void> => {
  const params = { stream_id: world.channels.general, topic, visibility_policy: topicPolicy.followed };
  assert.equal((await world.as(who).post('/user_topics', params)).status, 200);
};

const move = async (world: World, who: Name, id: number, params: Params): Promise<void> => {
  const { status, json } = await world
    .as(who)
    .patch(`/messages/${id}`, { propagate_mode: 'change_all', ...params });
  assert.equal(status, 200, json.msg);
};

const newest = async (world: World): Promise<number> => {
  const params = { anchor: 'newest', num_before: 1, num_after: 0 };
  const { json } = await world.as('ada').get('/messages', params);
  return json.messages[0]?.id;
};

/** The people for whom a message is unread when they fetch it. */
async function unreadFor(world: World, id: number): Promise<Name[]> {
  const unread: Name[] = [];
  for (const who of names) if (!(await getFlags(world, who, id)).includes('read')) unread.push(who);
  return unread;
}

/** The IDs of the people who have rows. */
async function getRows(world: World, table: 'message_flag' | 'read_chunk'): Promise<number[]> {
  const rows = await world.app.db.read.q.selectFrom(table).select('user_id').orderBy('user_id').execute();
  return rows.map((row) => row.user_id);
}

onBothEngines('Resolving', (engine) => {
  test('Part of a topic is moved, and not resolved, while its only message is', async (t) => {
    const world = await makeWorld(t, engine);
    const alone = await say(world, 'dan', 'general', 'tea');
    const [first, second] = [
      await say(world, 'dan', 'general', 'a'),
      await say(world, 'dan', 'general', 'a'),
    ];
    const read = async (id: number) => (await world.as('dan').get(`/messages/${id}`)).json.message as Json;
    for (const id of [alone, second])
      await move(world, 'eve', id, { topic: id === alone ? '✔ tea' : '✔ a', propagate_mode: 'change_one' });
    assert.equal((await read(alone)).last_moved_timestamp, undefined);
    assert.equal(typeof (await read(second)).last_moved_timestamp, 'number');
    assert.deepEqual([(await read(first)).subject, (await read(second)).subject], ['a', '✔ a']);
  });

  test('A topic is resolved whole by a user who sees only part of it and may not move messages', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const nobody = await groupId(world, 'role:nobody');
    await setOrganization(world, { can_move_messages_between_topics_group: nobody });
    const hidden = await say(world, 'dan', 'vault', 'a');
    await addMembers(world, world.channels.vault, [world.people.ben.id]);
    const seen = await say(world, 'dan', 'vault', 'a');
    const ben = await listenAs(world, 'ben', { event_types: ['update_message'] });
    await move(world, 'ben', seen, { topic: '✔ a' });
    for (const id of [hidden, seen])
      assert.equal(((await world.as('dan').get(`/messages/${id}`)).json.message as Json).subject, '✔ a');
    const [event] = (await ben.received()) as unknown as Json[];
    assert.deepEqual(event?.message_ids, [seen]);
  });
});

onBothEngines('Resolve notices', (engine) => {
  test('A resolve notice is unread for followers of the topic and nobody else', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await follow(world, 'eve', 'lunch');
    await follow(world, 'cleo', 'lunch');
    await move(world, 'cleo', id, { topic: '✔ lunch' });
    assert.deepEqual(await unreadFor(world, await newest(world)), ['dan', 'eve']);
    await say(world, 'dan', 'general', '✔ lunch', 'no');
    await move(world, 'ada', id, { topic: 'lunch' });
    assert.deepEqual(await unreadFor(world, await newest(world)), ['cleo', 'dan', 'eve']);
  });

  test('A resolve notice is read or unread by each user’s setting, but never unread for the person who resolved the topic', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await follow(world, 'eve', 'lunch');
    await choose(world, 'always', ['eve', 'dan']);
    await choose(world, 'never', ['gus', 'ada']);
    await move(world, 'ada', id, { topic: '✔ lunch' });
    assert.deepEqual(await unreadFor(world, await newest(world)), ['gus']);
  });

  test('A resolve notice has the right state in the event, in counts, in searches and in receipts', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { enable_read_receipts: true });
    const { general } = world.channels;
    const id = await say(world, 'dan', 'general', 'lunch');
    await world.as('gus').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const [dan, gus] = [await listenAs(world, 'dan'), await listenAs(world, 'gus')];
    await move(world, 'ada', id, { topic: '✔ lunch' });
    const notice = await newest(world);
    const received = async (queue: typeof dan) => {
      const events = (await queue.received()) as unknown as Json[];
      return events.filter(({ type }) => type === 'message').map(({ flags }) => flags);
    };
    assert.deepEqual(await received(dan), [[]]);
    assert.deepEqual(await received(gus), [['read']]);
    const unread: Json = await getUnread(world, 'dan');
    const places = [{ stream_id: general, topic: '✔ lunch', unread_message_ids: [notice] }];
    assert.deepEqual([unread.count, unread.streams], [1, places]);
    assert.equal(((await getUnread(world, 'gus')) as Json).count, 0);
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const find = async (who: Name) => {
      const params = { anchor: 'first_unread', num_before: 0, num_after: 9, narrow };
      const { json } = await world.as(who).get('/messages', params);
      return json.messages.map((message: Json) => message.id);
    };
    assert.deepEqual([await find('dan'), await find('gus')], [[notice], []]);
    const { json } = await world.as('ada').get(`/messages/${notice}/read_receipts`);
    const readers = names.filter((who) => who !== 'dan').map((who) => world.people[who].id);
    assert.deepEqual(
      json.user_ids,
      readers.sort((a, b) => a - b),
    );
  });

  test('A resolve notice can be marked as unread and read like any other message', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await move(world, 'ada', id, { topic: '✔ lunch' });
    const notice = await newest(world);
    const gus = await listenAs(world, 'gus', { event_types: ['update_message_flags'] });
    const mark = async (op: 'add' | 'remove', who: Name = 'gus') => {
      const { json } = await world.as(who).post('/messages/flags', { messages: [notice], op, flag: 'read' });
      assert.deepEqual(json.messages, [notice]);
    };
    await mark('add');
    assert.deepEqual(await gus.received(), [], 'it was read before');
    await mark('remove');
    assert.deepEqual(await unreadFor(world, notice), ['dan', 'gus']);
    await mark('add');
    await mark('add', 'dan');
    assert.deepEqual(await unreadFor(world, notice), []);
    const ops = ((await gus.received()) as unknown as Json[]).map((event) => event.op);
    assert.deepEqual(ops, ['remove', 'add']);
  });

  test('A resolve notice keeps its state when it is moved to another channel', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'lunch');
    for (const who of ['eve', 'gus'] as const) await follow(world, who, 'lunch');
    await move(world, 'dan', id, { topic: '✔ lunch' });
    const notice = await newest(world);
    assert.deepEqual(await unreadFor(world, notice), ['ada', 'eve', 'gus']);
    const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
    await move(world, 'ada', id, { stream_id: world.channels.lounge, ...quiet });
    // Only they are in both channels.
    const unread: Name[] = [];
    for (const who of ['ada', 'dan', 'eve', 'cleo'] as const)
      if (!(await getFlags(world, who, notice)).includes('read')) unread.push(who);
    assert.deepEqual(unread, ['ada', 'eve']);
  });

  test('The read state of a resolve notice is stored for the smaller group of users', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'lunch');
    const before = [await getRows(world, 'message_flag'), await getRows(world, 'read_chunk')];
    assert.deepEqual(before, [[], []]);
    await move(world, 'ada', id, { topic: '✔ lunch' });
    assert.deepEqual(await getRows(world, 'message_flag'), [world.people.dan.id]);
    await say(world, 'dan', 'general', '✔ lunch');
    await choose(world, 'never');
    await move(world, 'ada', id, { topic: 'lunch' });
    assert.deepEqual(await unreadFor(world, await newest(world)), ['ben', 'cleo', 'dan', 'eve', 'gus']);
    assert.deepEqual(await getRows(world, 'read_chunk'), [world.people.ada.id]);
  });

  test('The reason why nobody is notified of a resolve notice is reported', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await move(world, 'ada', id, { topic: '✔ lunch' });
    const path = `/heddle/notifications/${await newest(world)}`;
    assert.equal((await world.as('gus').get(path)).json.obstacle, 'counts_as_read');
    assert.equal((await world.as('dan').get(path)).json.trigger, 'followed_topic');
  });
});

onBothEngines('Move notices', (engine) => {
  test('A move notice is unread for everyone but the user who moved the messages', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const [ada, gus] = [await listenAs(world, 'ada'), await listenAs(world, 'gus')];
    await move(world, 'ada', id, { topic: 'dinner', send_notification_to_old_thread: true });
    const flagsIn = async (queue: typeof ada) =>
      ((await queue.received()) as unknown as Json[]).map(({ flags }) => flags);
    assert.deepEqual(await flagsIn(ada), [['read'], ['read']]);
    assert.deepEqual(await flagsIn(gus), [[], []]);
    const notice = await newest(world);
    for (const one of [notice - 1, notice])
      assert.deepEqual(await unreadFor(world, one), ['ben', 'cleo', 'dan', 'eve', 'gus']);
  });
});
