import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOrganization,
  addPerson,
  groupId,
  sayElsewhere,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';

const remove = (world: World, who: Name, id: number | string) => world.as(who).delete(`/messages/${id}`);

async function refused(world: World, who: Name, id: number, msg: string): Promise<void> {
  await assertRefusal(remove(world, who, id), msg, { what: `${who} deletes ${id}` });
}

async function done(world: World, who: Name, id: number): Promise<void> {
  const { status, json } = await remove(world, who, id);
  assert.equal(status, 200, `${who} deletes ${id}: ${json.msg}`);
  assert.deepEqual(json, { result: 'success', msg: '' });
}

const isThere = async (world: World, who: Name, id: number) =>
  (await world.as(who).get(`/messages/${id}`)).status === 200;

const may = "You don't have permission to delete this message";

/** Nobody in the organization, by permission alone. */
async function nobody(world: World) {
  return groupId(world, 'role:nobody');
}

onBothEngines('Permission to delete messages', (engine) => {
  test('A message can be deleted by its sender and by administrators, and by nobody else', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['cleo', 'eve', 'gus'] as const) {
      const id = await say(world, 'dan', 'general', 'lunch');
      await refused(world, who, id, may);
      assert.ok(await isThere(world, 'dan', id), 'a refusal deletes nothing');
    }
    for (const who of ['ada', 'ben', 'dan'] as const) {
      const id = await say(world, 'dan', 'general', 'lunch');
      await done(world, who, id);
      for (const reader of names) assert.ok(!(await isThere(world, reader, id)), reader);
      await refused(world, who, id, 'Invalid message(s)');
    }
    for (const who of names) await done(world, who, await say(world, who, 'general', 'own'));
  });

  test('The owner of a bot can delete the messages of the bot, and so can the bot', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'robot', { botOwner: 'dan' });
    for (const deleter of [bot, world.people.dan]) {
      const to = world.people.dan.id;
      const sent = await world.as(bot).post('/messages', { type: 'direct', to: [to], content: 'beep' });
      const { status } = await world.as(deleter).delete(`/messages/${String(sent.json.id)}`);
      assert.equal(status, 200);
    }
    const { json } = await world
      .as(bot)
      .post('/messages', { type: 'channel', to: 'general', topic: 'a', content: 'beep' });
    await refused(world, 'eve', json.id, may);
    const owned = await say(world, 'dan', 'general', 'a');
    assert.equal((await world.as(bot).delete(`/messages/${owned}`)).json.msg, may, 'not the other way round');
  });

  test('A message cannot be deleted by those who cannot read it, administrators and other organizations included', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const others = await addOrganization(world);
    const secret = await say(world, 'dan', 'vault', 'keys');
    const whisper = await sendDirect(world, 'dan', ['eve']);
    for (const id of [secret, whisper, 0, 99_999]) await refused(world, 'ben', id, 'Invalid message(s)');
    const elsewhere = await sayElsewhere(world, others);
    await refused(world, 'ada', elsewhere, 'Invalid message(s)');
    const kept = await world.app.db.read.q.selectFrom('message').select('id').execute();
    assert.equal(kept.length, 3);
    assert.equal((await world.anonymous.delete(`/messages/${secret}`)).status, 401);
    assert.equal((await remove(world, 'ada', 'abc')).status, 404);
  });

  test('A message in an archived channel cannot be deleted', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await setChannel(world, world.channels.general, { is_archived: 1 });
    await refused(world, 'dan', id, 'Invalid message(s)');
    await refused(world, 'ada', id, 'Invalid message(s)');
    assert.ok(await isThere(world, 'dan', id));
  });

  test('A message can be deleted by those with permission from the organization or the channel', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_delete_any_message_group: await groupId(world, 'role:moderators') });
    await done(world, 'cleo', await say(world, 'dan', 'general', 'a'));
    await done(world, 'cleo', await sendDirect(world, 'dan', ['cleo']));
    await setOrganization(world, { can_delete_any_message_group: await nobody(world) });
    await refused(world, 'ada', await say(world, 'dan', 'general', 'a'), may);
    const eve = { direct_members: [world.people.eve.id], direct_subgroups: [] };
    const { general } = world.channels;
    await setChannel(world, general, { permissions: { can_delete_any_message_group: eve } });
    await done(world, 'eve', await say(world, 'dan', 'general', 'a'));
    await refused(world, 'eve', await say(world, 'ada', 'lounge', 'a'), may);
  });

  test('One’s own message can be deleted where the organization or the channel allows it', async (t) => {
    const world = await makeWorld(t, engine);
    const none = await nobody(world);
    await setOrganization(world, { can_delete_own_message_group: none });
    const own = await say(world, 'dan', 'general', 'a');
    await refused(world, 'dan', own, may);
    await refused(world, 'dan', await sendDirect(world, 'dan', ['eve']), may);
    const members = await groupId(world, 'role:members');
    const { general } = world.channels;
    await setChannel(world, general, { permissions: { can_delete_own_message_group: members } });
    await done(world, 'dan', own);
    await refused(world, 'gus', await say(world, 'gus', 'general', 'a'), may);
  });

  test('One’s own message can be deleted within the time limit; messages of others at any time', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'a');
    const passed = 'The time limit for deleting this message has passed';
    const age = (seconds: number) =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        tx.q
          .updateTable('message')
          .set({ sent_at: tx.now - seconds * 1000 })
          .where('id', '=', id)
          .execute(),
      );
    await age(700);
    await refused(world, 'dan', id, passed);
    await refused(world, 'eve', id, may);
    await setOrganization(world, { message_content_delete_limit_seconds: 3600 });
    await age(3700);
    await refused(world, 'dan', id, passed);
    await setOrganization(world, { message_content_delete_limit_seconds: null });
    await done(world, 'dan', id);
    const old = await say(world, 'dan', 'general', 'a');
    await setOrganization(world, { message_content_delete_limit_seconds: 0 });
    await done(world, 'ben', old);
  });
});

