import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import { groupId, setOrganization } from '../../../../tests/support/change.ts';
import type { Params, Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue, type ReceivedEvent, type TestQueue } from '../../../../tests/support/queue.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { shownMessage, updateRendering } from '../message-edit/update-rendering.ts';

const secret = 'the warp is silk';
const everything = { event_types: null, all_public_streams: true };

async function done(reply: Promise<Reply>): Promise<void> {
  const { status, json } = await reply;
  assert.equal(status, 200, json.msg);
}

const removeFrom = (world: World, channel: string, who: Name) =>
  done(
    world
      .as('ada')
      .delete('/users/me/subscriptions', { subscriptions: [channel], principals: [world.people[who].id] }),
  );

const addTo = (world: World, channel: string, who: Name) =>
  done(
    world.as('ada').post('/users/me/subscriptions', {
      subscriptions: [{ name: channel }],
      principals: [world.people[who].id],
    }),
  );

const edit = (world: World, id: number, params: Params) =>
  done(world.as('ada').patch(`/messages/${id}`, { send_notification_to_old_thread: false, ...params }));

/** `stream/delete`, `message`: in order, once for each run of the same. */
const kinds = (events: readonly ReceivedEvent[]): string[] =>
  events
    .map(({ type, op }) => (op === undefined ? type : `${type}/${String(op)}`))
    .filter((kind, i, all) => kind !== all[i - 1]);

/** What the queue delivers; the same again after a restart, when it is rebuilt from the log. */
async function delivered(world: World, queue: TestQueue): Promise<ReceivedEvent[]> {
  const live = await queue.after(queue.start);
  await world.restart();
  assert.deepEqual(await queue.after(queue.start), live, 'a rebuilt queue delivers something else');
  return live;
}

const assertSilent = (events: readonly ReceivedEvent[]) =>
  assert.ok(!JSON.stringify(events).includes(secret), JSON.stringify(events));

