import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivate } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { keepLog } from '../../../../tests/support/log.ts';
import { getContents, openQueue, type TestQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../channels/membership.ts';

const minute = 60_000;
const organizationEvents = { event_types: ['realm'] };

/** Emits an event to everyone so many times, in one transaction. */
function announce(world: World, times: number, value = 'Weavers'): Promise<void> {
  return world.app.db.write(world.orgId, 'system', (tx) => {
    for (let i = 0; i < times; i++)
      tx.emit({ type: 'realm', op: 'update', property: 'name', value }, { everyone: true });
    return Promise.resolve();
  });
}

async function assertGone(queue: TestQueue, at = queue.start): Promise<void> {
  const { status, json } = await queue.poll(at);
  assert.equal(status, 400);
  assert.equal(json.code, 'BAD_EVENT_QUEUE_ID');
  assert.equal(json.queue_id, queue.id);
}

const queueRows = async (world: World): Promise<string[]> =>
  (await world.app.db.read.q.selectFrom('event_queue').select('id').execute()).map((row) => row.id);

const logLength = async (world: World): Promise<number> =>
  (await world.app.db.read.q.selectFrom('event_log').select('position').execute()).length;

onBothEngines('An event queue', (engine) => {
  test('An event queue holds 10,000 events and ends with one more', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve', organizationEvents);
    const other = await openQueue(world, 'eve');
    await announce(world, 10_000);
    assert.equal((await queue.after(queue.start)).length, 10_000);
    await announce(world, 1);
    await assertGone(queue);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.deepEqual(getContents(await other.after(other.start)), ['soup']);
    assert.deepEqual(await queueRows(world), [other.id]);
  });

  test('An event queue holds 8 MB and ends with more', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve', organizationEvents);
    const megabyte = 'x'.repeat(1024 * 1024);
    await announce(world, 7, megabyte);
    assert.equal((await queue.after(queue.start)).length, 7);
    await announce(world, 1, megabyte);
    await assertGone(queue);
  });

  test('An event queue gets room when its client acknowledges events', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve', organizationEvents);
    await announce(world, 7000);
    const last = (await queue.after(queue.start)).at(-1);
    assert.deepEqual(await queue.after(last?.id ?? 0), []);
    await announce(world, 7000);
    assert.equal((await queue.after(last?.id ?? 0)).length, 7000);
  });

  test('An event queue that outgrew its limits while the server was down is deleted', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve', organizationEvents);
    const other = await openQueue(world, 'eve', organizationEvents);
    await world.restart();
    await announce(world, 10_001);
    await assertGone(queue);
    await assertGone(queue);
    assert.deepEqual(await queueRows(world), [other.id]);
  });

  test('A user’s 101st event queue replaces the one idle longest', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const idle = await openQueue(world, 'eve');
    const held = await openQueue(world, 'eve');
    const poll = held.hold(held.start);
    await held.untilHeld();
    const others = [];
    for (let i = 2; i < 100; i++) others.push(await openQueue(world, 'eve'));
    const dans = await openQueue(world, 'dan');
    const newest = await openQueue(world, 'eve');
    await assertGone(idle);
    assert.deepEqual(await newest.after(newest.start), []);
    assert.deepEqual(await dans.after(dans.start), []);
    assert.equal((await queueRows(world)).length, 101);
    // The oldest of the others was polled since, so that the second one goes next.
    const [polled, second] = others;
    assert.ok(polled && second);
    const seenAt = ({ id }: TestQueue): number => world.app.hub.get(id)?.lastSeenAt ?? 0;
    do await polled.after(polled.start);
    while (seenAt(polled) <= seenAt(newest));
    await openQueue(world, 'eve');
    await assertGone(second);
    assert.deepEqual(await polled.after(polled.start), []);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.deepEqual(getContents((await poll).json.events), ['soup']);
  });

  test('An event queue that is replaced ends its long poll, and the next poll gets BAD_EVENT_QUEUE_ID', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queues = [];
    for (let i = 0; i < 100; i++) queues.push(await openQueue(world, 'eve'));
    const polls = queues.map((queue) => queue.hold(queue.start));
    for (const queue of queues) await queue.untilHeld();
    await openQueue(world, 'eve');
    const ended = await Promise.race(polls);
    assert.equal(ended.json.events[0].type, 'heartbeat');
    const gone = queues.filter(({ id }) => world.app.hub.get(id) === undefined);
    assert.equal(gone.length, 1);
    for (const queue of gone) await assertGone(queue);
    world.app.hub.endPolls();
    await Promise.all(polls);
  });

  test('The 101st event queue replaces another one also after a restart, before any poll', async (t) => {
    const kept = keepLog();
    const world = await makeWorld(t, engine, { log: kept.log });
    const queues = [];
    for (let i = 0; i < 100; i++) queues.push(await openQueue(world, 'eve'));
    await world.restart();
    const newest = await openQueue(world, 'eve');
    assert.deepEqual(await newest.after(newest.start), []);
    const [first, ...rest] = queues;
    assert.ok(first);
    await assertGone(first);
    for (const queue of rest.slice(0, 3)) assert.deepEqual(await queue.after(queue.start), []);
    assert.equal((await queueRows(world)).length, 100);
    const logged = kept.saying(/more event queues than it may have/);
    assert.deepEqual(
      logged.map(({ user, queues: ended }) => [user, ended]),
      [[world.people.eve.id, 1]],
    );
  });

  test('An event queue expires ten minutes after its client’s last request', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const now = Date.now();
    await world.app.keeper.round(now + 9 * minute);
    assert.deepEqual(await queue.after(queue.start), []);
    await world.app.keeper.round(now + 11 * minute);
    await assertGone(queue);
    assert.deepEqual(await queueRows(world), []);
  });

  test('An event queue lives as long as its client requested, up to a week', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const hours = await openQueue(world, 'eve', { idle_queue_timeout: 2 * 3600 });
    const mobile = await openQueue(world, 'eve', { idle_queue_timeout: 'mobile' });
    const week = await openQueue(world, 'eve', { idle_queue_timeout: 1e9 });
    const now = Date.now();
    await world.app.keeper.round(now + 119 * minute);
    assert.equal((await queueRows(world)).length, 3);
    await world.app.keeper.round(now + 121 * minute);
    assert.deepEqual((await queueRows(world)).sort(), [mobile.id, week.id].sort());
    await world.app.keeper.round(now + 13 * 60 * minute);
    assert.deepEqual(await queueRows(world), [week.id]);
    await world.app.keeper.round(now + 7 * 24 * 60 * minute + minute);
    assert.deepEqual(await queueRows(world), []);
    await assertGone(hours);
  });

  test('An event queue does not expire during a long poll', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    await world.app.keeper.round(Date.now() + 60 * minute);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.deepEqual(getContents((await held).json.events), ['soup']);
  });

  test('An event queue whose client does not return after a restart expires after a grace period', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await world.restart();
    const now = Date.now();
    await world.app.keeper.round(now + 9 * minute);
    assert.deepEqual(await queueRows(world), [queue.id]);
    await world.app.keeper.round(now + 21 * minute);
    assert.deepEqual(await queueRows(world), []);
  });

  test('An event queue of a deactivated user ends immediately', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    await deactivate(world, world.people.eve.id);
    assert.equal((await held).json.events[0].type, 'heartbeat');
    const { status, json } = await queue.poll(queue.start);
    assert.equal(status, 401);
    assert.equal(json.code, 'USER_DEACTIVATED');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.deepEqual(await queueRows(world), []);
  });
});

