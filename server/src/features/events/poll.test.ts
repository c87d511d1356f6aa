import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const never = 'ffffffff-0000-0000-0000-000000000000';

onBothEngines('A poll', (engine) => {
  test('A poll with dont_block responds immediately', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    assert.deepEqual(await queue.after(queue.start), []);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    const { json } = await queue.poll(queue.start);
    assert.equal(json.queue_id, queue.id);
    assert.deepEqual(getContents(json.events), ['soup']);
  });

  test('A poll waits for an event and returns just that', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    await say(world, 'cleo', 'design', 'secret', 'not for Eve');
    await sendDirect(world, 'dan', ['eve'], 'psst');
    const { status, json } = await held;
    assert.equal(status, 200);
    assert.equal(json.queue_id, queue.id);
    assert.deepEqual(getContents(json.events), ['psst']);
  });

  test('A poll responds immediately when there are events', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    const { json } = await queue.hold(queue.start);
    assert.deepEqual(getContents(json.events), ['soup']);
  });

  test('A poll gets a heartbeat when nothing happens, whose ID loses no event', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    world.app.hub.heartbeat = { least: 20, most: 30 };
    const queue = await openQueue(world, 'eve');
    await say(world, 'cleo', 'design', 'secret', 'not for Eve');
    const [heartbeat, ...others] = (await queue.hold(queue.start)).json.events;
    assert.deepEqual(Object.keys(heartbeat).sort(), ['id', 'type']);
    assert.equal(heartbeat.type, 'heartbeat');
    assert.deepEqual(others, []);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    const [message, ...more] = await queue.after(heartbeat.id);
    assert.deepEqual(getContents(message ? [message] : []), ['soup']);
    assert.ok(message && message.id > heartbeat.id);
    assert.deepEqual(more, []);
  });

  test('A poll acknowledges events up to last_event_id', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    for (const content of ['one', 'two', 'three']) await say(world, 'dan', 'general', 'count', content);
    const [one, two, three] = await queue.after(queue.start);
    assert.ok(one && two && three && one.id < two.id && two.id < three.id);
    assert.deepEqual(getContents(await queue.after(one.id)), ['two', 'three']);
    assert.deepEqual(getContents(await queue.after(one.id)), ['two', 'three']);
    assert.deepEqual(await queue.after(three.id), []);
  });

  test('A repeated poll with an earlier ID returns identical bytes while the log has them', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve', { event_types: null, apply_markdown: true });
    await say(world, 'dan', 'general', 'lunch', '**soup** @**Eve Lindqvist**');
    await sendDirect(world, 'dan', ['eve', 'cleo'], '`psst` 🍜');
    const first = await queue.textAfter(queue.start);
    const { events }: { events: { id: number }[] } = JSON.parse(first);
    assert.equal(await queue.textAfter(queue.start), first);
    assert.deepEqual(await queue.after(events.at(-1)?.id ?? 0), []);
    assert.equal(await queue.textAfter(queue.start), first);
    await world.restart();
    assert.equal(await queue.textAfter(queue.start), first);
  });

  test('A poll for trimmed events gets BAD_EVENT_QUEUE_ID', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    const [soup] = await queue.after(queue.start);
    await queue.after(soup?.id ?? 0);
    await world.app.keeper.round(Date.now());
    const { status, json } = await queue.poll(queue.start);
    assert.equal(status, 400);
    assert.equal(json.code, 'BAD_EVENT_QUEUE_ID');
    assert.equal(json.queue_id, queue.id);
    assert.deepEqual(await queue.after(soup?.id ?? 0), []);
  });

  test('A poll ends another one on the same queue', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    const first = queue.hold(queue.start);
    await queue.untilHeld();
    const second = queue.hold(queue.start);
    const { json } = await first;
    assert.deepEqual(json.events, [{ type: 'heartbeat', id: queue.start }]);
    await queue.untilHeld();
    await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.deepEqual(getContents((await second).json.events), ['soup']);
  });

  test('A poll aborted by its client is cleaned up and loses no events', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const giveUp = new AbortController();
    const query = { queue_id: queue.id, last_event_id: queue.start };
    const held = world.as('eve').get('/events', query, { signal: giveUp.signal });
    await queue.untilHeld();
    giveUp.abort();
    await assert.rejects(held);
    while (world.app.hub.get(queue.id)?.isHeld) await new Promise((resolve) => setTimeout(resolve, 2));
    await say(world, 'dan', 'general', 'lunch', 'soup');
    assert.deepEqual(getContents(await queue.after(queue.start)), ['soup']);
  });

  test('A poll with a last_event_id of -1 or 0 returns all unacknowledged events', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await say(world, 'dan', 'general', 'lunch', 'before the queue');
    const queue = await openQueue(world, 'eve');
    assert.deepEqual(await queue.after(0), []);
    await say(world, 'dan', 'general', 'lunch', 'soup');
    await say(world, 'dan', 'general', 'lunch', 'bread');
    const both = ['soup', 'bread'];
    for (const nothing of [0, -1]) assert.deepEqual(getContents(await queue.after(nothing)), both);
    for (const nothing of [0, -1]) {
      await world.restart();
      assert.deepEqual(getContents(await queue.after(nothing)), both);
    }
    const [soup] = await queue.after(0);
    assert.deepEqual(getContents(await queue.after(soup?.id ?? 0)), ['bread']);
  });

  test('A poll with a last_event_id of -1 or 0 is refused once events were acknowledged, and loses none', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    const [soup] = await queue.after(-1);
    await say(world, 'dan', 'general', 'lunch', 'bread');
    const seen = soup?.id ?? 0;
    assert.deepEqual(getContents(await queue.after(seen)), ['bread']);
    for (const last_event_id of [0, -1]) {
      const { status, json } = await world.as('eve').get('/events', { queue_id: queue.id, last_event_id });
      assert.deepEqual([status, json.code], [400, 'BAD_EVENT_QUEUE_ID']);
    }
    assert.deepEqual(getContents(await queue.after(seen)), ['bread']);
  });

  test('A poll without last_event_id is refused, and the queue keeps its events', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    const { status, json } = await world.as('eve').get('/events', { queue_id: queue.id, dont_block: true });
    assert.deepEqual([status, json.msg], [400, "Missing 'last_event_id' argument"]);
    assert.deepEqual(getContents(await queue.after(queue.start)), ['soup']);
  });

  test('A poll with an impossible last_event_id is refused, and the queue stays', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    for (const last_event_id of [-2, 1.5, 'soon', [1]]) {
      const query = { queue_id: queue.id, last_event_id, dont_block: true };
      const { status, json } = await world.as('eve').get('/events', query);
      assert.equal(status, 400, String(last_event_id));
      assert.equal(json.code, 'BAD_REQUEST');
    }
    assert.deepEqual(getContents(await queue.after(queue.start)), ['soup']);
  });

  test('A poll on another user’s queue is refused like one on a missing queue', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    for (const restart of [false, true]) {
      if (restart) await world.restart();
      for (const who of ['dan', 'ada'] as const)
        assert.deepEqual(await answerFor(world, who, queue.id), await answerFor(world, who, never));
    }
    assert.deepEqual(getContents(await queue.after(queue.start)), ['soup']);
  });

  test('A poll requires authentication', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'eve');
    const { status } = await world.anonymous.get('/events', { queue_id: queue.id, last_event_id: 0 });
    assert.equal(status, 401);
  });

  test('A poll responds when the server stops, and can be repeated after the restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    world.app.hub.endPolls();
    const [event] = (await held).json.events;
    assert.equal(event.type, 'heartbeat');
    await say(world, 'dan', 'general', 'lunch', 'soup');
    await world.restart();
    assert.deepEqual(getContents(await queue.after(event.id)), ['soup']);
  });
});

