import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMembers,
  addOrganization,
  addPerson,
  groupId,
  sayElsewhere,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Account, JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import type { Listener } from '../../../../tests/support/listen.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const listening = {
  event_types: ['typing', 'typing_edit_message'],
  client_capabilities: { stream_typing_notifications: true, empty_topic_name: true },
};

async function everyoneListens(world: World): Promise<() => Promise<Record<string, JsonValue>>> {
  const queues = new Map<Name, Listener>();
  for (const name of names) queues.set(name, await listenAs(world, name, listening));
  return async () => {
    const received: Record<string, JsonValue> = {};
    for (const [name, queue] of queues) {
      const events = await queue.received();
      if (events.length > 0) received[name] = events.map(({ id: _, ...event }: { id: number }) => event);
    }
    return received;
  };
}

async function done(world: World, who: Name, path: string, params: Params): Promise<void> {
  const { status, json } = await world.as(who).post(path, params);
  assert.equal(status, 200, json.msg);
  assert.deepEqual(json, { result: 'success', msg: '' });
}

async function refused(world: World, who: Name, path: string, params: Params, msg: string): Promise<void> {
  await assertRefusal(world.as(who).post(path, params), msg);
}

function choose(world: World, who: Name, settings: Record<string, boolean>): Promise<void> {
  const { id } = world.people[who];
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    const change = { settings: JSON.stringify(settings) };
    await tx.q.updateTable('person').set(change).where('id', '=', id).execute();
    await tx.touch({ users: [id] });
  });
}

onBothEngines('Edit typing notifications', (engine) => {
  test('An edit typing notification reaches the subscribers of the channel, for start and stop', async (t) => {
    const world = await makeWorld(t, engine);
    const { design } = world.channels;
    const message_id = await say(world, 'dan', 'design', 'plan');
    const received = await everyoneListens(world);
    for (const op of ['start', 'stop']) {
      await done(world, 'dan', `/messages/${message_id}/typing`, { op });
      const recipient = { type: 'channel', channel_id: design, topic: 'plan' };
      const sender_id = world.people.dan.id;
      const events = [{ type: 'typing_edit_message', op, sender_id, message_id, recipient }];
      assert.deepEqual(await received(), { ada: events, cleo: events, dan: events });
    }
  });

  test('An edit typing notification reaches the participants of a direct conversation', async (t) => {
    const world = await makeWorld(t, engine);
    const message_id = await sendDirect(world, 'dan', ['gus', 'eve']);
    const received = await everyoneListens(world);
    await done(world, 'dan', `/messages/${message_id}/typing`, { op: 'start' });
    const user_ids = (['dan', 'eve', 'gus'] as const).map((name) => world.people[name].id);
    const recipient = { type: 'direct', user_ids };
    const sender_id = world.people.dan.id;
    const events = [{ type: 'typing_edit_message', op: 'start', sender_id, message_id, recipient }];
    assert.deepEqual(await received(), { dan: events, eve: events, gus: events });
  });

  test('An edit typing notification with protected history reaches those who can read the message', async (t) => {
    const world = await makeWorld(t, engine);
    const early = await say(world, 'dan', 'vault', 'keys');
    await addMembers(world, world.channels.vault, [world.people.eve.id]);
    const late = await say(world, 'dan', 'vault', 'keys');
    const received = await everyoneListens(world);
    await done(world, 'dan', `/messages/${early}/typing`, { op: 'start' });
    assert.deepEqual(Object.keys(await received()), ['ada', 'dan']);
    await done(world, 'dan', `/messages/${late}/typing`, { op: 'start' });
    assert.deepEqual(Object.keys(await received()), ['ada', 'dan', 'eve']);
  });

  test('An edit typing notification requires the sender of the message, of any role', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    await addMembers(world, world.channels.general, [bot.id]);
    const everyone: (Name | Account)[] = [...names, bot];
    const to = { type: 'channel', to: world.channels.general, topic: 'lunch', content: 'hello' };
    const received = await everyoneListens(world);
    for (const sender of everyone) {
      const { json } = await world.as(sender).post('/messages', to);
      const path = `/messages/${json.id as number}/typing`;
      for (const who of everyone) {
        const { status, json: response } = await world.as(who).post(path, { op: 'start' });
        if (who === sender) assert.deepEqual([status, response], [200, { result: 'success', msg: '' }]);
        else
          assert.deepEqual(
            [status, response.code, response.msg],
            [400, 'BAD_REQUEST', "You don't have permission to edit this message"],
          );
      }
      const notified = await received();
      assert.deepEqual(Object.keys(notified), [...names]);
      for (const events of Object.values(notified)) assert.equal(events.length, 1);
    }
  });

  test('An edit typing notification requires that the message can still be edited', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const received = await everyoneListens(world);
    const path = `/messages/${id}/typing`;
    const sentAgo = (seconds: number) =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        tx.q
          .updateTable('message')
          .set({ sent_at: tx.now - seconds * 1000 })
          .where('id', '=', id)
          .execute(),
      );
    await setOrganization(world, { message_content_edit_limit_seconds: 10 });
    await sentAgo(15);
    await done(world, 'dan', path, { op: 'start' });
    await received();
    await sentAgo(60);
    for (const op of ['start', 'stop'])
      await refused(world, 'dan', path, { op }, 'The time limit for editing this message has passed');
    const late = await world.as('dan').patch(`/messages/${id}`, { content: 'later' });
    assert.equal(late.json.msg, 'The time limit for editing this message has passed');
    await setOrganization(world, { message_content_edit_limit_seconds: null });
    await done(world, 'dan', path, { op: 'start' });
    await received();
    await setOrganization(world, { allow_message_editing: false });
    const off = 'Your organization has turned off message editing';
    await refused(world, 'dan', path, { op: 'start' }, off);
    assert.deepEqual(await received(), {});
  });

  test('An edit typing notification is refused for inaccessible messages and in archived channels', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const secret = await say(world, 'dan', 'vault', 'keys');
    const whisper = await sendDirect(world, 'dan', ['eve']);
    const path = (id: number) => `/messages/${id}/typing`;
    const elsewhere = await sayElsewhere(world, await addOrganization(world));
    for (const id of [secret, whisper, elsewhere, 0, 99_999])
      await refused(world, 'ben', path(id), { op: 'start' }, 'Invalid message(s)');
    const id = await say(world, 'dan', 'general', 'lunch');
    await setChannel(world, general, { is_archived: 1 });
    await refused(world, 'dan', path(id), { op: 'start' }, 'Invalid message(s)');
    assert.equal((await world.anonymous.post(path(id), { op: 'start' })).status, 401);
  });

  test('An edit typing notification requires a valid operation', async (t) => {
    const world = await makeWorld(t, engine);
    const path = `/messages/${await say(world, 'dan', 'general', 'lunch')}/typing`;
    const missing = await world.as('dan').post(path);
    assert.equal(missing.json.code, 'REQUEST_VARIABLE_MISSING');
    const wrong = await world.as('dan').post(path, { op: 'pause' });
    assert.equal(wrong.status, 400);
    const { json } = await world.as('dan').post(path, { op: 'stop', loud: true });
    assert.deepEqual(json.ignored_parameters_unsupported, ['loud']);
  });
});

