import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addPerson } from '../../../../tests/support/change.ts';
import type { Client, JsonValue, Params } from '../../../../tests/support/client.ts';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { pushService } from '../../../../tests/support/services/push-service.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { notifier } from '../notifications/notifier.ts';
import { pushRemover } from '../notifications/push-removal.ts';
import { type MessageNotice, fitJson } from './payload.ts';

const minute = 60_000;

const makePushWorld = (t: TestContext, engine: Engine, reachableNetworks = '127.0.0.0/8') =>
  makeWorld(t, engine, { alone: true, config: { reachableNetworks } });

/** What is due within that time has been done. */
async function later(world: World, ms = 1000): Promise<void> {
  await notifier(world.app).catchUp();
  await pushRemover(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + ms);
}

/** Eve is at work in the app, and wants no push notifications then. */
async function becomeActive(world: World): Promise<void> {
  const eve = world.as('eve');
  await eve.patch('/settings', { enable_online_push_notifications: false });
  await eve.post('/users/me/presence', { status: 'active', ping_only: true });
}

/** As if Eve had been active for an hour since. */
async function waitNoLonger(world: World): Promise<void> {
  await notifier(world.app).catchUp();
  await world.app.db.write(0, 'system', async ({ q }) => {
    const payload = JSON.stringify({ userId: world.people.eve.id, since: Date.now() - 61 * minute });
    await q.updateTable('job').set({ payload, run_at: 0 }).where('kind', '=', 'pushMissed').execute();
  });
  await later(world);
}

async function subscribe(client: Client, subscription: object): Promise<number> {
  const { status, json } = await client.post('/heddle/push_subscriptions', { ...subscription });
  assert.equal(status, 200, json.msg);
  return json.id as number;
}

const list = async (client: Client) =>
  (await client.get('/heddle/push_subscriptions')).json.subscriptions as JsonValue[];

const fetchPushState = async (world: World, who: Name, id: number) =>
  (await world.as(who).get(`/heddle/notifications/${id}`)).json.push_state;

