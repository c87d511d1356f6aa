/**
 * What becomes of each field of the tables of Zulip that decide about access. A permission of Heddle for which no field is
 * declared does not compile; a field of an export that is not declared is a line of the report.
 */
import type { ChannelPermission } from '../../../../../wire/channels.ts';
import type { SystemGroup } from '../../../../../wire/core.ts';
import type { GroupPermission } from '../../../../../wire/groups.ts';
import type { OrganizationPermission } from '../../../../../wire/permissions.ts';
import type { OrganizationSettingName } from '../../../../../wire/organization.ts';
import { keysIn } from '../../../lib/objects.ts';
import type { ChannelSetting, SettingDirection } from '../records.ts';

/** The people and groups that hold it hold the permission of this name here. */
interface Holding<Permission> {
  permission: Permission;
  /** The groups that stand for the numbers of versions before groups could hold it. */
  roles?: Readonly<Record<number, SystemGroup>>;
}

/** A setting with a value. */
export interface Valued {
  setting: OrganizationSettingName;
  /** Which values give people more. */
  wider: SettingDirection;
  /** The value here, where it is not the same. */
  values?: Readonly<Record<string, string | boolean | number>>;
}

type Other =
  /** The reader converts it in its own code. */
  | 'converted'
  /** It says nothing of what people may do or see. */
  | 'no access'
  /** It has no counterpart, so nobody has it here. */
  | { without: string };

export type Fate<Permission> = Holding<Permission> | Valued | Other;
export type Fates<Permission> = Readonly<Record<string, Fate<Permission>>>;

/** Declared under their own names, all that are not only Heddle's. */
type OwnNames<Permission extends string> = Readonly<
  Record<Exclude<Permission, `heddle_${string}`>, Holding<Permission>>
>;

const memberPolicies = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
  5: 'role:everyone',
  6: 'role:nobody',
  7: 'role:owners',
} as const satisfies Readonly<Record<number, SystemGroup>>;
const postPolicies = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
} as const satisfies Readonly<Record<number, SystemGroup>>;
/** Whether a mention of everyone is allowed. */
const mentionPolicies = {
  1: 'role:everyone',
  2: 'role:members',
  3: 'role:fullmembers',
  5: 'role:administrators',
  6: 'role:nobody',
  7: 'role:moderators',
} as const satisfies Readonly<Record<number, SystemGroup>>;
const botPolicies = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:administrators',
} as const satisfies Readonly<Record<number, SystemGroup>>;

const held = <Permission extends string>(permission: Permission): Holding<Permission> => ({ permission });
const policy = <Permission extends string>(
  permission: Permission,
  roles: Readonly<Record<number, SystemGroup>> = memberPolicies,
): Holding<Permission> => ({ permission, roles });
const noAccess = <Name extends string>(names: readonly Name[]): Readonly<Record<Name, 'no access'>> =>
  Object.fromEntries(names.map((name) => [name, 'no access'])) as Record<Name, 'no access'>;

/** zerver_stream */
export const channelFields = {
  can_add_subscribers_group: held('can_add_subscribers_group'),
  can_administer_channel_group: held('can_administer_channel_group'),
  can_create_topic_group: held('can_create_topic_group'),
  can_delete_any_message_group: held('can_delete_any_message_group'),
  can_delete_own_message_group: held('can_delete_own_message_group'),
  can_move_messages_out_of_channel_group: held('can_move_messages_out_of_channel_group'),
  can_move_messages_within_channel_group: held('can_move_messages_within_channel_group'),
  can_remove_subscribers_group: held('can_remove_subscribers_group'),
  can_resolve_topics_group: held('can_resolve_topics_group'),
  can_send_message_group: held('can_send_message_group'),
  can_subscribe_group: held('can_subscribe_group'),
  stream_post_policy: policy('can_send_message_group', postPolicies),
  is_announcement_only: 'converted',
  invite_only: 'converted',
  is_web_public: 'converted',
  history_public_to_subscribers: 'converted',
  deactivated: 'converted',
  topics_policy: 'converted',
  name: 'converted',
  description: 'converted',
  date_created: 'converted',
  creator: 'converted',
  is_in_zephyr_realm: 'converted',
  email_token: { without: 'Addresses of channels are new here.' },
  message_retention_days: 'converted',
  folder: 'converted',
  ...noAccess(['id', 'realm', 'recipient', 'rendered_description']),
  ...noAccess(['first_message_id', 'is_recently_active', 'subscriber_count', 'stream_weekly_traffic']),
} as const satisfies OwnNames<ChannelPermission> & Fates<ChannelPermission>;

