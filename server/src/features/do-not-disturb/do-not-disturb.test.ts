import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupId } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { pushService } from '../../../../tests/support/services/push-service.ts';
import { listenAs, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { notifier } from '../notifications/notifier.ts';

const path = '/heddle/do_not_disturb';
const minute = 60_000;
const nights = { days: [1, 2, 3, 4, 5], from: 22 * 60, to: 7 * 60 };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

async function set(world: World, who: Name, params: Params): Promise<void> {
  const { status, json } = await world.as(who).patch(path, params);
  assert.equal(status, 200, json.msg);
}

async function fetchState(world: World, who: Name): Promise<{ user_id: number }[]> {
  const given = { fetch_event_types: ['heddle_do_not_disturb'] };
  const { json } = await world.as(who).post('/register', given);
  return json.heddle_do_not_disturb as { user_id: number }[];
}

async function later(world: World, ms: number): Promise<void> {
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + ms);
}

onBothEngines('Do not disturb', (engine) => {
  test('A pause and quiet hours are set one by one, and others see them', async (t) => {
    const world = await makeWorld(t, engine);
    const { id: user_id } = world.people.eve;
    const queue = await listenAs(world, 'dan', { event_types: ['heddle_do_not_disturb'] });
    const until = inAnHour();
    await set(world, 'eve', { quiet_hours: [nights] });
    await set(world, 'eve', { until });
    const expected = { user_id, until, quiet_hours: [nights] };
    assert.deepEqual(await fetchState(world, 'dan'), [expected]);
    await set(world, 'eve', { quiet_hours: [] });
    await set(world, 'eve', { until: until - 7200 });
    assert.deepEqual(await fetchState(world, 'dan'), [], 'a pause in the past is none');
    const events = await queue.received();
    assert.deepEqual(
      events.map((event: { until: number | null; quiet_hours: unknown[] }) => [
        event.until,
        event.quiet_hours.length,
      ]),
      [
        [null, 1],
        [until, 1],
        [until, 0],
        [null, 0],
      ],
    );
  });

  test('Guests who do not know a person do not see it, and bad times, bots and visitors are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const change = { can_access_all_users_group: { new: await groupId(world, 'role:members') } };
    assert.equal((await world.as('ada').patch('/realm', change)).status, 200);
    await world.as('ben').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    await set(world, 'ben', { until: inAnHour() });
    assert.equal((await fetchState(world, 'dan')).length, 1);
    assert.deepEqual(await fetchState(world, 'gus'), []);
    for (const quiet_hours of [
      [{ ...nights, from: 1440 }],
      [{ ...nights, days: [0] }],
      [{ ...nights, to: -1 }],
      [{ from: 1, to: 2 }],
      Array.from({ length: 21 }, () => nights),
      'at night',
    ])
      assert.equal((await world.as('eve').patch(path, { quiet_hours })).status, 400);
    for (const until of [100_000_000_001, Number.MAX_SAFE_INTEGER, 1.5, 'tonight'])
      assert.equal((await world.as('eve').patch(path, { until, quiet_hours: [nights] })).status, 400);
    assert.equal((await fetchState(world, 'dan')).length, 1);
    const bot = world.as(await makeBot(world, 'dan'));
    assert.equal((await bot.patch(path, { until: inAnHour() })).status, 400);
    assert.equal((await world.anonymous.patch(path, { until: inAnHour() })).status, 401);
    await set(world, 'eve', { until: inAnHour() });
    const actions = { actions: { delete_profile: true } };
    assert.equal((await world.as('ada').delete(`/users/${world.people.eve.id}`, actions)).status, 200);
    assert.ok(!(await fetchState(world, 'dan')).some(({ user_id: id }) => id === world.people.eve.id));
  });

  test('Emails and push notifications wait for its end, and are not sent of what was read by then', async (t) => {
    const config = { reachableNetworks: '127.0.0.0/8' };
    const world = await makeWorld(t, engine, { alone: true, config });
    const service = await pushService(t);
    const eve = world.as('eve');
    assert.equal((await eve.post('/heddle/push_subscriptions', { ...service.subscribe() })).status, 200);
    await set(world, 'eve', { until: inAnHour() });
    const read = await sendDirect(world, 'dan', ['eve'], 'read meanwhile');
    await sendDirect(world, 'ada', ['eve'], 'unread');
    await later(world, 3 * minute);
    assert.deepEqual([service.received.length, (await emailsTo(world, 'eve@example.com')).length], [0, 0]);
    await eve.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await set(world, 'eve', { until: null });
    await later(world, minute);
    const said = service.received.map(({ json }) => (json as { body?: string }).body);
    assert.deepEqual(said, ['unread']);
    await later(world, 10 * minute);
    assert.equal((await emailsTo(world, 'eve@example.com')).length, 1);
  });

  test('The details of a notification name a pause or quiet hours that were on when it was decided', async (t) => {
    const world = await makeWorld(t, engine);
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }];
    const until = inAnHour();
    await set(world, 'eve', { until });
    await set(world, 'gus', { quiet_hours: always });
    const held = await sendDirect(world, 'dan', ['eve', 'gus', 'ada']);
    await notifier(world.app).catchUp();
    await set(world, 'eve', { until: null });
    const after = await sendDirect(world, 'dan', ['eve']);
    await notifier(world.app).catchUp();
    const explain = async (who: Name, id: number) =>
      (await world.as(who).get(`/heddle/notifications/${id}`)).json;
    const paused = await explain('eve', held);
    assert.deepEqual([paused.obstacle, paused.quiet, paused.quiet_until], [null, 'paused', until]);
    assert.match(paused.explanation, /Do not disturb was on/);
    const night = await explain('gus', held);
    assert.equal(night.quiet, 'quiet_hours');
    assert.ok(night.quiet_until > until);
    for (const [who, id] of [
      ['ada', held],
      ['dan', held],
      ['eve', after],
    ] as const) {
      const { quiet, quiet_until } = await explain(who, id);
      assert.deepEqual([quiet, quiet_until], [null, null], who);
    }
  });

  test('However many messages wait for its end, one job does, also when it is put off', async (t) => {
    const config = { reachableNetworks: '127.0.0.0/8' };
    const world = await makeWorld(t, engine, { alone: true, config });
    const service = await pushService(t);
    assert.equal(
      (await world.as('eve').post('/heddle/push_subscriptions', { ...service.subscribe() })).status,
      200,
    );
    await set(world, 'eve', { until: inAnHour() - 3500 });
    const countJobs = async () =>
      (await world.app.db.read.q.selectFrom('job').select('id').where('kind', '=', 'pushMissed').execute())
        .length;
    const ids: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      ids.push(await sendDirect(world, 'dan', ['eve'], `word ${n}`));
      await later(world, minute / 2);
      assert.equal(await countJobs(), 1);
    }
    // The job of the first message sends the others too, also if that one has been read.
    await world.as('eve').post('/messages/flags', { messages: ids.slice(0, 1), op: 'add', flag: 'read' });
    await set(world, 'eve', { until: inAnHour() });
    await later(world, 3 * minute);
    assert.deepEqual([await countJobs(), service.received.length], [1, 0]);
    await set(world, 'eve', { until: null });
    await later(world, minute);
    const said = service.received.map(({ json }) => (json as { body?: string }).body);
    assert.deepEqual(said.toSorted(), ['word 2', 'word 3', 'word 4']);
  });

  test('What waits for quiet hours is sent when the person moves to where they are over', async (t) => {
    const config = { reachableNetworks: '127.0.0.0/8' };
    const world = await makeWorld(t, engine, { alone: true, config });
    const service = await pushService(t);
    const eve = world.as('eve');
    assert.equal((await eve.post('/heddle/push_subscriptions', { ...service.subscribe() })).status, 200);
    const minutes = Math.floor(Date.now() / minute) % 1440;
    const [from, to] = [(minutes + 1380) % 1440, (minutes + 60) % 1440];
    assert.equal((await eve.patch('/settings', { timezone: 'UTC' })).status, 200);
    await set(world, 'eve', { quiet_hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }] });
    await sendDirect(world, 'dan', ['eve'], 'unread');
    await later(world, minute);
    assert.equal(service.received.length, 0);
    assert.equal((await eve.patch('/settings', { timezone: 'Asia/Tokyo' })).status, 200);
    await later(world, minute);
    assert.equal(service.received.length, 1);
  });
});
