import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addOrganization, setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { openQueue } from '../../../../tests/support/queue.ts';

const change = (world: World, who: Name, op: 'add' | 'remove', flag: string, messages: unknown) =>
  world.as(who).post('/messages/flags', { op, flag, messages });

onBothEngines('Flag changes', (engine) => {
  test('Marking messages as read changes their state and emits one event to the user’s own clients only', async (t) => {
    const world = await makeWorld(t, engine);
    const [first, second] = [
      await say(world, 'ada', 'general', 'hi'),
      await say(world, 'ada', 'general', 'hi'),
    ];
    const [dan, eve] = [await listenAs(world, 'dan'), await listenAs(world, 'eve')];

    const response = await change(world, 'dan', 'add', 'read', [second, first]);
    assert.equal(response.status, 200, response.json.msg);
    assert.deepEqual(response.json.messages, [second, first], 'as they were asked for');
    assert.deepEqual(response.json.ignored_because_not_subscribed_channels, []);

    const [event, ...more] = await dan.received();
    const { id: _, ...rest } = event;
    assert.deepEqual(rest, {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: [first, second],
      all: false,
    });
    assert.deepEqual(more, []);
    assert.deepEqual(await eve.received(), []);
    assert.deepEqual(await getFlags(world, 'dan', first), ['read']);
    assert.deepEqual(await getFlags(world, 'eve', first), []);
  });

  test('Marking read messages as read is no change and emits no event', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'hi');
    const own = await say(world, 'dan', 'general', 'hi');
    await change(world, 'dan', 'add', 'read', [id]);
    const dan = await listenAs(world, 'dan');
    const response = await change(world, 'dan', 'add', 'read', [id, own]);
    assert.deepEqual(response.json.messages, [id, own]);
    assert.deepEqual(await dan.received(), []);
  });

  test('Marking messages as unread emits an event with the channel and topic of each', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben, dan } = world.people;
    const inTopic = await say(world, 'ada', 'general', 'plans', 'hello @**Dan Ito**');
    const unnamed = await say(world, 'ada', 'general', '');
    const direct = await sendDirect(world, 'ada', ['dan']);
    const group = await sendDirect(world, 'ada', ['dan', 'ben']);
    const all = [inTopic, unnamed, direct, group];
    await change(world, 'dan', 'add', 'read', all);
    const [modern, old] = [
      await listenAs(world, 'dan'),
      await listenAs(world, 'dan', { client_capabilities: {} }),
    ];

    const response = await change(world, 'dan', 'remove', 'read', all);
    assert.deepEqual(response.json.messages, all);

    const [event] = await modern.received();
    assert.equal(event.op, 'remove');
    assert.deepEqual(event.messages, all);
    const stream_id = world.channels.general;
    assert.deepEqual(event.message_details, {
      [inTopic]: { type: 'stream', stream_id, topic: 'plans', mentioned: true },
      [unnamed]: { type: 'stream', stream_id, topic: '' },
      [direct]: { type: 'private', user_ids: [ada.id] },
      [group]: { type: 'private', user_ids: [ada.id, ben.id].sort((a, b) => a - b) },
    });
    assert.ok(!event.message_details[group].user_ids.includes(dan.id));
    const [forOld] = await old.received();
    assert.equal(forOld.message_details[unnamed].topic, 'general chat');
    assert.equal(forOld.message_details[inTopic].topic, 'plans');
    assert.deepEqual(await getFlags(world, 'dan', direct), []);
  });

  test('One’s own messages can be marked as unread and read again', async (t) => {
    const world = await makeWorld(t, engine);
    const own = await say(world, 'dan', 'general', 'note');
    const note = await sendDirect(world, 'dan', ['dan']);
    assert.deepEqual(await getFlags(world, 'dan', own), ['read']);
    await change(world, 'dan', 'add', 'read', [note]);
    const dan = await listenAs(world, 'dan');

    await change(world, 'dan', 'remove', 'read', [own, note]);
    const [event] = await dan.received();
    assert.deepEqual(event.messages, [own, note]);
    assert.deepEqual(event.message_details[note], { type: 'private', user_ids: [] });
    assert.deepEqual(await getFlags(world, 'dan', own), []);
    const unread = await getUnread(world, 'dan');
    assert.deepEqual(unread.streams, [
      { stream_id: world.channels.general, topic: 'note', unread_message_ids: [own] },
    ]);
    const self = world.people.dan.id;
    assert.deepEqual(unread.pms, [{ other_user_id: self, sender_id: self, unread_message_ids: [note] }]);

    await change(world, 'dan', 'add', 'read', [own, note]);
    const [again] = await dan.received();
    assert.deepEqual(again.messages, [own, note]);
    assert.deepEqual(await getFlags(world, 'dan', own), ['read']);
    assert.equal((await getUnread(world, 'dan')).count, 0);
  });

  test('Marking as unread skips messages in channels without a subscription and reports them', async (t) => {
    const world = await makeWorld(t, engine);
    const outside = await say(world, 'ada', 'lounge', 'tea');
    const inside = await say(world, 'ada', 'general', 'tea');
    await change(world, 'dan', 'add', 'read', [inside]);
    const dan = await listenAs(world, 'dan');
    const response = await change(world, 'dan', 'remove', 'read', [outside, inside]);
    assert.deepEqual(response.json.messages, [outside, inside]);
    assert.deepEqual(response.json.ignored_because_not_subscribed_channels, [world.channels.lounge]);
    const [event] = await dan.received();
    assert.deepEqual(event.messages, [inside]);
    assert.deepEqual(Object.keys(event.message_details), [String(inside)]);
    assert.deepEqual(await getFlags(world, 'dan', outside), ['read', 'historical']);
  });

  test('A message from before the subscription can be marked as unread', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'ada', 'lounge', 'tea');
    await addMembers(world, world.channels.lounge, [world.people.dan.id]);
    assert.deepEqual(await getFlags(world, 'dan', before), ['read', 'historical']);
    await change(world, 'dan', 'remove', 'read', [before]);
    assert.deepEqual(await getFlags(world, 'dan', before), ['historical']);
    assert.equal((await getUnread(world, 'dan')).count, 1);
    await change(world, 'dan', 'add', 'read', [before]);
    assert.deepEqual(await getFlags(world, 'dan', before), ['read', 'historical']);
    assert.equal((await getUnread(world, 'dan')).count, 0);
  });

  test('A star can be set and removed on messages received or not', async (t) => {
    const world = await makeWorld(t, engine);
    const received = await say(world, 'ada', 'general', 'hi');
    const historical = await say(world, 'ada', 'lounge', 'hi');
    const dan = await listenAs(world, 'dan');
    const response = await change(world, 'dan', 'add', 'starred', [historical, received]);
    assert.equal(response.status, 200, response.json.msg);
    assert.deepEqual(response.json.messages, [historical, received]);
    const [event] = await dan.received();
    assert.equal(event.flag, 'starred');
    assert.equal(event.op, 'add');
    assert.equal(event.message_details, undefined);
    assert.deepEqual(event.messages, [received, historical]);
    assert.deepEqual(await getFlags(world, 'dan', received), ['starred']);
    assert.deepEqual(await getFlags(world, 'dan', historical), ['read', 'starred', 'historical']);
    const { state } = await listenAs(world, 'dan', { fetch_event_types: ['starred_messages'] });
    assert.deepEqual(state.starred_messages, [received, historical]);

    await change(world, 'dan', 'add', 'starred', [received]);
    assert.deepEqual(await dan.received(), []);
    await change(world, 'dan', 'remove', 'starred', [received, historical]);
    const [off] = await dan.received();
    assert.equal(off.op, 'remove');
    assert.deepEqual(off.messages, [received, historical]);
    assert.deepEqual(await getFlags(world, 'dan', received), []);
    assert.deepEqual(await getFlags(world, 'dan', historical), ['read', 'historical']);
  });

  test('Marking a starred message as read keeps its star, and collapsed is an independent flag', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'hi');
    await change(world, 'dan', 'add', 'starred', [id]);
    await change(world, 'dan', 'add', 'collapsed', [id]);
    await change(world, 'dan', 'add', 'read', [id]);
    await change(world, 'dan', 'remove', 'read', [id]);
    await change(world, 'dan', 'add', 'read', [id]);
    assert.deepEqual(await getFlags(world, 'dan', id), ['read', 'starred', 'collapsed']);
    await change(world, 'dan', 'remove', 'starred', [id]);
    assert.deepEqual(await getFlags(world, 'dan', id), ['read', 'collapsed']);
  });

  test('Flag changes ignore messages that are not visible, or refuse them where a row would be stored', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await say(world, 'ada', 'vault', 'gold');
    const others = await sendDirect(world, 'ada', ['ben']);
    const eve = await listenAs(world, 'eve');
    for (const id of [secret, others, 999_999, 0, -1]) {
      const read = await change(world, 'eve', 'add', 'read', [id]);
      assert.equal(read.status, 200, read.json.msg);
      assert.deepEqual(read.json.messages, [id]);
      assert.equal((await change(world, 'eve', 'remove', 'starred', [id])).status, 200);
      for (const [op, flag] of [
        ['add', 'starred'],
        ['add', 'collapsed'],
        ['remove', 'read'],
      ] as const) {
        const refused = await change(world, 'eve', op, flag, [id]);
        assert.equal(refused.status, 400);
        assert.equal(refused.json.code, 'BAD_REQUEST');
        assert.equal(refused.json.msg, 'Invalid message(s)');
      }
    }
    assert.deepEqual(await eve.received(), []);
  });

  test('A flag change is refused entirely if one message does not exist', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'hi');
    const refused = await change(world, 'eve', 'add', 'starred', [id, 999_999]);
    assert.equal(refused.status, 400);
    assert.deepEqual(await getFlags(world, 'eve', id), []);
  });

  test('Marking future messages as read does not affect messages sent later', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'hi');
    await change(world, 'dan', 'add', 'read', [id + 1, id + 2]);
    const next = await say(world, 'ada', 'general', 'hi');
    assert.deepEqual(await getFlags(world, 'dan', next), []);
  });

  test('Flags that users cannot change, unknown flags and unknown operations are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'hi');
    const kept = [
      'mentioned',
      'historical',
      'has_alert_word',
      'stream_wildcard_mentioned',
      'group_mentioned',
    ];
    for (const flag of [...kept, 'force_expand']) {
      const refused = await change(world, 'dan', 'add', flag, [id]);
      assert.equal(refused.status, 400);
      assert.equal(refused.json.msg, `Flag not editable: '${flag}'`);
    }
    for (const flag of ['shiny', 'wildcard_mentioned'])
      assert.equal((await change(world, 'dan', 'add', flag, [id])).json.msg, `Invalid flag: '${flag}'`);
    const operation = await world
      .as('dan')
      .post('/messages/flags', { op: 'toggle', flag: 'read', messages: [id] });
    assert.equal(operation.status, 400);
    assert.equal((await change(world, 'dan', 'add', 'read', ['x'])).status, 400);
    assert.equal((await world.as('dan').post('/messages/flags', { op: 'add', flag: 'read' })).status, 400);
    const anonymous = await world.anonymous.post('/messages/flags', {
      op: 'add',
      flag: 'read',
      messages: [id],
    });
    assert.equal(anonymous.status, 401);
  });

  test('Flag changes accept very large IDs and very long lists without failing', async (t) => {
    const world = await makeWorld(t, engine);
    const huge = await change(world, 'dan', 'add', 'read', [2 ** 60, 1e15]);
    assert.equal(huge.status, 200, huge.json.msg);
    assert.equal((await change(world, 'dan', 'add', 'starred', [2 ** 60])).status, 400);
    const many = Array.from({ length: 50_001 }, (_, at) => at + 1);
    assert.equal((await change(world, 'dan', 'add', 'read', many)).status, 400);
    assert.equal((await change(world, 'dan', 'add', 'read', [])).status, 200);
  });
});

