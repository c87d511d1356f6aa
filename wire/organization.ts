/** An organization ("realm" on the wire): its settings, server settings before sign-in, and its events. */
import {
  getEach,
  Exact,
  GroupSetting,
  Id,
  Nullable,
  OneOf,
  OneOfIntegers,
  optional,
  terse,
  Type,
  type Static,
  type Examples,
} from './core.ts';
import { organizationPermissionDefaults, organizationPermissions } from './permissions.ts';

/** Settings with a single value, by their names without the prefix `realm_`. */
export const organizationSettings = {
  name: Type.String(),
  description: Type.String(),
  allow_message_editing: Type.Boolean(),
  // Heddle's own: whether search engines may list web-public channels.
  allow_search_engine_indexing: Type.Boolean(),
  avatar_changes_disabled: Type.Boolean(),
  default_avatar_source: OneOf(['G', 'J']),
  default_code_block_language: Type.String(),
  default_language: Type.String(),
  digest_emails_enabled: Type.Boolean(),
  // 0 is Monday.
  digest_weekday: OneOfIntegers([0, 1, 2, 3, 4, 5, 6], terse),
  disallow_disposable_email_addresses: Type.Boolean(),
  email_changes_disabled: Type.Boolean(),
  emails_restricted_to_domains: Type.Boolean(),
  enable_guest_user_dm_warning: Type.Boolean(),
  enable_guest_user_indicator: Type.Boolean(),
  // Heddle's own: whether programs may use MCP with named API keys.
  enable_mcp: Type.Boolean(),
  enable_read_receipts: Type.Boolean(),
  enable_spectator_access: Type.Boolean(),
  gif_rating_policy: OneOfIntegers([0, 1, 2, 3, 4]),
  inline_image_preview: Type.Boolean(),
  inline_url_embed_preview: Type.Boolean(),
  invite_required: Type.Boolean(),
  jitsi_server_url: Nullable(Type.String()),
  media_preview_size: OneOfIntegers([100, 150, 200]),
  message_content_allowed_in_email_notifications: Type.Boolean(),
  // null sets no limit; also for the three settings below.
  message_content_delete_limit_seconds: Nullable(Type.Integer()),
  message_content_edit_limit_seconds: Nullable(Type.Integer()),
  move_messages_between_streams_limit_seconds: Nullable(Type.Integer()),
  move_messages_within_stream_limit_seconds: Nullable(Type.Integer()),
  message_edit_history_visibility_policy: OneOf(['all', 'moves', 'none']),
  // -1 keeps messages forever.
  message_retention_days: Type.Integer({ minimum: -1 }),
  // -1 is none; also for the three settings below.
  moderation_request_channel_id: Type.Integer(),
  new_stream_announcements_stream_id: Type.Integer(),
  signup_announcements_stream_id: Type.Integer(),
  zulip_update_announcements_stream_id: Type.Integer(),
  name_changes_disabled: Type.Boolean(),
  org_type: Type.Integer(),
  plan_type: Type.Integer(),
  presence_disabled: Type.Boolean(),
  push_notifications_enabled: Type.Boolean(),
  push_notifications_enabled_end_timestamp: Nullable(Type.Integer()),
  require_e2ee_push_notifications: Type.Boolean(),
  require_unique_names: Type.Boolean(),
  send_channel_events_messages: Type.Boolean(),
  send_welcome_emails: Type.Boolean(),
  // Heddle's own: how people's names are shown to spectators.
  spectator_name_format: OneOf(['full_name', 'first_name', 'pseudonym']),
  topics_policy: OneOf(['allow_empty_topic', 'disable_empty_topic']),
  upload_quota_mib: Nullable(Type.Integer()),
  video_chat_provider: Type.Integer(),
  // Days until a member is a full member.
  waiting_period_threshold: Type.Integer({ minimum: 0 }),
  want_advertise_in_communities_directory: Type.Boolean(),
  welcome_message_custom_text: Type.String(),
};
export const OrganizationSettings = Exact(organizationSettings);
export type OrganizationSettings = Static<typeof OrganizationSettings>;
export type OrganizationSettingName = keyof OrganizationSettings;

/** The kind of organization, as set by its administrators. */
export const organizationTypes = {
  unspecified: 0,
  business: 10,
  openSource: 20,
  educationNonprofit: 30,
  education: 35,
  research: 40,
  event: 50,
  nonprofit: 60,
  government: 70,
  politicalGroup: 80,
  community: 90,
  personal: 100,
  other: 1000,
} as const;

const week = 7 * 24 * 3600;