async function rowsAbout(world: World, id: number): Promise<Record<string, number>> {
  const { q, connection } = world.app.db.read;
  const flags = await q.selectFrom('message_flag').select('user_id').where('message_id', '=', id).execute();
  const groups = await q
    .selectFrom('group_mention')
    .select('group_id')
    .where('message_id', '=', id)
    .execute();
  const column = connection.dialect === 'sqlite' ? 'rowid' : 'message_id';
  const words = await connection.query(`SELECT ${column} AS id FROM message_search`, []);
  const found = words.filter((row) => Number(row.id) === id);
  return { flags: flags.length, groups: groups.length, words: found.length };
}

onBothEngines('After deleting a message', (engine) => {
  test('A deleted message leaves no flag, mention or search entry behind', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'lunch', '@**Dan Ito** porcupine');
    const kept = await say(world, 'ada', 'general', 'lunch', 'porcupine again');
    await world.as('eve').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.insertInto('group_mention').values({ message_id: id, group_id: 1 }).execute();
    });
    await searchIndexer(world.app).catchUp();
    assert.deepEqual(await rowsAbout(world, id), { flags: 2, groups: 1, words: 1 });
    await done(world, 'ada', id);
    assert.deepEqual(await rowsAbout(world, id), { flags: 0, groups: 0, words: 0 });
    assert.deepEqual(await rowsAbout(world, kept), { flags: 0, groups: 0, words: 1 });
    const unread = await getUnread(world, 'dan');
    assert.deepEqual(unread.mentions, []);
    assert.equal(unread.count, 1);
    const { state } = await listenAs(world, 'eve', { fetch_event_types: ['starred_messages'] });
    assert.deepEqual(state.starred_messages, []);
  });

  test('The ID of a deleted message is accepted as an anchor and in other requests', async (t) => {
    const world = await makeWorld(t, engine);
    const first = await say(world, 'ada', 'general', 'lunch');
    const gone = await say(world, 'ada', 'general', 'lunch');
    const last = await say(world, 'ada', 'general', 'lunch');
    await done(world, 'ada', gone);
    const ids = async (params: Record<string, unknown>) => {
      const { status, json } = await world.as('dan').get('/messages', params);
      assert.equal(status, 200, json.msg);
      return json.messages.map((message: { id: number }) => message.id);
    };
    assert.deepEqual(await ids({ message_ids: [first, gone, last] }), [first, last]);
    assert.deepEqual(await ids({ anchor: gone, num_before: 5, num_after: 5 }), [first, last]);
    const near = [{ operator: 'near', operand: gone }];
    assert.deepEqual(await ids({ anchor: gone, num_before: 5, num_after: 5, narrow: near }), [first, last]);
    const flag = { messages: [gone], op: 'add', flag: 'read' };
    const response = await world.as('dan').post('/messages/flags', flag);
    assert.ok([200, 400].includes(response.status), response.json.msg);
  });

  test('A repeated send does not restore a deleted message', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: [] });
    const params = {
      type: 'channel',
      to: 'general',
      topic: 'lunch',
      content: 'once',
      queue_id: json.queue_id,
      local_id: '1.01',
    };
    const sent = await world.as('dan').post('/messages', params);
    await done(world, 'dan', sent.json.id);
    const again = await world.as('dan').post('/messages', params);
    assert.equal(again.json.id, sent.json.id);
    assert.ok(!(await isThere(world, 'dan', sent.json.id)));
  });

  test('Deleting the newest message moves the end of its topic, or removes the topic', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const topics = async () => (await world.as('dan').get(`/users/me/${general}/topics`)).json.topics;
    const first = await say(world, 'ada', 'general', 'lunch');
    const second = await say(world, 'ada', 'general', 'Lunch');
    await done(world, 'ada', second);
    assert.deepEqual(await topics(), [{ name: 'Lunch', max_id: first }]);
    await done(world, 'ada', first);
    assert.deepEqual(await topics(), []);
  });
});

