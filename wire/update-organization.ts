/** PATCH /realm: organization settings. */
import {
  getEach,
  Exact,
  GroupSetting,
  GroupSettingChange,
  Id,
  JsonOrBare,
  OneOfIntegers,
  optional,
  Type,
  type Static,
  type TProperties,
} from './core.ts';
import { organizationSettings as settings, organizationTypes } from './organization.ts';
import { organizationPermissions } from './permissions.ts';

/** Seconds or days, or "unlimited". */
const TimeLimit = JsonOrBare([Type.Integer(), Type.Literal('unlimited')]);

export const timeLimits = [
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
] as const;

/** Settings whose values are stored as given. */
export const plainSettings = [
  'allow_message_editing',
  'allow_search_engine_indexing',
  'avatar_changes_disabled',
  'digest_emails_enabled',
  'digest_weekday',
  'disallow_disposable_email_addresses',
  'email_changes_disabled',
  'emails_restricted_to_domains',
  'enable_guest_user_dm_warning',
  'enable_guest_user_indicator',
  'enable_mcp',
  'enable_read_receipts',
  'enable_spectator_access',
  'inline_image_preview',
  'inline_url_embed_preview',
  'invite_required',
  'media_preview_size',
  'message_content_allowed_in_email_notifications',
  'message_edit_history_visibility_policy',
  'name_changes_disabled',
  'org_type',
  'presence_disabled',
  'require_e2ee_push_notifications',
  'require_unique_names',
  'send_channel_events_messages',
  'send_welcome_emails',
  'spectator_name_format',
  'topics_policy',
  'waiting_period_threshold',
  'want_advertise_in_communities_directory',
] as const;

/** Channels by id, -1 for none. */
export const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const;

/** In Unicode code points. */
export const organizationDescriptionLength = 1000;
export const jitsiUrlLength = 200;

const picked = <P extends TProperties, Name extends keyof P>(properties: P, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, properties[name]])) as Pick<P, Name>;

export const UpdateOrganizationParams = Type.Object(
  optional({
    name: settings.name,
    description: settings.description,
    ...picked(settings, plainSettings),
    ...picked(settings, channelSettings),
    ...getEach(timeLimits, TimeLimit),
    ...getEach(organizationPermissions, GroupSettingChange),
    org_type: OneOfIntegers(Object.values(organizationTypes)),
    default_avatar_source: settings.default_avatar_source,
    default_code_block_language: settings.default_code_block_language,
    default_language: settings.default_language,
    gif_rating_policy: Type.Integer(),
    // "default" restores the server's default.
    jitsi_server_url: JsonOrBare([Type.String()]),
    message_retention_days: TimeLimit,
    video_chat_provider: Type.Integer(),
    welcome_message_custom_text: settings.welcome_message_custom_text,
    // Refused if it would change something.
    authentication_methods: Type.Record(Type.String(), Type.Boolean()),
    string_id: Type.String(),
  }),
);
export type UpdateOrganizationParams = Static<typeof UpdateOrganizationParams>;

/** The settings that the request changed; for texts only whether they changed. */
export const UpdateOrganizationResponse = Exact(
  optional({
    ...settings,
    ...getEach(organizationPermissions, GroupSetting),
    // 1 all, 2 moves, 3 none.
    message_edit_history_visibility_policy: OneOfIntegers([1, 2, 3]),
  }),
);
export type UpdateOrganizationResponse = Static<typeof UpdateOrganizationResponse>;

/** POST /realm/deactivate */
export const DeactivateOrganizationParams = Type.Object({
  deletion_delay_days: Type.Optional(JsonOrBare([Type.Integer({ minimum: 0 }), Type.Null()])),
});

/** POST /realm/test_welcome_bot_custom_message */
export const TryWelcomeTextParams = Type.Object({ welcome_message_custom_text: Type.String() });
export const TryWelcomeTextResponse = Exact({ message_id: Id });