onBothEngines('The event log', (engine) => {
  test('The event log is trimmed up to the slowest queue', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const slow = await openQueue(world, 'eve');
    const fast = await openQueue(world, 'eve');
    for (const content of ['one', 'two', 'three']) await say(world, 'dan', 'general', 'count', content);
    const [one, , three] = await fast.after(fast.start);
    await fast.after(three?.id ?? 0);
    await slow.after(one?.id ?? 0);
    await world.app.keeper.round(Date.now());
    assert.deepEqual(getContents(await slow.after(one?.id ?? 0)), ['two', 'three']);
    await world.restart();
    await world.app.keeper.round(Date.now());
    assert.deepEqual(getContents(await slow.after(one?.id ?? 0)), ['two', 'three']);
    await slow.after(three?.id ?? 0);
    await world.app.keeper.round(Date.now());
    assert.equal(await logLength(world), 0);
  });

  test('The event log is empty without queues, however many events there are', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await announce(world, 12_000);
    await world.app.keeper.round(Date.now());
    assert.equal(await logLength(world), 0);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    await world.app.keeper.round(Date.now());
    assert.equal(await logLength(world), 0);
  });

  test('The event log keeps the events of a queue opened during trimming', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await announce(world, 6000);
    const [queue] = await Promise.all([openQueue(world, 'eve'), world.app.keeper.round(Date.now())]);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    await world.app.keeper.round(Date.now());
    await world.restart();
    assert.deepEqual(getContents(await queue.after(queue.start)), ['soup']);
  });

  test('The event log keeps unsubscriptions for an idle queue', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const sleeping = await openQueue(world, 'eve');
    await say(world, 'ada', 'lounge', 'plan', 'for Eve');
    const { channels, people } = world;
    await world.app.db.write(world.orgId, 'system', (tx) =>
      endMemberships(tx, [{ userId: people.eve.id, channelId: channels.lounge }]),
    );
    await say(world, 'ada', 'lounge', 'plan', 'not for Eve');
    await world.restart();
    const awake = await openQueue(world, 'dan');
    await awake.after(awake.start);
    await world.app.keeper.round(Date.now());
    assert.deepEqual(getContents(await sleeping.after(sleeping.start)), ['for Eve']);
  });
});
