/** What entries of the audit log have before and after: the web client has words for each of these properties. */
import { channelPermissions, type ChannelPermission } from './channels.ts';
import { groupPermissions, type GroupPermission } from './groups.ts';
import { userSettingFields, type StoredUserSettings } from './settings.ts';
import { providerSettings, type ProviderSetting } from './sign-in-providers.ts';
import { UpdateOrganizationParams } from './update-organization.ts';

export const ownProperties = [
  // Accounts and bots. `by` is the way of a sign-in or of a password reset.
  ...(['accounts', 'bot_type', 'by', 'delete_direct_messages', 'delete_private_channel_messages'] as const),
  ...(['delete_profile', 'delete_public_channel_messages', 'delivery_email', 'events_channel_id'] as const),
  ...([
    'full_name',
    'grants',
    'interface',
    'ldap_entry',
    'owner_id',
    'payload_url',
    'profile_field_ids',
  ] as const),
  ...(['role', 'sending_channel_id', 'service_name', 'sessions', 'status_emoji', 'status_text'] as const),
  ...(['webhook_secret', 'webhook_template'] as const),
  // API keys, and the tools that programs use with them.
  ...([
    'channel',
    'channel_id',
    'emoji_name',
    'expires_at',
    'key',
    'key_id',
    'message_id',
    'scopes',
  ] as const),
  ...(['token', 'tool', 'topic', 'user_ids'] as const),
  // Channels, folders, groups, messages and invitations.
  ...(['added_members', 'added_subgroups', 'channel_ids', 'deactivated', 'description'] as const),
  ...([
    'direct_subgroup_ids',
    'folder_id',
    'group_ids',
    'history_public_to_subscribers',
    'inviter_id',
  ] as const),
  ...(['is_archived', 'is_default', 'is_private', 'is_web_public', 'kind', 'members'] as const),
  ...([
    'message_retention_days',
    'messages',
    'name',
    'order',
    'removed_members',
    'removed_subgroups',
  ] as const),
  ...(['sender_id', 'topics_policy'] as const),
  // Linkifiers, profile fields, playgrounds and domains.
  ...(['allow_subdomains', 'alternative_url_templates', 'display_in_profile_summary'] as const),
  ...(['editable_by_user', 'example_input', 'field_data', 'hint', 'id', 'language', 'pattern'] as const),
  ...(['required', 'reverse_template', 'type', 'url_template', 'use_for_user_matching'] as const),
  // Sign-in.
  ...(['confirm_former_email', 'idle_minutes', 'is_enabled', 'issuer', 'min_password_length'] as const),
  ...(['secret', 'session_hours', 'signed_out', 'two_factor_required_from', 'users'] as const),
  // Exports, backups, imports, pictures and jobs.
  ...([
    'bytes',
    'channels',
    'deleted',
    'direct_messages',
    'downloads',
    'edits',
    'export_type',
    'file',
  ] as const),
  ...([
    'files',
    'from',
    'is_custom',
    'jobs',
    'keep_roles',
    'kept',
    'kinds',
    'made_at',
    'max_errors',
  ] as const),
  ...(['moves', 'notices', 'origin', 'people', 'people_kept', 'picture', 'problems', 'product'] as const),
  ...(['reactions', 'run', 'secrets', 'source', 'step', 'threads', 'topic_names'] as const),
] as const;
export type OwnAuditProperty = (typeof ownProperties)[number];

/** The others cannot be changed. */
export type AuditedSetting =
  | Exclude<keyof UpdateOrganizationParams, 'authentication_methods' | 'string_id'>
  | keyof StoredUserSettings;

export type AuditProperty =
  | OwnAuditProperty
  | AuditedSetting
  | ChannelPermission
  | GroupPermission
  | ProviderSetting;

/** All properties that an entry may have. */
export const auditProperties: ReadonlySet<string> = new Set([
  ...ownProperties,
  ...Object.keys(UpdateOrganizationParams.properties),
  ...Object.keys(userSettingFields),
  ...channelPermissions,
  ...groupPermissions,
  ...providerSettings,
]);

/** By property. The server cannot write one that has no words. */
export type AuditValues = Readonly<Partial<Record<AuditProperty, unknown>>>;
