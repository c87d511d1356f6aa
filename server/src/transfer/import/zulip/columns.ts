/** The columns of tables that have much of what people see. Those of a newer version are counted, see `fields.ts` for access. */
import { repeating, type FieldFate } from '../reading/tally.ts';

type Columns = Readonly<Record<string, FieldFate>>;

/** Read, or without anything to see. */
const userProfile: Columns = {
  ...repeating('id last_login is_superuser enter_sends left_side_userlist default_language web_home_view'),
  ...repeating('web_escape_navigates_to_home_view fluid_layout_width high_contrast_mode'),
  ...repeating('translate_emoticons display_emoji_reaction_users twenty_four_hour_time'),
  ...repeating('starred_message_counts web_suggest_update_timezone color_scheme web_font_size_px'),
  ...repeating('web_line_height_percent web_animate_image_previews demote_inactive_streams'),
  ...repeating('web_mark_read_on_scroll_policy web_channel_default_view emojiset user_list_style'),
  ...repeating('web_stream_unreads_count_display_policy web_navigate_to_sent_message'),
  ...repeating('email_notifications_batching_period_seconds enable_stream_desktop_notifications'),
  ...repeating('enable_stream_email_notifications enable_stream_push_notifications'),
  ...repeating('enable_stream_audible_notifications notification_sound wildcard_mentions_notify'),
  ...repeating('enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications'),
  ...repeating('enable_followed_topic_push_notifications enable_followed_topic_audible_notifications'),
  ...repeating('enable_followed_topic_wildcard_mentions_notify enable_desktop_notifications'),
  ...repeating('pm_content_in_desktop_notifications enable_sounds enable_offline_email_notifications'),
  ...repeating('message_content_in_email_notifications enable_offline_push_notifications'),
  ...repeating('enable_online_push_notifications desktop_icon_count_display enable_digest_emails'),
  ...repeating('enable_login_emails enable_marketing_emails presence_enabled'),
  ...repeating('realm_name_in_email_notifications_policy automatically_follow_topics_policy'),
  ...repeating('automatically_unmute_topics_in_muted_streams_policy'),
  ...repeating('automatically_follow_topics_where_mentioned enable_drafts_synchronization'),
  ...repeating('send_stream_typing_notifications send_private_typing_notifications send_read_receipts'),
  ...repeating('allow_private_data_export receives_typing_notifications email_address_visibility'),
  ...repeating('hide_ai_features delivery_email email realm recipient full_name date_joined tos_version'),
  ...repeating('is_staff is_active is_bot bot_type bot_owner role long_term_idle last_active_message_id'),
  ...repeating('is_mirror_dummy can_forge_sender can_create_users can_change_user_emails last_reminder'),
  ...repeating('rate_limits default_sending_stream default_events_register_stream'),
  ...repeating('default_all_public_streams timezone avatar_source avatar_version avatar_hash zoom_token'),
  ...repeating('groups user_permissions is_realm_owner is_realm_admin is_guest is_api_super_user'),
  ...repeating('short_name pointer default_view dense_mode night_mode is_billing_admin onboarding_steps'),
  ...repeating('invites_granted invites_used tutorial_status uuid zulip_mobile_apns is_imported_stub'),
  ...repeating('realm_name_in_notifications'),
};

const message: Columns = {
  ...repeating('id sender recipient realm type subject content rendered_content rendered_content_version'),
  ...repeating('date_sent sending_client last_edit_time edit_history has_attachment has_image has_link'),
  ...repeating('is_channel_message search_tsvector pub_date topic_name last_move_time'),
};

const subscription: Columns = {
  ...repeating('id user_profile recipient active is_user_active is_muted color pin_to_top'),
  ...repeating('desktop_notifications audible_notifications push_notifications email_notifications'),
  ...repeating('wildcard_mentions_notify in_home_view notifications'),
};

export const columns = { userProfile, message, subscription } as const;
