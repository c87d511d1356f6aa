import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, sayElsewhere, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import type { Correspondent, Message, MessageEvent } from '../../../../wire/messages.ts';
import type { Params } from '../../../../tests/support/client.ts';

const newest = { anchor: 'newest', num_before: 100, num_after: 0 };

/** The newest messages, or a single one. */
async function read(world: World, who: Name, id: number | null, params: Params = {}): Promise<Message[]> {
  const { status, json } =
    id === null
      ? await world.as(who).get('/messages', { ...newest, ...params })
      : await world.as(who).get(`/messages/${id}`, params);
  assert.equal(status, 200, json.msg);
  return id === null ? json.messages : [json.message];
}

/** Columns of one message, changed behind the server's back. */
const setMessage = (world: World, id: number, columns: Record<string, unknown>): Promise<unknown> =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    tx.q.updateTable('message').set(columns).where('id', '=', id).execute(),
  );

onBothEngines('Fetching messages', (engine) => {
  test('A fetched message equals its event and has the reader’s flags', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await listenAs(world, 'dan', { apply_markdown: true });
    await say(world, 'ada', 'general', 'plans', 'hello @**Dan Ito** and *all*');
    await say(world, 'ada', 'general', '', '@**all**');
    await say(world, 'dan', 'general', 'plans', '/me waves');
    await sendDirect(world, 'ada', ['dan', 'eve']);
    await sendDirect(world, 'dan', ['dan']);
    const received = (await dan.received()).map(({ message, flags }: MessageEvent) => ({
      ...message,
      flags,
    }));
    assert.equal(received.length, 5);

    const params = { allow_empty_topic_name: true };
    assert.deepEqual(await read(world, 'dan', null, params), received);
    for (const message of received) assert.deepEqual(await read(world, 'dan', message.id, params), [message]);
  });

  test('Markdown replaces HTML on request, and accompanies it for a single message', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'plans', 'so **bold**');
    for (const from of [null, id]) {
      const [rendered] = await read(world, 'dan', from);
      assert.equal(rendered?.content, '<p>so <strong>bold</strong></p>');
      assert.equal(rendered.content_type, 'text/html');
      const [source] = await read(world, 'dan', from, { apply_markdown: false });
      assert.equal(source?.content, 'so **bold**');
      assert.equal(source.content_type, 'text/x-markdown');
    }
    assert.equal((await world.as('dan').get(`/messages/${id}`)).json.raw_content, 'so **bold**');
  });

  test('The empty topic has a placeholder name for clients without support, in the edit history too', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', '');
    const history = [{ user_id: world.people.ada.id, timestamp: 5, prev_topic: 'plans', topic: '' }];
    await setMessage(world, id, { edit_history: JSON.stringify(history), moved_at: 5000 });
    for (const from of [null, id]) {
      const [named] = await read(world, 'dan', from);
      assert.equal(named?.subject, 'general chat');
      const item = { ...history[0], topic: 'general chat' };
      assert.deepEqual(named.edit_history, [item]);
      assert.equal(named.last_moved_timestamp, 5);
      const [empty] = await read(world, 'dan', from, { allow_empty_topic_name: true });
      assert.equal(empty?.subject, '');
      assert.deepEqual(empty.edit_history, history);
    }
    const direct = await sendDirect(world, 'ada', ['dan']);
    assert.equal((await read(world, 'dan', direct))[0]?.subject, '');
  });

  test('The edit history is shown as far as the organization allows', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'plans');
    const ada = world.people.ada.id;
    const edit = { user_id: ada, timestamp: 9, prev_content: 'a', prev_rendered_content: '<p>a</p>' };
    const both = { ...edit, timestamp: 8, prev_topic: 'old', topic: 'plans' };
    await setMessage(world, id, { edit_history: JSON.stringify([edit, both]), edited_at: 9999 });
    const shown = async () => (await read(world, 'dan', id))[0];

    assert.deepEqual((await shown())?.edit_history, [edit, both]);
    await setOrganization(world, { message_edit_history_visibility_policy: 'moves' });
    const move = { user_id: ada, timestamp: 8, prev_topic: 'old', topic: 'plans' };
    assert.deepEqual((await shown())?.edit_history, [move]);
    const edited = await say(world, 'ada', 'general', 'plans');
    await setMessage(world, edited, { edit_history: JSON.stringify([edit]), edited_at: 9999 });
    const untouched = await say(world, 'ada', 'general', 'plans');
    for (const from of [edited, null]) {
      const one = (await read(world, 'dan', from)).find((message) => message.id === edited);
      assert.deepEqual(one?.edit_history, []);
    }
    assert.equal('edit_history' in ((await read(world, 'dan', untouched))[0] ?? {}), false);
    await setOrganization(world, { message_edit_history_visibility_policy: 'none' });
    const hidden = await shown();
    assert.ok(hidden && !('edit_history' in hidden));
    assert.equal(hidden.last_edit_timestamp, 9);
  });

  test('Fetched messages show the current names of users and channels', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'eve', 'general', 'plans');
    const direct = await sendDirect(world, 'eve', ['dan']);
    const { eve } = world.people;
    const [before] = await read(world, 'dan', id);
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('person')
        .set({ full_name: 'Eve Newname', avatar_source: 'U', avatar_version: 4 })
        .where('id', '=', eve.id)
        .execute();
      await tx.q
        .updateTable('channel')
        .set({ name: 'agora', name_key: 'agora' })
        .where('id', '=', world.channels.general)
        .execute();
      await tx.touch({ users: [eve.id], channels: [world.channels.general] });
    });
    const [message] = await read(world, 'dan', id);
    assert.equal(message?.sender_full_name, 'Eve Newname');
    assert.notEqual(message.avatar_url, before?.avatar_url);
    assert.equal(message.display_recipient, 'agora');
    const [other] = await read(world, 'dan', direct);
    assert.equal((other!.display_recipient as Correspondent[])[1]?.full_name, 'Eve Newname');
  });

  test('A single message that does not exist and one that is not visible are refused alike', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await say(world, 'ada', 'vault', 'keys');
    const direct = await sendDirect(world, 'ada', ['dan']);
    const theirs = await sayElsewhere(world, await addOrganization(world));
    for (const id of [secret, direct, theirs, theirs + 1, 0, '9007199254740993', '99999999999999999999999']) {
      const { status, json } = await world.as('eve').get(`/messages/${id}`);
      assert.equal(status, 400, String(id));
      assert.deepEqual(json, { result: 'error', msg: 'Invalid message(s)', code: 'BAD_REQUEST' });
    }
    assert.equal((await world.as('dan').get(`/messages/${secret}`)).status, 200);
    assert.equal((await world.anonymous.get(`/messages/${secret}`)).status, 401);
  });

  test('Messages requested by ID are returned in order, as far as they are visible', async (t) => {
    const world = await makeWorld(t, engine);
    const plan = await say(world, 'ada', 'general', 'plans');
    const secret = await say(world, 'ada', 'vault', 'keys');
    const tea = await say(world, 'eve', 'lounge', 'tea');
    const ask = async (params: Params) => {
      const { status, json } = await world.as('cleo').get('/messages', params);
      assert.equal(status, 200, json.msg);
      return { ...json, messages: json.messages.map((message: Message) => message.id) };
    };
    const message_ids = [tea, secret, plan, plan, 4_000_000, 1e20];
    assert.deepEqual(await ask({ message_ids }), {
      result: 'success',
      msg: '',
      messages: [plan, tea],
      found_anchor: false,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    });
    const narrow = [{ operator: 'channel', operand: 'lounge' }];
    assert.deepEqual((await ask({ message_ids, narrow })).messages, [tea]);
    assert.deepEqual((await ask({ message_ids: [] })).messages, []);
    assert.deepEqual((await ask({ message_ids: [], narrow })).messages, []);
  });

  test('A fetch with missing, surplus or contradictory parameters is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const refused: [Record<string, unknown>, string, string?][] = [
      [{ num_before: 1, num_after: 1 }, "Missing 'anchor' argument."],
      [{ anchor: 1, num_before: 3000, num_after: 2001 }, 'Too many messages requested (maximum 5000).'],
      [{ anchor: 1, num_before: 1e30, num_after: 0 }, 'Too many messages requested (maximum 5000).'],
      [
        { anchor: 1, num_before: 1, num_after: 1, include_anchor: false },
        'The anchor can only be excluded at an end of the range',
      ],
      [
        { message_ids: [1], anchor: 1 },
        'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      ],
      [{ anchor: 'date', num_before: 1, num_after: 1 }, "Missing 'anchor_date' argument."],
      [{ anchor: 'date', anchor_date: 'soon', num_before: 1 }, 'Invalid anchor_date'],
      [{ anchor: 1, num_before: -1 }, 'num_before is too small'],
      [{ anchor: 'x' }, 'Invalid anchor'],
      [{ anchor: 1.5 }, 'Invalid anchor'],
      [{ ...newest, narrow: 'general' }, 'narrow is not valid JSON'],
      [{ ...newest, include_anchor: 'null' }, 'include_anchor is not a boolean'],
      [{ message_ids: [1, -1] }, 'message_ids[1] is too small'],
    ];
    for (const [params, msg, code = 'BAD_REQUEST'] of refused) {
      const { status, json } = await world.as('dan').get('/messages', params);
      assert.equal(status, 400, msg);
      assert.equal(json.code, code, msg);
      if (code === 'BAD_REQUEST') assert.equal(json.msg, msg);
    }
    for (const params of [{ num_before: 5000 }, { narrow: 'null', message_ids: 'null' }]) {
      const { status, json } = await world.as('dan').get('/messages', { ...newest, ...params });
      assert.equal(status, 200, json.msg);
    }
  });
});

