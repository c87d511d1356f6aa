import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getContents, openQueue, type ReceivedEvent } from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

interface Message {
  content: string;
  content_type: string;
  subject: string;
  avatar_url: string | null;
}

const readMessages = (events: readonly ReceivedEvent[]): Message[] => events.map((event) => event.message);

/** Starring an own message emits an event to its owner only. */
async function star(world: World, messageId: number): Promise<void> {
  const { status, json } = await world
    .as('dan')
    .post('/messages/flags', { messages: [messageId], op: 'add', flag: 'starred' });
  assert.equal(status, 200, json.msg);
}

/** Narrows, and the events that match them. */
const narrows = [
  [[['stream', 'general']], ['lunch', 'dinner', '@**Dan Ito**']],
  [[{ operator: 'channel', operand: 'general' }], ['lunch', 'dinner', '@**Dan Ito**']],
  [
    [
      ['stream', 'general'],
      ['topic', 'FOOD'],
    ],
    ['lunch'],
  ],
  [[{ operator: 'topic', operand: 'food', negated: true }], ['dinner', '@**Dan Ito**', 'vault', 'dm']],
  [[['is', 'dm']], ['dm']],
  [[['is', 'private']], ['dm']],
  [[['is', 'mentioned']], ['@**Dan Ito**']],
  [[['mentions', 'dan@example.com']], ['@**Dan Ito**']],
  [[['channels', 'public']], ['lunch', 'dinner', '@**Dan Ito**']],
  [
    [{ operator: 'channels', operand: 'archived', negated: true }],
    ['lunch', 'dinner', '@**Dan Ito**', 'vault', 'dm'],
  ],
  [[['sender', 'ada@example.com']], ['vault']],
  [[], ['lunch', 'dinner', '@**Dan Ito**', 'vault', 'dm']],
] as const;

