/** What becomes of the fields of Slack, and of the kinds of messages and blocks. */
import { fieldsIn, isObject, listIn } from '../../../lib/objects.ts';
import { repeating, unknownKind, type FieldFates, type Tally } from '../reading/tally.ts';
import type {
  SlackAttachment,
  SlackChannel,
  SlackFile,
  SlackMessage,
  SlackProfile,
  SlackUser,
} from './types.ts';

const message: FieldFates<SlackMessage> = {
  type: 'read',
  subtype: 'read',
  ts: 'read',
  user: 'read',
  bot_id: 'read',
  username: 'read',
  text: 'read',
  blocks: 'read',
  attachments: 'read',
  files: 'read',
  file: 'read',
  comment: 'read',
  reactions: 'read',
  edited: 'read',
  thread_ts: 'read',
  reply_count: 'read',
  root: 'read',
  user_profile: 'read',
  bot_profile: 'read',
  topic: 'read',
  purpose: 'read',
  room: 'read',
  team: 'read',
  user_team: 'read',
  app_id: 'read',
  ...repeating(
    'client_msg_id source_team upload display_as_bot reply_users reply_users_count latest_reply replies',
  ),
  ...repeating(
    'parent_user_id is_locked subscribed last_read hidden inviter old_name name members bot_link icons',
  ),
  ...repeating(
    'upload_reply_to x_files permalink no_notifications channel event_ts mrkdwn item item_type pinned_to',
  ),
  ...repeating(
    'pinned_info is_starred is_intro wibblr assistant_app_thread language unread_count saved metadata',
  ),
  ...repeating(
    'x_tab_id canvas_id channel_id bookmark_id bookmark_action emoji_name huddle_channel_id room_id',
  ),
  ...repeating(
    'channel_name user_name user_id thread_seen new_broadcast streaming_state blocks_v2 call actions',
  ),
};

const file: FieldFates<SlackFile> = {
  id: 'read',
  name: 'read',
  title: 'read',
  mimetype: 'read',
  mode: 'read',
  file_access: 'read',
  size: 'read',
  url_private: 'read',
  url_private_download: 'read',
  external_url: 'read',
  is_external: 'read',
  ...repeating(
    'created timestamp filetype pretty_type user user_team editable external_type is_public username',
  ),
  ...repeating(
    'public_url_shared display_as_bot permalink permalink_public has_rich_preview media_display_type',
  ),
  ...repeating(
    'original_w original_h deanimate deanimate_gif pjpeg thumb_video converted_pdf edit_link preview',
  ),
  ...repeating(
    'preview_highlight preview_is_truncated preview_plain_text lines lines_more has_more is_starred',
  ),
  ...repeating(
    'image_exif_rotation comments_count num_stars channels groups ims shares thumb_pdf thumb_pdf_w',
  ),
  ...repeating(
    'thumb_pdf_h duration_ms hls hls_embed mp4 mp4_low vtt subtype aac transcription cc to from subject',
  ),
  ...repeating('attachments sent_to_self original_attachment_count simplified_html bot_id quip_thread_id'),
  ...repeating(
    'access dm_mpdm_users_with_file_access org_or_workspace_access linked_channel_id title_blocks',
  ),
  ...repeating(
    'url_static_preview update_notification is_channel_space last_editor updated editors teams_shared_with',
  ),
  ...repeating(
    'canvas_readtime skipped_shares is_restricted_sharing_enabled canvas_creator_id source_canvas_id',
  ),
  ...repeating('team_pref_version_history_enabled canvas_printing_enabled is_ai_suggested is_quip_doc'),
  alt_txt: { without: 'Descriptions of pictures do not come.' },
};

const attachment: FieldFates<SlackAttachment> = {
  pretext: 'read',
  title: 'read',
  title_link: 'read',
  text: 'read',
  fallback: 'read',
  fields: 'read',
  image_url: 'read',
  footer: 'read',
  from_url: 'read',
  author_name: 'read',
  is_msg_unfurl: 'read',
  blocks: 'read',
  ...repeating(
    'id color ts service_name service_icon service_url thumb_url thumb_width thumb_height original_url',
  ),
  ...repeating(
    'image_width image_height image_bytes author_icon author_link author_subname author_id footer_icon',
  ),
  ...repeating(
    'channel_id channel_name channel_team is_share is_thread_root_unfurl message_blocks mrkdwn_in',
  ),
  ...repeating(
    'from_url_thumb video_html video_html_width video_html_height video_url bot_id app_id app_unfurl_url',
  ),
  ...repeating(
    'is_app_unfurl is_animated callback_id files is_reply_unfurl msg_subtype bot_team_id private_channel_prompt',
  ),
  ...repeating('prompt_app_install indent is_file_attachment title_blocks preview unfurl_id hide_border'),
  actions: { without: 'Buttons of apps do not work here.' },
};

const user: FieldFates<SlackUser> = {
  id: 'read',
  team_id: 'read',
  name: 'read',
  real_name: 'read',
  deleted: 'read',
  is_bot: 'read',
  is_app_user: 'read',
  is_primary_owner: 'read',
  is_owner: 'read',
  is_admin: 'read',
  is_restricted: 'read',
  is_ultra_restricted: 'read',
  is_stranger: 'read',
  tz: 'read',
  profile: 'read',
  ...repeating('color tz_label tz_offset updated is_email_confirmed who_can_share_contact_card has_2fa'),
  ...repeating(
    'has_files is_workflow_bot is_invited_user enterprise_user locale is_connector_bot is_forgotten',
  ),
  ...repeating('two_factor_type presence status teams_joined'),
};

