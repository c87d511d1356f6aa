import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization } from '../../../../tests/support/change.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeKey } from '../../../../tests/support/fixtures/api-keys.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import { deliverScheduled } from './deliver.ts';

const soon = Math.floor(Date.now() / 1000) + 3600;
const dueMs = (soon + 1) * 1000;

async function schedule(world: World, who: Name, params: Params): Promise<number> {
  const { status, json } = await world
    .as(who)
    .post('/scheduled_messages', { content: 'later', scheduled_delivery_timestamp: soon, ...params });
  assert.equal(status, 200, json.msg);
  return json.scheduled_message_id as number;
}

async function scheduled(world: World, who: Name): Promise<JsonValue[]> {
  return (await world.as(who).get('/scheduled_messages')).json.scheduled_messages as JsonValue[];
}

async function newest(world: World, who: Name): Promise<JsonValue> {
  const { json } = await world
    .as(who)
    .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false });
  return (json.messages as JsonValue[])[0];
}

/** Runs before the second transaction from here on: after a job has read what it is about, and before it acts. */
function beforeNextWrite(world: World, act: () => Promise<unknown>): void {
  const { db } = world.app;
  const write = db.write.bind(db);
  db.write = async (...args) => {
    db.write = write;
    await act();
    return write(...args);
  };
}