onBothEngines('A queue', (engine) => {
  test('An event queue has the requested event types in order, or all', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const messages = await openQueue(world, 'dan', { event_types: ['message'] });
    const flags = await openQueue(world, 'dan', { event_types: ['update_message_flags'] });
    const all = await openQueue(world, 'dan', { event_types: null });
    const none = await openQueue(world, 'dan', { event_types: [] });
    const unreceived = await openQueue(world, 'dan', { event_types: ['no_such_type', 'message'] });
    await star(world, await say(world, 'eve', 'general', 'lunch', 'soup'));
    for (const restart of [false, true]) {
      if (restart) await world.restart();
      const types = async (queue: typeof all) => (await queue.after(queue.start)).map((event) => event.type);
      assert.deepEqual(await types(messages), ['message']);
      assert.deepEqual(await types(flags), ['update_message_flags']);
      assert.deepEqual(
        (await types(all)).filter((type) => type !== 'stream'),
        ['message', 'update_message_flags'],
      );
      assert.deepEqual(await types(none), []);
      assert.deepEqual(await types(unreceived), ['message']);
    }
  });

  test('A registration whose transaction runs twice leaves one event queue', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { db, hub } = world.app;
    const write = db.write.bind(db);
    t.mock.method(db, 'write', <T>(...[orgId, me, action, needs]: Parameters<typeof db.write<T>>) =>
      write(
        orgId,
        me,
        async (tx) => {
          await action(tx);
          return action(tx);
        },
        needs,
      ),
    );
    await openQueue(world, 'dan');
    assert.equal(hub.getCount(world.people.dan.id), 1);
  });

  test('An event queue with a narrow contains only matching messages', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queues = [];
    for (const [narrow, wanted] of narrows)
      queues.push({ narrow, wanted, queue: await openQueue(world, 'dan', { narrow }) });
    await say(world, 'eve', 'general', 'food', 'lunch');
    await say(world, 'eve', 'general', 'later', 'dinner');
    await say(world, 'eve', 'general', 'later', '@**Dan Ito**');
    await say(world, 'ada', 'vault', 'keys', 'vault');
    await sendDirect(world, 'eve', ['dan'], 'dm');
    for (const restart of [false, true]) {
      if (restart) await world.restart();
      for (const { narrow, wanted, queue } of queues)
        assert.deepEqual(getContents(await queue.after(queue.start)), wanted, JSON.stringify(narrow));
    }
  });

  test('An event queue’s narrow does not affect other events', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'dan', {
      event_types: ['message', 'update_message_flags'],
      narrow: [['stream', 'vault']],
    });
    await star(world, await say(world, 'eve', 'general', 'lunch', 'soup'));
    assert.deepEqual(
      (await queue.after(queue.start)).map((event) => event.type),
      ['update_message_flags'],
    );
  });

  test('An event queue with an invalid or unsupported narrow is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const unkept = [[['near', '1']], [['search', 'x']], [['is', 'followed']]];
    for (const narrow of [...unkept, 'general', [['stream']], [1]]) {
      const { status, json } = await world.as('dan').post('/register', { narrow, fetch_event_types: [] });
      assert.equal(status, 400, JSON.stringify(narrow));
      assert.match(json.code ?? '', /^BAD_(REQUEST|NARROW)$/);
    }
  });

  test('An event queue delivers messages rendered or as Markdown, as requested', async (t) => {
    const world = await makeWorld(t, engine);
    const html = await openQueue(world, 'dan', { apply_markdown: true });
    const source = await openQueue(world, 'dan', { apply_markdown: false });
    const unsaid = await openQueue(world, 'dan', { apply_markdown: undefined });
    await say(world, 'eve', 'general', 'lunch', '**soup**');
    const [rendered] = readMessages(await html.after(html.start));
    assert.equal(rendered?.content, '<p><strong>soup</strong></p>');
    assert.equal(rendered.content_type, 'text/html');
    for (const queue of [source, unsaid]) {
      const [written] = readMessages(await queue.after(queue.start));
      assert.equal(written?.content, '**soup**');
      assert.equal(written.content_type, 'text/x-markdown');
    }
  });

  test('An event queue names the empty topic for clients that need it', async (t) => {
    const world = await makeWorld(t, engine);
    const modern = await openQueue(world, 'dan', { client_capabilities: { empty_topic_name: true } });
    const old = await openQueue(world, 'dan', { client_capabilities: {} });
    await say(world, 'eve', 'general', '', 'soup');
    await sendDirect(world, 'eve', ['dan'], 'psst');
    const topics = async (queue: typeof old) =>
      readMessages(await queue.after(queue.start)).map((message) => message.subject);
    assert.deepEqual(await topics(modern), ['', '']);
    assert.deepEqual(await topics(old), ['general chat', '']);
  });

  test('An event queue has avatar URLs of this server regardless of client_gravatar', async (t) => {
    const world = await makeWorld(t, engine);
    for (const client_gravatar of [true, false]) {
      const queue = await openQueue(world, 'dan', { client_gravatar });
      await say(world, 'eve', 'general', 'lunch', 'soup');
      const [message] = readMessages(await queue.after(queue.start));
      assert.match(message?.avatar_url ?? '', /^\/avatar\/\d+\?version=1$/);
    }
  });

  test('An event queue identifies the sent message to the sending client only', async (t) => {
    const world = await makeWorld(t, engine);
    const own = await openQueue(world, 'dan');
    const other = await openQueue(world, 'dan');
    const eves = await openQueue(world, 'eve');
    await world.as('dan').post('/messages', {
      type: 'channel',
      to: world.channels.general,
      topic: 'lunch',
      content: 'soup',
      queue_id: own.id,
      local_id: '17.01',
    });
    const locals = await Promise.all(
      [own, other, eves].map(async (queue) => (await queue.after(queue.start))[0]?.local_message_id),
    );
    assert.deepEqual(locals, ['17.01', undefined, undefined]);
  });

  test('An event queue reports its idle timeout', async (t) => {
    const world = await makeWorld(t, engine);
    const lifespan = async (idle_queue_timeout?: number | string) => {
      const params = { idle_queue_timeout, fetch_event_types: [] };
      return (await world.as('dan').post('/register', params)).json.idle_queue_timeout_secs;
    };
    assert.equal(await lifespan(), 600);
    assert.equal(await lifespan('mobile'), 12 * 3600);
    assert.equal(await lifespan(60), 60);
    assert.equal(await lifespan(1e9), 7 * 24 * 3600);
    for (const refused of [0, -1, 'forever']) {
      const params = { idle_queue_timeout: refused, fetch_event_types: [] };
      assert.equal((await world.as('dan').post('/register', params)).status, 400);
    }
  });
});