const path = '/users/me/subscriptions';

/** Ids of what Dan has starred: as a registration lists them, and as the narrow finds them. */
async function getStars(world: World): Promise<[listed: unknown, found: unknown]> {
  const { state } = await listenAs(world, 'dan', { fetch_event_types: ['starred_messages'] });
  const narrow = [{ operator: 'is', operand: 'starred' }];
  const { json } = await world
    .as('dan')
    .get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow });
  return [state.starred_messages, json.messages.map(({ id }: { id: number }) => id)];
}

onBothEngines('Starred messages', (engine) => {
  test('Starred messages are listed as long as they are visible, and again when they become visible', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'ada', 'vault', 'keys');
    const open = await say(world, 'ada', 'general', 'lunch');
    const ids = [before, open];
    for (const flag of ['starred', 'read'])
      await world.as('dan').post('/messages/flags', { messages: ids, op: 'add', flag });
    assert.deepEqual(await getStars(world), [ids, ids]);
    const dan = await listenAs(world, 'dan', { event_types: ['update_message_flags'] });
    const eve = await listenAs(world, 'eve', { event_types: ['update_message_flags'] });
    for (const subscriptions of [['vault'], ['general']])
      await world.as('dan').delete(path, { subscriptions });
    assert.deepEqual(await getStars(world), [[open], [open]]);
    const principals = [world.people.dan.id];
    await world.as('ada').post(path, { subscriptions: [{ name: 'vault' }], principals });
    assert.deepEqual(await getStars(world), [ids, ids]);
    assert.ok((await getFlags(world, 'dan', before)).includes('starred'));
    assert.deepEqual(
      (await dan.received()).map(({ op, flag, messages }) => [op, flag, messages]),
      [
        ['remove', 'starred', [before]],
        ['add', 'starred', [before]],
      ],
    );
    assert.deepEqual(await eve.received(), []);
  });
});

