import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupId, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };

const move = (world: World, who: Name, id: number, params: Params) =>
  world.as(who).patch(`/messages/${id}`, { ...quiet, ...params });

/** Every message of a channel: topic and id, in order. */
async function standing(world: World, channelId: number): Promise<[string, number][]> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .select(['topic', 'id'])
    .where('channel_id', '=', channelId)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.topic, row.id]);
}

/** The message was sent so many seconds earlier than it was. */
const age = (world: World, id: number, seconds: number) =>
  world.app.db.write(world.orgId, 'system', async (tx) => {
    const sent_at = tx.now - seconds * 1000;
    await tx.q.updateTable('message').set({ sent_at }).where('id', '=', id).execute();
  });

interface Case {
  name: string;
  organization?: Record<string, string | number | null>;
  channel?: Record<string, string>;
  /** Seconds that have gone by. */
  age?: number;
  params: Params | ((world: World) => Params);
  may: readonly Name[];
  msg: string;
}

const everyone = names;
const members = names.filter((name) => name !== 'gus');
const moderators = ['ada', 'ben', 'cleo'] as const;
const toLounge = (world: World): Params => ({ stream_id: world.channels.lounge });
const noTopics = "You don't have permission to edit this message";
const noChannels = "You don't have permission to move this message";
const day = 86_400;

/** Permissions by the names of system groups. */
const cases: readonly Case[] = [
  { name: 'topics, by default', params: { topic: 'b' }, may: everyone, msg: '' },
  {
    name: 'topics, where only administrators may',
    organization: { can_move_messages_between_topics_group: 'role:administrators' },
    params: { topic: 'b' },
    may: ['ada', 'ben'],
    msg: noTopics,
  },
  {
    name: 'topics, where the channel lets moderators too',
    organization: { can_move_messages_between_topics_group: 'role:administrators' },
    channel: { can_move_messages_within_channel_group: 'role:moderators' },
    params: { topic: 'b' },
    may: moderators,
    msg: noTopics,
  },
  {
    name: 'topics, after a week and a day',
    age: 8 * day,
    params: { topic: 'b' },
    may: moderators,
    msg: "The time limit for editing this message's topic has passed.",
  },
  {
    name: 'topics, in the leeway',
    organization: { move_messages_within_stream_limit_seconds: 60 },
    age: 70,
    params: { topic: 'b' },
    may: everyone,
    msg: '',
  },
  {
    name: 'topics, after a week and a day without a limit',
    organization: { move_messages_within_stream_limit_seconds: null },
    age: 8 * day,
    params: { topic: 'b' },
    may: everyone,
    msg: '',
  },
  {
    name: 'channels, where only owners may',
    organization: { can_move_messages_between_channels_group: 'role:owners' },
    params: toLounge,
    may: ['ada'],
    msg: noChannels,
  },
  {
    name: 'channels, where the channel lets moderators too',
    organization: { can_move_messages_between_channels_group: 'role:nobody' },
    channel: { can_move_messages_out_of_channel_group: 'role:moderators' },
    params: toLounge,
    may: moderators,
    msg: noChannels,
  },
  {
    name: 'channels, after a week and a day',
    age: 8 * day,
    params: toLounge,
    may: moderators,
    msg: "The time limit for editing this message's channel has passed",
  },
  {
    name: 'settling, after a week and a day',
    age: 8 * day,
    params: { topic: '✔ a', propagate_mode: 'change_all' },
    may: everyone,
    msg: '',
  },
  {
    name: 'settling, where only moderators may',
    organization: { can_resolve_topics_group: 'role:moderators' },
    params: { topic: '✔ a', propagate_mode: 'change_all' },
    may: moderators,
    msg: "You don't have permission to resolve topics.",
  },
  {
    name: 'settling, where the channel lets members too',
    organization: { can_resolve_topics_group: 'role:nobody' },
    channel: { can_resolve_topics_group: 'role:members' },
    params: { topic: '✔ a', propagate_mode: 'change_all' },
    may: members,
    msg: "You don't have permission to resolve topics.",
  },
  {
    name: 'settling alone, where topics may not be renamed',
    organization: { can_move_messages_between_topics_group: 'role:nobody' },
    params: { topic: '✔ a', propagate_mode: 'change_all' },
    may: everyone,
    msg: '',
  },
  {
    name: 'settling one message, by default',
    params: { topic: '✔ a' },
    may: everyone,
    msg: '',
  },
  {
    name: 'settling one message, where only moderators may settle',
    organization: { can_resolve_topics_group: 'role:moderators' },
    params: { topic: '✔ a' },
    may: moderators,
    msg: "You don't have permission to resolve topics.",
  },
  {
    name: 'settling one message, where topics may not be renamed',
    organization: { can_move_messages_between_topics_group: 'role:nobody' },
    params: { topic: '✔ a' },
    may: [],
    msg: noTopics,
  },
  {
    name: 'settling later messages, where only moderators rename topics',
    organization: { can_move_messages_between_topics_group: 'role:moderators' },
    params: { topic: '✔ a', propagate_mode: 'change_later' },
    may: moderators,
    msg: noTopics,
  },
  {
    name: 'settling one message, after a week and a day',
    age: 8 * day,
    params: { topic: '✔ a' },
    may: moderators,
    msg: "The time limit for editing this message's topic has passed.",
  },
  {
    name: 'settling one message, where only administrators begin topics',
    channel: { can_create_topic_group: 'role:administrators' },
    params: { topic: '✔ a' },
    may: ['ada', 'ben'],
    msg: 'You do not have permission to create new topics in this channel.',
  },
  {
    name: 'settling under another name, where topics may not be renamed',
    organization: { can_move_messages_between_topics_group: 'role:nobody' },
    params: { topic: '✔ b' },
    may: [],
    msg: noTopics,
  },
  {
    name: 'new topics, where only administrators begin them',
    channel: { can_create_topic_group: 'role:administrators' },
    params: { topic: 'b' },
    may: ['ada', 'ben'],
    msg: 'You do not have permission to create new topics in this channel.',
  },
];

async function arrange(world: World, one: Case): Promise<void> {
  const named = async (settings: Case['organization'] = {}) => {
    const values: Record<string, number | null> = {};
    for (const [name, value] of Object.entries(settings))
      values[name] = typeof value === 'string' ? await groupId(world, value) : value;
    return values;
  };
  if (one.organization) await setOrganization(world, await named(one.organization));
  const permissions = (await named(one.channel)) as Record<string, number>;
  if (one.channel) await setChannel(world, world.channels.general, { permissions });
}

onBothEngines('Moving messages', (engine) => {
  for (const one of cases)
    test(`Moving messages requires permission from the organization or the channel: ${one.name}`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      await say(world, 'ada', 'general', 'a', 'the topic is there');
      await arrange(world, one);
      const params = typeof one.params === 'function' ? one.params(world) : one.params;
      const { general } = world.channels;
      for (const who of names) {
        const id = await say(world, 'dan', 'general', 'a');
        if (one.age !== undefined) await age(world, id, one.age);
        const before = await standing(world, general);
        const { status, json } = await move(world, who, id, params);
        const expected = one.may.includes(who) ? [200, ''] : [400, one.msg];
        if (who === 'gus' && 'stream_id' in params) assert.equal(status, 400, 'no guest sees the channel');
        else assert.deepEqual([status, json.msg], expected, who);
        if (status !== 200) assert.deepEqual(await standing(world, general), before);
        await world.as('ada').delete(`/messages/${id}`);
      }
    });
});
