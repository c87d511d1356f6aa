/**
 * COMPAT(zulip-flutter): what the mobile app takes without question from a registration, from messages and from an
 * organization's settings before sign-in. One key that is missing or of another type keeps it from opening the account.
 * Looked at: version 30.0.274 of August 2026.
 */
import {
  also,
  byId,
  color,
  decided,
  decimal,
  either,
  getList,
  getMap,
  maybe,
  object,
  literal,
  text,
  whole,
  yesNo,
} from './shape.ts';

const ids = getList(whole);

export const groupSetting = either(whole, object({ direct_members: ids, direct_subgroups: ids }));

const registeredUser = {
  user_id: whole,
  email: text,
  delivery_email: maybe(text),
  full_name: text,
  date_joined: text,
  is_bot: yesNo,
  bot_type: maybe(whole),
  bot_owner_id: maybe(whole),
  role: whole,
  timezone: text,
  avatar_url: maybe(text),
  avatar_version: whole,
  profile_data: maybe(byId(object({ value: text, rendered_value: maybe(text) }))),
};

export const user = object({ ...registeredUser, is_active: yesNo });

export const channel = object({
  stream_id: whole,
  name: text,
  is_archived: maybe(yesNo),
  description: text,
  rendered_description: text,
  date_created: whole,
  first_message_id: maybe(whole),
  invite_only: yesNo,
  is_web_public: yesNo,
  history_public_to_subscribers: yesNo,
  message_retention_days: maybe(whole),
  topics_policy: maybe(text),
  stream_post_policy: maybe(literal(1, 2, 3, 4)),
  folder_id: maybe(whole),
  can_add_subscribers_group: maybe(groupSetting),
  can_delete_any_message_group: maybe(groupSetting),
  can_delete_own_message_group: maybe(groupSetting),
  can_send_message_group: maybe(groupSetting),
  can_subscribe_group: maybe(groupSetting),
  is_recently_active: maybe(yesNo),
  stream_weekly_traffic: maybe(whole),
});

export const subscription = also(
  channel,
  object({
    color,
    is_muted: yesNo,
    pin_to_top: yesNo,
    desktop_notifications: maybe(yesNo),
    audible_notifications: maybe(yesNo),
    push_notifications: maybe(yesNo),
    email_notifications: maybe(yesNo),
    wildcard_mentions_notify: maybe(yesNo),
  }),
);

export const userGroup = object({
  id: whole,
  members: ids,
  direct_subgroup_ids: ids,
  name: text,
  description: text,
  is_system_group: yesNo,
  deactivated: maybe(yesNo),
});

export const channelFolder = object({
  id: whole,
  name: text,
  order: maybe(whole),
  date_created: maybe(whole),
  creator_id: maybe(whole),
  description: text,
  rendered_description: text,
  is_archived: yesNo,
});

export const emoji = object({
  id: text,
  name: text,
  source_url: text,
  still_url: maybe(text),
  deactivated: yesNo,
  author_id: maybe(whole),
});

export const profileField = object({
  id: whole,
  type: whole,
  order: whole,
  name: text,
  hint: text,
  field_data: text,
  display_in_profile_summary: maybe(yesNo),
});

export const snippet = object({ id: whole, title: text, content: text, date_created: whole });
export const mutedUser = object({ id: whole });
const reactionType = literal('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji');
export const status = object({
  status_text: maybe(text),
  emoji_name: maybe(text),
  emoji_code: maybe(text),
  reaction_type: maybe(either(reactionType, literal(''))),
});
export const userTopic = object({
  stream_id: whole,
  topic_name: text,
  last_updated: whole,
  visibility_policy: literal(0, 1, 2, 3),
});

const device = object({
  push_key_id: maybe(whole),
  push_token_id: maybe(text),
  pending_push_token_id: maybe(text),
  push_token_last_updated_timestamp: maybe(whole),
  push_registration_error_code: maybe(text),
});

export const reaction = object({
  emoji_name: text,
  emoji_code: text,
  reaction_type: reactionType,
  user_id: whole,
});

export const flag = literal(
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
);

/** In an event the flags stand beside the message. */
export const message = also(
  object({
    id: whole,
    type: literal('stream', 'private'),
    client: text,
    content: text,
    content_type: text,
    is_me_message: yesNo,
    last_edit_timestamp: maybe(whole),
    last_moved_timestamp: maybe(whole),
    reactions: getList(reaction),
    submessages: getList(object({ msg_type: text, content: text, sender_id: whole })),
    sender_email: text,
    sender_full_name: text,
    sender_id: whole,
    sender_realm_str: text,
    timestamp: whole,
    match_content: maybe(text),
    match_subject: maybe(text),
  }),
  decided('type', {
    stream: object({ stream_id: whole, subject: text, display_recipient: text }),
    private: object({ display_recipient: getList(object({ id: whole, email: text, full_name: text })) }),
  }),
);

