import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, listenAs, say, sendDirect, getUnread } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const change = (world: World, who: Name, params: Record<string, unknown>) =>
  world.as(who).post('/messages/flags/narrow', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow: [],
    op: 'add',
    flag: 'read',
    ...params,
  });

async function processed(world: World, who: Name, params: Record<string, unknown>) {
  const { status, json } = await change(world, who, params);
  assert.equal(status, 200, json.msg);
  const { result: _, msg: __, ...response } = json;
  return response;
}

onBothEngines('Flag changes by narrow', (engine) => {
  test('Marking a topic as read by narrow is one step with one event', async (t) => {
    const world = await makeWorld(t, engine);
    const first = await say(world, 'ada', 'general', 'plans');
    const other = await say(world, 'ada', 'general', 'lunch');
    const own = await say(world, 'dan', 'general', 'plans');
    const last = await say(world, 'ada', 'general', 'plans');
    const dan = await listenAs(world, 'dan');
    const narrow = [
      { operator: 'channel', operand: world.channels.general },
      { operator: 'topic', operand: 'plans' },
    ];
    assert.deepEqual(await processed(world, 'dan', { narrow }), {
      processed_count: 3,
      updated_count: 2,
      first_processed_id: first,
      last_processed_id: last,
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    });
    const [event, ...more] = await dan.received();
    assert.deepEqual(event.messages, [first, last]);
    assert.deepEqual(more, []);
    assert.deepEqual(await getFlags(world, 'dan', own), ['read']);
    assert.deepEqual((await getUnread(world, 'dan')).streams[0].unread_message_ids, [other]);
  });

  test('A flag change without a narrow changes nothing and names the missing parameter', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'plans');
    const { status, json } = await change(world, 'dan', { narrow: undefined });
    assert.deepEqual([status, json.code, json.var_name], [400, 'REQUEST_VARIABLE_MISSING', 'narrow']);
    assert.equal((await change(world, 'dan', { narrow: null })).status, 400);
    assert.deepEqual(await getFlags(world, 'dan', id), []);
    assert.equal((await change(world, 'dan', { narrow: [] })).status, 200);
    assert.deepEqual(await getFlags(world, 'dan', id), ['read']);
  });

  test('A flag change over a long range proceeds in batches', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = [];
    for (let at = 0; at < 5; at++) ids.push(await say(world, 'ada', 'general', 't'));
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const begin = await processed(world, 'dan', { narrow, num_after: 2 });
    assert.equal(begin.processed_count, 2);
    assert.equal(begin.found_newest, false);
    assert.equal(begin.last_processed_id, ids[1]);
    const next = await processed(world, 'dan', {
      narrow,
      anchor: begin.last_processed_id,
      include_anchor: false,
      num_after: 100,
    });
    assert.equal(next.first_processed_id, ids[2]);
    assert.equal(next.updated_count, 3);
    assert.equal(next.found_newest, true);
    assert.equal((await getUnread(world, 'dan')).count, 0);
    const nothing = await processed(world, 'dan', { narrow });
    assert.deepEqual(
      [nothing.processed_count, nothing.first_processed_id, nothing.last_processed_id],
      [0, null, null],
    );
  });

  test('Marking as unread from a message on changes what it can and reports the rest', async (t) => {
    const world = await makeWorld(t, engine);
    const anchor = await say(world, 'ada', 'general', 't');
    const outside = await say(world, 'ada', 'lounge', 't');
    const direct = await sendDirect(world, 'ada', ['dan']);
    await processed(world, 'dan', { narrow: [] });
    const inGeneral = await processed(world, 'dan', { anchor, op: 'remove' });
    assert.equal(inGeneral.updated_count, 2);
    const inLounge = await processed(world, 'dan', {
      narrow: [{ operator: 'channel', operand: 'lounge' }],
      op: 'remove',
    });
    assert.equal(inLounge.processed_count, 1);
    assert.equal(inLounge.updated_count, 0);
    assert.deepEqual(inLounge.ignored_because_not_subscribed_channels, [world.channels.lounge]);
    const unread = await getUnread(world, 'dan');
    assert.deepEqual(unread.streams[0].unread_message_ids, [anchor]);
    assert.deepEqual(unread.pms[0].unread_message_ids, [direct]);
    assert.deepEqual(await getFlags(world, 'dan', outside), ['read', 'historical']);
  });

  test('Stars can be set and removed by narrow', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = [await say(world, 'ada', 'general', 't'), await say(world, 'ada', 'general', 't')];
    assert.equal((await processed(world, 'dan', { flag: 'starred' })).updated_count, 2);
    assert.deepEqual(await getFlags(world, 'dan', ids[0] ?? 0), ['starred']);
    const starred = [{ operator: 'is', operand: 'starred' }];
    const taken = await processed(world, 'dan', { flag: 'starred', op: 'remove', narrow: starred });
    assert.equal(taken.updated_count, 2);
    assert.equal((await processed(world, 'dan', { flag: 'starred', narrow: starred })).processed_count, 0);
  });

  test('A flag change by narrow only affects visible messages', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'vault', 'gold');
    await sendDirect(world, 'ada', ['ben']);
    assert.equal((await processed(world, 'eve', {})).processed_count, 0);
    const vault = await change(world, 'eve', { narrow: [{ operator: 'channel', operand: 'vault' }] });
    assert.equal(vault.status, 400);
    assert.equal(vault.json.code, 'BAD_NARROW');
  });

  test('A flag change with contradictory parameters is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const anchor = await say(world, 'ada', 'general', 't');
    const both = await change(world, 'dan', { anchor, num_before: 1, include_anchor: false });
    assert.equal(both.json.msg, 'The anchor can only be excluded at an end of the range');
    assert.equal(
      (await change(world, 'dan', { flag: 'mentioned' })).json.msg,
      "Flag not editable: 'mentioned'",
    );
    assert.equal((await change(world, 'dan', { op: 'flip' })).status, 400);
    assert.equal((await change(world, 'dan', { num_after: -1 })).status, 400);
    assert.equal((await change(world, 'dan', { anchor: 'soon' })).status, 400);
    assert.equal((await change(world, 'dan', { narrow: [{ operator: 'x', operand: 'y' }] })).status, 400);
    assert.equal(
      (await processed(world, 'dan', { num_before: 1e9, num_after: 1e9, anchor })).processed_count,
      1,
    );
  });
});