/** zerver_namedusergroup */
export const groupFields = {
  can_add_members_group: held('can_add_members_group'),
  can_join_group: held('can_join_group'),
  can_leave_group: held('can_leave_group'),
  can_manage_group: held('can_manage_group'),
  can_mention_group: held('can_mention_group'),
  can_remove_members_group: held('can_remove_members_group'),
  name: 'converted',
  description: 'converted',
  deactivated: 'converted',
  is_system_group: 'converted',
  ...noAccess(['id', 'usergroup_ptr', 'date_created', 'creator', 'realm', 'realm_for_sharding', 'members']),
  ...noAccess(['direct_members', 'direct_subgroups']),
} as const satisfies OwnNames<GroupPermission> & Fates<GroupPermission>;

const heldByOrganization = {
  create_multiuse_invite_group: held('create_multiuse_invite_group'),
  can_access_all_users_group: held('can_access_all_users_group'),
  can_add_custom_emoji_group: held('can_add_custom_emoji_group'),
  can_add_subscribers_group: held('can_add_subscribers_group'),
  can_create_bots_group: held('can_create_bots_group'),
  can_create_groups: held('can_create_groups'),
  can_create_private_channel_group: held('can_create_private_channel_group'),
  can_create_public_channel_group: held('can_create_public_channel_group'),
  can_create_web_public_channel_group: held('can_create_web_public_channel_group'),
  can_create_write_only_bots_group: held('can_create_write_only_bots_group'),
  can_delete_any_message_group: held('can_delete_any_message_group'),
  can_delete_own_message_group: held('can_delete_own_message_group'),
  can_invite_users_group: held('can_invite_users_group'),
  can_manage_all_groups: held('can_manage_all_groups'),
  can_manage_billing_group: held('can_manage_billing_group'),
  can_mention_many_users_group: held('can_mention_many_users_group'),
  can_move_messages_between_channels_group: held('can_move_messages_between_channels_group'),
  can_move_messages_between_topics_group: held('can_move_messages_between_topics_group'),
  can_resolve_topics_group: held('can_resolve_topics_group'),
  can_set_delete_message_policy_group: held('can_set_delete_message_policy_group'),
  can_set_topics_policy_group: held('can_set_topics_policy_group'),
  can_summarize_topics_group: held('can_summarize_topics_group'),
  direct_message_initiator_group: held('direct_message_initiator_group'),
  direct_message_permission_group: held('direct_message_permission_group'),
  workplace_users_group: held('workplace_users_group'),
} as const satisfies OwnNames<OrganizationPermission>;

/** The policies of versions before 10, and before 7. */
const policiesOfOrganization = {
  create_public_stream_policy: policy('can_create_public_channel_group'),
  create_private_stream_policy: policy('can_create_private_channel_group'),
  create_web_public_stream_policy: policy('can_create_web_public_channel_group'),
  invite_to_stream_policy: policy('can_add_subscribers_group'),
  invite_to_realm_policy: policy('can_invite_users_group'),
  move_messages_between_streams_policy: policy('can_move_messages_between_channels_group'),
  edit_topic_policy: policy('can_move_messages_between_topics_group'),
  delete_own_message_policy: policy('can_delete_own_message_group'),
  user_group_edit_policy: policy('can_create_groups'),
  add_custom_emoji_policy: policy('can_add_custom_emoji_group'),
  bot_creation_policy: policy('can_create_bots_group', botPolicies),
  wildcard_mention_policy: policy('can_mention_many_users_group', mentionPolicies),
  private_message_policy: policy('direct_message_permission_group', { 1: 'role:everyone', 2: 'role:nobody' }),
  can_create_public_channel: { without: 'It is of a version in between.' },
} as const satisfies Fates<OrganizationPermission>;

const historyValues = { 1: 'all', 2: 'moves', 3: 'none' } as const;
const topicsValues = { 2: 'allow_empty_topic', 3: 'disable_empty_topic' } as const;
const mandatoryValues = { true: 'disable_empty_topic', false: 'allow_empty_topic' } as const;
/** Before version 12, which has no rating for very young people of its own. */
const ratingValues = { 0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4 } as const;
const emptyTopics = ['allow_empty_topic'] as const;
const edits = ['all', 'moves', 'none'] as const;

