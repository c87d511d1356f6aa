import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const mute = (world: World, who: Name, visibility_policy: number) =>
  world
    .as(who)
    .post('/user_topics', { stream_id: world.channels.general, topic: 'lunch', visibility_policy });

async function getPolicy(world: World, who: Name): Promise<number | undefined> {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['user_topic'] });
  const topics = json.user_topics as { topic_name: string; visibility_policy: number }[];
  return topics.find((one) => one.topic_name === 'lunch')?.visibility_policy;
}

onBothEngines('Automatic topic policies', (engine) => {
  test('A topic that someone muted stays muted when they are mentioned, send, react or vote there', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    for (const who of ['dan', 'eve'] as const) {
      await world.as(who).patch('/settings', {
        automatically_follow_topics_policy: 1,
        automatically_unmute_topics_in_muted_streams_policy: 1,
      });
      await mute(world, who, 1);
    }
    await world.as('eve').patch(`/users/me/subscriptions/${general}`, { property: 'is_muted', value: true });
    const id = await say(world, 'ada', 'general', 'lunch', '@**Dan Ito** @**Eve Lindqvist** hey');
    const poll = await say(world, 'ada', 'general', 'lunch', '/poll Soup?\nyes\nno');
    for (const who of ['dan', 'eve'] as const) {
      await say(world, who, 'general', 'lunch');
      await world.as(who).post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
      const vote = {
        message_id: poll,
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,0","vote":1}',
      };
      assert.equal((await world.as(who).post('/submessage', vote)).status, 200);
      assert.equal(await getPolicy(world, who), 1);
    }
    assert.ok((await getFlags(world, 'dan', id)).includes('mentioned'));
    await mute(world, 'dan', 0);
    await say(world, 'ada', 'general', 'lunch', '@**Dan Ito** again');
    assert.equal(await getPolicy(world, 'dan'), 3, 'once it is no longer muted');
  });
});
