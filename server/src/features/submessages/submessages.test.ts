import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addOrganization, setChannel } from '../../../../tests/support/change.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import {
  add,
  added,
  contents,
  isRefused,
  poll,
  getSubmessages,
  todo,
  vote,
  type Shown,
} from '../../../../tests/support/fixtures/submessages.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name } from '../../../../tests/support/world.ts';
import { prepareDraft } from '../message-send/draft.ts';
import { sendToChannel } from '../message-send/send.ts';

const pollBegun = { widget_type: 'poll', extra_data: { question: 'Soup?', options: ['yes', 'no'] } };

onBothEngines('Submessages', (engine) => {
  test('Submessages start with the widget from the message content', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await listenAs(world, 'eve');
    const id = await say(world, 'dan', 'general', 'lunch', poll);
    const whisper = await sendDirect(world, 'dan', ['eve'], todo);
    const plain = await say(world, 'dan', 'general', 'lunch', 'A /poll');
    const [first, ...others] = await getSubmessages(world, 'eve', id);
    assert.deepEqual(others, []);
    assert.ok(first && Number.isInteger(first.id));
    const { id: _, content, ...rest } = first;
    assert.deepEqual(rest, { message_id: id, sender_id: world.people.dan.id, msg_type: 'widget' });
    assert.deepEqual(JSON.parse(content), pollBegun);
    assert.deepEqual(await contents(world, 'eve', whisper), [
      {
        widget_type: 'todo',
        extra_data: {
          task_list_title: 'Loom',
          tasks: [
            { task: 'warp', desc: '300 threads' },
            { task: 'weft', desc: '' },
          ],
        },
      },
    ]);
    assert.deepEqual(await getSubmessages(world, 'eve', plain), []);
    const notified = (await queue.received()) as {
      message: { submessages: Shown[]; is_me_message: boolean };
    }[];
    assert.deepEqual(
      notified.map(({ message }) => [message.submessages.length, message.is_me_message]),
      [
        [1, false],
        [1, false],
        [0, false],
      ],
    );
    assert.deepEqual(notified[0]?.message.submessages, [first]);
  });

  test('Submessages are added by everyone who can read the message, with events to its recipients', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'lounge', 'lunch', poll);
    const queues = new Map<Name, Awaited<ReturnType<typeof listenAs>>>();
    for (const name of names) queues.set(name, await listenAs(world, name, { event_types: ['submessage'] }));
    await added(world, 'eve', id, vote);
    // Not in the channel, which is open.
    await added(world, 'ben', id, { type: 'new_option', idx: 1, option: 'tea' });
    await added(world, 'dan', id, { type: 'question', question: 'Tea?' });
    const shown = await getSubmessages(world, 'ada', id);
    const received = new Map<Name, JsonValue[]>();
    for (const [name, queue] of queues) received.set(name, await queue.received());
    const counts = Object.fromEntries([...received].map(([name, events]) => [name, events.length]));
    assert.deepEqual(counts, {
      ...Object.fromEntries(names.map((name) => [name, 0])),
      ada: 3,
      eve: 3,
      ben: 1,
      dan: 1,
    });
    assert.deepEqual(
      received.get('ada')?.map(({ id: _, ...event }: { id: number }) => event),
      shown
        .slice(1)
        .map(({ id: submessage_id, ...rest }) => ({ type: 'submessage', submessage_id, ...rest })),
    );
    assert.deepEqual(await contents(world, 'ada', id), [
      pollBegun,
      vote,
      { type: 'new_option', idx: 1, option: 'tea' },
      { type: 'question', question: 'Tea?' },
    ]);
  });

  test('Submessages are as private as their message', async (t) => {
    const world = await makeWorld(t, engine);
    const early = await say(world, 'dan', 'vault', 'keys', poll);
    await addMembers(world, world.channels.vault, [world.people.eve.id]);
    const whisper = await sendDirect(world, 'dan', ['gus'], poll);
    const queue = await listenAs(world, 'eve', { event_types: ['submessage'] });
    await added(world, 'ada', early, vote);
    await added(world, 'gus', whisper, vote);
    assert.deepEqual(await queue.received(), []);
    for (const [who, id] of [
      ['eve', early],
      ['eve', whisper],
      ['ben', early],
      ['ben', whisper],
      ['ben', 0],
      ['ben', 99_999],
    ] as const)
      isRefused(await add(world, who, id, vote), 'Invalid message(s)');
    const { status } = await world.anonymous.post('/submessage', {
      message_id: whisper,
      msg_type: 'widget',
      content: JSON.stringify(vote),
    });
    assert.equal(status, 401);
    assert.equal((await getSubmessages(world, 'dan', whisper)).length, 2);
  });

  test('Submessages of messages of other organizations are refused', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId, ownerId, channelId } = await addOrganization(world);
    const cache = await world.app.organizations.cache(orgId);
    const owner = cache.users.get(ownerId);
    assert.ok(owner);
    const draft = prepareDraft({ cache, user: owner }, poll);
    const { id } = await world.app.db.write(orgId, 'system', (tx) =>
      sendToChannel(tx, owner, { to: channelId, topic: 'lunch' }, { draft, client: 'test' }),
    );
    isRefused(await add(world, 'ada', id, vote), 'Invalid message(s)');
    const { q } = world.app.db.read;
    const rows = await q.selectFrom('submessage').select(['org_id', 'message_id']).execute();
    assert.deepEqual(
      rows.map((row) => [row.org_id, row.message_id]),
      [[orgId, id]],
    );
  });

  test('Submessages are created with a scheduled message', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const at = Math.floor(Date.now() / 1000) + 3600;
    const { status, json } = await world.as('dan').post('/scheduled_messages', {
      type: 'channel',
      to: world.channels.general,
      topic: 'lunch',
      content: poll,
      scheduled_delivery_timestamp: at,
    });
    assert.equal(status, 200, json.msg);
    await world.app.jobs.runDue(at * 1000 + 1000);
    const newest = await world.as('eve').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    const [message] = newest.json.messages as { id: number }[];
    assert.deepEqual(await contents(world, 'eve', message?.id ?? 0), [pollBegun]);
  });

  test('Submessages are refused in archived channels', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', poll);
    await setChannel(world, world.channels.general, { is_archived: 1 });
    isRefused(await add(world, 'dan', id, vote), 'Invalid message(s)');
    assert.equal((await getSubmessages(world, 'dan', id)).length, 1);
  });

  test('The first submessage is the sender’s; others can only add to it', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const refusal = 'You cannot attach a submessage to this message.';
    for (const who of ['ada', 'eve'] as const) isRefused(await add(world, who, id, {}), refusal);
    await added(world, 'dan', id, { any: ['thing'] }, 'game');
    await added(world, 'eve', id, 'at all', 'game');
    assert.deepEqual(await contents(world, 'ada', id), [{ any: ['thing'] }, 'at all']);
    const kinds = (await getSubmessages(world, 'ada', id)).map((one) => one.msg_type);
    assert.deepEqual(kinds, ['game', 'game']);
  });

  test('Submessages are JSON of limited size and require all parameters', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', poll);
    const post = (params: Params) => world.as('dan').post('/submessage', { message_id: id, ...params });
    for (const content of ['bogus', '', '{', '{"type":"vote"'])
      isRefused(await post({ msg_type: 'widget', content }), 'Invalid json for submessage');
    const long = JSON.stringify({ type: 'question', question: 'a'.repeat(10_000) });
    isRefused(await post({ msg_type: 'widget', content: long }), 'Submessage is too long');
    for (const msg_type of ['', 'a'.repeat(61), 'a\0b'])
      isRefused(await post({ msg_type, content: '{}' }), 'Invalid msg_type');
    for (const params of [{ msg_type: 'widget' }, { content: '{}' }])
      assert.equal((await post(params)).json.code, 'REQUEST_VARIABLE_MISSING');
    const { json } = await world.as('dan').post('/submessage', { msg_type: 'widget', content: '{}' });
    assert.equal(json.code, 'REQUEST_VARIABLE_MISSING');
    const odd = await world.as('dan').post('/submessage', {
      message_id: 'x',
      msg_type: 'widget',
      content: '{}',
    });
    assert.equal(odd.status, 400);
    const extra = await post({ msg_type: 'widget', content: JSON.stringify(vote), colour: 'red' });
    assert.deepEqual(extra.json.ignored_parameters_unsupported, ['colour']);
    assert.equal((await getSubmessages(world, 'dan', id)).length, 2);
  });

  test('Submessages are limited in number', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', poll);
    const row = { org_id: world.orgId, message_id: id, sender_id: world.people.dan.id, kind: 'widget' };
    const content = JSON.stringify({ type: 'question', question: 'a'.repeat(999_000) });
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .insertInto('submessage')
        .values({ ...row, content })
        .execute();
    });
    await added(world, 'eve', id, vote);
    const long = { type: 'new_option', idx: 1, option: 'a'.repeat(1000) };
    isRefused(await add(world, 'eve', id, long), 'Nothing more can be added to this message.');
    assert.equal((await getSubmessages(world, 'eve', id)).length, 3);
  });

  test('A message with submessages cannot be edited, and they follow its move and deletion', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'lunch', poll);
    const other = await say(world, 'dan', 'general', 'lunch', poll);
    await added(world, 'eve', id, vote);
    const edited = await world.as('dan').patch(`/messages/${id}`, { content: 'No poll' });
    isRefused(edited, 'Widgets cannot be edited.');
    const byOther = await world.as('ada').patch(`/messages/${id}`, { content: 'No poll' });
    isRefused(byOther, "You don't have permission to edit this message");
    const before = await getSubmessages(world, 'dan', id);
    const moved = await world.as('ada').patch(`/messages/${id}`, { topic: 'dinner' });
    assert.equal(moved.status, 200, moved.json.msg);
    assert.deepEqual(await getSubmessages(world, 'dan', id), before);
    assert.equal((await world.as('ada').delete(`/messages/${id}`)).status, 200);
    const { q } = world.app.db.read;
    const left = await q.selectFrom('submessage').select('message_id').execute();
    assert.deepEqual(
      left.map((row) => row.message_id),
      [other],
    );
  });

  test('A message edited to look like a poll stays a text', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    assert.equal((await world.as('dan').patch(`/messages/${id}`, { content: poll })).status, 200);
    assert.deepEqual(await getSubmessages(world, 'dan', id), []);
  });

  test('A message sent twice has its submessages once', async (t) => {
    const world = await makeWorld(t, engine);
    const { state } = await listenAs(world, 'dan');
    const params = { type: 'channel', to: world.channels.general, topic: 'lunch', content: poll };
    const sent = { ...params, queue_id: state.queue_id as string, local_id: '1' };
    const first = await world.as('dan').post('/messages', sent);
    const second = await world.as('dan').post('/messages', sent);
    assert.equal(first.json.id, second.json.id);
    assert.equal((await getSubmessages(world, 'dan', first.json.id as number)).length, 1);
  });
});
