/** Changes to channels, which are also archived and restored. */
import { addChannel, addMembers, groupId, setOrganization } from '../../support/change.ts';
import type { Params } from '../../support/client.ts';
import { names, type Name, type World } from '../../support/world.ts';
import { done, everyone, except, getId, type Act } from './act.ts';

type ChannelName = keyof World['channels'];

const patch = (world: World, who: Name, channel: ChannelName, params: Params) =>
  done(world.as(who).patch(`/streams/${world.channels[channel]}`, params));

const archive = (world: World, who: Name, channel: ChannelName) =>
  done(world.as(who).delete(`/streams/${world.channels[channel]}`));

const readAll = (world: World, who: Name) =>
  done(
    world.as(who).post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      narrow: [],
      op: 'add',
      flag: 'read',
    }),
  );

const inDesign = ['ada', 'ben', 'cleo', 'dan'] as const;

export const channels: readonly Act[] = [
  {
    name: 'A channel gets another name and description',
    prepare: (world) => setOrganization(world, { send_channel_events_messages: true }),
    act: (world) => patch(world, 'ada', 'design', { new_name: 'looks', description: 'how it *looks*' }),
    changes: inDesign,
  },
  {
    name: 'A channel gets other rules',
    act: async (world) => {
      const changes = { topics_policy: 'disable_empty_topic', message_retention_days: 30 };
      const folder = await done(
        world.as('ben').post('/channel_folders/create', { name: 'work', description: '' }),
      );
      return patch(world, 'ada', 'general', { ...changes, folder_id: Number(folder.json.channel_folder_id) });
    },
    changes: everyone,
  },
  {
    name: 'A channel leaves its folder',
    act: (world) => patch(world, 'ben', 'general', { folder_id: null }),
    changes: everyone,
  },
  {
    name: 'A channel gets other permissions',
    act: async (world) => {
      const administrators = await groupId(world, 'role:administrators');
      const own = { direct_members: [getId(world, 'dan')], direct_subgroups: [] };
      const permissions = {
        can_send_message_group: { new: administrators },
        can_create_topic_group: { new: own },
      };
      return patch(world, 'ben', 'lounge', permissions);
    },
    changes: except('gus'),
  },
  {
    name: 'A private channel becomes visible to members',
    act: async (world) =>
      patch(world, 'ada', 'design', { can_subscribe_group: { new: await groupId(world, 'role:members') } }),
    changes: except('gus'),
  },
  {
    name: 'A private channel becomes invisible to members',
    act: async (world) =>
      patch(world, 'ada', 'design', { can_subscribe_group: { new: await groupId(world, 'role:nobody') } }),
    changes: except('gus'),
  },
  {
    name: 'A private channel shares its history',
    act: (world) => patch(world, 'ada', 'vault', { history_public_to_subscribers: true }),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'A private channel becomes public',
    act: (world) => patch(world, 'ada', 'design', { is_private: false }),
    changes: except('gus'),
  },
  {
    name: 'A channel becomes a default channel',
    act: (world) => patch(world, 'ben', 'design', { is_default_stream: true }),
    changes: except('gus'),
  },
  {
    name: 'A second channel becomes a default channel',
    act: (world) => done(world.as('ben').post('/default_streams', { stream_id: world.channels.lounge })),
    changes: except('gus'),
  },
  {
    name: 'A channel is no default channel any more',
    act: (world) => done(world.as('ben').delete('/default_streams', { stream_id: world.channels.lounge })),
    changes: except('gus'),
  },
  {
    name: 'A public channel becomes private',
    act: (world) => patch(world, 'ada', 'lounge', { is_private: true, history_public_to_subscribers: true }),
    changes: except('gus'),
  },
  {
    name: 'A default channel for announcements is archived',
    prepare: async (world) => {
      const place = { new_stream_announcements_stream_id: world.channels.general };
      await setOrganization(world, { ...place, send_channel_events_messages: false });
      // Clients that do not know archived channels lose what was unread there, and it does not come back.
      for (const who of names) await readAll(world, who);
    },
    act: (world) => archive(world, 'ben', 'general'),
    changes: everyone,
  },
  {
    name: 'An archived channel is renamed',
    act: (world) => patch(world, 'ben', 'general', { new_name: 'attic' }),
    changes: everyone,
  },
  {
    name: 'An archived channel is restored',
    act: (world) => patch(world, 'ben', 'general', { is_archived: false }),
    changes: everyone,
  },
  {
    name: 'A private channel is archived',
    prepare: async (world) => {
      await addMembers(world, await addChannel(world, { name: 'other' }), [getId(world, 'dan')]);
    },
    act: (world) => archive(world, 'ben', 'vault'),
    changes: ['ada', 'ben', 'dan'],
  },
  {
    name: 'An archived private channel is restored',
    act: (world) => patch(world, 'ben', 'vault', { is_archived: false }),
    changes: ['ada', 'ben', 'dan'],
  },
];
