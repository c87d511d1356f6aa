import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { getFlags, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const path = '/users/me/alert_words';
const add = (world: World, who: Name, alert_words: unknown) => world.as(who).post(path, { alert_words });

onBothEngines('Alert words', (engine) => {
  test('Alert words are added once, listed, emitted and removed in any case', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'dan', { event_types: ['alert_words'] });
    assert.deepEqual((await add(world, 'dan', [' Soup ', 'stew', '', 'soup'])).json.alert_words, [
      'soup',
      'stew',
    ]);
    assert.deepEqual((await add(world, 'dan', ['STEW'])).json.alert_words, ['soup', 'stew']);
    const { json } = await world.as('dan').delete(path, { alert_words: ['SOUP', 'none'] });
    assert.deepEqual(json.alert_words, ['stew']);
    assert.deepEqual((await world.as('dan').get(path)).json.alert_words, ['stew']);
    assert.deepEqual((await world.as('eve').get(path)).json.alert_words, []);
    const { json: state } = await world.as('dan').post('/register', { fetch_event_types: ['alert_words'] });
    assert.deepEqual(state.alert_words, ['stew']);
    const lists = (await queue.after(queue.start)).map((event) => event.alert_words);
    assert.deepEqual(lists, [['soup', 'stew'], ['stew']]);
  });

  test('Alert words that are too long or not a list are refused entirely', async (t) => {
    const world = await makeWorld(t, engine);
    const long = await add(world, 'dan', ['fine', 'x'.repeat(101)]);
    assert.deepEqual(
      [long.status, long.json.msg],
      [400, 'alert_words[1] is too long (limit: 100 characters)'],
    );
    assert.equal((await add(world, 'dan', 'soup')).status, 400);
    assert.equal((await add(world, 'dan', [1])).status, 400);
    assert.equal((await add(world, 'dan', undefined)).status, 400);
    const many = Array.from({ length: 1001 }, (_, at) => `w${at}`);
    assert.equal((await add(world, 'dan', many)).json.msg, 'At most 1000 alert words can be set.');
    assert.deepEqual((await world.as('dan').get(path)).json.alert_words, []);
  });

  test('Alert words set the flag for recipients in events, in the history and in searches', async (t) => {
    const world = await makeWorld(t, engine);
    await add(world, 'dan', ['soup']);
    await add(world, 'eve', ['hot soup']);
    await add(world, 'gus', ['soup']);
    const queue = await openQueue(world, 'dan');
    const hit = await say(world, 'ada', 'general', 'lunch', 'Is there SOUP?');
    const miss = await say(world, 'ada', 'general', 'lunch', 'Is there soupspoon?');
    const secret = await say(world, 'ada', 'vault', 'lunch', 'hot soup');
    const direct = await sendDirect(world, 'ada', ['dan'], 'soup!');
    const flags = (await queue.after(queue.start)).map((event) => event.flags);
    const alert = ['has_alert_word'];
    assert.deepEqual(flags, [alert, [], alert, alert]);
    for (const [who, id, expected] of [
      ['dan', hit, alert],
      ['dan', miss, []],
      ['dan', secret, alert],
      ['dan', direct, alert],
      ['gus', hit, alert],
      ['eve', hit, []],
    ] as const)
      assert.deepEqual(await getFlags(world, who, id), expected);
    const { json } = await world.as('dan').get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [['is', 'alerted']],
    });
    assert.deepEqual(
      json.messages.map(({ id }: { id: number }) => id),
      [hit, secret, direct],
    );
  });

  test('Alert words are applied again when a message is edited, for current recipients', async (t) => {
    const world = await makeWorld(t, engine);
    await add(world, 'dan', ['soup']);
    await add(world, 'gus', ['stew']);
    await add(world, 'eve', ['stew']);
    const id = await say(world, 'ada', 'general', 'lunch', 'soup');
    const direct = await sendDirect(world, 'ada', ['dan', 'eve'], 'soup');
    const queue = await openQueue(world, 'gus', { event_types: ['update_message'] });
    for (const message of [id, direct])
      assert.equal((await world.as('ada').patch(`/messages/${message}`, { content: 'stew' })).status, 200);
    const flagged = async (message: number, who: Name) =>
      (await getFlags(world, who, message)).includes('has_alert_word');
    assert.deepEqual([await flagged(id, 'dan'), await flagged(id, 'gus')], [false, true]);
    assert.deepEqual([await flagged(direct, 'dan'), await flagged(direct, 'eve')], [false, true]);
    const notified = await queue.after(queue.start);
    assert.deepEqual(
      notified.map(({ message_id, flags }) => [message_id, flags]),
      [[id, ['has_alert_word']]],
    );
    assert.equal((await world.as('ada').patch(`/messages/${id}`, { topic: 'dinner' })).status, 200);
    assert.equal(await flagged(id, 'gus'), true, 'a move says nothing new');
  });

  test('Removed alert words set no flags any more, and the index survives a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await add(world, 'dan', ['soup', 'stew']);
    await say(world, 'ada', 'general', 'lunch', 'soup');
    await world.as('dan').delete(path, { alert_words: ['soup'] });
    assert.deepEqual(await getFlags(world, 'dan', await say(world, 'ada', 'general', 'lunch', 'soup')), []);
    await world.restart();
    const id = await say(world, 'ada', 'general', 'lunch', 'stew');
    assert.deepEqual(await getFlags(world, 'dan', id), ['has_alert_word']);
  });
});
