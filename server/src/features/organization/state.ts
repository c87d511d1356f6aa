/** The key `realm` of `/register`: settings of the organization and of the server. */
import { emptyTopicDisplayName, type GroupSetting } from '../../../../wire/core.ts';
import { organizationPermissions, permissionSettings } from '../../../../wire/permissions.ts';
import type { RegisterState } from '../../../../wire/register.ts';
import {
  defaultExternalAccounts,
  gifRatingPolicyOptions,
  reportMessageTypes,
  serverNumbers,
} from '../../../../wire/server.ts';
import { botDomain } from '../../core/bots/index.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import {
  type OrganizationCache,
  organizationPermission,
  organizationSettings,
} from '../../core/organization/index.ts';
import { availableCallProviders } from '../calls/index.ts';
import { emojiDataPath } from '../emoji/index.ts';
import { getGifService } from '../gifs/index.ts';
import { hasMobilePush } from '../mobile-push/index.ts';
import { quotaMib, thumbnailFormats } from '../uploads/index.ts';
import { pictureFields } from './serialize.ts';
import { keysIn, toRecord } from '../../lib/objects.ts';

type RealmState = RegisterState<'realm'>;

export const organizationState: Pick<StateFetchers, 'realm'> = { realm };

function realm({ app, tx, origin }: StateContext): RealmState {
  const { cache } = tx;
  const { name, description, uuid, createdAt } = cache.organization;
  return {
    ...underRealm({ ...organizationSettings(cache), name, description }),
    ...underRealm(
      toRecord(organizationPermissions, (permission) => organizationPermission(cache, permission)),
    ),
    ...outdated(cache, origin),
    ...underRealm(pictureFields(cache.organization)),
    ...serverNumbers,
    ...ofServer(origin, app.generation),
    ...signIn,
    realm_url: origin,
    realm_uuid: uuid,
    realm_date_created: Math.floor(createdAt / 1000),
    realm_bot_domain: botDomain(origin),
    realm_available_video_chat_providers: availableCallProviders(app.config),
    server_gif_service: getGifService(app.config)?.service.name ?? null,
    realm_default_external_accounts: defaultExternalAccounts,
    realm_empty_topic_display_name: emptyTopicDisplayName,
    realm_owner_full_content_access: false,
    realm_push_notifications_enabled: hasMobilePush(app.config),
    jitsi_server_url: organizationSettings(cache).jitsi_server_url ?? '',
    server_can_summarize_topics: app.config.aiUrl !== undefined,
    realm_heddle_server_can_transcribe: app.config.transcriptUrl !== undefined,
    realm_heddle_server_sends_mail: app.config.smtpUrl !== undefined,
    server_inline_url_embed_preview: app.config.websitePreviews === 'on',
    server_web_public_streams_enabled: app.config.webPublicChannels === 'on',
    max_file_upload_size_mib: app.config.maxFileUploadSizeMib,
    realm_upload_quota_mib: quotaMib(app.config, cache),
  };
}

type UnderRealm<Settings> = { [Name in keyof Settings & string as `realm_${Name}`]: Settings[Name] };

const underRealm = <Settings extends object>(settings: Settings): UnderRealm<Settings> =>
  // `Object.fromEntries` is typed for any keys.
  Object.fromEntries(
    keysIn(settings).map((name) => [`realm_${name}`, settings[name]]),
  ) as UnderRealm<Settings>;

const signIn = {
  realm_authentication_methods: { Email: { enabled: true, available: true } },
  realm_email_auth_enabled: true,
  realm_password_auth_enabled: true,
} as const;

/** Settings of the server, the same for every organization. */
function ofServer(origin: string, generation: number) {
  return {
    gif_rating_policy_options: gifRatingPolicyOptions,
    server_jitsi_server_url: null,
    development_environment: false,
    server_avatar_changes_disabled: false,
    server_emoji_data_url: origin + emojiDataPath,
    server_generation: generation,
    server_inline_image_preview: true,
    server_max_deactivated_realm_deletion_days: null,
    server_min_deactivated_realm_deletion_days: null,
    server_name_changes_disabled: false,
    server_needs_upgrade: false,
    server_report_message_types: [...reportMessageTypes],
    server_supported_permission_settings: permissionSettings,
    server_thumbnail_formats: [...thumbnailFormats],
    settings_send_digest_emails: true,
    upgrade_text_for_wide_organization_logo: '',
    zulip_plan_is_not_limited: true,
  };
}

/** COMPAT(old clients): permissions as the policies that preceded groups. */
function outdated(cache: OrganizationCache, origin: string) {
  const settings = organizationSettings(cache);
  return {
    realm_uri: origin,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_create_public_stream_policy: getPolicy(
      cache,
      'can_create_public_channel_group',
      channelPolicies,
      1,
    ),
    realm_create_private_stream_policy: getPolicy(
      cache,
      'can_create_private_channel_group',
      channelPolicies,
      1,
    ),
    realm_create_web_public_stream_policy: getPolicy(
      cache,
      'can_create_web_public_channel_group',
      webPublicPolicies,
      7,
    ),
    realm_wildcard_mention_policy: getPolicy(cache, 'can_mention_many_users_group', wildcardPolicies, 5),
  };
}

const channelPolicies = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
} as const;

const webPublicPolicies = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
} as const;

const wildcardPolicies = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
} as const;

/** @param other The policy for groups that the old policies cannot express. */
function getPolicy<Policy extends number>(
  cache: OrganizationCache,
  name: Parameters<typeof organizationPermission>[1],
  policies: Readonly<Partial<Record<string, Policy>>>,
  other: Policy,
): Policy {
  const setting: GroupSetting = organizationPermission(cache, name);
  const group = typeof setting === 'number' ? cache.groups.get(setting) : undefined;
  return (group && policies[group.name]) ?? other;
}
