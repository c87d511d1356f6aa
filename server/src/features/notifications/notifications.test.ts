import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { addGroup } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { Maintenance } from '../../app/maintenance.ts';
import { trait } from '../../core/read-state/read-state.ts';
import { notifier } from './notifier.ts';

const minute = 60_000;

/** What is due within that time has been done. */
async function later(world: World, ms = 3 * minute): Promise<void> {
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + ms);
}

const getMail = (world: World, who: Name) => emailsTo(world, `${who}@example.com`);

async function why(world: World, who: Name, id: number): Promise<JsonValue> {
  const { status, json } = await world.as(who).get(`/heddle/notifications/${id}`);
  assert.equal(status, 200, json.msg);
  return json;
}

async function settle(world: World, who: Name, params: Params): Promise<void> {
  const { status, json } = await world.as(who).patch('/settings', params);
  assert.equal(status, 200, json.msg);
}

onBothEngines('Missed-message emails', (engine) => {
  test('A missed-message email is sent once per conversation after two minutes with all unread messages', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await sendDirect(world, 'dan', ['eve'], 'are you there?');
    await sendDirect(world, 'dan', ['eve'], 'it is *urgent*');
    const mention = await say(world, 'dan', 'general', 'lunch', 'soup, @**Eve Lindqvist**?');
    await later(world, minute);
    assert.deepEqual(await getMail(world, 'eve'), []);
    await later(world);
    const mails = await getMail(world, 'eve');
    assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
      '#general > lunch (Weavers)',
      'Dan Ito wrote to you (Weavers)',
    ]);
    const direct = mails.find(({ subject }) => subject.startsWith('Dan'));
    for (const part of [
      '> are you there?',
      '> it is urgent',
      'you received a direct message',
      '/#narrow/dm/',
    ])
      assert.ok(direct?.text.includes(part), part);
    const channel = mails.find(({ subject }) => subject.startsWith('#'));
    assert.ok(channel?.text.includes(`/near/${mention}`));
    assert.deepEqual(await getMail(world, 'dan'), []);
    assert.deepEqual(await getMail(world, 'gus'), []);
    await later(world, 60 * minute);
    assert.equal((await getMail(world, 'eve')).length, 2);
  });

  test('The subject of an email about a conversation names three senders, and its times are in a known time zone', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const people = ['ada', 'ben', 'cleo', 'dan', 'eve'] as const;
    // As restored from the archive of a server with a newer time zone database.
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const { id } = world.people.eve;
      await tx.q.updateTable('person').set({ timezone: 'Mars/Olympus' }).where('id', '=', id).execute();
      await tx.touch({ users: [id] });
    });
    for (const who of ['dan', 'ada', 'ben', 'cleo'] as const) await sendDirect(world, who, people);
    await later(world);
    const [mail] = await getMail(world, 'eve');
    assert.equal(mail?.subject, 'Dan Ito, Ada Achterberg, Ben Okafor, … wrote to you and 3 others (Weavers)');
    assert.match(mail.text, /^Dan Ito, .* UTC:$/m);
  });

  test('Messages that were undecided for more than a day, as while the server was down, notify nobody', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await notifier(world.app).stop();
    const old = await sendDirect(world, 'dan', ['eve'], 'yesterday');
    const sent_at = Date.now() - 25 * 60 * minute;
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q.updateTable('message').set({ sent_at }).where('id', '=', old).execute(),
    );
    await world.restart();
    await notifier(world.app).catchUp();
    await sendDirect(world, 'ben', ['eve'], 'today');
    await later(world);
    assert.deepEqual(
      (await getMail(world, 'eve')).map(({ subject }) => subject),
      ['Ben Okafor wrote to you (Weavers)'],
    );
  });

  test('A missed-message email skips messages that were read, deleted or made inaccessible', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const read = await sendDirect(world, 'dan', ['eve'], 'read');
    const deleted = await say(world, 'ada', 'lounge', 'tea', '@**Eve Lindqvist** deleted');
    const gone = await say(world, 'dan', 'design', 'plan', '@**Cléo Marchand** gone');
    await notifier(world.app).catchUp();
    await world.as('eve').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await world.as('ada').delete(`/messages/${deleted}`);
    const leaving = { subscriptions: ['design'], principals: [world.people.cleo.id] };
    await world.as('ada').delete('/users/me/subscriptions', leaving);
    await later(world);
    assert.deepEqual([...(await getMail(world, 'eve')), ...(await getMail(world, 'cleo'))], []);
    assert.equal((await why(world, 'eve', read)).email_state, 'read_before');
    assert.equal((await world.as('cleo').get(`/heddle/notifications/${gone}`)).status, 400);
  });

  test('A missed-message email is delayed while the user is active in the app, but sent eventually', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('eve').post('/users/me/presence', { status: 'active', ping_only: true });
    await sendDirect(world, 'dan', ['eve'], 'look here');
    await later(world);
    assert.deepEqual(await getMail(world, 'eve'), []);
    const [job] = await world.app.db.read.q.selectFrom('job').selectAll().execute();
    assert.equal(job?.kind, 'missedMessages');
    const { userId, conversation } = JSON.parse(job.payload) as { userId: number; conversation: string };
    const payload = JSON.stringify({ userId, conversation, since: Date.now() - 60 * minute });
    await world.app.db.write(0, 'system', async ({ q }) => {
      await q.updateTable('job').set({ payload }).where('id', '=', job.id).execute();
    });
    await later(world, 10 * minute);
    assert.equal((await getMail(world, 'eve')).length, 1);
  });

  test('A missed-message email is sent to users mentioned by an edit only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'lunch', 'soup, @**Cléo Marchand**?');
    await later(world);
    assert.equal((await getMail(world, 'cleo')).length, 1);
    const content = 'soup, @**Cléo Marchand** and @**Eve Lindqvist**?';
    assert.equal((await world.as('dan').patch(`/messages/${id}`, { content })).status, 200);
    await later(world, minute);
    await later(world);
    const [mail, ...more] = await getMail(world, 'eve');
    assert.ok(mail?.text.includes('soup'));
    assert.deepEqual(more, []);
    assert.equal((await getMail(world, 'cleo')).length, 1);
    assert.deepEqual(await getMail(world, 'dan'), []);
    assert.equal((await why(world, 'eve', id)).email_state, 'sent');
  });

  test('A missed-message email is not sent for an edit to topic followers and silent mentions', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'dan', 'general', 'lunch', 'soup?');
    await later(world);
    const topic = { stream_id: world.channels.general, topic: 'lunch', visibility_policy: 3 };
    assert.equal((await world.as('eve').post('/user_topics', topic)).status, 200);
    const content = 'soup, @_**Cléo Marchand** and @**Ben Okafor**?';
    assert.equal((await world.as('dan').patch(`/messages/${id}`, { content })).status, 200);
    await later(world, minute);
    await later(world);
    assert.deepEqual([...(await getMail(world, 'eve')), ...(await getMail(world, 'cleo'))], []);
    assert.equal((await getMail(world, 'ben')).length, 1);
  });

  test('A missed-message email omits message content if the user chose so', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await settle(world, 'eve', { message_content_in_email_notifications: false });
    await sendDirect(world, 'dan', ['eve'], 'a secret');
    await later(world);
    const [mail] = await getMail(world, 'eve');
    assert.ok(mail && !mail.text.includes('secret'));
    assert.match(mail.text, /Dan Ito/);
  });

  test('A missed-message email omits message content if the organization disallows it, whatever users chose', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const kept = { message_content_allowed_in_email_notifications: false };
    assert.equal((await world.as('dan').patch('/realm', kept)).status, 403);
    assert.equal((await world.as('ben').patch('/realm', kept)).status, 200);
    await settle(world, 'eve', { message_content_in_email_notifications: true });
    await sendDirect(world, 'dan', ['eve'], 'a secret');
    await later(world);
    const [mail] = await getMail(world, 'eve');
    assert.ok(mail && !mail.text.includes('secret'));
    assert.match(mail.text, /Dan Ito/);
  });

  test('A missed-message email is sent for every message of a channel while the user wants it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const mailed = async () => {
      await say(world, 'dan', 'general', 'lunch', 'soup');
      await later(world);
      return (await getMail(world, 'eve')).length;
    };
    assert.equal(await mailed(), 0);
    await settle(world, 'eve', { enable_stream_email_notifications: true });
    assert.equal(await mailed(), 1);
    assert.equal(await mailed(), 2);
    await settle(world, 'eve', { enable_stream_email_notifications: false });
    assert.equal(await mailed(), 2);
  });

  test('A missed-message email is neither lost nor sent twice in a crash', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await sendDirect(world, 'dan', ['eve'], 'before');
    await world.restart();
    await later(world);
    await world.restart();
    await later(world, 10 * minute);
    assert.equal((await getMail(world, 'eve')).length, 1);
  });
});

