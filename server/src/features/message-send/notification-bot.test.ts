import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addMembers,
  addPerson,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Account, JsonValue } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/subscriptions';
const bot = 'notification-bot@heddle.invalid';

const hearing = (world: World, who: Name | Account) =>
  listen(world.as(who), { event_types: ['message'], apply_markdown: false });

interface BotMessage {
  content: string;
  to: string[];
}

const said = (events: JsonValue[]): BotMessage[] =>
  events
    .filter(({ message }) => message.sender_email === bot)
    .map(({ message }) => ({
      content: message.content,
      to:
        message.type === 'stream'
          ? [message.display_recipient, message.subject]
          : message.display_recipient.map(({ email }: { email: string }) => email).sort(),
    }));

onBothEngines('The notification bot', (engine) => {
  test('Notices are in the organization’s language, and direct messages in that of their recipient', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, gus } = world.people;
    await setOrganization(world, { default_language: 'de', send_channel_events_messages: true });
    await world.as('eve').patch('/settings', { default_language: 'de' });
    const queues = { eve: await hearing(world, 'eve'), gus: await hearing(world, 'gus') };
    const subscriptions = [{ name: 'planning', description: 'Next week' }];
    await world.as('dan').post(path, { subscriptions, principals: [eve.id] });
    await world.as('dan').post(path, { subscriptions: [{ name: 'design' }], principals: [eve.id, gus.id] });
    const by = `@_**Dan Ito|${dan.id}**`;
    const direct = async (who: 'eve' | 'gus') =>
      said(await queues[who].received()).map(({ content, to }) => [to[1], content]);
    const created = [
      'Ereignisse im Kanal',
      `${by} hat diesen Kanal erstellt. Er ist **öffentlich**.\n\nBeschreibung:\n> Next week`,
    ];
    assert.deepEqual(await direct('eve'), [
      created,
      [bot, `${by} hat dich in den Kanal aufgenommen: #**design**.`],
    ]);
    assert.deepEqual(await direct('gus'), [[bot, `${by} subscribed you to the channel #**design**.`]]);
  });

  test('A resolve notice in another language is withdrawn too when that is undone at once', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { default_language: 'de' });
    const { json } = await world.as('dan').post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'lunch',
      content: 'soup?',
    });
    const queue = await hearing(world, 'eve');
    const rename = (topic: string) =>
      world.as('dan').patch(`/messages/${json.id}`, { topic, propagate_mode: 'change_all' });
    await rename('✔ lunch');
    const notice = `@_**Dan Ito|${world.people.dan.id}** hat dieses Thema als erledigt markiert.`;
    assert.deepEqual(
      said(await queue.received()).map(({ content }) => content),
      [notice],
    );
    await rename('lunch');
    const { json: found } = await world.as('dan').get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    assert.equal(found.messages[0].content, 'soup?');
  });

  test('The notification bot notifies users who subscribed them to which channels', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, cleo } = world.people;
    const queues = {
      eve: await hearing(world, 'eve'),
      cleo: await hearing(world, 'cleo'),
      dan: await hearing(world, 'dan'),
    };
    const { json } = await world.as('dan').post(path, {
      subscriptions: [{ name: 'design' }, { name: 'lounge' }],
      principals: [cleo.id, dan.id, eve.id],
    });
    assert.equal(json.new_subscription_messages_sent, true);
    const by = `@_**Dan Ito|${dan.id}** subscribed you to the channel`;
    assert.deepEqual(said(await queues.eve.received()), [
      { content: `${by} #**design**.`, to: ['eve@example.com', bot].sort() },
    ]);
    assert.deepEqual(said(await queues.cleo.received()), [
      { content: `${by} #**lounge**.`, to: ['cleo@example.com', bot].sort() },
    ]);
    assert.deepEqual(await queues.dan.received(), []);
  });

  test('The notification bot links private channels for current subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = await listen(world.as('eve'), { event_types: ['message'], apply_markdown: true });
    await world.as('dan').post(path, {
      subscriptions: [{ name: 'design' }, { name: 'vault' }],
      principals: [world.people.eve.id],
    });
    const [event] = await eve.received();
    for (const id of [world.channels.design, world.channels.vault])
      assert.match(event.message.content, new RegExp(`data-stream-id="${id}"`));
    assert.deepEqual(event.flags, []);
  });

  test('The notification bot is silent about new channels, to bots, and when disabled in the request', async (t) => {
    const world = await makeWorld(t, engine);
    const helper = await addPerson(world, 'helper', { botOwner: 'eve' });
    const queues = [await hearing(world, 'eve'), await hearing(world, helper)];
    const principals = [world.people.eve.id, helper.id];
    const fresh = await world.as('dan').post(path, { subscriptions: [{ name: 'fresh' }], principals });
    assert.equal(fresh.json.new_subscription_messages_sent, true);
    const quiet = await world.as('dan').post(path, {
      subscriptions: [{ name: 'design' }],
      principals: [world.people.eve.id],
      send_new_subscription_messages: false,
    });
    assert.ok(!('new_subscription_messages_sent' in quiet.json));
    await world.as('dan').post(path, { subscriptions: [{ name: 'design' }], principals: [helper.id] });
    for (const queue of queues) assert.deepEqual(await queue.received(), []);
  });

  test('The notification bot is silent when a request was refused', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = await hearing(world, 'eve');
    await world
      .as('dan')
      .post(path, { subscriptions: [{ name: 'design' }], principals: [world.people.eve.id, 99_999] });
    assert.deepEqual(await eve.received(), []);
  });

  test('The notification bot messages at most 500 users at once', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids = await world.app.db.write(world.orgId, 'system', async (tx) => {
      const template = await tx.q
        .selectFrom('person')
        .selectAll()
        .where('id', '=', world.people.eve.id)
        .executeTakeFirstOrThrow();
      const { id: _, ...common } = template;
      const rows = Array.from({ length: 501 }, (_unused, index) => ({
        ...common,
        email: `many${index}@example.com`,
        email_key: `many${index}@example.com`,
        delivery_email: `many${index}@example.com`,
        delivery_email_key: `many${index}@example.com`,
        api_key_hash: `many${index}`,
      }));
      const made = [];
      for (let start = 0; start < rows.length; start += 100)
        made.push(
          ...(await tx.q
            .insertInto('person')
            .values(rows.slice(start, start + 100))
            .returning('id')
            .execute()),
        );
      const list = made.map(({ id }) => id);
      await tx.touch({ users: list });
      return list;
    });
    const { json } = await world
      .as('dan')
      .post(path, { subscriptions: [{ name: 'lounge' }], principals: ids });
    assert.equal(Object.keys(json.subscribed).length, 501);
    assert.equal(json.new_subscription_messages_sent, false);
    const row = await world.app.db.read.q.selectFrom('message').select('id').executeTakeFirst();
    assert.equal(row, undefined);
  });

  test('The notification bot announces new public channels where the organization wants it', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { new_stream_announcements_stream_id: world.channels.general });
    const gus = await hearing(world, 'gus');
    const make = (name: string, params: object) =>
      world.as('dan').post(path, { subscriptions: [{ name }], ...params });
    await make('quiet', {});
    await make('hidden', { announce: true, invite_only: true });
    await make('general', { announce: true });
    await make('loud', { announce: true });
    const by = `@_**Dan Ito|${world.people.dan.id}**`;
    assert.deepEqual(said(await gus.received()), [
      { content: `${by} created a new channel: #**loud**.`, to: ['general', 'new channels'] },
    ]);
  });

  test('Notices mention nobody, link nowhere and format nothing, whatever channels and groups are called', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const { id: eveId } = world.people.eve;
    await setOrganization(world, {
      new_stream_announcements_stream_id: general,
      send_channel_events_messages: true,
    });
    const eve = await listen(world.as('eve'), { event_types: ['message'], apply_markdown: true });
    const names = [
      '@**all**',
      'x** @**all** **y',
      '* [a](https://evil.example) @**Eve Lindqvist**',
      '`* @**all** `',
    ];
    for (const name of names) {
      const made = { name, subscribers: [eveId], send_new_subscription_messages: true };
      const { status, json } = await world.as('dan').post('/channels/create', { ...made, announce: true });
      assert.equal(status, 200, json.msg);
      const { status: ended } = await world
        .as('dan')
        .patch(`/streams/${json.id}`, { new_name: `${name.slice(0, 40)} again` });
      assert.equal(ended, 200);
      const group = await makeGroup(world, 'dan', `g ${name}`, []);
      const { status: added } = await world.as('dan').post(`/user_groups/${group}/members`, { add: [eveId] });
      assert.equal(added, 200);
    }
    const notices = (await eve.received()).filter(({ message }) => message.sender_email === bot);
    assert.ok(notices.length >= 4 * names.length, String(notices.length));
    for (const { message, flags } of notices) {
      assert.deepEqual(flags, [], message.content);
      assert.ok(!/href="https|-mention"|<em>/.test(message.content), message.content);
    }
  });

  test('A channel is created even if it cannot be announced', async (t) => {
    const world = await makeWorld(t, engine);
    const make = async (name: string) => {
      const { status } = await world.as('dan').post(path, { subscriptions: [{ name }], announce: true });
      assert.equal(status, 200);
    };
    await make('nowhere');
    const place = await addChannel(world, { name: 'announcements' });
    await addMembers(world, place, [world.people.eve.id]);
    await setOrganization(world, { new_stream_announcements_stream_id: place });
    await setChannel(world, place, { is_archived: 1 });
    await make('archived');
    await setOrganization(world, { new_stream_announcements_stream_id: 99_999 });
    await make('gone');
    const only = await addChannel(world, { name: 'only', topicsPolicy: 'empty_topic_only' });
    await setOrganization(world, { new_stream_announcements_stream_id: only });
    await make('a*b>c');
    const { json } = await world.as('eve').get(`/users/me/${only}/topics`, { allow_empty_topic_name: true });
    assert.deepEqual(
      json.topics.map(({ name }: { name: string }) => name),
      [''],
    );
  });

  test('The notification bot posts in a new channel who created it, where the organization wants it', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { send_channel_events_messages: true });
    const { dan, eve } = world.people;
    const maker = await hearing(world, 'dan');
    const other = await hearing(world, 'eve');
    const outside = await hearing(world, 'ben');
    const subscriptions = [{ name: 'fresh', description: 'All *new*' }];
    const principals = [dan.id, eve.id];
    await world.as('dan').post(path, { subscriptions, principals });
    const create = { name: 'den', subscribers: [dan.id, eve.id], invite_only: true };
    const { json: made } = await world.as('dan').post('/channels/create', create);
    const events = await other.received();
    const by = `@_**Dan Ito|${dan.id}** created this channel.`;
    assert.deepEqual(said(events), [
      { content: `${by} It is **public**.\n\nDescription:\n> All *new*`, to: ['fresh', 'channel events'] },
      { content: `${by} It is **private with protected history**.`, to: ['den', 'channel events'] },
    ]);
    assert.deepEqual(
      events.map(({ flags }) => flags),
      [[], []],
    );
    assert.deepEqual(
      (await maker.received()).map(({ flags }) => flags),
      [['read'], ['read']],
    );
    assert.deepEqual(await outside.received(), []);
    const { json } = await world.as('eve').get(`/streams/${made.id}`);
    assert.equal(json.stream.first_message_id, events[1].message.id);
    await world.as('ben').patch('/realm', { send_channel_events_messages: false });
    await world.as('dan').post(path, { subscriptions: [{ name: 'still' }], principals });
    assert.deepEqual(await other.received(), []);
  });
});
