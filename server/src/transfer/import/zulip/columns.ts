/**
 * The columns of the tables that the reader converts, except those that decide about access: see `fields.ts`. Columns of a newer
 * version are counted.
 */
import { repeating, type FieldFate } from '../reading/tally.ts';
import { settingColumns } from './person-settings.ts';

export type Columns = Readonly<Record<string, FieldFate>>;

/** Read, or without anything to see. */
const known = (names: string): Columns => repeating(`id realm ${names}`);

const userProfile: Columns = {
  ...settingColumns,
  ...known('email full_name last_login is_superuser delivery_email recipient date_joined tos_version'),
  ...repeating('is_staff is_active is_bot bot_type bot_owner role long_term_idle'),
  ...repeating('last_active_message_id is_mirror_dummy can_forge_sender can_create_users'),
  ...repeating('can_change_user_emails last_reminder rate_limits default_sending_stream'),
  ...repeating('default_events_register_stream default_all_public_streams timezone avatar_source'),
  ...repeating('avatar_version avatar_hash zoom_token groups user_permissions is_realm_owner'),
  ...repeating('is_realm_admin is_guest is_api_super_user short_name pointer dense_mode night_mode'),
  ...repeating('is_billing_admin onboarding_steps invites_granted invites_used tutorial_status uuid'),
  ...repeating('zulip_mobile_apns is_imported_stub realm_name_in_notifications'),
};

const message: Columns = {
  ...known('sender recipient type subject content rendered_content rendered_content_version date_sent'),
  ...repeating('sending_client last_edit_time edit_history has_attachment has_image has_link'),
  ...repeating('is_channel_message search_tsvector pub_date topic_name last_move_time last_moved_time'),
};

const subscription: Columns = {
  ...known('user_profile recipient active is_user_active is_muted color pin_to_top'),
  ...repeating('desktop_notifications audible_notifications push_notifications email_notifications'),
  ...repeating('wildcard_mentions_notify in_home_view notifications'),
};

const scheduled: Columns = {
  ...known('sender recipient subject content rendered_content sending_client stream read_by_sender'),
  ...repeating('scheduled_timestamp request_timestamp delivered delivered_message has_attachment'),
  // Reminders are reported as such.
  ...repeating('delivery_type failed failure_message reminder_target_message_id reminder_note'),
};

export const columns: Readonly<Record<string, Columns>> = {
  zerver_userprofile: userProfile,
  zerver_userprofile_mirrordummy: userProfile,
  zerver_userprofile_crossrealm: known('email full_name is_bot recipient_id date_joined is_active'),
  zerver_recipient: known('type type_id'),
  zerver_subscription: subscription,
  zerver_defaultstream: known('stream'),
  zerver_reaction: known('user_profile message emoji_name emoji_code reaction_type'),
  zerver_realmemoji: known('name author file_name deactivated is_animated img_url'),
  zerver_realmfilter: known(
    'pattern url_template url_format_string order example_input reverse_template alternative_url_templates',
  ),
  zerver_realmplayground: known('name pygments_language url_template url_prefix'),
  zerver_realmdomain: known('domain allow_subdomains'),
  zerver_usergroupmembership: known('user_group user_profile'),
  zerver_groupgroupmembership: known('supergroup subgroup'),
  zerver_customprofilefield: {
    ...known('name hint order field_type field_data required editable_by_user'),
    ...repeating('display_in_profile_summary use_for_user_matching'),
  },
  zerver_customprofilefieldvalue: known('user_profile field value rendered_value'),
  zerver_userstatus: {
    ...known('user_profile client timestamp status_text emoji_name emoji_code reaction_type'),
    status: { without: 'Presence is decided here.' },
  },
  zerver_usertopic: known(
    'user_profile stream recipient topic_name last_updated visibility_policy date_muted',
  ),
  zerver_muteduser: known('user_profile muted_user date_muted'),
  zerver_alertword: known('user_profile word'),
  zerver_savedsnippet: known('user_profile title content date_created'),
  zerver_scheduledmessage: scheduled,
  zerver_service: known('user_profile name base_url interface token'),
  zerver_botconfigdata: known('bot_profile key value'),
  zerver_botstoragedata: known('bot_profile key value'),
  zerver_userpresence: known(
    'user_profile last_active_time last_connected_time last_update_id client timestamp status',
  ),
  zerver_channelfolder: known('name description rendered_description order date_created creator is_archived'),
  zerver_navigationview: known('user fragment is_pinned name'),
  zerver_draft: known('user_profile recipient topic content last_edit_time'),
  zerver_message: message,
  zerver_usermessage: known('user_profile message flags_mask'),
  zerver_attachment: {
    ...known('file_name path_id owner is_realm_public is_web_public create_time size content_type'),
    ...repeating('messages scheduled_messages'),
  },
};