/** Defaults of a new organization; permissions are names of system groups. */
export const organizationSettingDefaults = {
  description: '',
  allow_message_editing: true,
  allow_search_engine_indexing: true,
  avatar_changes_disabled: false,
  default_avatar_source: 'J',
  default_code_block_language: '',
  default_language: 'en',
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_mcp: true,
  enable_read_receipts: false,
  enable_spectator_access: false,
  gif_rating_policy: 1,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  jitsi_server_url: null,
  media_preview_size: 100,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600,
  message_content_edit_limit_seconds: 600,
  move_messages_between_streams_limit_seconds: week,
  move_messages_within_stream_limit_seconds: week,
  message_edit_history_visibility_policy: 'all',
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  new_stream_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  zulip_update_announcements_stream_id: -1,
  name_changes_disabled: false,
  org_type: 0,
  plan_type: 1,
  presence_disabled: false,
  push_notifications_enabled: false,
  push_notifications_enabled_end_timestamp: null,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_channel_events_messages: false,
  send_welcome_emails: true,
  spectator_name_format: 'full_name',
  topics_policy: 'allow_empty_topic',
  upload_quota_mib: null,
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: '',
  ...organizationPermissionDefaults,
} as const satisfies Omit<OrganizationSettings, 'name'> & typeof organizationPermissionDefaults;

/** Pictures; a source is 'U' if one was uploaded. */
export const organizationPictures = {
  icon_url: Type.String(),
  icon_source: OneOf(['G', 'U']),
  logo_url: Type.String(),
  logo_source: OneOf(['D', 'U']),
  night_logo_url: Type.String(),
  night_logo_source: OneOf(['D', 'U']),
};

/** POST, DELETE /realm/icon */
export const IconResponse = Exact({ icon_url: Type.String() });

/** GET, POST, DELETE /realm/logo: the one for dark surfaces, or the other. */
export const LogoParams = Type.Object({ night: Type.Boolean() });
export type LogoParams = Static<typeof LogoParams>;

/** Sign-in methods, by name ("Email", "LDAP", …). */
export const AuthenticationMethods = Type.Record(
  Type.String(),
  Exact({
    enabled: Type.Boolean(),
    available: Type.Boolean(),
    unavailable_reason: Type.Optional(Type.String()),
  }),
);

const signInMethods = [
  'password',
  'dev',
  'email',
  'ldap',
  'remoteuser',
  'github',
  'azuread',
  'gitlab',
  'google',
  'apple',
  'saml',
  'openid connect',
  'discord',
] as const;

/** GET /server_settings. The `realm_` fields are absent if the host belongs to no organization. */
export const GetServerSettingsResponse = Exact({
  zulip_version: Type.String(),
  zulip_merge_base: Type.String(),
  zulip_feature_level: Type.Integer(),
  heddle_version: Type.String(),
  push_notifications_enabled: Type.Boolean(),
  is_incompatible: Type.Boolean(),
  email_auth_enabled: Type.Boolean(),
  require_email_format_usernames: Type.Boolean(),
  authentication_methods: Exact(getEach(signInMethods, Type.Boolean())),
  external_authentication_methods: Type.Array(
    Exact({
      name: Type.String(),
      display_name: Type.String(),
      display_icon: Nullable(Type.String()),
      login_url: Type.String(),
      signup_url: Type.String(),
    }),
  ),
  ...optional({
    realm_url: Type.String(),
    // Deprecated: realm_url.
    realm_uri: Type.String(),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String(),
    realm_web_public_access_enabled: Type.Boolean(),
  }),
});
export type GetServerSettingsResponse = Static<typeof GetServerSettingsResponse>;

const getNames = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[];

const organizationEvent = { id: Type.Integer(), type: Type.Literal('realm') };

/** Settings that the API sends together, or that have no single value. */
export const OrganizationChanges = Exact(
  optional({
    ...organizationSettings,
    ...organizationPictures,
    ...getEach(organizationPermissions, GroupSetting),
    authentication_methods: AuthenticationMethods,
    max_file_upload_size_mib: Type.Integer(),
    // Only with `description`.
    rendered_description: Type.String(),
    // Deprecated, with `topics_policy`.
    mandatory_topics: Type.Boolean(),
  }),
);
export type OrganizationChanges = Static<typeof OrganizationChanges>;

const OrganizationEvent = Type.Union([
  Exact({
    ...organizationEvent,
    op: Type.Literal('update'),
    property: OneOf(getNames(organizationSettings)),
    value: Type.Union([Type.String(), Type.Boolean(), Type.Integer(), Type.Null()]),
  }),
  Exact({
    ...organizationEvent,
    op: Type.Literal('update_dict'),
    property: OneOf(['default', 'icon', 'logo', 'night_logo']),
    data: OrganizationChanges,
  }),
  Exact({ ...organizationEvent, op: Type.Literal('deactivated'), realm_id: Id }),
]);

export const organizationEvents = { realm: OrganizationEvent };

export const organizationExamples: Examples<typeof organizationEvents> = {
  realm: {
    'a setting': { id: 1, type: 'realm', op: 'update', property: 'invite_required', value: true },
    'a permission': {
      id: 1,
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { can_create_groups: { direct_members: [7], direct_subgroups: [] } },
    },
  },
};
