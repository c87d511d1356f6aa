import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { getFlags, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

async function talk(world: World) {
  return {
    lunch: await say(world, 'ada', 'general', 'lunch'),
    unnamed: await say(world, 'ada', 'general', ''),
    design: await say(world, 'ada', 'design', 'lunch'),
    direct: await sendDirect(world, 'ada', ['dan']),
  };
}

onBothEngines('Marking all as read', (engine) => {
  test('Marking a topic, a channel or everything as read emits an event', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = await talk(world);
    const queue = await openQueue(world, 'dan', { event_types: ['update_message_flags'] });
    const stream_id = world.channels.general;
    const dan = world.as('dan');
    assert.equal((await dan.post('/mark_topic_as_read', { stream_id, topic_name: 'LUNCH' })).status, 200);
    assert.equal((await dan.post('/mark_stream_as_read', { stream_id })).status, 200);
    assert.deepEqual(await getFlags(world, 'dan', ids.design), []);
    const all = await dan.post('/mark_all_as_read');
    assert.deepEqual([all.status, all.json.complete], [200, true]);
    assert.equal((await dan.post('/mark_all_as_read')).json.complete, true);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map(({ op, flag, messages, all: isAll }) => [op, flag, messages, isAll]),
      [
        ['add', 'read', [ids.lunch], false],
        ['add', 'read', [ids.unnamed], false],
        ['add', 'read', [ids.design, ids.direct], false],
      ],
    );
    assert.deepEqual(await getFlags(world, 'cleo', ids.lunch), []);
  });

  test('Marking an inaccessible channel as read is refused and changes nothing', async (t) => {
    const world = await makeWorld(t, engine);
    const { lunch } = await talk(world);
    const other = await addOrganization(world);
    const { vault, lounge } = world.channels;
    await setChannel(world, lounge, { is_archived: 1 });
    for (const [who, stream_id] of [
      ['gus', vault],
      ['gus', other.channelId],
      ['gus', 999_999_999],
      ['ben', vault],
      ['eve', lounge],
    ] as const) {
      const { status, json } = await world.as(who).post('/mark_stream_as_read', { stream_id });
      assert.deepEqual([status, json.msg], [400, 'Invalid channel ID']);
      const given = { stream_id, topic_name: 'lunch' };
      assert.equal((await world.as(who).post('/mark_topic_as_read', given)).json.msg, 'Invalid channel ID');
    }
    const missing = { stream_id: world.channels.general, topic_name: 'none' };
    const { status, json } = await world.as('gus').post('/mark_topic_as_read', missing);
    assert.deepEqual([status, json.msg], [400, "No such topic 'none'"]);
    assert.equal((await world.as('gus').post('/mark_stream_as_read')).status, 400);
    assert.deepEqual(await getFlags(world, 'gus', lunch), []);
  });
});
