import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { announceRestart } from '../../app/start/announce-restart.ts';
import { openObject, type Encoder } from './encode.ts';
import { type AnyEventRule, organizationWide } from './event-rules.ts';

onBothEngines('A failing client', (engine) => {
  test('An event that fails for one client still reaches the others, and its request succeeds', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    let cannotRead = world.people.eve.id;
    const encode: Encoder = ({ event }, { userId }) => {
      if (userId === cannotRead) throw new Error('a defect');
      return openObject(event);
    };
    const rules = world.app.hub.rules as Map<string, AnyEventRule>;
    rules.set('restart', { ...organizationWide, encode });
    const all = { event_types: ['message', 'restart'] };
    const queues = [await openQueue(world, 'eve', all), await openQueue(world, 'dan', all)] as const;
    const [eve, dan] = queues;
    const held = [eve.hold(eve.start), dan.hold(dan.start)] as const;
    for (const queue of queues) await queue.untilHeld();
    await announceRestart(world.app, 'one');
    await announceRestart(world.app, 'two');
    assert.deepEqual(
      (await held[1]).json.events.map((event: { type: string }) => event.type),
      ['restart'],
    );
    assert.equal((await held[0]).json.events[0].type, 'heartbeat');
    assert.equal((await eve.poll(eve.start)).status, 500);

    await say(world, 'ben', 'general', 'lunch', 'soup');
    const [, soup] = await dan.after(dan.start);
    assert.deepEqual(getContents(soup ? [soup] : []), ['soup']);
    cannotRead = 0;
    assert.equal((await eve.after(eve.start)).length, 2);
  });
});

onBothEngines('Long polls', (engine) => {
  test('A long poll responds after the request that caused the event', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'ben');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    const answered: string[] = [];
    const note = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      if (request.socket.localPort === world.app.port) answered.push(`${request.method} ${request.url}`);
    };
    subscribe('http.server.response.finish', note);
    t.after(() => unsubscribe('http.server.response.finish', note));
    await say(world, 'ben', 'general', 'lunch', 'soup');
    assert.deepEqual(getContents((await held).json.events), ['soup']);
    assert.deepEqual(
      answered.map((call) => call.split('?')[0]),
      ['POST /api/v1/messages', 'GET /api/v1/events'],
    );
  });

  test('A long poll that times out returns events committed meanwhile', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { hub } = world.app;
    for (const end of ['by itself', 'with the server'] as const) {
      const queue = await openQueue(world, 'eve', { event_types: ['restart'] });
      const held = queue.hold(queue.start);
      await queue.untilHeld();
      await emitRestart(world);
      const living = hub.get(queue.id);
      assert.ok(living);
      if (end === 'by itself') hub.endPoll(living);
      else hub.endPolls();
      assert.equal((await held).json.events[0].type, 'restart');
    }
  });
});

/** Resolves as soon as it is stored. */
const emitRestart = ({ app, orgId }: World): Promise<void> =>
  app.db.write(orgId, 'system', (tx) => {
    const version = { zulip_version: '1', zulip_merge_base: '1', zulip_feature_level: 1 };
    tx.emit({ type: 'restart', ...version, server_generation: 1 }, { everyone: true });
    return Promise.resolve();
  });
