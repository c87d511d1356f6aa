/** Columns that an import of Zulip reads or knows; facts as in `zulip.ts`, and a real export of 10.2. */
export const needed: Readonly<Record<string, readonly string[]>> = {
  zerver_realm: [
    'id',
    'date_created',
    'deactivated',
    'moderation_request_channel',
    'signup_announcements_stream',
    'new_stream_announcements_stream',
    'zulip_update_announcements_stream',
  ],
  zerver_client: ['id', 'name'],
  zerver_userprofile: [
    'id',
    'realm',
    'bot_owner',
    'default_sending_stream',
    'default_events_register_stream',
    'email',
    'delivery_email',
    'last_active_message_id',
    'user_permissions',
    'groups',
    'date_joined',
    'role',
    'last_login',
    'last_reminder',
    'is_active',
    'is_bot',
    'translate_emoticons',
    'full_name',
  ],
  zerver_userprofile_mirrordummy: [],
  zerver_userprofile_crossrealm: ['id', 'email', 'recipient_id'],
  zerver_usergroup: ['id', 'realm'],
  zerver_namedusergroup: ['id'],
  zerver_usergroupmembership: ['id', 'user_group', 'user_profile'],
  zerver_groupgroupmembership: ['id', 'supergroup', 'subgroup'],
  zerver_service: ['id', 'user_profile', 'base_url', 'interface', 'name', 'token'],
  zerver_stream: ['id', 'realm', 'creator', 'date_created', 'name', 'description'],
  zerver_huddle: ['id', 'group_size'],
  zerver_recipient: ['id', 'type', 'type_id'],
  zerver_subscription: ['id', 'user_profile', 'recipient'],
  zerver_defaultstream: ['id', 'realm', 'stream'],
  zerver_realmemoji: ['id', 'realm', 'author', 'name', 'file_name'],
  zerver_realmauthenticationmethod: ['id', 'realm', 'name'],
  zerver_realmdomain: [],
  zerver_realmfilter: [],
  zerver_realmplayground: [],
  zerver_userpresence: [],
  zerver_useractivity: [],
  zerver_useractivityinterval: [],
  zerver_customprofilefield: ['id', 'realm', 'field_type', 'name'],
  zerver_customprofilefieldvalue: ['id', 'user_profile', 'field', 'value'],
  zerver_userstatus: [
    'id',
    'user_profile',
    'client',
    'timestamp',
    'reaction_type',
    'emoji_code',
    'emoji_name',
  ],
  zerver_reaction: ['id', 'message', 'user_profile', 'reaction_type', 'emoji_code', 'emoji_name'],
};

export const messageColumns = [
  'id',
  'realm',
  'sender',
  'recipient',
  'sending_client',
  'subject',
  'content',
  'rendered_content',
  'rendered_content_version',
  'date_sent',
  'last_edit_time',
  'edit_history',
  'has_attachment',
  'has_image',
  'has_link',
];
export const statusColumns = [
  'id',
  'user_profile',
  'client',
  'timestamp',
  'status_text',
  'emoji_name',
  'emoji_code',
  'reaction_type',
];

/** Columns of the tables in which an import refuses unknown ones, by the version that they came with. */
const organizationColumns: Readonly<Record<number, string>> = {
  10: `id uuid name string_id date_created deactivated description emails_restricted_to_domains invite_required
    disallow_disposable_email_addresses enable_spectator_access want_advertise_in_communities_directory
    inline_image_preview inline_url_embed_preview digest_emails_enabled digest_weekday send_welcome_emails
    message_content_allowed_in_email_notifications mandatory_topics require_unique_names name_changes_disabled
    email_changes_disabled avatar_changes_disabled move_messages_within_stream_limit_seconds
    move_messages_between_streams_limit_seconds waiting_period_threshold message_content_delete_limit_seconds
    allow_message_editing message_content_edit_limit_seconds message_edit_history_visibility_policy default_language
    moderation_request_channel new_stream_announcements_stream signup_announcements_stream
    zulip_update_announcements_stream message_retention_days org_type jitsi_server_url giphy_rating
    default_code_block_language enable_read_receipts enable_guest_user_indicator enable_guest_user_dm_warning`,
  11: 'topics_policy welcome_message_custom_text require_e2ee_push_notifications',
  12: 'gif_rating_policy default_avatar_source media_preview_size send_channel_events_messages',
};
const organizationPermissions: Readonly<Record<number, string>> = {
  10: `can_add_custom_emoji_group can_create_public_channel_group can_create_private_channel_group
    can_create_web_public_channel_group can_delete_any_message_group can_delete_own_message_group
    can_move_messages_between_topics_group can_invite_users_group can_summarize_topics_group
    create_multiuse_invite_group direct_message_initiator_group direct_message_permission_group
    can_access_all_users_group can_create_groups can_manage_all_groups can_add_subscribers_group
    can_move_messages_between_channels_group can_resolve_topics_group can_create_bots_group
    can_create_write_only_bots_group can_manage_billing_group can_mention_many_users_group`,
  11: 'can_set_topics_policy_group can_set_delete_message_policy_group',
  12: 'workplace_users_group',
};
const channelColumns: Readonly<Record<number, string>> = {
  10: `id realm name description invite_only deactivated is_web_public date_created creator
    history_public_to_subscribers message_retention_days`,
  11: 'folder topics_policy',
  12: '',
};
const channelPermissions: Readonly<Record<number, string>> = {
  10: `can_add_subscribers_group can_administer_channel_group can_remove_subscribers_group can_send_message_group
    can_subscribe_group`,
  11: `can_move_messages_out_of_channel_group can_move_messages_within_channel_group can_resolve_topics_group
    can_delete_any_message_group can_delete_own_message_group`,
  12: 'can_create_topic_group',
};
const groupColumns =
  'id usergroup_ptr name description date_created creator is_system_group realm_for_sharding deactivated'.split(
    ' ',
  );
const groupPermissions =
  `can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group
  can_remove_members_group`.split(/\s+/);
/** Columns that a later version has under another name. */
const gone: Readonly<Record<string, number>> = { mandatory_topics: 11, giphy_rating: 12 };

const upTo = (byVersion: Readonly<Record<number, string>>, version: number): string[] =>
  Object.entries(byVersion)
    .filter(([since]) => Number(since) <= version)
    .flatMap(([, names]) => names.split(/\s+/))
    .filter((name) => name !== '' && version < (gone[name] ?? Infinity));

/** By table: its permissions, all of which must be there, and its other columns. */
export const getColumns = (version: number): Record<string, { permissions: string[]; others: string[] }> => ({
  zerver_realm: {
    permissions: upTo(organizationPermissions, version),
    others: upTo(organizationColumns, version),
  },
  zerver_stream: { permissions: upTo(channelPermissions, version), others: upTo(channelColumns, version) },
  zerver_namedusergroup: { permissions: groupPermissions, others: groupColumns },
});
