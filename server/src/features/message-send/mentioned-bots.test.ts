import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { groupId } from '../../../../tests/support/change.ts';
import type { Account, Params, Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const mention = 'Hello @**The Weaver**';

async function done(reply: Promise<Reply>): Promise<void> {
  const { status, json } = await reply;
  assert.equal(status, 200, json.msg);
}

const listenAs = (world: World, bot: Account, params: Params = {}) =>
  listen(world.as(bot), { event_types: ['message', 'update_message'], fetch_event_types: [], ...params });

async function read(world: World, bot: Account, narrow: unknown[]) {
  const query = { anchor: 'newest', num_before: 10, num_after: 0, narrow };
  const { status, json } = await world.as(bot).get('/messages', query);
  assert.equal(status, 200, json.msg);
  return (json.messages as { id: number; flags: string[] }[]).map(({ id, flags }) => [id, flags]);
}

const isMentioned = [{ operator: 'is', operand: 'mentioned' }];

onBothEngines('Bots mentioned outside their channels', (engine) => {
  test('A mentioned bot outside the channel gets the flag in the event, in the history and in the mention narrow', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const ear = await listenAs(world, bot, { apply_markdown: true });
    await say(world, 'eve', 'lounge', 'looms', 'not for the bot');
    const id = await say(world, 'eve', 'lounge', 'looms', mention);
    const events = await ear.received();
    assert.deepEqual(
      events.map(({ type, message, flags }) => [type, message.id, message.content, flags]),
      [['message', id, events[0]?.message.content, ['mentioned']]],
    );
    assert.match(events[0]?.message.content as string, /user-mention/);
    const flags = ['mentioned'];
    assert.deepEqual(await read(world, bot, isMentioned), [[id, flags]]);
    assert.deepEqual((await read(world, bot, [{ operator: 'channel', operand: 'lounge' }])).at(-1), [
      id,
      flags,
    ]);
    const one = await world.as(bot).get(`/messages/${id}`);
    assert.deepEqual(one.json.message.flags, flags);
  });

  test('A mentioned bot outside the channel gets the event after a restart too, without being subscribed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const { json: queue } = await world.as(bot).post('/register', { event_types: ['message'] });
    const id = await say(world, 'eve', 'lounge', 'looms', mention);
    await world.restart();
    const query = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true };
    const { json } = await world.as(bot).get('/events', query);
    assert.deepEqual(
      (json.events as { message: { id: number }; flags: string[] }[]).map((one) => [
        one.message.id,
        one.flags,
      ]),
      [[id, ['mentioned']]],
    );
    const { json: lists } = await world.as(bot).post('/register', { fetch_event_types: ['subscription'] });
    assert.deepEqual([lists.subscriptions, lists.unsubscribed], [[], []]);
    await world.as('ada').delete(`/bots/${bot.id}`);
    await world.as('ada').post(`/users/${bot.id}/reactivate`);
    const { json: back } = await world
      .as('ada')
      .get(`/users/${bot.id}/subscriptions/${world.channels.lounge}`);
    assert.equal(back.is_subscribed, false);
  });

  test('A mentioned bot outside the channel reaches the state of a new registration by its events', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const client = await replay(world.as(bot));
    await say(world, 'eve', 'lounge', 'looms', `${mention} @**all**`);
    await client.holds();
  });

  test('A mentioned bot outside the channel has the message unread until it reads it, also after a move', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const unread = async () => {
      const asked = { event_types: [], fetch_event_types: ['message', 'update_message_flags'] };
      const { json } = await world.as(bot).post('/register', asked);
      const isUnread = [{ operator: 'is', operand: 'unread' }];
      const { streams, mentions } = json.unread_msgs as {
        streams: { unread_message_ids: number[] }[];
        mentions: number[];
      };
      const ids = streams.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b);
      assert.deepEqual(mentions, ids);
      assert.deepEqual(
        (await read(world, bot, isUnread)).map(([id]) => id),
        ids,
      );
      return ids;
    };
    const first = await say(world, 'eve', 'lounge', 'looms', mention);
    const second = await say(world, 'eve', 'lounge', 'wheels', mention);
    assert.deepEqual(await unread(), [first, second]);
    await done(world.as('ada').patch(`/messages/${first}`, { stream_id: world.channels.general }));
    assert.deepEqual(await unread(), [first, second]);
    const ear = await listenAs(world, bot, { event_types: ['update_message_flags'] });
    await done(world.as(bot).post('/messages/flags', { messages: [first], op: 'add', flag: 'read' }));
    assert.deepEqual(
      (await ear.received()).map(({ op, flag, messages }) => [op, flag, messages]),
      [['add', 'read', [first]]],
    );
    assert.deepEqual(await unread(), [second]);
    await done(world.as(bot).post('/mark_all_as_read'));
    assert.deepEqual(await unread(), []);
    const flags = ['read', 'mentioned'];
    assert.deepEqual(await read(world, bot, isMentioned), [
      [first, flags],
      [second, flags],
    ]);
  });

  test('A mentioned bot outside the channel has the message unread through subscribing and unsubscribing, until it reads it', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const isUnread = [{ operator: 'is', operand: 'unread' }];
    const unread = async () => (await read(world, bot, isUnread)).map(([id]) => id);
    const first = await say(world, 'eve', 'lounge', 'looms', mention);
    const second = await say(world, 'eve', 'general', 'looms', mention);
    const ear = await listenAs(world, bot, { event_types: ['update_message_flags'] });
    const [lounge, general] = [[{ name: 'lounge' }], [{ name: 'general' }]];
    await done(world.as(bot).post('/users/me/subscriptions', { subscriptions: lounge }));
    const principals = [bot.id];
    await done(world.as('dan').post('/users/me/subscriptions', { subscriptions: general, principals }));
    assert.deepEqual(await unread(), [first, second]);
    await done(world.as(bot).delete('/users/me/subscriptions', { subscriptions: ['lounge'] }));
    assert.deepEqual(await unread(), [first, second]);
    await done(world.as(bot).post('/users/me/subscriptions', { subscriptions: lounge }));
    assert.deepEqual(await unread(), [first, second]);
    assert.deepEqual(await ear.received(), []);
    await done(world.as(bot).post('/messages/flags', { messages: [first], op: 'add', flag: 'read' }));
    assert.deepEqual(await unread(), [second]);
    await done(world.as(bot).delete('/users/me/subscriptions', { subscriptions: ['lounge'] }));
    await done(world.as(bot).post('/users/me/subscriptions', { subscriptions: lounge }));
    assert.deepEqual(await unread(), [second]);
  });

  test('A mentioned bot outside a private channel gets the message only if it can read the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const ear = await listenAs(world, bot);
    for (const channel of ['design', 'vault'] as const) await say(world, 'ada', channel, 't', mention);
    assert.deepEqual(await ear.received(), []);
    const group = { direct_members: [bot.id], direct_subgroups: [] };
    const old = await groupId(world, 'role:nobody');
    await done(
      world.as('ada').patch(`/streams/${world.channels.design}`, {
        can_subscribe_group: { new: group, old },
      }),
    );
    const id = await say(world, 'ada', 'design', 't', mention);
    assert.deepEqual(
      (await ear.received()).map((event) => [event.message.id, event.flags]),
      [[id, ['mentioned']]],
    );
    assert.deepEqual(await read(world, bot, isMentioned), [[id, ['mentioned']]]);
  });

  test('A bot outside the channel gets no message with a silent mention, a group mention or a wildcard mention', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const group = { name: 'weavers', description: '', members: [bot.id, world.people.eve.id] };
    await done(world.as('ada').post('/user_groups/create', group));
    const ear = await listenAs(world, bot);
    for (const content of ['@_**The Weaver**', '@*weavers*', '@**all**', '`@**The Weaver**`'])
      await say(world, 'eve', 'lounge', 't', content);
    assert.deepEqual(await ear.received(), []);
    assert.deepEqual(await read(world, bot, isMentioned), []);
  });

  test('A mentioned bot outside the channel keeps the mention through edits and gains none by them', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const [kept, gained] = [
      await say(world, 'eve', 'lounge', 't', mention),
      await say(world, 'eve', 'lounge', 't'),
    ];
    await done(world.as('eve').patch(`/messages/${kept}`, { content: `${mention} again` }));
    await done(world.as('eve').patch(`/messages/${gained}`, { content: mention }));
    assert.deepEqual(await read(world, bot, isMentioned), [[kept, ['mentioned']]]);
    await done(world.as('eve').patch(`/messages/${kept}`, { content: 'nobody' }));
    assert.deepEqual(await read(world, bot, isMentioned), []);
  });

  test('A mention outside the channel reaches neither users nor webhook bots', async (t) => {
    const world = await makeWorld(t, engine);
    const hook = await makeBot(world, 'dan', { bot_type: 3, payload_url: 'https://example.com/hook' });
    const [bot, dan] = [await listenAs(world, hook), await listenAs(world, world.people.dan)];
    await say(world, 'eve', 'lounge', 't', `${mention} @**Dan Ito**`);
    assert.deepEqual([await bot.received(), await dan.received()], [[], []]);
  });
});
