import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelName } from '../../../../tests/support/cast.ts';
import { addMembers } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getContents, openQueue, type TestQueue } from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { sendMessage } from '../message-send/send.ts';
import { beginMemberships, endMemberships } from '../../core/channels/membership.ts';

const join = (world: World, who: Name, channel: ChannelName): Promise<void> =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    beginMemberships(tx, [{ userId: world.people[who].id, channelId: world.channels[channel] }]),
  );

const leave = (world: World, who: Name, channel: ChannelName): Promise<void> =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    endMemberships(tx, [{ userId: world.people[who].id, channelId: world.channels[channel] }]),
  );

/** What a queue has received from its start, live, and then from its row and the log. */
async function received(world: World, queues: readonly TestQueue[]): Promise<string[][]> {
  const live = await Promise.all(queues.map(async (queue) => getContents(await queue.after(queue.start))));
  await world.restart();
  const rebuilt = await Promise.all(queues.map(async (queue) => getContents(await queue.after(queue.start))));
  assert.deepEqual(rebuilt, live, 'a rebuilt queue has other events than it had before');
  return live;
}

onBothEngines('A message', (engine) => {
  test('A message event reaches its recipients and nobody else', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queues = await Promise.all(names.map((name) => openQueue(world, name)));
    await say(world, 'ada', 'general', 'x', 'to general');
    await say(world, 'ada', 'design', 'x', 'to design');
    await say(world, 'ada', 'vault', 'x', 'to vault');
    await say(world, 'eve', 'lounge', 'x', 'to lounge');
    await sendDirect(world, 'dan', ['gus'], 'dan to gus');
    await sendDirect(world, 'dan', ['gus', 'ben'], 'dan to gus and ben');
    await sendDirect(world, 'eve', ['eve'], 'eve to herself');
    const all = await received(world, queues);
    assert.deepEqual(Object.fromEntries(names.map((name, i) => [name, all[i]])), {
      ada: ['to general', 'to design', 'to vault', 'to lounge'],
      ben: ['to general', 'dan to gus and ben'],
      cleo: ['to general', 'to design'],
      dan: ['to general', 'to design', 'to vault', 'dan to gus', 'dan to gus and ben'],
      eve: ['to general', 'to lounge', 'eve to herself'],
      gus: ['to general', 'dan to gus', 'dan to gus and ben'],
    });
  });

  test('A message event from before a subscription does not reach the new subscriber', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await say(world, 'ada', 'design', 'x', 'before');
    await join(world, 'eve', 'design');
    await say(world, 'ada', 'design', 'x', 'after');
    assert.deepEqual(await received(world, [queue]), [['after']]);
  });

  test('A message event from before an unsubscription from a public channel is delivered, and none from after', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'eve');
    await say(world, 'ada', 'lounge', 'x', 'before');
    await leave(world, 'eve', 'lounge');
    await say(world, 'ada', 'lounge', 'x', 'after');
    assert.deepEqual(await received(world, [queue]), [['before']]);
  });

  test('A message event of a private channel is not delivered after an unsubscription', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queue = await openQueue(world, 'cleo');
    await say(world, 'ada', 'design', 'x', 'before');
    await leave(world, 'cleo', 'design');
    await say(world, 'ada', 'design', 'x', 'after');
    assert.deepEqual(await received(world, [queue]), [[]]);
  });

  test('A message event reaches the subscribers at its time, even if they change in the same commit', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queues = await Promise.all(
      (['cleo', 'dan', 'eve', 'gus'] as const).map((name) => openQueue(world, name)),
    );
    const cache = await world.app.organizations.cache(world.orgId);
    const user = cache.users.get(world.people.ada.id);
    assert.ok(user);
    const ada = { id: user.id, orgId: world.orgId, user, cache };
    const speak = (content: string) =>
      sendMessage(
        world.app,
        ada,
        { type: 'channel', to: world.channels.design, topic: 'x', content },
        'test',
      );
    await Promise.all([
      speak('1'),
      join(world, 'eve', 'design'),
      speak('2'),
      leave(world, 'cleo', 'design'),
      leave(world, 'eve', 'design'),
      speak('3'),
      join(world, 'cleo', 'design'),
      speak('4'),
      leave(world, 'dan', 'design'),
      join(world, 'dan', 'design'),
      speak('5'),
      join(world, 'gus', 'design'),
    ]);
    const [cleo, dan, eve, gus] = await received(world, queues);
    assert.deepEqual(cleo, ['1', '2', '4', '5']);
    assert.deepEqual(dan, ['1', '2', '3', '4', '5']);
    assert.deepEqual(eve, [], 'she is not in the channel any more');
    assert.deepEqual(gus, []);
  });

  test('A message event in a public channel reaches queues with all_public_streams, but not those of guests', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const all = { all_public_streams: true };
    const queues = [
      await openQueue(world, 'dan'),
      await openQueue(world, 'dan', all),
      await openQueue(world, 'gus', all),
    ];
    await say(world, 'eve', 'lounge', 'x', 'to lounge');
    await say(world, 'ada', 'vault', 'x', 'to vault');
    await sendDirect(world, 'ada', ['eve'], 'to eve');
    assert.deepEqual(await received(world, queues), [['to vault'], ['to lounge', 'to vault'], []]);
  });

  test('A message event in a private channel does not reach an unsubscribed administrator', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const queues = [await openQueue(world, 'ben', { all_public_streams: true })];
    await say(world, 'cleo', 'design', 'x', 'to design');
    await addMembers(world, world.channels.design, [world.people.ben.id]);
    assert.deepEqual(await received(world, queues), [[]]);
  });
});