onBothEngines('A scheduled message', (engine) => {
  test('An edit of a scheduled message that is being sent is not lost', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await schedule(world, 'dan', { type: 'channel', to: world.channels.general, topic: 'lunch' });
    beforeNextWrite(world, () => world.as('dan').patch(`/scheduled_messages/${id}`, { content: 'edited' }));
    const payload = { id, at: soon * 1000 };
    await deliverScheduled({ app: world.app, orgId: world.orgId, payload, attempt: 1 });
    assert.equal((await newest(world, 'eve')).content, 'edited');
    assert.deepEqual(await scheduled(world, 'dan'), []);
  });

  test('A scheduled message is listed for its author and sent when due', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const { eve, dan } = world.people;
    const queue = await listenAs(world, 'dan', { event_types: ['scheduled_messages'] });
    const others = await listenAs(world, 'ada', { event_types: ['scheduled_messages'] });
    const inChannel = await schedule(world, 'dan', {
      type: 'channel',
      to: general,
      topic: ' lunch ',
      content: '*soup*',
    });
    const direct = await schedule(world, 'dan', {
      type: 'direct',
      to: [eve.id, dan.id],
      scheduled_delivery_timestamp: soon - 60,
    });
    const common = { scheduled_delivery_timestamp: soon, failed: false };
    const expected = [
      {
        scheduled_message_id: direct,
        type: 'private',
        to: [eve.id],
        content: 'later',
        rendered_content: '<p>later</p>',
        ...common,
        scheduled_delivery_timestamp: soon - 60,
      },
      {
        scheduled_message_id: inChannel,
        type: 'stream',
        to: general,
        topic: 'lunch',
        content: '*soup*',
        rendered_content: '<p><em>soup</em></p>',
        ...common,
      },
    ];
    assert.deepEqual(await scheduled(world, 'dan'), expected);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['scheduled_messages'] });
    assert.deepEqual(json.scheduled_messages, expected);
    assert.deepEqual(await scheduled(world, 'eve'), []);

    const getOps = (events: JsonValue[]) => events.map(({ op }) => op);
    assert.deepEqual(getOps(await queue.received()), ['add', 'add']);
    assert.deepEqual(await others.received(), []);
    await world.restart();
    const later = await listenAs(world, 'dan', { event_types: ['scheduled_messages'] });
    await world.app.jobs.runDue(dueMs);
    const message = await newest(world, 'gus');
    assert.deepEqual([message.sender_id, message.subject, message.content], [dan.id, 'lunch', '*soup*']);
    const psst = await world.as('eve').get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
    });
    assert.deepEqual(
      (psst.json.messages as JsonValue[]).map(({ content }) => content),
      ['<p>later</p>'],
    );
    assert.deepEqual(await scheduled(world, 'dan'), []);
    await world.app.jobs.runDue(dueMs);
    assert.equal((await newest(world, 'gus')).id, message.id);
    assert.deepEqual(getOps(await later.received()), ['remove', 'remove']);
  });

  test('A scheduled message from a script or to oneself is unread for its author', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { dan, eve } = world.people;
    const queue = await listenAs(world, 'dan', { event_types: ['message'] });
    const script = { 'user-agent': 'Shuttle/1.0' };
    const place = { type: 'channel', to: world.channels.general, topic: 't' };
    const cases: [content: string, params: Params, headers: Record<string, string>, flags: string[]][] = [
      ['by hand', place, {}, ['read']],
      ['by a script', place, script, []],
      ['by a script to a user', { type: 'direct', to: [eve.id] }, script, []],
      ['by a script that has read it', { ...place, read_by_sender: true }, script, ['read']],
      ['a note', { type: 'direct', to: [dan.id] }, {}, []],
    ];
    for (const [content, params, headers] of cases) {
      const asked = { content, scheduled_delivery_timestamp: soon, ...params };
      const { status, json } = await world.as('dan').post('/scheduled_messages', asked, { headers });
      assert.equal(status, 200, json.msg);
    }
    await world.app.jobs.runDue(dueMs);
    const received = (await queue.received()).map(({ message, flags }) => [message.content, flags]);
    assert.deepEqual(
      new Map(received as [string, string[]][]),
      new Map(cases.map(([content, , , flags]) => [content, flags])),
    );
  });

  test('A rescheduled message is sent once, at its new time', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await schedule(world, 'dan', { type: 'channel', to: world.channels.general, topic: 'lunch' });
    const later = soon + 3600;
    const changes: [Params, object][] = [
      [{ content: 'stew' }, { content: 'stew', rendered_content: '<p>stew</p>' }],
      [{ topic: 'dinner' }, { topic: 'dinner' }],
      [{ scheduled_delivery_timestamp: later }, { scheduled_delivery_timestamp: later }],
    ];
    let expected = (await scheduled(world, 'dan'))[0];
    for (const [params, changed] of changes) {
      const { status, json } = await world.as('dan').patch(`/scheduled_messages/${id}`, params);
      assert.equal(status, 200, json.msg);
      expected = { ...expected, ...changed };
      assert.deepEqual(await scheduled(world, 'dan'), [expected]);
    }
    await world.app.jobs.runDue(dueMs);
    assert.equal((await scheduled(world, 'dan')).length, 1);
    await world.app.jobs.runDue((later + 1) * 1000);
    assert.equal((await newest(world, 'gus')).content, 'stew');
    assert.deepEqual(await scheduled(world, 'dan'), []);
  });

  test('A scheduled message can change to another recipient type with all required parameters', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const { eve } = world.people;
    const id = await schedule(world, 'dan', { type: 'channel', to: general, topic: 'lunch' });
    const edit = (params: Params) => world.as('dan').patch(`/scheduled_messages/${id}`, params);
    assert.equal(
      (await edit({ type: 'direct' })).json.msg,
      'Recipient required when updating type of scheduled message.',
    );
    assert.equal((await edit({ type: 'direct', to: [eve.id] })).status, 200);
    assert.deepEqual((await scheduled(world, 'dan'))[0].to, [eve.id]);
    assert.equal(
      (await edit({ type: 'channel', to: general })).json.msg,
      'Topic required when updating scheduled message type to channel.',
    );
    assert.equal((await edit({ type: 'stream', to: general, topic: 'tea' })).status, 200);
    const [{ type, to, topic }] = await scheduled(world, 'dan');
    assert.deepEqual([type, to, topic], ['stream', general, 'tea']);
  });

  test('A scheduled message is refused if it could not be sent now, or for a past time', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const channel = { type: 'channel', to: world.channels.general, topic: 'x' };
    const wrong: [Params, code: string, msg: string][] = [
      [{ ...channel, to: 999_999 }, 'STREAM_DOES_NOT_EXIST', "Channel with ID '999999' does not exist"],
      [
        { ...channel, to: other.channelId },
        'STREAM_DOES_NOT_EXIST',
        `Channel with ID '${other.channelId}' does not exist`,
      ],
      [
        { ...channel, to: world.channels.vault },
        'STREAM_DOES_NOT_EXIST',
        `Channel with ID '${world.channels.vault}' does not exist`,
      ],
      [{ type: 'direct', to: [other.ownerId] }, 'BAD_REQUEST', `Invalid user ID ${other.ownerId}`],
      [{ ...channel, topic: undefined }, 'BAD_REQUEST', 'Missing topic'],
      [{ ...channel, content: ' ' }, 'BAD_REQUEST', 'Message must not be empty'],
      [
        { ...channel, scheduled_delivery_timestamp: 1_700_000_000 },
        'BAD_REQUEST',
        'Scheduled delivery time must be in the future.',
      ],
      [
        { ...channel, scheduled_delivery_timestamp: soon * 1000 },
        'BAD_REQUEST',
        'Scheduled delivery time must be in seconds since 1970, not in milliseconds.',
      ],
    ];
    for (const [params, code, msg] of wrong) {
      const { status, json } = await world
        .as('eve')
        .post('/scheduled_messages', { content: 'x', scheduled_delivery_timestamp: soon, ...params });
      assert.deepEqual([status, json.code, json.msg], [400, code, msg]);
    }
    assert.deepEqual(await scheduled(world, 'eve'), []);
    assert.equal((await world.anonymous.get('/scheduled_messages')).status, 401);
  });

  test('A scheduled message that can no longer be sent is kept as failed, with a notice to its author', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await schedule(world, 'dan', { type: 'channel', to: world.channels.design, topic: 'plan' });
    await world
      .as('ada')
      .delete('/users/me/subscriptions', { subscriptions: ['design'], principals: [world.people.dan.id] });
    const queue = await listenAs(world, 'dan', { event_types: ['scheduled_messages'] });
    await world.app.jobs.runDue(dueMs);
    assert.equal((await scheduled(world, 'dan'))[0].failed, true);
    assert.deepEqual(
      (await queue.received()).map(({ op }: { op: string }) => op),
      ['update'],
    );
    assert.match((await newest(world, 'dan')).content, /could not be sent:/);
    const edit = (params: Params) => world.as('dan').patch(`/scheduled_messages/${id}`, params);
    const elsewhere = { to: world.channels.general };
    assert.equal((await edit(elsewhere)).json.msg, 'Scheduled delivery time must be in the future.');
    assert.equal((await edit({ ...elsewhere, scheduled_delivery_timestamp: soon + 60 })).status, 200);
    await world.app.jobs.runDue((soon + 61) * 1000);
    assert.equal((await newest(world, 'gus')).subject, 'plan');
  });

  test('What a named key has scheduled is not sent once the key is revoked or has expired, unless its author schedules it again', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = world.as('dan');
    const to = { type: 'channel', to: world.channels.general, content: 'later' };
    const byKey = async (topic: string) => {
      const key = await makeKey(world, 'dan');
      const { client } = key;
      const at = { scheduled_delivery_timestamp: soon };
      const { json } = await client.post('/scheduled_messages', { ...to, ...at, topic });
      const reminder = { message_id: (await newest(world, 'dan')).id, ...at, note: 'of the key' };
      assert.equal((await client.post('/reminders', reminder)).status, 200);
      return { key, id: json.scheduled_message_id as number };
    };
    await say(world, 'dan', 'general', 'first');
    await byKey('kept');
    const revoked = await byKey('revoked');
    const again = await byKey('again');
    const expired = await byKey('expired');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.updateTable('api_key').set({ expires_at: tx.now }).where('id', '=', expired.key.id).execute(),
    );
    for (const { key } of [revoked, again])
      assert.equal((await dan.delete(`/heddle/api_keys/${key.id}`)).status, 200);
    assert.equal((await dan.patch(`/scheduled_messages/${again.id}`, { content: 'mine' })).status, 200);
    await world.app.jobs.runDue(dueMs);
    const { json } = await world
      .as('gus')
      .get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 });
    const topics = (json.messages as JsonValue[]).map(({ subject }: { subject: string }) => subject);
    assert.deepEqual(
      ['kept', 'revoked', 'again', 'expired'].filter((topic) => topics.includes(topic)),
      ['kept', 'again'],
    );
    assert.deepEqual(
      (await scheduled(world, 'dan')).map(({ failed, topic }) => [topic, failed]),
      [
        ['revoked', true],
        ['expired', true],
      ],
    );
    const notices = await dan.get('/messages', {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      narrow: [['is', 'dm']],
    });
    const texts = (notices.json.messages as JsonValue[]).map(({ content }: { content: string }) => content);
    assert.equal(texts.filter((text) => text.includes('revoked or has expired')).length, 2);
    assert.equal(texts.filter((text) => text.includes('of the key')).length, 1, 'reminders of the others');
  });

  test('A scheduled message is tried again after the database was busy, and has not failed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { app, orgId } = world;
    const id = await schedule(world, 'dan', { type: 'channel', to: world.channels.general, topic: 'plan' });
    const deliver = () => deliverScheduled({ app, orgId, payload: { id, at: soon * 1000 }, attempt: 1 });
    const write = t.mock.method(app.db, 'write');
    write.mock.mockImplementationOnce(() => Promise.reject(new StorageFault('busy')));
    await assert.rejects(deliver(), { kind: 'busy' });
    assert.equal((await scheduled(world, 'dan'))[0].failed, false);
    await deliver();
    assert.equal((await newest(world, 'gus')).subject, 'plan');
  });

  test('A scheduled message can be sent by a bot', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const account = await makeBot(world, 'dan');
    const bot = world.as(account);
    const place = { type: 'channel', to: world.channels.general, topic: 'robots' };
    const message = { ...place, content: 'beep', scheduled_delivery_timestamp: soon };
    const { status, json } = await bot.post('/scheduled_messages', message);
    assert.equal(status, 200, json.msg);
    assert.equal((await bot.get('/scheduled_messages')).json.scheduled_messages.length, 1);
    await world.app.jobs.runDue(dueMs);
    const { sender_id, content } = await newest(world, 'eve');
    assert.deepEqual([sender_id, content], [account.id, 'beep']);
  });

  test('A scheduled message update without changes is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await schedule(world, 'dan', { type: 'channel', to: world.channels.general, topic: 'x' });
    const before = await scheduled(world, 'dan');
    const queue = await listenAs(world, 'dan', { event_types: ['scheduled_messages'] });
    const { status, json } = await world.as('dan').patch(`/scheduled_messages/${id}`, {});
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Nothing to change']);
    assert.deepEqual(await scheduled(world, 'dan'), before);
    assert.deepEqual(await queue.received(), []);
  });

  test('A scheduled message can be cancelled by its author only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await schedule(world, 'dan', { type: 'channel', to: world.channels.general, topic: 'x' });
    const path = `/scheduled_messages/${id}`;
    for (const { status, json } of [
      await world.as('ada').delete(path),
      await world.as('ada').patch(path, { content: 'no' }),
    ])
      assert.deepEqual(
        [status, json.code, json.msg],
        [404, 'BAD_REQUEST', 'Scheduled message does not exist'],
      );
    assert.equal((await world.as('dan').delete(path)).status, 200);
    await world.app.jobs.runDue(dueMs);
    assert.deepEqual(
      (await world.as('gus').get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).json
        .messages,
      [],
    );
  });
});
