/** What the organization decides, as tables of Zulip: settings, permissions, folders, linkifiers, playgrounds and domains. */
import type { OrganizationSettingName } from '../../../../wire/organization.ts';
import {
  organizationPermission,
  organizationSettings,
  type Channel,
  type OrganizationCache,
} from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { getFolders } from '../../features/folders/index.ts';
import { getLinkifiers } from '../../features/linkifiers/index.ts';
import { getPlaygrounds } from '../../features/playgrounds/index.ts';
import { organizationSince, type ZulipGroups } from './zulip-groups.ts';
import type { ZulipVersion } from './zulip-versions.ts';

/** A column of the table of organizations: an import refuses those that its version does not have. */
interface Column {
  since?: ZulipVersion;
  /** The version in which it was gone. */
  before?: ZulipVersion;
  /** Where it is not called as the setting. */
  name?: string;
  /** The value there, where it is another one. */
  convert?: (value: unknown) => unknown;
}

const same: readonly Column[] = [{}];
const stays: readonly Column[] = [];
const since = (version: ZulipVersion): readonly Column[] => [{ since: version }];

const historyPolicies: Readonly<Record<string, number>> = { all: 1, moves: 2, none: 3 };
export const topicsPolicies: Readonly<Record<string, number>> = {
  inherit: 1,
  allow_empty_topic: 2,
  disable_empty_topic: 3,
  empty_topic_only: 4,
};

const columns: Readonly<Record<OrganizationSettingName, readonly Column[]>> = {
  // The row has both.
  name: stays,
  description: stays,
  allow_message_editing: same,
  allow_search_engine_indexing: stays,
  avatar_changes_disabled: same,
  default_avatar_source: since(12),
  default_code_block_language: same,
  default_language: same,
  digest_emails_enabled: same,
  digest_weekday: same,
  disallow_disposable_email_addresses: same,
  email_changes_disabled: same,
  emails_restricted_to_domains: same,
  enable_guest_user_dm_warning: same,
  enable_guest_user_indicator: same,
  enable_mcp: stays,
  enable_read_receipts: same,
  enable_spectator_access: same,
  gif_rating_policy: [
    { since: 12 },
    // It had one more for very young people.
    { name: 'giphy_rating', before: 12, convert: (value) => (value === 0 ? 0 : Number(value) + 1) },
  ],
  inline_image_preview: same,
  inline_url_embed_preview: same,
  invite_required: same,
  jitsi_server_url: same,
  media_preview_size: since(12),
  message_content_allowed_in_email_notifications: same,
  message_content_delete_limit_seconds: same,
  message_content_edit_limit_seconds: same,
  move_messages_between_streams_limit_seconds: same,
  move_messages_within_stream_limit_seconds: same,
  message_edit_history_visibility_policy: [{ convert: (value) => historyPolicies[String(value)] }],
  message_retention_days: same,
  moderation_request_channel_id: [{ name: 'moderation_request_channel' }],
  new_stream_announcements_stream_id: [{ name: 'new_stream_announcements_stream' }],
  signup_announcements_stream_id: [{ name: 'signup_announcements_stream' }],
  zulip_update_announcements_stream_id: [{ name: 'zulip_update_announcements_stream' }],
  name_changes_disabled: same,
  org_type: same,
  // What the server there offers.
  plan_type: stays,
  presence_disabled: stays,
  push_notifications_enabled: stays,
  push_notifications_enabled_end_timestamp: stays,
  require_e2ee_push_notifications: since(11),
  require_unique_names: same,
  send_channel_events_messages: since(12),
  send_welcome_emails: same,
  spectator_name_format: stays,
  topics_policy: [
    { since: 11, convert: (value) => topicsPolicies[String(value)] },
    { name: 'mandatory_topics', before: 11, convert: (value) => value === 'disable_empty_topic' },
  ],
  upload_quota_mib: stays,
  // The server there has its own.
  video_chat_provider: stays,
  waiting_period_threshold: same,
  want_advertise_in_communities_directory: same,
  welcome_message_custom_text: since(11),
};

interface Written {
  version: ZulipVersion;
  groups: ZulipGroups;
  /** Those that are exported: nothing names others. */
  channels: readonly Channel[];
  people: ReadonlySet<number>;
}

export function realmRow(cache: OrganizationCache, { version, groups, channels }: Written): object {
  const { organization } = cache;
  const written = new Set(channels.map(({ id }) => id));
  const values: Readonly<Record<string, unknown>> = organizationSettings(cache);
  const settings = Object.entries(columns).flatMap(([setting, some]) =>
    some
      .filter(({ since: first = 10, before = Infinity }) => first <= version && version < before)
      .map(({ name = setting, convert }): [string, unknown] => {
        const value = values[setting];
        if (setting.endsWith('_id')) return [name, written.has(Number(value)) ? value : null];
        return [name, convert ? convert(value) : value];
      }),
  );
  return {
    id: organization.id,
    uuid: organization.uuid,
    name: organization.name,
    string_id: organization.subdomain,
    date_created: organization.createdAt / 1000,
    deactivated: false,
    description: organization.description.slice(0, 1000),
    ...Object.fromEntries(settings),
    ...groups.columns(organizationSince, (name) => organizationPermission(cache, name)),
  };
}

export async function organizationTables(
  db: Db,
  { orgId: realm }: OrganizationCache,
  { version, channels, people }: Written,
): Promise<Record<string, object[]>> {
  const folders = version < 11 ? [] : await getFolders(db, realm, { includeArchived: true });
  const domains = await db.q
    .selectFrom('allowed_domain')
    .select(['id', 'domain', 'allow_subdomains'])
    .where('org_id', '=', realm)
    .orderBy('id')
    .execute();
  const linkifiers = await getLinkifiers(db, realm);
  const playgrounds = await getPlaygrounds(db, realm);
  const usual = channels.filter(({ isDefault }) => isDefault);
  return {
    zerver_defaultstream: usual.map(({ id }, i) => ({ id: i + 1, realm, stream: id })),
    zerver_realmdomain: domains.map(({ id, domain, allow_subdomains: allowed }) => ({
      id,
      realm,
      domain,
      allow_subdomains: allowed === 1,
    })),
    zerver_realmfilter: linkifiers.map(({ id, pattern, url_template, ...rest }, order) => ({
      id,
      realm,
      pattern,
      url_template,
      order,
      ...(version < 12 ? {} : rest),
    })),
    zerver_realmplayground: playgrounds.map((row) => ({ realm, ...row })),
    ...(version < 11
      ? {}
      : {
          zerver_channelfolder: folders.map(({ creator_id: creator, ...row }) => ({
            realm,
            creator: people.has(creator ?? 0) ? creator : null,
            ...row,
          })),
        }),
  };
}
