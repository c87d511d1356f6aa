/** What the store keeps is what it registers for. */
import type { RegisterParams } from '../../../wire/events.ts';
import type { FetchKey } from '../../../wire/register.ts';

const fetched: FetchKey[] = [
  'alert_words',
  'channel_folders',
  'custom_profile_fields',
  'default_streams',
  'device',
  'drafts',
  'message',
  'muted_users',
  'navigation_views',
  'onboarding_steps',
  'presence',
  'realm',
  'realm_bot',
  'realm_domains',
  'realm_emoji',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'realm_user_groups',
  'realm_user_settings_defaults',
  'recent_private_conversations',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'starred_messages',
  'stream',
  'subscription',
  'update_message_flags',
  'user_settings',
  'user_status',
  'user_topic',
];

/** How to register for a queue whose state this store keeps. */
export const registration: Partial<RegisterParams> = {
  fetch_event_types: fetched,
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    stream_typing_notifications: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
  },
};

/** Messages that are fetched to each side of where a view opens. */
export const pageSize = 60;
