import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addPerson } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name } from '../../../../tests/support/world.ts';
import { endMemberships } from '../../core/channels/membership.ts';

onBothEngines('Events of sent messages', (engine) => {
  test('A message event has the content in the format requested by the queue', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada } = world.people;
    const [html, source] = [
      await listenAs(world, 'dan', { apply_markdown: true }),
      await listenAs(world, 'dan', { apply_markdown: false }),
    ];
    const id = await say(world, 'ada', 'general', 'plans', '**bold**');
    const [event] = await html.received();
    assert.equal(event.type, 'message');
    assert.deepEqual(event.flags, []);
    const { message } = event;
    assert.equal(message.id, id);
    assert.equal(message.content, '<p><strong>bold</strong></p>');
    assert.equal(message.content_type, 'text/html');
    assert.equal(message.sender_id, ada.id);
    assert.equal(message.sender_full_name, 'Ada Achterberg');
    assert.equal(message.subject, 'plans');
    assert.equal(message.stream_id, world.channels.general);
    const [plain] = await source.received();
    assert.equal(plain.message.content, '**bold**');
    assert.equal(plain.message.content_type, 'text/x-markdown');
  });

  test('A sender gets the message as read, with the local ID in the sending queue', async (t) => {
    const world = await makeWorld(t, engine);
    const [here, there] = [await listenAs(world, 'dan'), await listenAs(world, 'dan')];
    const eve = await listenAs(world, 'eve');
    await world.as('dan').post('/messages', {
      type: 'channel',
      to: world.channels.general,
      topic: 't',
      content: 'x',
      queue_id: here.state.queue_id,
      local_id: '17.01',
    });
    const [own] = await here.received();
    assert.equal(own.local_message_id, '17.01');
    assert.deepEqual(own.flags, ['read']);
    const [other] = await there.received();
    assert.equal(other.local_message_id, undefined);
    assert.deepEqual(other.flags, ['read']);
    const [theirs] = await eve.received();
    assert.equal(theirs.local_message_id, undefined);
    assert.deepEqual(theirs.flags, []);
  });

  test('A message can be left unread for its sender', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await listenAs(world, 'dan');
    const { json } = await world.as('dan').post('/messages', {
      type: 'channel',
      to: world.channels.general,
      topic: 't',
      content: 'note to self',
      read_by_sender: false,
    });
    const id: number = json.id;
    assert.deepEqual((await dan.received())[0].flags, []);
    assert.deepEqual(await getFlags(world, 'dan', id), []);
    assert.equal((await getUnread(world, 'dan')).count, 1);
  });

  test('A message sent by a client is read for its sender, and one sent by a script is unread', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await listenAs(world, 'dan');
    const place = { type: 'channel', to: world.channels.general, topic: 't', content: 'x' };
    const note = { type: 'direct', to: [world.people.dan.id], content: 'x' };
    const talk = { ...note, to: [world.people.eve.id] };
    // COMPAT(every client): the names in their User-Agents.
    const phone = 'ZulipMobile/27.2 (Android 14)';
    const sends: [userAgent: string, params: Params, flags: string[]][] = [
      ['curl/8.5.0', place, []],
      // COMPAT(Python library): a script.
      ['ZulipPython/0.9.0 (Linux)', talk, []],
      ['curl/8.5.0', { ...place, read_by_sender: true }, ['read']],
      ['zulipterminal/0.7.0', place, ['read']],
      ['Mozilla/5.0 (X11; Linux x86_64)', talk, ['read']],
      ['iOS/17', place, ['read']],
      [phone, talk, ['read']],
      [phone, note, []],
      [phone, { ...note, read_by_sender: true }, ['read']],
      [phone, { ...place, read_by_sender: false }, []],
    ];
    for (const [userAgent, params, flags] of sends) {
      const headers = { 'user-agent': userAgent };
      const { status, json } = await world.as('dan').post('/messages', params, { headers });
      assert.equal(status, 200, json.msg);
      const what = `${userAgent} ${JSON.stringify(params)}`;
      assert.deepEqual((await dan.received()).at(-1)?.flags, flags, what);
      assert.deepEqual(await getFlags(world, 'dan', json.id), flags, what);
    }
    assert.equal((await getUnread(world, 'dan')).count, 4);
  });

  test('A message in a public channel reaches its subscribers and queues with all_public_streams', async (t) => {
    const world = await makeWorld(t, engine);
    const listeners = new Map<Name, Awaited<ReturnType<typeof listenAs>>>();
    for (const name of names) listeners.set(name, await listenAs(world, name));
    const everything = await listenAs(world, 'ben', { all_public_streams: true });
    const guest = await listenAs(world, 'gus', { all_public_streams: true });
    await say(world, 'ada', 'lounge', 't');
    for (const [name, listener] of listeners)
      assert.equal((await listener.received()).length, name === 'ada' || name === 'eve' ? 1 : 0, name);
    assert.equal((await everything.received()).length, 1);
    assert.equal((await guest.received()).length, 0);
  });

  test('A message in a private channel reaches its subscribers only', async (t) => {
    const world = await makeWorld(t, engine);
    const outsiders = [
      await listenAs(world, 'ben', { all_public_streams: true }),
      await listenAs(world, 'eve'),
      await listenAs(world, 'cleo', { all_public_streams: true }),
    ];
    const dan = await listenAs(world, 'dan');
    await say(world, 'ada', 'vault', 'gold');
    for (const outsider of outsiders) assert.deepEqual(await outsider.received(), []);
    assert.equal((await dan.received()).length, 1);
  });

  test('A direct message reaches its participants only', async (t) => {
    const world = await makeWorld(t, engine);
    const [dan, eve, ben] = [
      await listenAs(world, 'dan'),
      await listenAs(world, 'eve'),
      await listenAs(world, 'ben', { all_public_streams: true }),
    ];
    await sendDirect(world, 'ada', ['dan', 'eve']);
    assert.equal((await dan.received()).length, 1);
    assert.equal((await eve.received()).length, 1);
    assert.deepEqual(await ben.received(), []);
  });

  test('A message in a private channel reaches neither former nor later subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const { vault } = world.channels;
    const { dan, eve } = world.people;
    const [leaver, comer] = [await listenAs(world, 'dan'), await listenAs(world, 'eve')];
    await say(world, 'ada', 'vault', 'one');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      endMemberships(tx, [{ userId: dan.id, channelId: vault }]),
    );
    await say(world, 'ada', 'vault', 'two');
    await addMembers(world, vault, [eve.id]);
    const third = await say(world, 'ada', 'vault', 'three');
    const getIds = (events: { message: { id: number } }[]) => events.map((event) => event.message.id);
    assert.deepEqual(getIds(await leaver.received()), []);
    assert.deepEqual(getIds(await comer.received()), [third]);
  });

  test('A message event survives a restart with the subscribers of its time', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { lounge } = world.channels;
    const [leaver, comer] = [await listenAs(world, 'eve'), await listenAs(world, 'dan')];
    const first = await say(world, 'ada', 'lounge', 'one', '@**Eve Lindqvist**');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      endMemberships(tx, [{ userId: world.people.eve.id, channelId: lounge }]),
    );
    await addMembers(world, lounge, [world.people.dan.id]);
    await world.restart();
    const receivedBy = async (who: Name, { queue_id, last_event_id }: Record<string, unknown>) => {
      const response = await world.as(who).get('/events', { queue_id, last_event_id, dont_block: true });
      return response.json.events.map((event: { message: { id: number }; flags: string[] }) => [
        event.message.id,
        event.flags,
      ]);
    };
    assert.deepEqual(await receivedBy('eve', leaver.state), [[first, ['mentioned']]]);
    assert.deepEqual(await receivedBy('dan', comer.state), []);
  });

  test('A message of a bot that is not subscribed reaches the bot too', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'robot', { botOwner: 'dan' });
    const client = world.as(bot);
    const { json } = await client.post('/register', { event_types: ['message'], fetch_event_types: [] });
    const sent = await client.post('/messages', {
      type: 'channel',
      to: world.channels.design,
      topic: 't',
      content: 'beep',
    });
    assert.equal(sent.status, 200, sent.json.msg);
    const poll = await client.get('/events', {
      queue_id: json.queue_id,
      last_event_id: json.last_event_id,
      dont_block: true,
    });
    const events: { message: { id: number }; flags: string[] }[] = poll.json.events;
    assert.deepEqual(
      events.map((event) => [event.message.id, event.flags]),
      [[sent.json.id, ['read']]],
    );
  });

  test('A refused message reaches nobody', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = await listenAs(world, 'dan');
    const refused = await world
      .as('ada')
      .post('/messages', { type: 'channel', to: world.channels.general, topic: 'a\0b', content: 'x' });
    assert.equal(refused.status, 400);
    assert.deepEqual(await dan.received(), []);
  });
});