onBothEngines('Lost access', (engine) => {
  test('A poll after a removal from a private channel delivers none of its messages', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [cleo, dan] = [await openQueue(world, 'cleo', everything), await openQueue(world, 'dan')];
    const id = await say(world, 'ada', 'design', secret, secret);
    await edit(world, id, { content: `${secret}!` });
    await done(world.as('ada').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    const typing = { type: 'stream', stream_id: world.channels.design, topic: secret, op: 'start' };
    await done(world.as('ada').post('/typing', typing));
    await done(world.as('ada').patch(`/streams/${world.channels.design}`, { description: secret }));
    await removeFrom(world, 'design', 'cleo');
    const events = await delivered(world, cleo);
    assertSilent(events);
    const notified = kinds(events);
    for (const kind of ['message', 'update_message', 'reaction/add', 'typing/start'])
      assert.ok(!notified.includes(kind), kind);
    assert.ok(notified.includes('subscription/remove'), 'the loss itself arrives');
    assert.ok(notified.includes('stream/delete'), 'the loss itself arrives');
    const { message } = (await dan.after(dan.start))[0] as unknown as { message: { content: string } };
    assert.match(message.content, new RegExp(secret), 'others are given what they may still see');
  });

  test('A poll delivers no message committed together with the loss of access', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const cleo = await openQueue(world, 'cleo', everything);
    const held = cleo.hold(cleo.start);
    await cleo.untilHeld();
    await Promise.all([
      world
        .as('ada')
        .post('/messages', { type: 'channel', to: 'general', topic: 't', content: 'wakes the poll' }),
      say(world, 'ada', 'design', 't', secret),
      removeFrom(world, 'design', 'cleo'),
    ]);
    await held;
    const after = await cleo.after(cleo.start);
    assertSilent(after);
    assert.ok(kinds(after).includes('message'), 'what was written elsewhere is delivered');
  });

  test('A poll delivers queued events if access was regained before', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const cleo = await openQueue(world, 'cleo');
    const id = await say(world, 'ada', 'design', 't', secret);
    await removeFrom(world, 'design', 'cleo');
    await addTo(world, 'design', 'cleo');
    const ids = (await delivered(world, cleo)).map((event) => (event.message as { id: number }).id);
    assert.ok(ids.includes(id));
  });

  test('A poll delivers nothing of a public channel that became private to users who are not subscribed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await openQueue(world, 'dan', everything);
    const id = await say(world, 'eve', 'lounge', secret, secret);
    await done(world.as('eve').patch(`/messages/${id}`, { content: `${secret}!` }));
    await done(world.as('ada').patch(`/streams/${world.channels.lounge}`, { is_private: true }));
    const events = await delivered(world, dan);
    assertSilent(events);
    assert.ok(kinds(events).includes('stream/delete'));
  });

  test('A poll delivers new subscribers of several channels without those that became private', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await openQueue(world, 'dan', everything);
    const subscriptions = [{ name: 'lounge' }, { name: 'general' }];
    await removeFrom(world, 'general', 'cleo');
    const principals = [world.people.cleo.id];
    await done(world.as('ada').post('/users/me/subscriptions', { subscriptions, principals }));
    await done(world.as('ada').patch(`/streams/${world.channels.lounge}`, { is_private: true }));
    const added = (await delivered(world, dan)).filter(({ op }) => op === 'peer_add');
    assert.deepEqual(
      added.map(({ stream_ids }) => stream_ids),
      [[world.channels.general]],
    );
  });

  test('A poll delivers only the deletion of a message that was moved to a channel without access', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [eve, dan] = [await openQueue(world, 'eve', everything), await openQueue(world, 'dan', everything)];
    const id = await say(world, 'ada', 'general', 'plans', secret);
    await edit(world, id, { content: `${secret}!` });
    await edit(world, id, { stream_id: world.channels.design });
    const events = await delivered(world, eve);
    assertSilent(events);
    assert.deepEqual(
      events
        .filter((event) => event.type === 'delete_message')
        .map((event) => event.message_ids ?? event.message_id),
      [id],
    );
    assert.ok(JSON.stringify(await dan.after(dan.start)).includes(secret));
  });

  test('A poll delivers a message that was moved from an inaccessible channel to an accessible one', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const cleo = await openQueue(world, 'cleo', { event_types: ['message', 'update_message'] });
    const id = await say(world, 'ada', 'design', 'plans', 'for all');
    await edit(world, id, { stream_id: world.channels.general });
    await removeFrom(world, 'design', 'cleo');
    const [message, moved] = await delivered(world, cleo);
    assert.equal((message!.message as { id: number }).id, id);
    assert.deepEqual([moved?.type, moved?.message_id], ['update_message', id]);
  });

  test('A poll delivers only the deletion of a deleted message', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const eve = await openQueue(world, 'eve', { event_types: ['message', 'delete_message', 'reaction'] });
    const id = await say(world, 'ada', 'general', 't', secret);
    await done(world.as('ada').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    await done(world.as('ada').delete(`/messages/${id}`));
    const direct = await sendDirect(world, 'ada', ['eve'], secret);
    await done(world.as('ada').delete(`/messages/${direct}`));
    assert.deepEqual(kinds(await delivered(world, eve)), ['delete_message']);
  });

  test('A queue that takes no deletions and no changes of people delivers nothing about what they hide', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const gus = await openQueue(world, 'gus', { event_types: ['message', 'user_status', 'reaction'] });
    const [deleted, moved] = [
      await say(world, 'ada', 'general', 't', secret),
      await say(world, 'ada', 'general', 'plans', secret),
    ];
    for (const id of [deleted, moved])
      await done(world.as('ada').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
    await done(world.as('eve').post('/users/me/status', { status_text: secret }));
    const kept = await say(world, 'ada', 'general', 't', 'for all');
    await done(world.as('ada').delete(`/messages/${deleted}`));
    await edit(world, moved, { stream_id: world.channels.design });
    await removeFrom(world, 'general', 'eve');
    const events = await delivered(world, gus);
    assertSilent(events);
    assert.deepEqual(kinds(events), ['message']);
    assert.equal((events[0]!.message as { id: number }).id, kept);
  });

  test('A poll delivers no new rendering of a message whose channel was lost', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const cleo = await openQueue(world, 'cleo', everything);
    const id = await say(world, 'ada', 'design', 't', 'hello');
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const message = await shownMessage(tx, id);
      await updateRendering(tx, message!, `<p>${secret}</p>`);
    });
    assert.ok((await cleo.textAfter(cleo.start)).includes(secret));
    await removeFrom(world, 'design', 'cleo');
    assertSilent(await delivered(world, cleo));
  });

  test('A poll names no topic of deleted messages whose channel was lost', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const cleo = await openQueue(world, 'cleo', everything);
    const id = await say(world, 'ada', 'design', secret);
    await done(world.as('ada').delete(`/messages/${id}`));
    await removeFrom(world, 'design', 'cleo');
    const events = await delivered(world, cleo);
    assertSilent(events);
    assert.ok(kinds(events).includes('delete_message'));
  });

  test('A poll delivers no event of a type that this version does not know', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = await openQueue(world, 'dan', everything);
    await world.app.db.write(world.orgId, 'system', (tx) => {
      tx.emit({ type: 'heddle_newer', text: secret } as never, { everyone: true });
      return Promise.resolve();
    });
    await say(world, 'ada', 'general', 't', 'hello');
    const events = await delivered(world, dan);
    assert.ok(!kinds(events).includes('heddle_newer'));
    assert.ok(kinds(events).includes('message'));
  });

  test('A poll delivers to a guest only the removal of a user who became invisible', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const gus = await openQueue(world, 'gus', { event_types: ['realm_user', 'user_status'] });
    await done(world.as('ben').patch(`/users/${world.people.eve.id}`, { full_name: 'Eve Renamed' }));
    await done(world.as('eve').post('/users/me/status', { status_text: secret }));
    await removeFrom(world, 'general', 'eve');
    const events = await delivered(world, gus);
    assertSilent(events);
    // The entry that stays for clients that need one for everyone reveals nothing about the person.
    assert.deepEqual(kinds(events), ['realm_user/remove', 'realm_user/add']);
  });

  test('A poll delivers nothing to a deactivated user, even after reactivation', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = await openQueue(world, 'eve');
    await say(world, 'ada', 'general', 't', secret);
    await done(world.as('ada').delete(`/users/${world.people.eve.id}`));
    assert.equal((await eve.poll(eve.start)).status, 401);
    await done(world.as('ada').post(`/users/${world.people.eve.id}/reactivate`));
    assert.equal((await eve.poll(eve.start)).json.code, 'BAD_EVENT_QUEUE_ID');
  });

  test('A poll delivers no administrator-only events to a former administrator', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const role = (who: Name, value: number) =>
      done(world.as('ada').patch(`/users/${world.people[who].id}`, { role: value }));
    await role('dan', roles.administrator);
    await role('cleo', roles.administrator);
    const cleo = await openQueue(world, 'cleo', everything);
    const [dan, eve] = [await openQueue(world, 'dan', everything), await openQueue(world, 'eve', everything)];
    const { json } = await world
      .as('eve')
      .post('/bots', { full_name: 'Loom bot', short_name: 'loom', bot_type: 1 });
    const bot: number = json.user_id;
    await done(world.as('eve').patch(`/bots/${bot}`, { default_all_public_streams: true }));
    await done(world.as('ada').post('/invites/multiuse', { invite_as: roles.member, stream_ids: [] }));
    await done(world.as('eve').patch('/settings', { allow_private_data_export: true }));
    await done(world.as('ada').post('/export/realm'));
    const before = kinds(await cleo.after(cleo.start));
    await role('dan', roles.member);
    const received = await delivered(world, dan);
    for (const kind of ['invites_changed', 'realm_export', 'realm_export_consent']) {
      assert.ok(before.includes(kind), `${kind} reaches administrators`);
      assert.ok(!kinds(received).includes(kind), kind);
    }
    assert.ok(!JSON.stringify(received).includes(json.api_key), 'the key of the bot of another');
    assert.deepEqual(
      received.filter(({ type }) => type === 'realm_bot').map(({ op }) => op),
      ['delete'],
    );
    const own = (await eve.after(eve.start)).filter(({ type }) => type === 'realm_bot').map(({ op }) => op);
    assert.deepEqual(own, ['add', 'update'], 'its owner gets the event as before');
  });

  test('A poll delivers one’s own messages after a loss of access', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const cleo = await openQueue(world, 'cleo');
    await say(world, 'cleo', 'design', 't', 'my own words');
    await removeFrom(world, 'design', 'cleo');
    assert.deepEqual(kinds(await delivered(world, cleo)), ['message']);
  });

  test('A poll after a loss of access leads to the state of a new registration', async (t) => {
    const world = await makeWorld(t, engine);
    const clients = await Promise.all(
      (['cleo', 'eve', 'dan', 'gus'] as const).map((who) => replay(world.as(who))),
    );
    const lost = await say(world, 'ada', 'design', 'plans', '@**Cléo Marchand** soon');
    await edit(world, lost, { content: '@**Cléo Marchand** later' });
    const moved = await say(world, 'ada', 'general', 'plans', '@**Eve Lindqvist** hello');
    await done(world.as('eve').post('/messages/flags', { messages: [moved], op: 'add', flag: 'read' }));
    await done(world.as('eve').post('/messages/flags', { messages: [moved], op: 'remove', flag: 'read' }));
    await edit(world, moved, { stream_id: world.channels.vault });
    const shared = await say(world, 'ada', 'design', 'news', 'for everyone');
    await edit(world, shared, { stream_id: world.channels.general });
    const deleted = await sendDirect(world, 'ada', ['eve', 'gus'], 'never mind');
    await done(world.as('ada').delete(`/messages/${deleted}`));
    await removeFrom(world, 'design', 'cleo');
    await done(world.as('ada').patch(`/streams/${world.channels.lounge}`, { is_private: true }));
    for (const client of clients) await client.holds();
  });
});