/** The responses to a poll and a deletion of a queue, without the requested id. */
async function answerFor(world: World, who: 'dan' | 'ada', id: string): Promise<unknown> {
  const polled = await world.as(who).get('/events', { queue_id: id, last_event_id: 0, dont_block: true });
  const deleted = await world.as(who).delete('/events', { queue_id: id });
  for (const { status, json } of [polled, deleted]) {
    assert.equal(status, 400);
    assert.equal(json.code, 'BAD_EVENT_QUEUE_ID');
    assert.equal(json.queue_id, id);
  }
  return JSON.parse(JSON.stringify([polled.json, deleted.json]).replaceAll(id, 'ID'));
}

onBothEngines('A deleted queue', (engine) => {
  test('A deleted queue is gone immediately and ends its long poll', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    assert.equal((await world.as('eve').delete('/events', { queue_id: queue.id })).status, 200);
    assert.equal((await held).json.events[0].type, 'heartbeat');
    for (const restart of [false, true]) {
      if (restart) await world.restart();
      assert.equal((await queue.poll(queue.start)).json.code, 'BAD_EVENT_QUEUE_ID');
    }
    const again = await world.as('eve').delete('/events', { queue_id: queue.id });
    assert.equal(again.json.code, 'BAD_EVENT_QUEUE_ID');
  });

  test('A queue can be deleted after a restart before it was polled', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await world.restart();
    assert.equal((await world.as('eve').delete('/events', { queue_id: queue.id })).status, 200);
    assert.equal((await queue.poll(queue.start)).json.code, 'BAD_EVENT_QUEUE_ID');
  });
});
