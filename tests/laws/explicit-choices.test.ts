/** What a person chose for themselves stays as it is through everything that others do and that happens by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, setRole } from '../support/change.ts';
import type { Params } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { getFlags, say } from '../support/talk.ts';
import { makeWorld, type World } from '../support/world.ts';

const ofChannel = { color: '#76ce90', is_muted: true, pin_to_top: true, desktop_notifications: false };
const settings = {
  default_language: 'fr',
  twenty_four_hour_time: true,
  presence_enabled: false,
  automatically_follow_topics_policy: 1,
  automatically_unmute_topics_in_muted_streams_policy: 1,
};

async function asDan(world: World, method: 'post' | 'patch', path: string, params: Params): Promise<void> {
  const { status, json } = await world.as('dan')[method](path, params);
  assert.equal(status, 200, `${path}: ${json.msg}`);
}

async function choose(world: World, message: number): Promise<void> {
  const { general } = world.channels;
  await asDan(world, 'post', '/users/me/subscriptions/properties', {
    subscription_data: [general, world.channels.design].flatMap((stream_id) =>
      Object.entries(ofChannel).map(([property, value]) => ({ stream_id, property, value })),
    ),
  });
  await asDan(world, 'patch', '/settings', { ...settings, full_name: 'Dan of the looms' });
  await asDan(world, 'post', '/user_topics', { stream_id: general, topic: 'lunch', visibility_policy: 1 });
  await asDan(world, 'post', '/user_topics', { stream_id: general, topic: 'dinner', visibility_policy: 3 });
  await asDan(world, 'post', '/heddle/folded_sections', { section: 'channels' });
  await asDan(world, 'post', '/heddle/pinned_topics', { channel_id: general, topic: 'dinner' });
  await asDan(world, 'post', '/users/me/status', { status_text: 'weaving', emoji_name: 'tada' });
  await asDan(world, 'post', '/messages/flags', { messages: [message], op: 'add', flag: 'starred' });
  await asDan(world, 'post', '/messages/flags', { messages: [message], op: 'add', flag: 'read' });
  await asDan(world, 'post', '/messages/flags', { messages: [message], op: 'remove', flag: 'read' });
}

async function getChoices(world: World, message: number): Promise<unknown> {
  const { json } = await world.as('dan').post('/register', {
    client_capabilities: { empty_topic_name: true, archived_channels: true, user_settings_object: true },
  });
  const subscriptions = json.subscriptions as Record<string, unknown>[];
  const topics = json.user_topics as Record<string, unknown>[];
  const own = json.user_settings as Record<string, unknown>;
  return {
    channels: subscriptions.map((one) => [one.name, ...Object.keys(ofChannel).map((key) => one[key])]).sort(),
    topics: topics.map((one) => [one.topic_name, one.visibility_policy]).sort(),
    settings: Object.keys(settings).map((key) => own[key]),
    name: json.full_name,
    folded: json.heddle_folded_sections,
    pinned: json.heddle_pinned_topics,
    status: (json.user_status as Record<string, unknown>)[world.people.dan.id],
    flags: (await getFlags(world, 'dan', message)).filter((flag) => flag !== 'mentioned'),
    presence: (await world.as('ada').get(`/users/${world.people.dan.id}/presence`)).json.result,
  };
}

/** By others, by the server, and by the person without a word about any of it. */
const occurrences: Readonly<Record<string, (world: World, message: number) => Promise<unknown>>> = {
  'a mention': (world) => say(world, 'ada', 'general', 'lunch', '@**Dan of the looms** @**all** soup?'),
  'a message of their own': async (world) => {
    await say(world, 'dan', 'general', 'lunch');
    await say(world, 'dan', 'general', 'dinner');
  },
  'a reaction of their own': (world, message) =>
    asDan(world, 'post', `/messages/${message}/reactions`, { emoji_name: 'tada' }),
  'an edit that mentions them': (world, message) =>
    world.as('ada').patch(`/messages/${message}`, { content: 'soup, @**Dan of the looms**' }),
  'resolving and unresolving the topic': async (world, message) => {
    for (const topic of ['✔ lunch', 'lunch'])
      await world.as('ada').patch(`/messages/${message}`, { topic, propagate_mode: 'change_all' });
  },
  'a presence report': (world) => asDan(world, 'post', '/users/me/presence', { status: 'active' }),
  'being removed from a channel and added again': async (world) => {
    const channel = { subscriptions: ['design'], principals: [world.people.dan.id] };
    assert.equal((await world.as('ada').delete('/users/me/subscriptions', channel)).status, 200);
    await addMembers(world, world.channels.design, [world.people.dan.id]);
  },
  'a channel that becomes a default one': (world) =>
    world.as('ada').patch(`/streams/${world.channels.lounge}`, { is_default_stream: true }),
  'archiving and restoring the channel': async (world) => {
    await world.as('ada').patch(`/streams/${world.channels.general}`, { is_archived: true });
    await world.as('ada').patch(`/streams/${world.channels.general}`, { is_archived: false });
  },
  'another role and back': async (world) => {
    await setRole(world, world.people.dan.id, 300);
    await setRole(world, world.people.dan.id, 400);
  },
  'a change of the defaults for new users': (world) =>
    world.as('ada').patch('/realm/user_settings_defaults', {
      default_language: 'de',
      twenty_four_hour_time: false,
      presence_enabled: true,
    }),
};

onBothEngines('Explicit choices', (engine) => {
  test('What a person chose stays through what is automatic and what others do', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'general', 'dinner');
    const message = await say(world, 'ada', 'general', 'lunch');
    await choose(world, message);
    const before = await getChoices(world, message);
    for (const [occurrence, occur] of Object.entries(occurrences)) {
      await occur(world, message);
      assert.deepEqual(await getChoices(world, message), before, occurrence);
    }
  });
});
