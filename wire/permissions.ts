/** Allowed values and defaults of every permission setting. */
import { channelPermissions, type ChannelPermission } from './channels.ts';
import {
  getEach,
  Exact,
  Nullable,
  OneOf,
  systemGroups,
  Type,
  type Static,
  type SystemGroup,
} from './core.ts';
import { groupPermissions, type GroupPermission } from './groups.ts';

/** A default beside the system groups: the creator of the channel or group, or nobody if there is none. */
const creatorDefaults = ['channel_creator', 'group_creator'] as const;

export const PermissionSetting = Exact({
  require_system_group: Type.Boolean(),
  allow_internet_group: Type.Boolean(),
  allow_nobody_group: Type.Boolean(),
  allow_everyone_group: Type.Boolean(),
  default_group_name: OneOf([...systemGroups, ...creatorDefaults]),
  default_for_system_groups: Nullable(OneOf(systemGroups)),
  // Empty: every system group that the other fields allow.
  allowed_system_groups: Type.Array(OneOf(systemGroups)),
});
export type PermissionSetting = Static<typeof PermissionSetting>;

const withNobody = (
  default_group_name: PermissionSetting['default_group_name'],
  rest: Partial<PermissionSetting> = {},
): PermissionSetting => ({
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: false,
  default_group_name,
  default_for_system_groups: null,
  allowed_system_groups: [],
  ...rest,
});

/** A permission that guests may have, too. */
const withGuests = (
  default_group_name: PermissionSetting['default_group_name'],
  rest: Partial<PermissionSetting> = {},
) => withNobody(default_group_name, { allow_everyone_group: true, ...rest });

const organization = {
  create_multiuse_invite_group: withNobody('role:administrators'),
  can_access_all_users_group: withGuests('role:everyone', {
    require_system_group: true,
    allow_nobody_group: false,
    allowed_system_groups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: withNobody('role:members'),
  can_add_subscribers_group: withNobody('role:members'),
  can_create_bots_group: withNobody('role:members'),
  can_create_groups: withNobody('role:members'),
  can_create_private_channel_group: withNobody('role:members'),
  can_create_public_channel_group: withNobody('role:members'),
  can_create_web_public_channel_group: withNobody('role:owners', {
    require_system_group: true,
    allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: withNobody('role:members'),
  can_delete_any_message_group: withNobody('role:administrators'),
  can_delete_own_message_group: withGuests('role:everyone'),
  can_invite_users_group: withNobody('role:members'),
  can_manage_all_groups: withNobody('role:owners', { allow_nobody_group: false }),
  can_manage_billing_group: withNobody('role:administrators', { allow_nobody_group: false }),
  can_mention_many_users_group: withGuests('role:administrators'),
  can_move_messages_between_channels_group: withNobody('role:members'),
  can_move_messages_between_topics_group: withGuests('role:everyone'),
  can_resolve_topics_group: withGuests('role:everyone'),
  can_set_delete_message_policy_group: withNobody('role:moderators'),
  can_set_topics_policy_group: withGuests('role:members'),
  can_summarize_topics_group: withGuests('role:everyone'),
  direct_message_initiator_group: withGuests('role:everyone'),
  direct_message_permission_group: withGuests('role:everyone'),
  workplace_users_group: withGuests('role:everyone'),
  // The rest is Heddle's own. People who are not to be disturbed rely on it until their organization decides otherwise.
  heddle_can_override_do_not_disturb_group: withNobody('role:nobody'),
  heddle_can_pin_messages_group: withGuests('role:members'),
  // Nothing leaves the server before the organization has decided so.
  heddle_can_transcribe_group: withGuests('role:nobody'),
} satisfies Record<string, PermissionSetting>;

export type OrganizationPermission = keyof typeof organization;
/** The permissions of an organization. */
export const organizationPermissions = Object.keys(organization) as readonly OrganizationPermission[];

const channel: Record<ChannelPermission, PermissionSetting> = {
  can_add_subscribers_group: withNobody('role:nobody'),
  can_administer_channel_group: withNobody('channel_creator'),
  can_create_topic_group: withGuests('role:everyone'),
  can_delete_any_message_group: withGuests('role:nobody'),
  can_delete_own_message_group: withGuests('role:nobody'),
  can_move_messages_out_of_channel_group: withGuests('role:nobody'),
  can_move_messages_within_channel_group: withGuests('role:nobody'),
  can_remove_subscribers_group: withGuests('role:administrators'),
  can_resolve_topics_group: withGuests('role:nobody'),
  can_send_message_group: withGuests('role:everyone'),
  can_subscribe_group: withNobody('role:nobody'),
};

const ofGroups = { default_for_system_groups: 'role:nobody' } as const;

const group: Record<GroupPermission, PermissionSetting> = {
  can_add_members_group: withNobody('group_creator', ofGroups),
  can_join_group: withNobody('role:nobody', ofGroups),
  can_leave_group: withGuests('role:everyone', ofGroups),
  can_manage_group: withNobody('group_creator', ofGroups),
  can_mention_group: withGuests('role:everyone', {
    ...ofGroups,
    // Except for owners alone, whom a mention of the group would single out.
    allowed_system_groups: systemGroups.filter((name) => name !== 'role:internet' && name !== 'role:owners'),
  }),
  can_remove_members_group: withNobody('role:nobody', ofGroups),
};

/** The object that `/register` returns; the names of its three parts are the API's. */
export const permissionSettings = { realm: organization, stream: channel, group };

export const SupportedPermissionSettings = Exact({
  realm: Exact(getEach(organizationPermissions, PermissionSetting)),
  stream: Exact(getEach(channelPermissions, PermissionSetting)),
  group: Exact(getEach(groupPermissions, PermissionSetting)),
});

/** Default of each permission in a new organization: the name of a system group. */
export const organizationPermissionDefaults = Object.fromEntries(
  organizationPermissions.map((name) => [name, organization[name].default_group_name]),
) as Record<OrganizationPermission, SystemGroup>;
