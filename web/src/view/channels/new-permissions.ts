/** Permissions of a new channel or group. */
import type { ChannelPermission } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { PermissionSetting } from '../../../../wire/permissions.ts';
import type { Live } from '../../store/live.ts';
import { mayInOrganization } from './channel-rights.ts';

/** In the order of the form. */
export const channelPermissionsInOrder = [
  'can_subscribe_group',
  'can_send_message_group',
  'can_create_topic_group',
  'can_resolve_topics_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_delete_own_message_group',
  'can_delete_any_message_group',
  'can_administer_channel_group',
] as const satisfies readonly ChannelPermission[];

export const groupPermissionsInOrder = [
  'can_mention_group',
  'can_join_group',
  'can_leave_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_manage_group',
] as const satisfies readonly GroupPermission[];

/** The permissions that were changed; the server uses its defaults for the others. */
export type ChosenPermissions<Name extends string = string> = Readonly<Partial<Record<Name, GroupSetting>>>;

/** @returns the default of the server; undefined if the server does not send it */
export function permissionDefault(
  live: Live,
  rules: PermissionSetting | undefined,
): GroupSetting | undefined {
  const name = rules?.default_group_name;
  if (name === 'channel_creator' || name === 'group_creator')
    return { direct_members: [live.get('own').user_id], direct_subgroups: [] };
  return [...live.get('groups').values()].find((group) => group.name === name)?.id;
}

/** `isHistoryOpen`: new subscribers can read the history. */
export type NewPrivacy = { isPrivate: boolean; isHistoryOpen: boolean };

/** Whether the permission makes sense for a new channel. */
export function mayChoose(live: Live, permission: ChannelPermission, privacy: NewPrivacy): boolean {
  switch (permission) {
    // Everyone can subscribe to a public channel anyway.
    case 'can_subscribe_group':
      return privacy.isPrivate;
    case 'can_delete_any_message_group':
    case 'can_delete_own_message_group':
      return mayInOrganization(live, 'can_set_delete_message_policy_group');
    // Without access to the list of topics, everyone must be able to start one.
    case 'can_create_topic_group':
      return privacy.isHistoryOpen;
    default:
      return true;
  }
}

/** Leaves out those that cannot be chosen after another choice of privacy. */
export const getOnly = <Name extends string>(
  chosen: ChosenPermissions<Name>,
  names: readonly Name[],
): ChosenPermissions<Name> =>
  Object.fromEntries(
    names.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]])),
  ) as ChosenPermissions<Name>;