onBothEngines('Notification reasons', (engine) => {
  test('The reason for a notification is shown to each reader with the state of the email', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const begun = Math.floor(Date.now() / 1000);
    const id = await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** soup');
    await notifier(world.app).catchUp();
    const { email_time: time, push_time, decided_at, ...notified } = await why(world, 'eve', id);
    assert.deepEqual(notified, {
      result: 'success',
      msg: '',
      trigger: 'mention',
      obstacle: null,
      email: true,
      push: true,
      desktop: true,
      sound: true,
      email_state: 'waiting',
      push_state: 'no_device',
      quiet: null,
      quiet_until: null,
      urgent_at: null,
      explanation:
        'You are notified of this message: it mentions you. An email is sent unless you read it first. ' +
        'None of your devices is registered for push notifications.',
    });
    assert.deepEqual([push_time, decided_at], [time, time]);
    assert.ok(Number(time) >= begun && Number(time) <= Date.now() / 1000, 'since it was decided');
    for (const [who, obstacle] of [
      ['dan', 'own_message'],
      ['gus', 'turned_off'],
    ] as const) {
      const { email_state, email_time, ...rest } = await why(world, who, id);
      assert.deepEqual([rest.obstacle, email_state, email_time], [obstacle, 'none', null]);
    }
    await later(world);
    assert.equal((await why(world, 'eve', id)).email_state, 'sent');
  });

  test('The reason for a notification reflects muted and followed topics and settings', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { general } = world.channels;
    const topic = (visibility_policy: number) => ({ stream_id: general, topic: 'lunch', visibility_policy });
    await world.as('eve').post('/user_topics', topic(1));
    await world.as('gus').post('/user_topics', topic(3));
    await world.as('ben').post(`/users/me/muted_users/${world.people.dan.id}`);
    await settle(world, 'cleo', { enable_stream_email_notifications: true });
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    const reasons: Partial<Record<Name, string>> = {
      eve: 'muted_topic',
      gus: 'followed_topic',
      ben: 'muted_sender',
      cleo: 'channel',
    };
    for (const [who, reason] of Object.entries(reasons)) {
      const { trigger, obstacle } = await why(world, who as Name, id);
      assert.equal(obstacle ?? trigger, reason, who);
    }
    await later(world);
    for (const [who, count] of [
      ['eve', 0],
      ['gus', 1],
      ['ben', 0],
      ['cleo', 1],
    ] as const)
      assert.equal((await getMail(world, who)).length, count, who);
  });

  test('The reason for a notification stays that of the time when the message came', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const before = await sendDirect(world, 'dan', ['eve'], 'psst');
    await notifier(world.app).catchUp();
    await world.as('eve').post(`/users/me/muted_users/${world.people.dan.id}`);
    const after = await sendDirect(world, 'dan', ['eve'], 'psst');
    await notifier(world.app).catchUp();
    await world.as('eve').delete(`/users/me/muted_users/${world.people.dan.id}`);
    const { obstacle, trigger, email } = await why(world, 'eve', before);
    assert.deepEqual([obstacle, trigger, email], [null, 'direct_message', true]);
    assert.equal((await why(world, 'eve', after)).obstacle, 'muted_sender');
    await world.app.db.write(world.orgId, 'system', async ({ q }) => {
      await q.updateTable('notification_decision').set({ changed_at: 0 }).execute();
    });
    const maintenance = new Maintenance(world.app);
    await maintenance.deleteExpired();
    await maintenance.stop();
    assert.deepEqual(
      [(await why(world, 'eve', after)).obstacle, (await why(world, 'eve', after)).decided_at],
      [null, null],
    );
  });

  test('The reason for a notification can be a mention of a large group', async (t) => {
    const world = await makeWorld(t, engine);
    const group_id = await addGroup(world, 'weft', [world.people.eve.id]);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup');
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.insertInto('group_mention').values({ message_id: id, group_id }).execute();
      await tx.q.updateTable('message').set({ traits: trait.groupMention }).where('id', '=', id).execute();
    });
    assert.equal((await why(world, 'eve', id)).trigger, 'mention');
    assert.equal((await why(world, 'gus', id)).trigger, 'channel');
  });

  test('The reason for a notification is hidden for inaccessible messages', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sendDirect(world, 'dan', ['eve'], 'psst');
    for (const asked of [id, 999_999]) {
      const { status, json } = await world.as('gus').get(`/heddle/notifications/${asked}`);
      assert.deepEqual([status, json.msg], [400, 'Invalid message(s)']);
    }
    assert.equal((await world.anonymous.get(`/heddle/notifications/${id}`)).status, 401);
  });
});
