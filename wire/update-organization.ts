/** PATCH /realm: the settings that an organization may change, and that do something here. */
import { eachOf, GroupSettingChange, JsonOrBare, optional, Type, type Static } from './core.ts';
import { organizationSettings as settings } from './organization.ts';
import type { OrganizationPermission } from './permissions.ts';

/** Permissions that something here goes by. */
export const changeablePermissions = [
  'create_multiuse_invite_group',
  'can_access_all_users_group',
  'can_add_custom_emoji_group',
  'can_add_subscribers_group',
  'can_create_groups',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
  'can_create_web_public_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_mention_many_users_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
  'can_set_delete_message_policy_group',
  'can_set_topics_policy_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
] as const satisfies readonly OrganizationPermission[];
export type ChangeablePermission = (typeof changeablePermissions)[number];

/** Seconds, or "unlimited". */
const TimeLimit = JsonOrBare([Type.Integer(), Type.String()]);

/** Days, or "unlimited". */
const Retention = JsonOrBare([Type.Integer(), Type.String()]);

export const timeLimits = [
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
] as const;

/** Settings that are given as they are stored. */
export const plainSettings = [
  'allow_message_editing',
  'avatar_changes_disabled',
  'default_code_block_language',
  'disallow_disposable_email_addresses',
  'email_changes_disabled',
  'emails_restricted_to_domains',
  'enable_guest_user_dm_warning',
  'enable_guest_user_indicator',
  'enable_read_receipts',
  'enable_spectator_access',
  'invite_required',
  'media_preview_size',
  'message_edit_history_visibility_policy',
  'name_changes_disabled',
  'presence_disabled',
  'require_unique_names',
  'send_channel_events_messages',
  'waiting_period_threshold',
] as const;

/** Channels by id, -1 for none. */
export const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
] as const;

/** All settings that name a channel. */
export const namedChannels = [
  ...channelSettings,
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const;

/** In Unicode code points. */
export const organizationDescriptionLength = 1000;

export const UpdateOrganizationParams = Type.Object(
  optional({
    name: settings.name,
    description: settings.description,
    topics_policy: settings.topics_policy,
    avatar_changes_disabled: settings.avatar_changes_disabled,
    allow_message_editing: settings.allow_message_editing,
    default_code_block_language: settings.default_code_block_language,
    email_changes_disabled: settings.email_changes_disabled,
    media_preview_size: settings.media_preview_size,
    name_changes_disabled: settings.name_changes_disabled,
    presence_disabled: settings.presence_disabled,
    disallow_disposable_email_addresses: settings.disallow_disposable_email_addresses,
    emails_restricted_to_domains: settings.emails_restricted_to_domains,
    enable_guest_user_dm_warning: settings.enable_guest_user_dm_warning,
    enable_guest_user_indicator: settings.enable_guest_user_indicator,
    enable_read_receipts: settings.enable_read_receipts,
    enable_spectator_access: settings.enable_spectator_access,
    invite_required: settings.invite_required,
    message_edit_history_visibility_policy: settings.message_edit_history_visibility_policy,
    require_unique_names: settings.require_unique_names,
    send_channel_events_messages: settings.send_channel_events_messages,
    waiting_period_threshold: settings.waiting_period_threshold,
    moderation_request_channel_id: settings.moderation_request_channel_id,
    new_stream_announcements_stream_id: settings.new_stream_announcements_stream_id,
    signup_announcements_stream_id: settings.signup_announcements_stream_id,
    welcome_message_custom_text: settings.welcome_message_custom_text,
    message_retention_days: Retention,
    ...eachOf(timeLimits, TimeLimit),
    ...eachOf(changeablePermissions, GroupSettingChange),
  }),
);
export type UpdateOrganizationParams = Static<typeof UpdateOrganizationParams>;
