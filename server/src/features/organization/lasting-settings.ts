/** Which settings of an organization leave access: who may join or read, permissions, and where calls take place. */
import { organizationPermissions } from '../../../../wire/permissions.ts';
import {
  channelSettings,
  timeLimits,
  type UpdateOrganizationParams,
} from '../../../../wire/update-organization.ts';
import { type Leaves, leavesEach } from '../../core/organization/index.ts';

const whenOn = (isOn: boolean): boolean => isOn;
const whenOff = (isOn: boolean): boolean => !isOn;

export const lastingSettings = {
  ...leavesEach(organizationPermissions, 'access'),
  ...leavesEach(channelSettings, 'nothing'),
  ...leavesEach(timeLimits, 'nothing'),
  // Full members have more permissions.
  waiting_period_threshold: 'access',
  invite_required: whenOff,
  emails_restricted_to_domains: whenOff,
  disallow_disposable_email_addresses: whenOff,
  enable_spectator_access: whenOn,
  jitsi_server_url: 'access',
  authentication_methods: 'access',
  name: 'nothing',
  description: 'nothing',
  string_id: 'nothing',
  allow_message_editing: 'nothing',
  allow_search_engine_indexing: 'nothing',
  avatar_changes_disabled: 'nothing',
  default_avatar_source: 'nothing',
  default_code_block_language: 'nothing',
  default_language: 'nothing',
  digest_emails_enabled: 'nothing',
  digest_weekday: 'nothing',
  email_changes_disabled: 'nothing',
  enable_guest_user_dm_warning: 'nothing',
  enable_guest_user_indicator: 'nothing',
  enable_mcp: 'nothing',
  enable_read_receipts: 'nothing',
  gif_rating_policy: 'nothing',
  inline_image_preview: 'nothing',
  inline_url_embed_preview: 'nothing',
  media_preview_size: 'nothing',
  message_content_allowed_in_email_notifications: 'nothing',
  message_edit_history_visibility_policy: 'nothing',
  message_retention_days: 'nothing',
  name_changes_disabled: 'nothing',
  org_type: 'nothing',
  presence_disabled: 'nothing',
  require_e2ee_push_notifications: 'nothing',
  require_unique_names: 'nothing',
  send_channel_events_messages: 'nothing',
  send_welcome_emails: 'nothing',
  spectator_name_format: 'nothing',
  topics_policy: 'nothing',
  video_chat_provider: 'nothing',
  want_advertise_in_communities_directory: 'nothing',
  welcome_message_custom_text: 'nothing',
} as const satisfies Leaves<UpdateOrganizationParams>;
