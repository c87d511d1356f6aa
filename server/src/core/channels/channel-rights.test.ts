/** Moves and deletions: every role, under every setting, in every kind of channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  groupId,
  setChannel,
  setOrganization,
  addGroup,
  addOrganization,
  addPerson,
  deactivate,
} from '../../../../tests/support/change.ts';
import type { Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import {
  assertNotCreated,
  createChannel,
  findChannel,
} from '../../../../tests/support/fixtures/new-channels.ts';
import { channelPermissions } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';

type ChannelName = keyof World['channels'];

const members = names.filter((name) => name !== 'gus');
/** Who reads each channel; Ada writes in all of them. */
const kinds: Record<string, { channel: ChannelName; readers: readonly Name[]; isArchived?: boolean }> = {
  'a public channel that all are in': { channel: 'general', readers: names },
  'a public channel that few are in': { channel: 'lounge', readers: members },
  'a private channel with shared history': { channel: 'design', readers: ['ada', 'cleo', 'dan'] },
  'a private channel with protected history': { channel: 'vault', readers: ['ada', 'dan'] },
  'an archived channel': { channel: 'lounge', readers: [], isArchived: true },
};

/** What the settings name. */
const groups: Record<string, readonly Name[]> = {
  'role:nobody': [],
  'role:owners': ['ada'],
  'role:administrators': ['ada', 'ben'],
  'role:moderators': ['ada', 'ben', 'cleo'],
  'role:members': members,
  'role:everyone': names,
};

interface PermissionCase {
  setting: string;
  /** What else would allow it is for nobody. */
  besides?: string;
  isOwn: boolean;
  act: (world: World, who: Name, id: number) => Promise<Reply>;
}

const quiet = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
const remove: PermissionCase['act'] = (world, who, id) => world.as(who).delete(`/messages/${id}`);

const deeds: Record<string, PermissionCase> = {
  'deleting messages of others': {
    setting: 'can_delete_any_message_group',
    besides: 'can_delete_own_message_group',
    isOwn: false,
    act: remove,
  },
  'deleting what one wrote': {
    setting: 'can_delete_own_message_group',
    besides: 'can_delete_any_message_group',
    isOwn: true,
    act: remove,
  },
  'moving to another topic': {
    setting: 'can_move_messages_between_topics_group',
    isOwn: false,
    act: (world, who, id) => world.as(who).patch(`/messages/${id}`, { ...quiet, topic: `from ${id}` }),
  },
  'moving to another channel': {
    setting: 'can_move_messages_between_channels_group',
    isOwn: false,
    act: (world, who, id) =>
      world.as(who).patch(`/messages/${id}`, { ...quiet, stream_id: world.channels.general }),
  },
};

