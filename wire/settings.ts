/** Personal settings. */
import {
  Exact,
  Ids,
  OneOf,
  OneOfIntegers,
  optional,
  Type,
  type Static,
  type TSchema,
  type Examples,
} from './core.ts';

/** Settings for which an organization may choose defaults. */
export const userSettingFields = {
  // Appearance.
  color_scheme: OneOfIntegers([1, 2, 3]),
  default_language: Type.String(),
  demote_inactive_streams: OneOfIntegers([1, 2, 3]),
  display_emoji_reaction_users: Type.Boolean(),
  emojiset: OneOf(['google', 'google-blob', 'twitter', 'text']),
  enter_sends: Type.Boolean(),
  fluid_layout_width: Type.Boolean(),
  hide_ai_features: Type.Boolean(),
  high_contrast_mode: Type.Boolean(),
  left_side_userlist: Type.Boolean(),
  starred_message_counts: Type.Boolean(),
  translate_emoticons: Type.Boolean(),
  twenty_four_hour_time: Type.Boolean(),
  user_list_style: OneOfIntegers([1, 2, 3]),
  web_animate_image_previews: OneOf(['always', 'on_hover', 'never']),
  web_channel_default_view: OneOfIntegers([1, 2, 3, 4]),
  web_escape_navigates_to_home_view: Type.Boolean(),
  web_font_size_px: Type.Integer(),
  web_home_view: OneOf(['recent', 'inbox', 'all_messages']),
  web_inbox_show_channel_folders: Type.Boolean(),
  web_left_sidebar_show_channel_folders: Type.Boolean(),
  web_left_sidebar_unreads_count_summary: Type.Boolean(),
  web_line_height_percent: Type.Integer(),
  web_mark_read_on_scroll_policy: OneOfIntegers([1, 2, 3]),
  web_navigate_to_sent_message: Type.Boolean(),
  web_stream_unreads_count_display_policy: OneOfIntegers([1, 2, 3]),
  web_suggest_update_timezone: Type.Boolean(),
  // Notifications.
  desktop_icon_count_display: OneOfIntegers([1, 2, 3, 4]),
  email_notifications_batching_period_seconds: Type.Integer(),
  enable_desktop_notifications: Type.Boolean(),
  enable_digest_emails: Type.Boolean(),
  enable_followed_topic_audible_notifications: Type.Boolean(),
  enable_followed_topic_desktop_notifications: Type.Boolean(),
  enable_followed_topic_email_notifications: Type.Boolean(),
  enable_followed_topic_push_notifications: Type.Boolean(),
  enable_followed_topic_wildcard_mentions_notify: Type.Boolean(),
  enable_login_emails: Type.Boolean(),
  enable_marketing_emails: Type.Boolean(),
  enable_offline_email_notifications: Type.Boolean(),
  enable_offline_push_notifications: Type.Boolean(),
  enable_online_push_notifications: Type.Boolean(),
  enable_sounds: Type.Boolean(),
  enable_stream_audible_notifications: Type.Boolean(),
  enable_stream_desktop_notifications: Type.Boolean(),
  enable_stream_email_notifications: Type.Boolean(),
  enable_stream_push_notifications: Type.Boolean(),
  message_content_in_email_notifications: Type.Boolean(),
  notification_sound: Type.String(),
  pm_content_in_desktop_notifications: Type.Boolean(),
  realm_name_in_email_notifications_policy: OneOfIntegers([1, 2, 3]),
  wildcard_mentions_notify: Type.Boolean(),
  // Automatic topic policies.
  automatically_follow_topics_policy: OneOfIntegers([1, 2, 3, 4]),
  automatically_follow_topics_where_mentioned: Type.Boolean(),
  automatically_unmute_topics_in_muted_streams_policy: OneOfIntegers([1, 2, 3, 4]),
  resolved_topic_notice_auto_read_policy: OneOf(['always', 'except_followed', 'never']),
  // Privacy.
  allow_private_data_export: Type.Boolean(),
  email_address_visibility: OneOfIntegers([1, 2, 3, 4, 5]),
  enable_drafts_synchronization: Type.Boolean(),
  presence_enabled: Type.Boolean(),
  receives_typing_notifications: Type.Boolean(),
  send_private_typing_notifications: Type.Boolean(),
  send_read_receipts: Type.Boolean(),
  send_stream_typing_notifications: Type.Boolean(),
};

const choiceFields = {
  emojiset_choices: Type.Array(Exact({ key: Type.String(), text: Type.String() })),
  available_notification_sounds: Type.Array(Type.String()),
};

export const StoredUserSettings = Exact(userSettingFields);
/** The settings of a user, or of an organization's defaults. */
export type StoredUserSettings = Static<typeof StoredUserSettings>;

export const UserSettings = Exact({ ...userSettingFields, ...choiceFields, timezone: Type.String() });
export type UserSettings = Static<typeof UserSettings>;