const profile: FieldFates<SlackProfile> = {
  real_name: 'read',
  display_name: 'read',
  email: 'read',
  image_512: 'read',
  image_192: 'read',
  image_original: 'read',
  bot_id: 'read',
  title: 'read',
  phone: 'read',
  status_text: 'read',
  status_emoji: 'read',
  fields: 'read',
  ...repeating(
    'avatar_hash real_name_normalized display_name_normalized first_name last_name is_custom_image',
  ),
  ...repeating('image_24 image_32 image_48 image_72 image_1024 team status_text_canonical status_expiration'),
  ...repeating('status_emoji_display_info api_app_id always_active guest_invited_by guest_expiration_ts'),
  ...repeating('huddle_state huddle_state_expiration_ts'),
  skype: { without: 'Only title, phone and the fields of the workspace come.' },
  pronouns: { without: 'Only title, phone and the fields of the workspace come.' },
  start_date: { without: 'Only title, phone and the fields of the workspace come.' },
  name_pronunciation: { without: 'Only title, phone and the fields of the workspace come.' },
};

const connected = { without: 'People of other workspaces have no access here: invite them.' } as const;

const channel: FieldFates<SlackChannel> = {
  id: 'read',
  name: 'read',
  created: 'read',
  creator: 'read',
  is_archived: 'read',
  is_private: 'read',
  is_group: 'read',
  is_im: 'read',
  is_mpim: 'read',
  is_general: 'read',
  members: 'read',
  user: 'read',
  topic: 'read',
  purpose: 'read',
  pins: 'read',
  ...repeating(
    'is_channel name_normalized unlinked is_shared is_org_shared is_open is_member is_user_deleted',
  ),
  ...repeating('shared_team_ids context_team_id pending_shared internal_team_ids connected_limited_team_ids'),
  ...repeating(
    'num_members previous_names updated priority parent_conversation latest last_read unread_count',
  ),
  ...repeating(
    'unread_count_display is_org_mandatory is_global_shared is_org_default frozen_reason date_connected',
  ),
  ...repeating('conversation_host_id is_read_only locale is_frozen is_record_channel is_ext_ws_shared'),
  is_ext_shared: connected,
  is_pending_ext_shared: connected,
  connected_team_ids: connected,
  pending_connected_team_ids: connected,
  bookmarks: { without: 'Channels have no bookmarks here.' },
  properties: { without: 'Canvases, tabs and rules of posting of channels do not come.' },
  retention: { without: 'How long messages stay is decided here.' },
};

const fates = { user, channel } as const;

export const lookAt = (kind: keyof typeof fates, value: object, tally: Tally, place: string): void => {
  tally.look(kind, value, fates[kind], place);
  const own = fieldsIn(fieldsIn(value).profile);
  if (kind === 'user') tally.look('profile', own, profile, place);
};

/** Subtypes of messages that have texts of people or apps, besides those of notices. */
const spoken: ReadonlySet<string> = new Set([
  'bot_message',
  'me_message',
  'thread_broadcast',
  'reply_broadcast',
  'file_share',
  'file_comment',
  'tombstone',
  'huddle_thread',
  'ekm_access_denied',
  'slackbot_response',
  'file_mention',
  'message_replied',
  'sh_room_created',
  'bot_add',
  'channel_posting_permissions',
  'assistant_app_thread',
  'group_unarchive',
]);

const blockTypes: ReadonlySet<string> = new Set([
  'rich_text',
  'section',
  'header',
  'context',
  'divider',
  'image',
  'video',
  'actions',
  'input',
  'rich_text_section',
  'rich_text_quote',
  'rich_text_preformatted',
  'rich_text_list',
  'file',
  'call',
  // A canvas is among the files of its message.
  'canvas',
  'text',
  'link',
  'user',
  'channel',
  'broadcast',
  'usergroup',
  'emoji',
  'date',
  'color',
  'team',
  'mrkdwn',
  'plain_text',
  'button',
  'overflow',
  'static_select',
  'users_select',
  'conversations_select',
  'datepicker',
  'checkboxes',
  'radio_buttons',
  'message',
  'share_shortcut',
  'condition',
  'markdown',
  'table',
]);

const deepest = 6;

function lookAtBlocks(blocks: unknown, tally: Tally, place: string, depth = 0): void {
  if (depth > deepest) return;
  for (const block of listIn(blocks)) {
    const { type, elements } = fieldsIn(block);
    if (typeof type === 'string' && !blockTypes.has(type))
      tally.leaveOut(`parts of messages of type ${type}`, unknownKind, place);
    lookAtBlocks(elements, tally, place, depth + 1);
  }
}

export function lookAtMessage(
  given: SlackMessage,
  notices: ReadonlySet<string>,
  tally: Tally,
  place: string,
): void {
  const { subtype = '', files, attachments, blocks } = given;
  tally.look('message', given, message, place);
  if (subtype !== '' && !spoken.has(subtype) && !notices.has(subtype))
    tally.leaveOut(`kind of messages ${subtype}`, `${unknownKind} Their texts come.`, place);
  for (const one of listIn(files)) if (isObject(one)) tally.look('file', one, file, place);
  for (const one of listIn(attachments)) if (isObject(one)) tally.look('attachment', one, attachment, place);
  lookAtBlocks(blocks, tally, place);
}