onBothEngines('A registration', (engine) => {
  test('A registration returns the requested data, by default that of the event types', async (t) => {
    const world = await makeWorld(t, engine);
    const keys = async (params: object) =>
      Object.keys((await world.as('dan').post('/register', { ...params })).json);
    const basics = await keys({ fetch_event_types: [] });
    assert.ok(basics.includes('queue_id') && basics.includes('last_event_id'));
    assert.ok(basics.every((key) => !key.startsWith('realm_') && key !== 'subscriptions'));
    const streams = await keys({ event_types: ['subscription'] });
    assert.ok(streams.includes('subscriptions') && !streams.includes('realm_users'));
    const all = await keys({});
    for (const key of ['realm_users', 'subscriptions', 'unread_msgs', 'realm_name', 'presences'])
      assert.ok(all.includes(key), `${key} is missing`);
  });

  test('A registration returns presences by user ID only for clients with slim_presence', async (t) => {
    const world = await makeWorld(t, engine);
    for (const slim_presence of [true, false]) {
      const { json } = await world
        .as('dan')
        .post('/register', { fetch_event_types: ['presence'], slim_presence });
      for (const key of Object.keys(json.presences)) assert.equal(/^\d+$/.test(key), slim_presence);
    }
  });

  test('A registration’s queue starts where its state ends', async (t) => {
    const world = await makeWorld(t, engine);
    const before = await say(world, 'eve', 'general', 'count', 'before');
    const params = { event_types: ['message'], fetch_event_types: ['message', 'update_message_flags'] };
    const sending = Array.from({ length: 20 }, (_, i) => say(world, 'eve', 'general', 'count', `${i}`));
    const { json } = await world.as('dan').post('/register', params);
    const sent = [before, ...(await Promise.all(sending))];
    const query = { queue_id: json.queue_id, last_event_id: json.last_event_id, dont_block: true };
    const events: ReceivedEvent[] = (await world.as('dan').get('/events', query)).json.events;
    const notified = events.map((event) => (event.message as { id: number }).id);
    const stated = (json.unread_msgs.streams as { unread_message_ids: number[] }[]).flatMap(
      (stream) => stream.unread_message_ids,
    );
    assert.deepEqual(
      [...stated, ...notified],
      sent.sort((a, b) => a - b),
    );
    assert.equal(json.max_message_id, stated.at(-1));
  });

  test('A registration includes the first visible messages of a page on request', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'eve', 'general', 'count', 'first');
    const ask = async (narrow: unknown) => {
      const heddle_messages = { narrow, anchor: 'first_unread', num_before: 5, num_after: 5 };
      const { status, json } = await world
        .as('dan')
        .post('/register', { fetch_event_types: [], heddle_messages });
      assert.equal(status, 200, json.msg);
      assert.equal(typeof json.queue_id, 'string');
      return json.heddle_messages as { messages: { id: number }[]; found_newest: boolean } | undefined;
    };
    const page = await ask([{ operator: 'topic', operand: 'count' }]);
    assert.deepEqual([page?.messages.map((message) => message.id), page?.found_newest], [[id], true]);
    assert.equal(await ask([{ operator: 'channel', operand: 99_999 }]), undefined);
    assert.equal(await ask([{ operator: 'nonsense', operand: 1 }]), undefined);
    const without = await world.as('dan').post('/register', { fetch_event_types: [] });
    assert.ok(!('heddle_messages' in without.json));
  });

  test('A registration requires authentication', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await world.anonymous.post('/register', {})).status, 401);
  });
});