/** COMPAT(clients before level 89, zulip-terminal 0.7): these are top-level fields of `/register`. */
export const legacySettings = [
  'available_notification_sounds',
  'color_scheme',
  'default_language',
  'demote_inactive_streams',
  'desktop_icon_count_display',
  'email_notifications_batching_period_seconds',
  'emojiset',
  'emojiset_choices',
  'enable_desktop_notifications',
  'enable_digest_emails',
  'enable_drafts_synchronization',
  'enable_login_emails',
  'enable_marketing_emails',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_sounds',
  'enable_stream_audible_notifications',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enter_sends',
  'fluid_layout_width',
  'high_contrast_mode',
  'left_side_userlist',
  'message_content_in_email_notifications',
  'notification_sound',
  'pm_content_in_desktop_notifications',
  'presence_enabled',
  'realm_name_in_email_notifications_policy',
  'starred_message_counts',
  'timezone',
  'translate_emoticons',
  'twenty_four_hour_time',
  'web_home_view',
  'wildcard_mentions_notify',
] as const satisfies readonly (keyof UserSettings)[];
/** Untyped: clients of ours use `user_settings`. */
export const legacySettingFields: Record<never, TSchema> = Object.fromEntries(
  legacySettings.map((name) => [name, UserSettings.properties[name]]),
);

export const UserSettingsDefaults = Exact({ ...userSettingFields, ...choiceFields });
export type UserSettingsDefaults = Static<typeof UserSettingsDefaults>;

/** Defaults if the organization has chosen none. */
export const userSettingDefaults: StoredUserSettings = {
  color_scheme: 1,
  default_language: 'en',
  demote_inactive_streams: 1,
  display_emoji_reaction_users: true,
  emojiset: 'google',
  enter_sends: false,
  fluid_layout_width: false,
  hide_ai_features: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  translate_emoticons: false,
  twenty_four_hour_time: false,
  user_list_style: 3,
  web_animate_image_previews: 'on_hover',
  web_channel_default_view: 1,
  web_escape_navigates_to_home_view: true,
  web_font_size_px: 16,
  web_home_view: 'inbox',
  web_inbox_show_channel_folders: true,
  web_left_sidebar_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  web_line_height_percent: 140,
  web_mark_read_on_scroll_policy: 1,
  web_navigate_to_sent_message: true,
  web_stream_unreads_count_display_policy: 2,
  web_suggest_update_timezone: true,
  desktop_icon_count_display: 1,
  email_notifications_batching_period_seconds: 120,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  notification_sound: 'ding',
  pm_content_in_desktop_notifications: true,
  realm_name_in_email_notifications_policy: 1,
  wildcard_mentions_notify: true,
  automatically_follow_topics_policy: 3,
  automatically_follow_topics_where_mentioned: true,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  resolved_topic_notice_auto_read_policy: 'except_followed',
  allow_private_data_export: false,
  email_address_visibility: 1,
  enable_drafts_synchronization: true,
  presence_enabled: true,
  receives_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
};

/** The options of settings. */
export const userSettingChoices: Pick<UserSettings, keyof typeof choiceFields> = {
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
    { key: 'google-blob', text: 'Google blobs' },
  ],
  available_notification_sounds: ['ding', 'chime', 'drop', 'knock'],
};

/** Settings without organization-wide defaults. */
const ownSettingFields = { ...userSettingFields, timezone: Type.String() };

const settingNames = Object.keys(userSettingFields) as [keyof StoredUserSettings];
const ownSettingNames = Object.keys(ownSettingFields) as [keyof StoredUserSettings | 'timezone'];
const SettingValue = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);

/** Users whose settings an administrator changes; groups including their subgroups. */
const TargetUsers = Exact({
  user_ids: Type.Optional(Ids),
  group_ids: Type.Optional(Ids),
  // Skips users who have changed the setting themselves.
  skip_if_already_edited: Type.Boolean(),
});

/** PATCH /settings. The settings are those in `/register`; other fields change the account itself. */
export const UpdateSettingsParams = Type.Object({
  ...optional(ownSettingFields),
  target_users: Type.Optional(TargetUsers),
  full_name: Type.Optional(Type.String()),
  // Takes effect once the link in the confirmation email was opened.
  email: Type.Optional(Type.String()),
  // Empty: not given.
  old_password: Type.String({ default: '' }),
  new_password: Type.String({ default: '' }),
  // Whether a new password also revokes API keys (including named ones) and channel email addresses; it always ends sessions.
  revoke_api_keys: Type.Optional(Type.Boolean()),
});
export type UpdateSettingsParams = Static<typeof UpdateSettingsParams>;

/** PATCH /realm/user_settings_defaults: defaults for new users. */
export const UpdateSettingsDefaultsParams = Type.Object(optional(userSettingFields));
export type UpdateSettingsDefaultsParams = Static<typeof UpdateSettingsDefaultsParams>;

const UserSettingsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('user_settings'),
  op: Type.Literal('update'),
  property: OneOf(ownSettingNames),
  value: SettingValue,
  // Only with `default_language`.
  language_name: Type.Optional(Type.String()),
});

const UserSettingsDefaultsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('realm_user_settings_defaults'),
  op: Type.Literal('update'),
  property: OneOf(settingNames),
  value: SettingValue,
});

export const settingState = {
  user_settings: { user_settings: UserSettings },
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettingsDefaults },
};

export const settingEvents = {
  user_settings: UserSettingsEvent,
  realm_user_settings_defaults: UserSettingsDefaultsEvent,
};

export const settingExamples: Examples<typeof settingEvents> = {
  user_settings: {
    'a personal setting changes': {
      id: 1,
      type: 'user_settings',
      op: 'update',
      property: 'default_language',
      value: 'de',
      language_name: 'Deutsch',
    },
  },
  realm_user_settings_defaults: {
    'a setting for newcomers': {
      id: 1,
      type: 'realm_user_settings_defaults',
      op: 'update',
      property: 'enter_sends',
      value: true,
    },
  },
};