onBothEngines('Push notifications to browsers', (engine) => {
  test('A push notification is encrypted for each device, and removed when the message is read', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    await subscribe(eve, { ...service.subscribe('phone'), name: 'Firefox on Android', kind: 'web' });
    await subscribe(eve, { ...service.subscribe('app'), kind: 'unifiedpush' });
    const id = await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** **soup**?');
    await later(world);
    assert.deepEqual(service.received.map(({ path }) => path).sort(), ['/app', '/phone']);
    const first = service.received.find(({ path }) => path === '/phone');
    assert.ok(first);
    const { headers, json } = first;
    assert.deepEqual(
      [headers['content-encoding'], headers.urgency, headers.ttl],
      ['aes128gcm', 'high', '86400'],
    );
    const { time, ...said } = json;
    assert.ok(Number.isSafeInteger(time));
    assert.deepEqual(said, {
      type: 'message',
      user_id: world.people.eve.id,
      message_id: id,
      sender_id: world.people.dan.id,
      title: 'Dan Ito in general › lunch',
      body: '@Eve Lindqvist soup?',
      recipient_type: 'channel',
      channel_id: world.channels.general,
      channel_name: 'general',
      topic: 'lunch',
      labels: { reply: 'Reply', read: 'Mark as read', failed: 'Your reply was not sent' },
    });
    assert.ok(!service.received.some(({ path, json: each }) => path === '/app' && 'labels' in each));
    assert.equal(await fetchPushState(world, 'eve', id), 'delivered');
    await eve.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await later(world);
    assert.deepEqual(
      service.received.slice(2).map((each) => each.json),
      [
        { type: 'remove', message_ids: [id] },
        { type: 'remove', message_ids: [id] },
      ],
    );
    assert.equal(await fetchPushState(world, 'eve', id), 'removed');
    await later(world, 60 * minute);
    assert.equal(service.received.length, 4);
  });

  test('A push notification is not sent for read, deleted or unwanted messages, and is removed when a message is deleted later', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    await subscribe(world.as('eve'), service.subscribe());
    await becomeActive(world);
    const read = await sendDirect(world, 'dan', ['eve'], 'read');
    const deleted = await sendDirect(world, 'ada', ['eve'], 'deleted');
    await notifier(world.app).catchUp();
    await world.as('eve').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await world.as('ada').delete(`/messages/${deleted}`);
    await world.as('eve').patch('/settings', { enable_offline_push_notifications: false });
    const unwanted = await sendDirect(world, 'dan', ['eve'], 'unwanted');
    await waitNoLonger(world);
    assert.equal(service.received.length, 0);
    assert.deepEqual(
      [await fetchPushState(world, 'eve', read), await fetchPushState(world, 'eve', unwanted)],
      ['read_before', 'none'],
    );
    const settings = { enable_offline_push_notifications: true, enable_online_push_notifications: true };
    await world.as('eve').patch('/settings', settings);
    const sent = await sendDirect(world, 'ada', ['eve'], 'sent');
    await later(world);
    await world.as('ada').delete(`/messages/${sent}`);
    await later(world);
    assert.deepEqual(
      service.received.map(({ json }) => json.type),
      ['message', 'remove'],
    );
  });

  test('A push notification waits while its reader is active, unless it is wanted then too', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    await subscribe(eve, service.subscribe());
    await becomeActive(world);
    const id = await sendDirect(world, 'dan', ['eve'], 'look here');
    await later(world);
    assert.equal(await fetchPushState(world, 'eve', id), 'waiting');
    assert.equal(service.received.length, 0);
    await waitNoLonger(world);
    assert.equal(service.received.length, 1);
    await eve.patch('/settings', { enable_online_push_notifications: true });
    await sendDirect(world, 'dan', ['eve'], 'and here');
    await later(world);
    assert.equal(service.received.length, 2);
  });

  test('A push notification of a conversation with many people names the first of them', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    await subscribe(world.as('eve'), { ...service.subscribe('phone'), kind: 'web' });
    const people = [world.people.eve];
    for (let n = 0; n < 20; n++) people.push(await addPerson(world, `${n}${'織'.repeat(80)}`));
    const to = people.map(({ id }) => id);
    const sent = await world.as('dan').post('/messages', { type: 'direct', to, content: 'soup' });
    assert.equal(sent.status, 200, sent.json.msg);
    await later(world);
    const [json] = service.received.map((one) => one.json);
    assert.match(String(json?.title), /^Dan Ito in .{79}…$/u);
    assert.equal(json?.body, 'soup');
  });

  test('A push notification says nothing of the message where the organization or the person hides it', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    await subscribe(eve, service.subscribe());
    await eve.patch('/settings', { pm_content_in_desktop_notifications: false, default_language: 'de' });
    await sendDirect(world, 'dan', ['eve'], 'secret');
    await later(world);
    await world.as('ada').patch('/realm', { message_content_allowed_in_email_notifications: false });
    await say(world, 'dan', 'general', 'lunch', '@**Eve Lindqvist** secret');
    await later(world);
    assert.deepEqual(
      service.received.map(({ json }) => json.body),
      ['Neue Nachricht', 'Neue Nachricht'],
    );
  });

  test('A push notification is repeated while its service is down; a subscription that has ended is deleted', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    await subscribe(eve, service.subscribe('phone'));
    service.status = 503;
    const id = await sendDirect(world, 'dan', ['eve'], 'hello');
    await later(world);
    const [waiting] = await list(eve);
    assert.match(String((waiting as Params).last_error), /status 503/);
    assert.equal(await fetchPushState(world, 'eve', id), 'queued');
    service.status = 201;
    await later(world, minute);
    assert.deepEqual([service.received.length, await fetchPushState(world, 'eve', id)], [1, 'delivered']);
    service.status = 503;
    const lost = await sendDirect(world, 'dan', ['eve'], 'lost');
    for (let n = 0; n < 12; n++) await later(world, (n + 1) * 24 * 60 * minute);
    assert.equal(await fetchPushState(world, 'eve', lost), 'failed');
    assert.deepEqual(
      await world.app.db.read.q.selectFrom('job').select('kind').where('is_dead', '=', 1).execute(),
      [],
    );
    service.status = 410;
    await sendDirect(world, 'dan', ['eve'], 'gone');
    await later(world);
    assert.deepEqual(await list(eve), []);
  });

  test('Push subscriptions end with the session, the API key or the account that made them', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    const first = service.subscribe('shared');
    await subscribe(eve, first);
    const signedIn = { user_id: world.people.eve.id, org_id: world.orgId, expires_at: Date.now() + minute };
    const session = await world.app.db.write(world.orgId, 'system', async ({ q, now }) => {
      const times = { created_at: now, last_seen_at: now, ...signedIn };
      const row = { ...times, token_hash: 'x', user_agent: '' };
      return q.insertInto('session').values(row).returning('id').executeTakeFirstOrThrow();
    });
    await subscribe(eve, service.subscribe('browser'));
    await world.app.db.write(world.orgId, 'system', async ({ q }) => {
      await q
        .updateTable('push_subscription')
        .set({ session_id: session.id })
        .where('endpoint', 'like', '%browser')
        .execute();
    });
    assert.equal((await list(eve)).length, 2);
    await world.as('ada').patch('/heddle/sign_in_policy', { idle_minutes: 60, session_hours: 8 });
    const setAges = (created: number, seen: number) =>
      world.app.db.write(world.orgId, 'system', ({ q, now }) =>
        q
          .updateTable('session')
          .set({ created_at: now - created * minute, last_seen_at: now - seen * minute })
          .where('id', '=', session.id)
          .execute(),
      );
    for (const [created, seen, live] of [
      [479, 59, 2],
      [479, 61, 1],
      [481, 1, 1],
    ] as const) {
      await setAges(created, seen);
      assert.equal((await list(eve)).length, live);
    }
    await sendDirect(world, 'dan', ['eve'], 'soup?');
    await later(world);
    assert.deepEqual(
      service.received.map(({ path }) => path),
      ['/shared'],
    );
    await setAges(0, 0);
    await world.app.db.write(world.orgId, 'system', async ({ q }) => {
      await q.deleteFrom('session').where('id', '=', session.id).execute();
    });
    assert.equal((await list(eve)).length, 1);
    await subscribe(world.as('dan'), first);
    assert.deepEqual([(await list(eve)).length, (await list(world.as('dan'))).length], [0, 1]);
    await world.as('dan').post('/users/me/api_key/regenerate');
    const rows = await world.app.db.read.q.selectFrom('push_subscription').select('user_id').execute();
    assert.deepEqual(
      rows.filter(({ user_id }) => user_id === world.people.dan.id),
      [],
    );
  });

  test('A test notification reports for each device whether it was delivered, and removes one that is gone', async (t) => {
    const world = await makePushWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    const test = async (params: Params = {}) =>
      (await eve.post('/heddle/push_subscriptions/test', params)).json;
    assert.equal((await test()).msg, 'No such device for push notifications');
    const id = await subscribe(eve, service.subscribe());
    assert.deepEqual((await test()).results, [{ id, is_delivered: true, error: null }]);
    assert.equal(service.received[0]?.json.type, 'test');
    service.status = 403;
    assert.match(JSON.stringify((await test({ subscription_id: id })).results), /status 403/);
    service.status = 410;
    await test();
    assert.deepEqual(await list(eve), []);
    for (let n = 0; n < 10; n++) await test({ subscription_id: id });
    await subscribe(eve, service.subscribe());
    service.status = 201;
    const answers = [];
    for (let n = 0; n < 10; n++) answers.push((await test()).code);
    assert.equal(answers.at(-1), 'RATE_LIMIT_HIT');
  });

  test('Push subscriptions to private addresses, with bad keys, of bots and of others are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const service = await pushService(t);
    const eve = world.as('eve');
    const good = { ...service.subscribe(), endpoint: 'https://push.example.com/abc' };
    const tried = async (given: Params) => {
      const { status, json } = await eve.post('/heddle/push_subscriptions', { ...good, ...given });
      assert.equal(status, 400, JSON.stringify(given));
      return json.msg;
    };
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://169.254.169.254/x',
    ])
      assert.match(await tried({ endpoint }), /private network/);
    for (const endpoint of [
      'http://push.example.com/x',
      'https://a:b@push.example.com/x',
      'javascript:1',
      'x',
    ])
      assert.equal(await tried({ endpoint }), 'Push endpoints are https addresses.');
    assert.match(await tried({ p256dh: 'AAAA' }), /Invalid keys/);
    assert.match(await tried({ auth: 'AAAA' }), /Invalid keys/);
    const id = await subscribe(eve, good);
    for (const each of [id, 999_999]) {
      const { status } = await world.as('dan').delete(`/heddle/push_subscriptions/${each}`);
      assert.equal(status, 400);
    }
    assert.equal((await eve.delete(`/heddle/push_subscriptions/${id}`)).status, 200);
    assert.deepEqual(await list(eve), []);
    assert.equal((await world.anonymous.get('/heddle/push_subscriptions')).status, 401);
  });
});

const notice: MessageNotice = {
  type: 'message',
  userId: 1,
  messageId: 2,
  sentAt: 3,
  isHidden: false,
  sender: { id: 4, fullName: 'Ada Quill' },
  recipient: { type: 'direct', userIds: [1, 4] },
  title: 'Ada Quill',
  body: '🧵'.repeat(200),
  labels: { reply: 'Reply', read: 'Mark as read', failed: 'Failed' },
};

test('The text of a notification is shortened until it fits, and nothing else is', () => {
  const write = (given: object) => given;
  const whole = JSON.stringify(notice);
  assert.equal(fitJson(notice, Buffer.byteLength(whole), write).toString(), whole);
  for (const largest of [900, 600, 400, 290, 0]) {
    const json = fitJson(notice, largest, write);
    const { body, ...rest } = JSON.parse(json.toString()) as MessageNotice;
    assert.ok(json.length <= Math.max(largest, 290), `${json.length} bytes of ${largest}`);
    assert.match(body, /^(?:🧵)*…$/u);
    assert.deepEqual({ ...rest, body: notice.body }, notice);
  }
  const removal = { type: 'remove', messageIds: [1, 2, 3] } as const;
  assert.equal(fitJson(removal, 10, write).toString(), JSON.stringify(removal));
});