onBothEngines('Typing notifications', (engine) => {
  test('A direct typing notification reaches the recipients and the user’s other clients', async (t) => {
    const world = await makeWorld(t, engine);
    const received = await everyoneListens(world);
    const { dan, gus } = world.people;
    for (const [op, extra] of [
      ['start', {}],
      ['stop', { type: 'direct' }],
    ] as const) {
      await done(world, 'dan', '/typing', { op, to: [gus.id], ...extra });
      const person = ({ id, email }: { id: number; email: string }) => ({ user_id: id, email });
      const recipients = [person(dan), person(gus)];
      const events = [{ type: 'typing', op, message_type: 'direct', sender: person(dan), recipients }];
      assert.deepEqual(await received(), { dan: events, gus: events });
    }
  });

  test('A channel typing notification reaches subscribers in each client’s form', async (t) => {
    const world = await makeWorld(t, engine);
    const { design } = world.channels;
    const received = await everyoneListens(world);
    const old = await listenAs(world, 'cleo', { ...listening, client_capabilities: {} });
    const capabilities = { stream_typing_notifications: true };
    const nameless = await listenAs(world, 'cleo', { ...listening, client_capabilities: capabilities });
    const sender = { user_id: world.people.dan.id, email: world.people.dan.email };
    for (const type of ['stream', 'channel']) {
      await done(world, 'dan', '/typing', { type, op: 'start', stream_id: design, topic: 'general chat' });
      const common = { type: 'typing', op: 'start', message_type: 'stream', sender, stream_id: design };
      const events = [{ ...common, topic: '' }];
      assert.deepEqual(await received(), { ada: events, cleo: events, dan: events });
      assert.deepEqual(await old.received(), [], 'not for clients that do not know of it');
      const [event] = await nameless.received();
      assert.equal(event.topic, 'general chat');
    }
  });

  test('Typing notifications are neither sent by nor sent to users who disabled them', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const inGeneral = { type: 'channel', op: 'start', stream_id: general, topic: 'lunch' };
    const toEve = { op: 'start', to: [world.people.eve.id] };
    const id = await say(world, 'dan', 'general', 'lunch');
    const whisper = await sendDirect(world, 'dan', ['eve']);
    await choose(world, 'eve', { receives_typing_notifications: false });
    const received = await everyoneListens(world);
    await done(world, 'dan', '/typing', inGeneral);
    assert.deepEqual(Object.keys(await received()), ['ada', 'ben', 'cleo', 'dan', 'gus']);
    await done(world, 'dan', `/messages/${id}/typing`, { op: 'start' });
    assert.deepEqual(Object.keys(await received()), ['ada', 'ben', 'cleo', 'dan', 'gus']);
    await done(world, 'dan', '/typing', toEve);
    assert.deepEqual(Object.keys(await received()), ['dan']);
    await choose(world, 'dan', {
      send_stream_typing_notifications: false,
      send_private_typing_notifications: false,
    });
    const channels = 'User has disabled typing notifications for channel messages';
    await refused(world, 'dan', '/typing', inGeneral, channels);
    await refused(world, 'dan', `/messages/${id}/typing`, { op: 'start' }, channels);
    const directly = 'User has disabled typing notifications for direct messages';
    await refused(world, 'dan', '/typing', toEve, directly);
    await refused(world, 'dan', `/messages/${whisper}/typing`, { op: 'start' }, directly);
    assert.deepEqual(await received(), {});
  });

  test('A typing notification requires recipients or a topic that the user may send to', async (t) => {
    const world = await makeWorld(t, engine);
    const others = await addOrganization(world);
    const start = { op: 'start' };
    const { vault } = world.channels;
    const received = await everyoneListens(world);
    await refused(world, 'dan', '/typing', start, "Missing 'to' argument");
    await refused(world, 'dan', '/typing', { ...start, to: [] }, "Empty 'to' list");
    await refused(world, 'dan', '/typing', { ...start, to: [99_999] }, 'Invalid user ID 99999');
    const invalid = `Invalid user ID ${others.ownerId}`;
    await refused(world, 'dan', '/typing', { ...start, to: [others.ownerId] }, invalid);
    const channel = { type: 'channel', ...start };
    await refused(world, 'dan', '/typing', { ...channel, topic: 'a' }, 'Missing channel ID');
    await refused(world, 'dan', '/typing', { ...channel, stream_id: vault }, 'Missing topic');
    for (const stream_id of [vault, others.channelId, 99_999]) {
      const { status, json } = await world.as('eve').post('/typing', { ...channel, stream_id, topic: 'a' });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid channel ID']);
    }
    for (const params of [{}, { op: 'x', to: [1] }, { ...start, to: 'eve' }, { ...start, type: 'private' }])
      assert.equal((await world.as('dan').post('/typing', params)).status, 400);
    assert.equal((await world.anonymous.post('/typing', start)).status, 401);
    assert.deepEqual(await received(), {});
  });

  test('A typing notification requires permission to send and reveals no users to guests', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge } = world.channels;
    const start = { type: 'channel', op: 'start', topic: 'a' };
    const can_send_message_group = await groupId(world, 'role:administrators');
    await setChannel(world, general, { permissions: { can_send_message_group } });
    const text = 'You do not have permission to post in this channel.';
    await refused(world, 'gus', '/typing', { ...start, stream_id: general }, text);
    await refused(world, 'gus', '/typing', { ...start, stream_id: lounge }, 'Invalid channel ID');
    await setChannel(world, lounge, { is_archived: 1 });
    await refused(world, 'eve', '/typing', { ...start, stream_id: lounge }, 'Invalid channel ID');
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const otto = await addPerson(world, 'otto');
    const hidden = 'You do not have permission to access some of the recipients.';
    await refused(world, 'gus', '/typing', { op: 'start', to: [otto.id] }, hidden);
    await done(world, 'gus', '/typing', { op: 'start', to: [world.people.dan.id] });
  });

  test('A typing notification with people who are hidden from a guest does not reach the guest', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const [general, { gus, dan }] = [world.channels.general, world.people];
    const otto = await addPerson(world, 'otto');
    const received = await everyoneListens(world);
    const inGeneral = { type: 'channel', op: 'start', stream_id: general, topic: 'a' };
    assert.equal((await world.as(otto).post('/typing', inGeneral)).status, 200);
    assert.deepEqual(Object.keys(await received()), ['ada', 'ben', 'cleo', 'dan', 'eve']);
    await done(world, 'dan', '/typing', inGeneral);
    assert.deepEqual(Object.keys(await received()), ['ada', 'ben', 'cleo', 'dan', 'eve', 'gus']);
    await done(world, 'dan', '/typing', { op: 'start', to: [gus.id, otto.id] });
    assert.deepEqual(Object.keys(await received()), ['dan']);
    const to = [gus.id, otto.id];
    assert.equal(
      (await world.as('dan').post('/messages', { type: 'direct', to, content: 'hello' })).status,
      200,
    );
    await done(world, 'dan', '/typing', { op: 'start', to: [gus.id, otto.id, dan.id] });
    assert.deepEqual(Object.keys(await received()), ['dan', 'gus']);
  });

  test('A typing notification is not sent in channels with over a hundred subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const crowd: number[] = [];
    for (let i = 0; i < 95; i++) crowd.push((await addPerson(world, `crowd${i}`)).id);
    await addMembers(world, general, crowd);
    const id = await say(world, 'dan', 'general', 'a');
    const received = await everyoneListens(world);
    await done(world, 'dan', '/typing', { type: 'channel', op: 'start', stream_id: general, topic: 'a' });
    await done(world, 'dan', `/messages/${id}/typing`, { op: 'start' });
    assert.deepEqual(await received(), {});
  });
});
