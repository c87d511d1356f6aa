/** What the store keeps is what it registers for. */
import type { RegisterParams } from '../../../wire/events.ts';
import type { FetchKey } from '../../../wire/register.ts';

/** Each key of a registration, and whether the store keeps what it brings. */
const kept: Readonly<Record<FetchKey, boolean>> = {
  alert_words: true,
  channel_folders: true,
  custom_profile_fields: true,
  default_stream_groups: false,
  default_streams: true,
  device: true,
  drafts: true,
  giphy: false,
  klipy: false,
  message: true,
  muted_topics: false,
  muted_users: true,
  navigation_views: true,
  onboarding_steps: true,
  presence: true,
  realm: true,
  realm_billing: false,
  realm_bot: true,
  realm_domains: true,
  realm_embedded_bots: false,
  realm_emoji: true,
  realm_filters: false,
  realm_incoming_webhook_bots: false,
  realm_linkifiers: true,
  realm_playgrounds: true,
  realm_user: true,
  realm_user_groups: true,
  realm_user_settings_defaults: true,
  recent_private_conversations: true,
  reminders: true,
  saved_snippets: true,
  scheduled_messages: true,
  starred_messages: true,
  stop_words: false,
  stream: true,
  subscription: true,
  tenor: false,
  update_message_flags: true,
  user_settings: true,
  user_status: true,
  user_topic: true,
  video_calls: false,
};

const fetched = Object.entries(kept).flatMap(([key, isKept]) => (isKept ? [key] : []));

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
