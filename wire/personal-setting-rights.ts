import type { StoredUserSettings } from './settings.ts';

/**
 * Who may change a setting of a person: only that person, where it is about privacy or the account, or administrators too. A setting that is
 * not declared here does not compile.
 */
export const personalSettingRights = {
  color_scheme: 'administrators',
  default_language: 'administrators',
  demote_inactive_streams: 'administrators',
  display_emoji_reaction_users: 'administrators',
  emojiset: 'administrators',
  enter_sends: 'administrators',
  fluid_layout_width: 'administrators',
  hide_ai_features: 'administrators',
  high_contrast_mode: 'administrators',
  left_side_userlist: 'administrators',
  starred_message_counts: 'administrators',
  translate_emoticons: 'administrators',
  twenty_four_hour_time: 'administrators',
  user_list_style: 'administrators',
  web_animate_image_previews: 'administrators',
  web_channel_default_view: 'administrators',
  web_escape_navigates_to_home_view: 'administrators',
  web_font_size_px: 'administrators',
  web_home_view: 'administrators',
  web_inbox_show_channel_folders: 'administrators',
  web_left_sidebar_show_channel_folders: 'administrators',
  web_left_sidebar_unreads_count_summary: 'administrators',
  web_line_height_percent: 'administrators',
  web_mark_read_on_scroll_policy: 'administrators',
  web_navigate_to_sent_message: 'administrators',
  web_stream_unreads_count_display_policy: 'administrators',
  web_suggest_update_timezone: 'administrators',
  desktop_icon_count_display: 'administrators',
  email_notifications_batching_period_seconds: 'administrators',
  enable_desktop_notifications: 'administrators',
  enable_digest_emails: 'person',
  enable_followed_topic_audible_notifications: 'administrators',
  enable_followed_topic_desktop_notifications: 'administrators',
  enable_followed_topic_email_notifications: 'administrators',
  enable_followed_topic_push_notifications: 'administrators',
  enable_followed_topic_wildcard_mentions_notify: 'administrators',
  enable_login_emails: 'person',
  enable_marketing_emails: 'person',
  enable_offline_email_notifications: 'administrators',
  enable_offline_push_notifications: 'administrators',
  enable_online_push_notifications: 'administrators',
  enable_sounds: 'administrators',
  enable_stream_audible_notifications: 'administrators',
  enable_stream_desktop_notifications: 'administrators',
  enable_stream_email_notifications: 'administrators',
  enable_stream_push_notifications: 'administrators',
  message_content_in_email_notifications: 'administrators',
  notification_sound: 'administrators',
  pm_content_in_desktop_notifications: 'administrators',
  realm_name_in_email_notifications_policy: 'administrators',
  wildcard_mentions_notify: 'administrators',
  automatically_follow_topics_policy: 'administrators',
  automatically_follow_topics_where_mentioned: 'administrators',
  automatically_unmute_topics_in_muted_streams_policy: 'administrators',
  resolved_topic_notice_auto_read_policy: 'administrators',
  allow_private_data_export: 'person',
  email_address_visibility: 'person',
  // Turning it off deletes the drafts.
  enable_drafts_synchronization: 'person',
  presence_enabled: 'person',
  receives_typing_notifications: 'administrators',
  send_private_typing_notifications: 'person',
  send_read_receipts: 'person',
  send_stream_typing_notifications: 'person',
} as const satisfies Record<keyof StoredUserSettings, 'person' | 'administrators'>;

type Rights = typeof personalSettingRights;
/** Settings that administrators may change for others. */
export type SharedSetting = {
  [Name in keyof Rights]: Rights[Name] extends 'administrators' ? Name : never;
}[keyof Rights];

export const isSharedSetting = (name: keyof StoredUserSettings): name is SharedSetting =>
  personalSettingRights[name] === 'administrators';
