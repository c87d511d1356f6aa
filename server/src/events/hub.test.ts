import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { contentsOf, openQueue } from '../../../tests/support/queue.ts';
import { say } from '../../../tests/support/talk.ts';
import { makeWorld } from '../../../tests/support/world.ts';
import { announceRestart } from './announce-restart.ts';
import { openObject, registerEncoder } from './encode.ts';

/** An event that a defect keeps from one reader. */
let cannotRead = 0;
registerEncoder('restart', ({ event }, { userId }) => {
  if (userId === cannotRead) throw new Error('a defect');
  return openObject(event);
});

onBothEngines('An event that cannot be given to one client', (engine) => {
  test('is given to the others, and does not make its cause fail', async (t) => {
    const world = await makeWorld(t, engine);
    cannotRead = world.people.eve.id;
    const all = { event_types: ['message', 'restart'] };
    const queues = [await openQueue(world, 'eve', all), await openQueue(world, 'dan', all)] as const;
    const [eve, dan] = queues;
    const held = [eve.hold(eve.start), dan.hold(dan.start)] as const;
    for (const queue of queues) await queue.untilHeld();
    await announceRestart(world.heddle, 'one');
    await announceRestart(world.heddle, 'two');
    assert.deepEqual(
      (await held[1]).json.events.map((event: { type: string }) => event.type),
      ['restart'],
    );
    assert.equal((await held[0]).json.events[0].type, 'heartbeat');
    assert.equal((await eve.poll(eve.start)).status, 500);

    await say(world, 'ben', 'general', 'lunch', 'soup');
    const [, soup] = await dan.after(dan.start);
    assert.deepEqual(contentsOf(soup ? [soup] : []), ['soup']);
    cannotRead = 0;
    assert.equal((await eve.after(eve.start)).length, 2);
  });
});
