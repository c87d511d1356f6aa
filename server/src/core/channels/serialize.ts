/** Channels and their topics as the API shows them, and the events about channels. */
import {
  channelPermissions,
  type Channel as WireChannel,
  type ChannelPermission,
  type GetStreamIdResponse,
  type ListedChannel,
  type Topic,
  type TopicsPolicy,
} from '../../../../wire/channels.ts';
import { emptyTopicDisplayName, type GroupSetting } from '../../../../wire/core.ts';
import type { Emitted } from '../log/index.ts';
import { type Channel, type OrganizationCache, systemGroup } from '../organization/index.ts';

/** @param subscriberCount Differs from the cached one if a later event of the same change reports the subscribers. */
export function channelObject(
  cache: OrganizationCache,
  channel: Channel,
  subscriberCount: number = cache.members.getCount(channel.id),
): WireChannel {
  const permission = (name: ChannelPermission): GroupSetting =>
    channel.settings[name] ?? systemGroup(cache, 'role:nobody').id;
  const postPolicy = getPostPolicy(cache, permission('can_send_message_group'));
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: Math.floor(channel.createdAt / 1000),
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.isHistoryPublic,
    message_retention_days: channel.retentionDays,
    // Checked when it was stored.
    topics_policy: channel.topicsPolicy as TopicsPolicy,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    subscriber_count: subscriberCount,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === postPolicies['role:administrators'],
    can_add_subscribers_group: permission('can_add_subscribers_group'),
    can_administer_channel_group: permission('can_administer_channel_group'),
    can_create_topic_group: permission('can_create_topic_group'),
    can_delete_any_message_group: permission('can_delete_any_message_group'),
    can_delete_own_message_group: permission('can_delete_own_message_group'),
    can_move_messages_out_of_channel_group: permission('can_move_messages_out_of_channel_group'),
    can_move_messages_within_channel_group: permission('can_move_messages_within_channel_group'),
    can_remove_subscribers_group: permission('can_remove_subscribers_group'),
    can_resolve_topics_group: permission('can_resolve_topics_group'),
    can_send_message_group: permission('can_send_message_group'),
    can_subscribe_group: permission('can_subscribe_group'),
  };
}

const texts = new WeakMap<Channel, { subscribers: number; text: string }>();

/**
 * The JSON of `channelObject`, written again once the channel or the number of its subscribers has changed: every registration has
 * all channels twice. The groups that it depends on, those of the system, never change.
 */
export function channelText(cache: OrganizationCache, channel: Channel): string {
  const subscribers = cache.members.getCount(channel.id);
  const known = texts.get(channel);
  if (known?.subscribers === subscribers) return known.text;
  const text = JSON.stringify(channelObject(cache, channel, subscribers));
  texts.set(channel, { subscribers, text });
  return text;
}

type PostPolicy = WireChannel['stream_post_policy'];

/** COMPAT(clients before level 333): who may post is one of four numbers; any other permission is shown as everyone. */
const postPolicies: Readonly<Record<string, PostPolicy>> = {
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};

function getPostPolicy(cache: OrganizationCache, senders: GroupSetting): PostPolicy {
  const group = typeof senders === 'number' ? cache.groups.get(senders) : undefined;
  return (group?.isSystem && postPolicies[group.name]) || 1;
}

export function listedChannel(
  cache: OrganizationCache,
  channel: Channel,
  withDefault: boolean,
): ListedChannel {
  const object = channelObject(cache, channel);
  return withDefault ? Object.assign(object, { is_default: channel.isDefault }) : object;
}

export function channelIdResponse({ id }: Channel): GetStreamIdResponse {
  return { stream_id: id };
}

export function topicObject(
  name: string,
  lastMessageId: number,
  { allowsEmpty }: { allowsEmpty: boolean },
): Topic {
  return { name: name === '' && !allowsEmpty ? emptyTopicDisplayName : name, max_id: lastMessageId };
}

export function channelCreated(
  channels: readonly WireChannel[],
): Extract<Emitted, { type: 'stream'; op: 'create' }> {
  return { type: 'stream', op: 'create', streams: [...channels] };
}

/** An event of new channels without those that are archived. */
export function usedOnly({ streams }: { streams: readonly WireChannel[] }): Emitted | null {
  const used = streams.filter((channel) => !channel.is_archived);
  return used.length === 0 ? null : channelCreated(used);
}

type Update = Extract<Emitted, { type: 'stream'; op: 'update' }>;

export function channelUpdated(
  { id, name }: Pick<Channel, 'id' | 'name'>,
  property: Update['property'],
  value: Update['value'],
): Update {
  return { type: 'stream', op: 'update', stream_id: id, name, property, value };
}

/** An event for each property that differs. A change of name has the former name, by which clients know the channel. */
export function channelUpdates(cache: OrganizationCache, before: Channel, after: Channel): Update[] {
  const updates: Update[] = [];
  if (before.name !== after.name) updates.push(channelUpdated(before, 'name', after.name));
  if (before.description !== after.description)
    updates.push({
      ...channelUpdated(after, 'description', after.description),
      rendered_description: after.renderedDescription,
    });
  if (isPrivacyChanged(before, after))
    updates.push({
      ...channelUpdated(after, 'invite_only', after.isPrivate),
      history_public_to_subscribers: after.isHistoryPublic,
      is_web_public: after.isWebPublic,
    });
  if (before.retentionDays !== after.retentionDays)
    updates.push(channelUpdated(after, 'message_retention_days', after.retentionDays));
  if (before.topicsPolicy !== after.topicsPolicy)
    updates.push(channelUpdated(after, 'topics_policy', after.topicsPolicy));
  if (before.folderId !== after.folderId) updates.push(channelUpdated(after, 'folder_id', after.folderId));
  if (before.isRecentlyActive !== after.isRecentlyActive)
    updates.push(channelUpdated(after, 'is_recently_active', after.isRecentlyActive));
  if (before.weeklyTraffic !== after.weeklyTraffic)
    updates.push(channelUpdated(after, 'stream_weekly_traffic', after.weeklyTraffic));
  updates.push(...permissionUpdates(cache, before, after));
  return updates;
}

const isPrivacyChanged = (a: Channel, b: Channel): boolean =>
  a.isPrivate !== b.isPrivate || a.isWebPublic !== b.isWebPublic || a.isHistoryPublic !== b.isHistoryPublic;

/** COMPAT(clients before level 333): a change of who may post is also sent as the two older properties. */
function permissionUpdates(cache: OrganizationCache, before: Channel, after: Channel): Update[] {
  const [was, is] = [channelObject(cache, before), channelObject(cache, after)];
  const names = channelPermissions.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const older = (['stream_post_policy', 'is_announcement_only'] as const).filter(
    (name) => was[name] !== is[name],
  );
  return [...names, ...older].map((name) => channelUpdated(after, name, is[name]));
}

export function defaultChannelsChanged(ids: readonly number[]): Emitted {
  return { type: 'default_streams', default_streams: [...ids] };
}

export function channelDeleted(ids: readonly number[]): Emitted {
  return {
    type: 'stream',
    op: 'delete',
    stream_ids: [...ids],
    streams: ids.map((id) => ({ stream_id: id })),
  };
}
