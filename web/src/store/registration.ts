/** Registers for what the store keeps. */
import type { RegisterParams } from '../../../wire/events.ts';
import { nouns } from './nouns.ts';

/** The event types of all nouns, without duplicates. */
const fetched = [...new Set(nouns.flatMap(({ keys }) => keys))].sort();

/** Parameters for a queue whose events keep this store up to date. */
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

/** How many messages are fetched on each side of the position where a view opens. */
export const pageSize = 60;