async function talk(world: World) {
  return {
    lunch: await say(world, 'ada', 'general', 'lunch'),
    unnamed: await say(world, 'ada', 'general', ''),
    design: await say(world, 'ada', 'design', 'lunch'),
    direct: await sendDirect(world, 'ada', ['dan']),
  };
}

onBothEngines('Marking all as read', (engine) => {
  test('Marking a topic, a channel or everything as read emits an event', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = await talk(world);
    const queue = await openQueue(world, 'dan', { event_types: ['update_message_flags'] });
    const stream_id = world.channels.general;
    const dan = world.as('dan');
    assert.equal((await dan.post('/mark_topic_as_read', { stream_id, topic_name: 'LUNCH' })).status, 200);
    assert.equal((await dan.post('/mark_stream_as_read', { stream_id })).status, 200);
    assert.deepEqual(await getFlags(world, 'dan', ids.design), []);
    const all = await dan.post('/mark_all_as_read');
    assert.deepEqual([all.status, all.json.complete], [200, true]);
    assert.equal((await dan.post('/mark_all_as_read')).json.complete, true);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map(({ op, flag, messages, all: isAll }) => [op, flag, messages, isAll]),
      [
        ['add', 'read', [ids.lunch], false],
        ['add', 'read', [ids.unnamed], false],
        ['add', 'read', [ids.design, ids.direct], false],
      ],
    );
    assert.deepEqual(await getFlags(world, 'cleo', ids.lunch), []);
  });

  test('Marking an inaccessible channel as read is refused and changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const { lunch } = await talk(world);
    const other = await addOrganization(world);
    const { vault, lounge } = world.channels;
    await setChannel(world, lounge, { is_archived: 1 });
    for (const [who, stream_id] of [
      ['gus', vault],
      ['gus', other.channelId],
      ['gus', 999_999_999],
      ['ben', vault],
      ['eve', lounge],
    ] as const) {
      const { status, json } = await world.as(who).post('/mark_stream_as_read', { stream_id });
      assert.deepEqual([status, json.msg], [400, 'Invalid channel ID']);
      const given = { stream_id, topic_name: 'lunch' };
      assert.equal((await world.as(who).post('/mark_topic_as_read', given)).json.msg, 'Invalid channel ID');
    }
    const missing = { stream_id: world.channels.general, topic_name: 'none' };
    const { status, json } = await world.as('gus').post('/mark_topic_as_read', missing);
    assert.deepEqual([status, json.msg], [400, "No such topic 'none'"]);
    assert.equal((await world.as('gus').post('/mark_stream_as_read')).status, 400);
    assert.deepEqual(await getFlags(world, 'gus', lunch), []);
  });
});
