/** What has changed in the API between the level of the contract (372) and the level that we claim (496). */
import type { Fault } from './json-schema.ts';

/** Whether a field or a type of event is Heddle's own. */
const isOwn = (name: string): boolean => /^(?:realm_)?heddle_/.test(name);

export const isNewerField = (name: string): boolean => isOwn(name) || newerFields.has(name);
export const isNewerEvent = (type: string): boolean => isOwn(type) || newerEvents.has(type);

/** Fields added since. */
const newerFields: ReadonlySet<string> = new Set([
  'realm_allow_search_engine_indexing',
  'realm_enable_mcp',
  'server_gif_service',
  'realm_spectator_name_format',
  // Attachments (472).
  'message_ids',
  // Channels and subscriptions (378 to 441).
  'is_archived',
  'folder_id',
  'topics_policy',
  'subscriber_count',
  'partial_subscribers',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_create_topic_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
  'new_subscription_messages_sent',
  // People (433, 490).
  'is_imported_stub',
  'is_deleted',
  'is_system_bot',
  // Registration (381 to 493).
  'idle_queue_timeout_secs',
  'navigation_views',
  'reminders',
  'channel_folders',
  'devices',
  'tenor_api_key',
  'klipy_api_key',
  'has_webex_token',
  'gif_rating_policy_options',
  'server_report_message_types',
  'max_bulk_new_subscription_messages',
  'max_channel_folder_name_length',
  'max_channel_folder_description_length',
  'max_reminder_note_length',
  'realm_owner_full_content_access',
  'realm_uuid',
  'realm_topics_policy',
  'realm_default_avatar_source',
  'realm_gif_rating_policy',
  'realm_media_preview_size',
  'realm_require_e2ee_push_notifications',
  'realm_send_channel_events_messages',
  'realm_welcome_message_custom_text',
  'realm_can_set_topics_policy_group',
  'realm_can_set_delete_message_policy_group',
  'realm_workplace_users_group',
  // Personal settings (385 to 431).
  'resolved_topic_notice_auto_read_policy',
  'web_left_sidebar_unreads_count_summary',
  'web_left_sidebar_show_channel_folders',
  'web_inbox_show_channel_folders',
  // Events (462, 475).
  'rendered_description',
  'date_joined',
  // Linkifiers (471, 478).
  'example_input',
  'reverse_template',
  'alternative_url_templates',
  // Profile fields (455).
  'use_for_user_matching',
  // Incoming webhooks (403).
  'url_options',
  // Sign-in methods (488).
  'discord',
  // Apps recognize their own message by it; the document leaves it out.
  'local_message_id',
]);

/** Types of events added since (389 to 468), of which the document knows nothing. */
const newerEvents: ReadonlySet<string> = new Set([
  'channel_folder',
  'device',
  'has_webex_token',
  'navigation_view',
  'reminders',
]);

interface Change {
  operation: RegExp;
  path: RegExp;
  problem: RegExp;
  why: string;
}

/** Differences that are no mistake, each with the reason. */
const changes: readonly Change[] = [
  {
    operation: /^\/register$/,
    path: /\/user_settings\/web_home_view$|\/realm_user_settings_defaults\/web_home_view$/,
    problem: /./,
    why: 'Level 454 renamed recent_topics to recent.',
  },
  {
    operation: /./,
    path: /\/reaction_type$/,
    problem: /service_extra_emoji/,
    why: 'The service calls its own emoji so, save to clients that know the other name.',
  },
  {
    operation: /^\/export\/realm$|\/events/,
    path: /\/exports\/\d+\/export_type$/,
    problem: /not of type integer/,
    why: 'Types of exports have names (449).',
  },
  {
    operation: /^\/export\/realm\/consents$/,
    path: /\/email_address_visibility$/,
    problem: /not in the contract/,
    why: 'It is returned beside the consent (430).',
  },
  {
    operation: /^\/users\/me$/,
    path: /^\/bot_(?:type|owner_id)$/,
    problem: /not in the contract/,
    why: 'Bots learn from it what kind they are and whose; the document leaves it out.',
  },
  {
    operation: /^\/users\/[^/]+\/presence$/,
    path: /^\/presence\/(?:active|idle)_timestamp$|^\/server_timestamp$/,
    problem: /./,
    why: 'The presence of one person has the modern fields too (487, 497).',
  },
  {
    operation: /\/events/,
    path: /^\/events\/\d+\/(?:type|op|emoji|emoji_id)$/,
    problem: /realm_emoji|update_one|not in the contract/,
    why: 'Clients with individual_emoji_changes get an event for each emoji (491).',
  },
  {
    operation: /\/events/,
    path: /^\/events\/\d+\/presences$/,
    problem: /./,
    why: 'Clients with simplified_presence_events get presence in the modern form (419).',
  },
  {
    operation: /\/events/,
    path: /^\/events\/\d+\/value$/,
    problem: /null/,
    why: 'A channel whose last message is deleted has no first one any more, as one without a folder has none (389).',
  },
];

export function isChangedSince(operation: string, { path, problem }: Fault): boolean {
  return changes.some(
    (change) => change.operation.test(operation) && change.path.test(path) && change.problem.test(problem),
  );
}