const valuesOfOrganization = {
  allow_message_editing: { setting: 'allow_message_editing', wider: 'on' },
  avatar_changes_disabled: { setting: 'avatar_changes_disabled', wider: 'off' },
  disallow_disposable_email_addresses: { setting: 'disallow_disposable_email_addresses', wider: 'off' },
  email_changes_disabled: { setting: 'email_changes_disabled', wider: 'off' },
  emails_restricted_to_domains: { setting: 'emails_restricted_to_domains', wider: 'off' },
  enable_read_receipts: { setting: 'enable_read_receipts', wider: 'on' },
  enable_spectator_access: { setting: 'enable_spectator_access', wider: 'on' },
  inline_url_embed_preview: { setting: 'inline_url_embed_preview', wider: 'on' },
  invite_required: { setting: 'invite_required', wider: 'off' },
  mandatory_topics: { setting: 'topics_policy', wider: emptyTopics, values: mandatoryValues },
  topics_policy: { setting: 'topics_policy', wider: emptyTopics, values: topicsValues },
  message_content_allowed_in_email_notifications: {
    setting: 'message_content_allowed_in_email_notifications',
    wider: 'on',
  },
  message_content_delete_limit_seconds: { setting: 'message_content_delete_limit_seconds', wider: 'more' },
  message_content_edit_limit_seconds: { setting: 'message_content_edit_limit_seconds', wider: 'more' },
  move_messages_between_streams_limit_seconds: {
    setting: 'move_messages_between_streams_limit_seconds',
    wider: 'more',
  },
  move_messages_within_stream_limit_seconds: {
    setting: 'move_messages_within_stream_limit_seconds',
    wider: 'more',
  },
  message_edit_history_visibility_policy: {
    setting: 'message_edit_history_visibility_policy',
    wider: edits,
    values: historyValues,
  },
  allow_edit_history: {
    setting: 'message_edit_history_visibility_policy',
    wider: edits,
    values: { true: 'all', false: 'none' },
  },
  name_changes_disabled: { setting: 'name_changes_disabled', wider: 'off' },
  presence_disabled: { setting: 'presence_disabled', wider: 'off' },
  require_unique_names: { setting: 'require_unique_names', wider: 'off' },
  waiting_period_threshold: { setting: 'waiting_period_threshold', wider: 'less' },
  giphy_rating: { setting: 'gif_rating_policy', wider: 'no access', values: ratingValues },
} as const satisfies Readonly<Record<string, Valued>>;

/** Settings that give nobody access to anything. */
const otherValues = Object.fromEntries(
  (
    [
      'message_retention_days',
      'org_type',
      'default_language',
      'default_code_block_language',
      'digest_emails_enabled',
      'digest_weekday',
      'enable_guest_user_indicator',
      'enable_guest_user_dm_warning',
      'inline_image_preview',
      'send_channel_events_messages',
      'send_welcome_emails',
      'welcome_message_custom_text',
      'media_preview_size',
      'video_chat_provider',
      'jitsi_server_url',
      'gif_rating_policy',
      'want_advertise_in_communities_directory',
    ] as const
  ).map((setting) => [setting, { setting, wider: 'no access' }]),
) as Readonly<Record<string, Valued>>;

/** Columns that name a channel, and the settings that they are here; the last two of versions before 9. */
export const channelSettings = {
  moderation_request_channel: 'moderation_request_channel_id',
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
  notifications_stream: 'new_stream_announcements_stream_id',
  signup_notifications_stream: 'signup_announcements_stream_id',
} as const satisfies Readonly<Record<string, ChannelSetting>>;
const convertedChannels = Object.fromEntries(
  keysIn(channelSettings).map((name) => [name, 'converted']),
) as Record<keyof typeof channelSettings, 'converted'>;

/** zerver_realm */
export const organizationFields = {
  ...heldByOrganization,
  ...policiesOfOrganization,
  ...valuesOfOrganization,
  ...otherValues,
  ...convertedChannels,
  description: 'converted',
  uuid: 'converted',
  string_id: 'converted',
  message_visibility_limit: { without: 'Messages of any age are visible here.' },
  first_visible_message_id: { without: 'Messages of any age are visible here.' },
  ...noAccess(['id', 'name', 'date_created', 'deactivated', 'deactivated_redirect', 'plan_type']),
  ...noAccess(['uuid_owner_secret', 'scheduled_deletion_date', 'demo_organization_scheduled_deletion_date']),
  ...noAccess(['push_notifications_enabled', 'push_notifications_enabled_end_timestamp', '_max_invites']),
  ...noAccess(['zulip_update_announcements_level', 'custom_upload_quota_gb', 'upload_quota_gb']),
  ...noAccess(['icon_version', 'icon_source', 'logo_version', 'logo_source', 'night_logo_version']),
  ...noAccess(['night_logo_source', 'default_avatar_source', 'owner']),
  ...noAccess(['require_e2ee_push_notifications', 'topics_with_no_name', 'vapid', 'google_hangouts_domain']),
} as const satisfies OwnNames<OrganizationPermission> & Fates<OrganizationPermission>;