const ofDeletion = { event_types: ['delete_message', 'stream'] };
const all = { bulk_message_deletion: true, empty_topic_name: true };

onBothEngines('Deletion events', (engine) => {
  test('The deletion event reaches everyone who could read the message, in the form their client supports', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'general', 'first');
    const modern = await listenAs(world, 'dan', { ...ofDeletion, client_capabilities: all });
    const old = await listenAs(world, 'dan', { ...ofDeletion, client_capabilities: {} });
    const id = await say(world, 'ada', 'general', '');
    await done(world, 'ada', id);
    const [event] = await modern.received();
    const common = { type: 'delete_message', message_type: 'stream', stream_id: world.channels.general };
    assert.deepEqual(event, { id: event.id, ...common, topic: '', message_ids: [id] });
    const [single] = await old.received();
    assert.deepEqual(single, { id: event.id, ...common, topic: 'general chat', message_id: id });
  });

  test('The deletion event of a direct or private message reaches only its participants or members', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'vault', 'keys');
    const early = await say(world, 'ada', 'vault', 'keys');
    await world.as('ada').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: [world.people.eve.id],
    });
    const late = await say(world, 'ada', 'vault', 'keys');
    const queues = new Map<Name, Awaited<ReturnType<typeof listenAs>>>();
    for (const name of names)
      queues.set(name, await listenAs(world, name, { ...ofDeletion, client_capabilities: all }));
    const receivers = async () => {
      const who: Name[] = [];
      for (const [name, queue] of queues) if ((await queue.received()).length > 0) who.push(name);
      return who;
    };
    await done(world, 'ada', early);
    assert.deepEqual(await receivers(), ['ada', 'dan'], 'a protected history');
    await done(world, 'ada', late);
    assert.deepEqual(await receivers(), ['ada', 'dan', 'eve']);
    await say(world, 'ada', 'design', 'plan');
    const shared = await say(world, 'ada', 'design', 'plan');
    for (const queue of queues.values()) await queue.received();
    await done(world, 'ada', shared);
    assert.deepEqual(await receivers(), ['ada', 'cleo', 'dan']);
    await done(world, 'dan', await sendDirect(world, 'dan', ['gus']));
    assert.deepEqual(await receivers(), ['dan', 'gus']);
    await say(world, 'ada', 'lounge', 'x');
    const open = await say(world, 'ada', 'lounge', 'x');
    for (const queue of queues.values()) await queue.received();
    await done(world, 'ada', open);
    assert.deepEqual(await receivers(), ['ada', 'ben', 'cleo', 'dan', 'eve'], 'a public channel');
  });

  test('A refused deletion emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'a');
    const queue = await listenAs(world, 'ada', ofDeletion);
    await refused(world, 'dan', id, may);
    assert.deepEqual(await queue.received(), []);
  });

  test('Deleting the oldest message of a channel changes the channel’s first message', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const [first, second] = [
      await say(world, 'ada', 'general', 'a'),
      await say(world, 'ada', 'general', 'b'),
    ];
    const queue = await listenAs(world, 'gus', { ...ofDeletion, client_capabilities: all });
    const update = { type: 'stream', op: 'update', stream_id: general, name: 'general' };
    const oldest = async () => {
      const { json } = await world.as('dan').get(`/streams/${general}`);
      return (json.stream as { first_message_id: number | null }).first_message_id;
    };
    await done(world, 'ada', first);
    const [, moved] = await queue.received();
    assert.deepEqual(moved, { id: moved.id, ...update, property: 'first_message_id', value: second });
    assert.equal(await oldest(), second);
    await done(world, 'ada', second);
    const [, emptied] = await queue.received();
    assert.deepEqual(emptied, { id: emptied.id, ...update, property: 'first_message_id', value: null });
    assert.equal(await oldest(), null);
    const third = await say(world, 'ada', 'general', 'c');
    assert.equal(await oldest(), third);
  });
});
