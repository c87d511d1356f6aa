/** The fields of `/register` that the fetch key `realm` asks for. */
import {
  getEach,
  Exact,
  GroupSetting,
  Nullable,
  OneOfIntegers,
  prefixed,
  Type,
  UnixSeconds,
} from './core.ts';
import { AuthenticationMethods, organizationPictures, organizationSettings } from './organization.ts';
import { organizationPermissions, SupportedPermissionSettings } from './permissions.ts';
import { ExternalAccount, NamedChoices, ThumbnailFormat } from './register-objects.ts';
import { serverNumbers } from './server.ts';

/** Deprecated forms of newer fields: permissions as policies, and so on. */
const outdatedOrganizationFields = {
  realm_uri: Type.String(),
  realm_allow_edit_history: Type.Boolean(),
  realm_mandatory_topics: Type.Boolean(),
  // 1 members, 2 administrators, 3 full members, 4 moderators.
  realm_create_public_stream_policy: OneOfIntegers([1, 2, 3, 4]),
  realm_create_private_stream_policy: OneOfIntegers([1, 2, 3, 4]),
  // 2 administrators, 4 moderators, 6 nobody, 7 owners.
  realm_create_web_public_stream_policy: OneOfIntegers([2, 4, 6, 7]),
  // 1 everyone, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators.
  realm_wildcard_mention_policy: OneOfIntegers([1, 2, 3, 5, 6, 7]),
};

const numberNames = Object.keys(serverNumbers) as (keyof typeof serverNumbers)[];

const organizationFields = {
  ...prefixed('realm_', organizationSettings),
  ...prefixed('realm_', organizationPictures),
  ...prefixed('realm_', getEach(organizationPermissions, GroupSetting)),
  ...outdatedOrganizationFields,
  ...getEach(numberNames, Type.Integer()),
  realm_url: Type.String(),
  realm_uuid: Type.String(),
  realm_date_created: UnixSeconds,
  // Set for organizations that were created to try the server.
  demo_organization_scheduled_deletion_date: Type.Optional(UnixSeconds),
  realm_authentication_methods: AuthenticationMethods,
  realm_email_auth_enabled: Type.Boolean(),
  realm_password_auth_enabled: Type.Boolean(),
  realm_available_video_chat_providers: NamedChoices,
  realm_bot_domain: Type.String(),
  realm_default_external_accounts: Type.Record(Type.String(), ExternalAccount),
  realm_empty_topic_display_name: Type.String(),
  realm_owner_full_content_access: Type.Boolean(),
  gif_rating_policy_options: NamedChoices,
  // Ours: the display name of the GIF search service; null without one.
  server_gif_service: Nullable(Type.String()),
  // The organization's, or else the server's.
  jitsi_server_url: Nullable(Type.String()),
  server_jitsi_server_url: Nullable(Type.String()),
  development_environment: Type.Boolean(),
  server_avatar_changes_disabled: Type.Boolean(),
  server_can_summarize_topics: Type.Boolean(),
  // Ours: whether the server has a model for transcripts of audio files.
  realm_heddle_server_can_transcribe: Type.Boolean(),
  // Ours: whether a mail server is connected.
  realm_heddle_server_sends_mail: Type.Boolean(),
  server_emoji_data_url: Type.String(),
  server_generation: Type.Integer(),
  server_inline_image_preview: Type.Boolean(),
  server_inline_url_embed_preview: Type.Boolean(),
  server_max_deactivated_realm_deletion_days: Nullable(Type.Integer()),
  server_min_deactivated_realm_deletion_days: Nullable(Type.Integer()),
  server_name_changes_disabled: Type.Boolean(),
  server_needs_upgrade: Type.Boolean(),
  server_report_message_types: Type.Array(Exact({ key: Type.String(), name: Type.String() })),
  server_supported_permission_settings: SupportedPermissionSettings,
  server_thumbnail_formats: Type.Array(ThumbnailFormat),
  server_web_public_streams_enabled: Type.Boolean(),
  settings_send_digest_emails: Type.Boolean(),
  upgrade_text_for_wide_organization_logo: Type.String(),
  zulip_plan_is_not_limited: Type.Boolean(),
};

export const organizationState = {
  realm: organizationFields,
  realm_billing: { realm_billing: Exact({ has_pending_sponsorship_request: Type.Boolean() }) },
  giphy: { giphy_api_key: Type.String() },
  klipy: { klipy_api_key: Type.String() },
  stop_words: { stop_words: Type.Array(Type.String()) },
  tenor: { tenor_api_key: Type.String() },
};
