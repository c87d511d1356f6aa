import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

async function fetched(world: World, who: Name, id: number): Promise<Record<string, unknown>> {
  const { status, json } = await world.as(who).get(`/messages/${id}`);
  assert.equal(status, 200, json.msg);
  return json.message;
}

onBothEngines('A message', (engine) => {
  test('A channel message has every field that the API promises and no others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { ada } = world.people;
    const id = await say(world, 'ada', 'general', 'plans', 'so **bold**');
    const { timestamp, recipient_id, ...message } = await fetched(world, 'dan', id);
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60 && Number.isInteger(timestamp));
    assert.ok(Number.isSafeInteger(recipient_id));
    assert.deepEqual(message, {
      id,
      type: 'stream',
      stream_id: world.channels.general,
      subject: 'plans',
      topic_links: [],
      content: '<p>so <strong>bold</strong></p>',
      content_type: 'text/html',
      display_recipient: 'general',
      sender_id: ada.id,
      sender_email: ada.email,
      sender_full_name: 'Ada Achterberg',
      sender_realm_str: '',
      avatar_url: `/avatar/${ada.id}?version=1`,
      client: 'Heddle',
      is_me_message: false,
      reactions: [],
      submessages: [],
      flags: [],
    });
  });

  test('A direct message lists its participants as recipients and has no topic', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await sendDirect(world, 'ada', ['dan'], '/me waves');
    const message = await fetched(world, 'dan', id);
    const person = (name: 'ada' | 'dan', fullName: string) => ({
      id: world.people[name].id,
      email: world.people[name].email,
      full_name: fullName,
      is_mirror_dummy: false,
    });
    assert.deepEqual(message.display_recipient, [person('ada', 'Ada Achterberg'), person('dan', 'Dan Ito')]);
    assert.deepEqual(
      [message.type, message.subject, message.is_me_message, 'stream_id' in message],
      ['private', '', true, false],
    );
    const others = await fetched(world, 'ada', await sendDirect(world, 'ada', ['dan', 'eve']));
    const again = await fetched(world, 'ada', await sendDirect(world, 'dan', ['ada', 'eve']));
    assert.notEqual(others.recipient_id, message.recipient_id);
    assert.equal(again.recipient_id, others.recipient_id);
  });

  test('A message with a wildcard mention has the old flag and the new one', async (t) => {
    const world = await makeWorld(t, engine);
    const all = await fetched(world, 'dan', await say(world, 'ada', 'general', 'plans', '@**all**'));
    assert.deepEqual(all.flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    await say(world, 'dan', 'general', 'plans');
    const topic = await fetched(world, 'dan', await say(world, 'ada', 'general', 'plans', '@**topic**'));
    assert.deepEqual(topic.flags, ['topic_wildcard_mentioned', 'wildcard_mentioned']);
  });
});
