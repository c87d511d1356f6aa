/** Permissions of the person on a channel and its topics, checked as the server does. */
import type { Channel, ChannelPermission } from '../../../../wire/channels.ts';
import type { OrganizationPermission } from '../../../../wire/permissions.ts';
import { holds } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';

const self = (live: Live) => live.get('users').get(live.get('own').user_id);

export const isAdministrator = (live: Live): boolean => self(live)?.is_admin === true;
export const isGuest = (live: Live): boolean => self(live)?.is_guest === true;

/** Whether the person has a permission of the organization. */
export function mayInOrganization(live: Live, permission: OrganizationPermission): boolean {
  const setting = live.get('organization')[`realm_${permission}`];
  return setting !== undefined && holds(live.get('groups'), setting, live.get('own').user_id);
}

/** Whether the server has a language model for summaries, and the person has not hidden them. */
export const maySummarize = (live: Live): boolean =>
  live.get('organization').server_can_summarize_topics === true &&
  live.get('personal').settings.hide_ai_features !== true &&
  mayInOrganization(live, 'can_summarize_topics_group');

/** Whether the server has a model for transcripts, the organization lets the person use it, and they have not hidden that. */
export const mayTranscribe = (live: Live): boolean =>
  live.get('organization').realm_heddle_server_can_transcribe === true &&
  live.get('personal').settings.hide_ai_features !== true &&
  mayInOrganization(live, 'heddle_can_transcribe_group');

/** Whether the person may invite people by email or by link. */
export const mayInvite = (live: Live): boolean =>
  mayInOrganization(live, 'can_invite_users_group') ||
  mayInOrganization(live, 'create_multiuse_invite_group');

const has = (live: Live, channel: Channel, permission: ChannelPermission): boolean =>
  holds(live.get('groups'), channel[permission], live.get('own').user_id);

export const isSubscribed = (live: Live, channelId: number): boolean =>
  live.get('subscriptions').has(channelId);

/** Name, description, privacy, folder, permissions, archiving. */
export const mayAdminister = (live: Live, channel: Channel): boolean =>
  isAdministrator(live) || has(live, channel, 'can_administer_channel_group');

/** Whether the person may change a permission of a channel that they may change. */
export function mayDecide(
  live: Live,
  channelId: number,
  channel: Channel,
  permission: ChannelPermission,
): boolean {
  switch (permission) {
    case 'can_delete_any_message_group':
    case 'can_delete_own_message_group':
      return mayInOrganization(live, 'can_set_delete_message_policy_group');
    // People who may add subscribers must have access to the content.
    case 'can_add_subscribers_group':
    case 'can_subscribe_group':
      return mayReadChannel(live, channelId, channel);
    default:
      return true;
  }
}

/** Whether the content is readable: administrators may change a private channel without reading it. */
export function mayReadChannel(live: Live, channelId: number, channel: Channel): boolean {
  if (isSubscribed(live, channelId) || channel.is_web_public) return true;
  if (!channel.invite_only) return !isGuest(live);
  return has(live, channel, 'can_add_subscribers_group') || has(live, channel, 'can_subscribe_group');
}

export function maySubscribe(live: Live, channelId: number, channel: Channel): boolean {
  if (isSubscribed(live, channelId) || channel.is_archived || isGuest(live)) return false;
  if (!channel.invite_only) return true;
  return has(live, channel, 'can_subscribe_group') || has(live, channel, 'can_add_subscribers_group');
}

export function mayAddPeople(live: Live, channelId: number, channel: Channel): boolean {
  if (channel.is_archived || isGuest(live) || !mayReadChannel(live, channelId, channel)) return false;
  return (
    mayAdminister(live, channel) ||
    has(live, channel, 'can_add_subscribers_group') ||
    mayInOrganization(live, 'can_add_subscribers_group')
  );
}

export const mayRemovePeople = (live: Live, channel: Channel): boolean =>
  !channel.is_archived &&
  (mayAdminister(live, channel) || has(live, channel, 'can_remove_subscribers_group'));

export const mayCreateChannel = (live: Live, kind: 'public' | 'private'): boolean =>
  mayInOrganization(live, `can_create_${kind}_channel_group`);

/** Whether channels may be web-public, on this server and in this organization. */
export function mayOpenToWeb(live: Live): boolean {
  const { realm_enable_spectator_access: isWanted, server_web_public_streams_enabled: isPossible } =
    live.get('organization');
  return (
    isWanted === true && isPossible === true && mayInOrganization(live, 'can_create_web_public_channel_group')
  );
}

export const mayResolveTopics = (live: Live, channel: Channel): boolean =>
  !channel.is_archived &&
  (has(live, channel, 'can_resolve_topics_group') || mayInOrganization(live, 'can_resolve_topics_group'));

export const mayDeleteTopics = (live: Live, channel: Channel): boolean =>
  isAdministrator(live) ||
  has(live, channel, 'can_delete_any_message_group') ||
  mayInOrganization(live, 'can_delete_any_message_group');