export const messages = object({
  anchor: whole,
  found_newest: yesNo,
  found_oldest: yesNo,
  found_anchor: yesNo,
  history_limited: yesNo,
  messages: getList(also(message, object({ flags: getList(flag) }))),
});

export const serverSettings = object({
  authentication_methods: object({ ldap: yesNo }),
  external_authentication_methods: getList(
    object({
      name: text,
      display_name: text,
      display_icon: maybe(text),
      login_url: text,
      signup_url: text,
    }),
  ),
  zulip_feature_level: whole,
  zulip_version: text,
  zulip_merge_base: text,
  push_notifications_enabled: yesNo,
  is_incompatible: yesNo,
  email_auth_enabled: yesNo,
  require_email_format_usernames: yesNo,
  realm_uri: text,
  realm_name: text,
  realm_icon: text,
  realm_description: text,
  realm_web_public_access_enabled: yesNo,
});

const presences = byId(object({ active_timestamp: whole, idle_timestamp: whole }));

export const registration = object({
  queue_id: text,
  last_event_id: whole,
  zulip_feature_level: whole,
  zulip_version: text,
  zulip_merge_base: text,
  alert_words: getList(text),
  custom_profile_fields: getList(profileField),
  max_stream_name_length: whole,
  max_topic_length: whole,
  server_presence_ping_interval_seconds: whole,
  server_presence_offline_threshold_seconds: whole,
  server_typing_started_expiry_period_milliseconds: maybe(whole),
  server_typing_stopped_wait_period_milliseconds: maybe(whole),
  server_typing_started_wait_period_milliseconds: maybe(whole),
  muted_users: getList(mutedUser),
  presences,
  realm_emoji: getMap(emoji),
  realm_user_groups: getList(userGroup),
  recent_private_conversations: getList(object({ max_message_id: whole, user_ids: ids })),
  saved_snippets: maybe(getList(snippet)),
  subscriptions: getList(subscription),
  channel_folders: maybe(getList(channelFolder)),
  unread_msgs: object({
    count: whole,
    pms: getList(object({ other_user_id: whole, unread_message_ids: ids })),
    streams: getList(object({ stream_id: whole, topic: text, unread_message_ids: ids })),
    huddles: getList(object({ user_ids_string: text, unread_message_ids: ids })),
    mentions: ids,
    old_unreads_missing: yesNo,
  }),
  starred_messages: ids,
  streams: getList(channel),
  user_status: byId(status),
  user_settings: object({
    twenty_four_hour_time: maybe(yesNo),
    starred_message_counts: yesNo,
    display_emoji_reaction_users: yesNo,
    emojiset: text,
    web_inbox_show_channel_folders: maybe(yesNo),
    presence_enabled: yesNo,
  }),
  user_topics: getList(userTopic),
  devices: maybe(byId(device)),
  realm_can_delete_any_message_group: maybe(groupSetting),
  realm_can_delete_own_message_group: maybe(groupSetting),
  realm_wildcard_mention_policy: literal(1, 2, 3, 5, 6, 7),
  realm_topics_policy: maybe(text),
  realm_mandatory_topics: maybe(yesNo),
  realm_name: text,
  realm_waiting_period_threshold: whole,
  realm_message_content_delete_limit_seconds: maybe(whole),
  realm_allow_message_editing: yesNo,
  realm_message_content_edit_limit_seconds: maybe(whole),
  realm_enable_read_receipts: yesNo,
  realm_icon_url: text,
  realm_presence_disabled: yesNo,
  realm_default_external_accounts: getMap(object({ name: text, text, hint: text, url_pattern: text })),
  max_file_upload_size_mib: whole,
  server_thumbnail_formats: maybe(
    getList(object({ name: text, max_width: whole, max_height: whole, animated: yesNo, format: text })),
  ),
  server_emoji_data_url: text,
  event_queue_longpoll_timeout_seconds: whole,
  realm_moderation_request_channel_id: maybe(whole),
  realm_empty_topic_display_name: maybe(text),
  realm_users: getList(object(registeredUser)),
  realm_non_active_users: getList(object(registeredUser)),
  cross_realm_bots: getList(user),
  server_report_message_types: maybe(getList(object({ key: text, name: text }))),
});

export const presenceResponse = object({
  presence_last_update_id: maybe(whole),
  server_timestamp: maybe(decimal),
  presences: maybe(presences),
});