async function fetched(world: World, who: Name, id: number): Promise<Record<string, unknown>> {
  const { status, json } = await world.as(who).get(`/messages/${id}`);
  assert.equal(status, 200, json.msg);
  return json.message;
}

onBothEngines('A message', (engine) => {
  test('A channel message has every field that the API promises and no others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { ada } = world.people;
    const id = await say(world, 'ada', 'general', 'plans', 'so **bold**');
    const { timestamp, recipient_id, ...message } = await fetched(world, 'dan', id);
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60 && Number.isInteger(timestamp));
    assert.ok(Number.isSafeInteger(recipient_id));
    assert.deepEqual(message, {
      id,
      type: 'stream',
      stream_id: world.channels.general,
      subject: 'plans',
      topic_links: [],
      content: '<p>so <strong>bold</strong></p>',
      content_type: 'text/html',
      display_recipient: 'general',
      sender_id: ada.id,
      sender_email: ada.email,
      sender_full_name: 'Ada Achterberg',
      sender_realm_str: '',
      avatar_url: `/avatar/${ada.id}?version=1`,
      client: 'Heddle',
      is_me_message: false,
      reactions: [],
      submessages: [],
      flags: [],
    });
  });

  test('A direct message lists its participants as recipients and has no topic', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sendDirect(world, 'ada', ['dan'], '/me waves');
    const message = await fetched(world, 'dan', id);
    const person = (name: 'ada' | 'dan', fullName: string) => ({
      id: world.people[name].id,
      email: world.people[name].email,
      full_name: fullName,
      is_mirror_dummy: false,
    });
    assert.deepEqual(message.display_recipient, [person('ada', 'Ada Achterberg'), person('dan', 'Dan Ito')]);
    assert.deepEqual(
      [message.type, message.subject, message.is_me_message, 'stream_id' in message],
      ['private', '', true, false],
    );
    const others = await fetched(world, 'ada', await sendDirect(world, 'ada', ['dan', 'eve']));
    const again = await fetched(world, 'ada', await sendDirect(world, 'dan', ['ada', 'eve']));
    assert.notEqual(others.recipient_id, message.recipient_id);
    assert.equal(again.recipient_id, others.recipient_id);
  });

  test('A message with a wildcard mention has the old flag and the new one', async (t) => {
    const world = await makeWorld(t, engine);
    const all = await fetched(world, 'dan', await say(world, 'ada', 'general', 'plans', '@**all**'));
    assert.deepEqual(all.flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    await say(world, 'dan', 'general', 'plans');
    const topic = await fetched(world, 'dan', await say(world, 'ada', 'general', 'plans', '@**topic**'));
    assert.deepEqual(topic.flags, ['topic_wildcard_mentioned', 'wildcard_mentioned']);
  });
});
