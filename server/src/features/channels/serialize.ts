/** Channels and their topics as the API shows them, and the events that tell of channels. */
import type {
  Channel as WireChannel,
  ChannelPermission,
  GetStreamIdAnswer,
  ListedChannel,
  Topic,
  TopicsPolicy,
} from '../../../../wire/channels.ts';
import { emptyTopicDisplayName, type GroupSetting } from '../../../../wire/core.ts';
import type { Emitted } from '../../events/entry.ts';
import type { Directory } from '../../directory/directory.ts';
import { systemGroup } from '../../directory/permissions.ts';
import type { Channel } from '../../directory/types.ts';

/** @param subscriberCount Other than the directory's where an event of the same change is still to tell of people. */
export function channelObject(
  directory: Directory,
  channel: Channel,
  subscriberCount: number = directory.members.countOf(channel.id),
): WireChannel {
  const permission = (name: ChannelPermission): GroupSetting =>
    channel.settings[name] ?? systemGroup(directory, 'role:nobody').id;
  const postPolicy = postPolicyOf(directory, permission('can_send_message_group'));
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
    topics_policy: channel.topicsPolicy as TopicsPolicy,
    first_message_id: channel.firstMessageId,
    folder_id: channel.folderId,
    is_recently_active: channel.isRecentlyActive,
    // Nobody counts it yet, which the API says with null as for a channel that is too young.
    stream_weekly_traffic: null,
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

type PostPolicy = WireChannel['stream_post_policy'];

/** COMPAT(clients before level 333): who may post was one of four numbers; what was none of them counts as anyone. */
const postPolicies: Readonly<Record<string, PostPolicy>> = {
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};

function postPolicyOf(directory: Directory, senders: GroupSetting): PostPolicy {
  const group = typeof senders === 'number' ? directory.groups.get(senders) : undefined;
  return (group?.isSystem && postPolicies[group.name]) || 1;
}

export function listedChannel(directory: Directory, channel: Channel, withDefault: boolean): ListedChannel {
  const object = channelObject(directory, channel);
  return withDefault ? Object.assign(object, { is_default: channel.isDefault }) : object;
}

export function channelIdAnswer({ id }: Channel): GetStreamIdAnswer {
  return { stream_id: id };
}

export function topicObject(name: string, lastMessageId: number, allowsEmpty: boolean): Topic {
  return { name: name === '' && !allowsEmpty ? emptyTopicDisplayName : name, max_id: lastMessageId };
}

export function channelCreated(channels: readonly WireChannel[]): Emitted {
  return { type: 'stream', op: 'create', streams: [...channels] };
}

export function channelDeleted(ids: readonly number[]): Emitted {
  return {
    type: 'stream',
    op: 'delete',
    stream_ids: [...ids],
    streams: ids.map((id) => ({ stream_id: id })),
  };
}