const getPlace = (world: World, id: number) =>
  world.app.db.read.q
    .selectFrom('message')
    .select(['channel_id', 'topic', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();

async function allow(world: World, { setting, besides }: PermissionCase, group: string): Promise<void> {
  await setOrganization(world, {
    [setting]: await groupId(world, group),
    ...(besides === undefined ? {} : { [besides]: await groupId(world, 'role:nobody') }),
  });
}

onBothEngines('Permissions to move and delete', (engine) => {
  for (const [place, { channel, readers, isArchived = false }] of Object.entries(kinds))
    for (const [name, deed] of Object.entries(deeds)) {
      if (name === 'moving to another channel' && channel === 'general') continue;
      test(`Moving and deleting messages requires group membership and access to the message: ${name}, in ${place}`, async (t) => {
        const world = await makeWorld(t, engine);
        for (const [group, itsMembers] of Object.entries(groups)) {
          await allow(world, deed, group);
          for (const who of deed.isOwn && !isArchived ? readers : names) {
            if (isArchived) await setChannel(world, world.channels[channel], { is_archived: 0 });
            const id = await say(world, deed.isOwn && !isArchived ? who : 'ada', channel, 'a');
            if (isArchived) await setChannel(world, world.channels[channel], { is_archived: 1 });
            const before = await getPlace(world, id);
            const { status, json } = await deed.act(world, who, id);
            const isExpected = readers.includes(who) && itsMembers.includes(who);
            assert.equal(status, isExpected ? 200 : 400, `${who}, ${group}: ${json.msg}`);
            if (isExpected) assert.notDeepEqual(await getPlace(world, id), before);
            else assert.deepEqual(await getPlace(world, id), before);
            if (!isExpected && !readers.includes(who)) assert.equal(json.msg, 'Invalid message(s)');
          }
        }
      });
    }
});

onBothEngines('Permissions of a new channel', (engine) => {
  test('A channel permission equal to a named group reads back as its ID', async (t) => {
    const world = await makeWorld(t, engine);
    const team = await addGroup(world, 'team', [world.people.dan.id]);
    const { dan, eve } = world.people;
    const moderators = await groupId(world, 'role:moderators');
    const forms: [GroupSetting, GroupSetting][] = [
      [team, team],
      [{ direct_members: [], direct_subgroups: [team] }, team],
      [{ direct_members: [], direct_subgroups: [team, team] }, team],
      [{ direct_members: [], direct_subgroups: [] }, await groupId(world, 'role:nobody')],
      [
        { direct_members: [eve.id, dan.id, eve.id], direct_subgroups: [team, moderators] },
        { direct_members: [dan.id, eve.id], direct_subgroups: [moderators, team] },
      ],
    ];
    for (const [index, [given, stored]] of forms.entries()) {
      await createChannel(world, 'dan', `form ${index}`, { can_send_message_group: given });
      assert.deepEqual((await findChannel(world, `form ${index}`)).can_send_message_group, stored);
    }
  });

  test('A channel permission accepts only existing users and groups', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const closed = await addGroup(world, 'closed', [], { isDeactivated: true });
    const people = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
    const groups = (...ids: number[]) => ({ direct_members: [world.people.dan.id], direct_subgroups: ids });
    const refusals: [GroupSetting, string][] = [
      [99_999, 'Invalid user group'],
      [other.groupId, 'Invalid user group'],
      [closed, 'User group is deactivated.'],
      [groups(99_999), 'Invalid user group ID: 99999'],
      [groups(other.groupId), `Invalid user group ID: ${other.groupId}`],
      [groups(closed), 'User group is deactivated.'],
      [people(99_999), 'Invalid user ID: 99999'],
      [people(other.ownerId), `Invalid user ID: ${other.ownerId}`],
      [people(world.people.dan.id, gone.id), `Invalid user ID: ${gone.id}`],
    ];
    for (const [given, msg] of refusals)
      await assertNotCreated(world, 'dan', { can_administer_channel_group: given }, { msg });
  });

  test('A channel permission refuses system groups that it does not allow', async (t) => {
    const world = await makeWorld(t, engine);
    const internet = await groupId(world, 'role:internet');
    const everyone = await groupId(world, 'role:everyone');
    const moderators = await groupId(world, 'role:moderators');
    for (const name of channelPermissions)
      await assertNotCreated(
        world,
        'ada',
        { [name]: internet },
        { msg: `'${name}' setting cannot be set to 'role:internet' group.` },
      );
    for (const name of ['can_add_subscribers_group', 'can_administer_channel_group', 'can_subscribe_group']) {
      const msg = `'${name}' setting cannot be set to 'role:everyone' group.`;
      await assertNotCreated(world, 'ada', { [name]: everyone }, { msg });
      const hidden = { direct_members: [], direct_subgroups: [moderators, everyone] };
      await assertNotCreated(world, 'ada', { [name]: hidden }, { msg });
    }
    assert.equal((await createChannel(world, 'ada', 'ok', { can_send_message_group: everyone })).status, 200);
  });

  test('The permission to create topics is limited to everyone in a channel with protected history', async (t) => {
    const world = await makeWorld(t, engine);
    const everyone = await groupId(world, 'role:everyone');
    const moderators = await groupId(world, 'role:moderators');
    const msg = 'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group';
    const protectedHistory = { invite_only: true, history_public_to_subscribers: false };
    await assertNotCreated(
      world,
      'dan',
      { ...protectedHistory, can_create_topic_group: moderators },
      { msg },
    );
    await assertNotCreated(world, 'dan', { invite_only: true, can_create_topic_group: moderators }, { msg });
    const detour = { direct_members: [], direct_subgroups: [everyone] };
    assert.equal(
      (await createChannel(world, 'dan', 'a', { ...protectedHistory, can_create_topic_group: detour }))
        .status,
      200,
    );
    const shared = { invite_only: true, history_public_to_subscribers: true };
    assert.equal(
      (await createChannel(world, 'dan', 'b', { ...shared, can_create_topic_group: moderators })).status,
      200,
    );
  });

  test('A channel permission is reflected in the legacy posting policy', async (t) => {
    const world = await makeWorld(t, engine);
    const policies = { everyone: 1, members: 1, fullmembers: 3, moderators: 4, administrators: 2, nobody: 1 };
    for (const [role, policy] of Object.entries(policies)) {
      await createChannel(world, 'dan', role, {
        can_send_message_group: await groupId(world, `role:${role}`),
      });
      const channel = await findChannel(world, role);
      assert.deepEqual([channel.stream_post_policy, channel.is_announcement_only], [policy, policy === 2]);
    }
  });
});
