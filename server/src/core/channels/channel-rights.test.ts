/** Moves and deletions: every role, under every setting, in every kind of channel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupId, setChannel, setOrganization } from '../../../../tests/support/change.ts';
import type { Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

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
