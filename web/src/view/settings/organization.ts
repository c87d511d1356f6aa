/** Settings of the organization. */
import {
  forNewcomers,
  organization,
  organizationAllows,
  organizationSwitch,
  permission,
  type Section,
} from './setting.ts';
import type { TextKey } from '../text/text.ts';
import { notifications, preferences } from './personal.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const limits = [2 * minute, 10 * minute, hour, day, 7 * day, 30 * day] as const;

const kinds: readonly { value: number; label: TextKey }[] = [
  { value: 0, label: 'organization.kind.unspecified' },
  { value: 10, label: 'organization.kind.business' },
  { value: 20, label: 'organization.kind.openSource' },
  { value: 30, label: 'organization.kind.educationNonprofit' },
  { value: 35, label: 'organization.kind.education' },
  { value: 40, label: 'organization.kind.research' },
  { value: 50, label: 'organization.kind.event' },
  { value: 60, label: 'organization.kind.nonprofit' },
  { value: 70, label: 'organization.kind.government' },
  { value: 80, label: 'organization.kind.politicalGroup' },
  { value: 90, label: 'organization.kind.community' },
  { value: 100, label: 'organization.kind.personal' },
  { value: 1000, label: 'organization.kind.other' },
];

/** A time limit, or none. */
const timeLimit = { kind: 'seconds', choices: limits, never: null } as const;

export const general: readonly Section[] = [
  {
    settings: [
      organization('name', { kind: 'text', rows: 1, longest: 40, mayBeEmpty: false }),
      organization('description', { kind: 'text', rows: 3, longest: 1000, mayBeEmpty: true }),
      organization('org_type', { kind: 'choice', choices: kinds }),
      organization('default_language', { kind: 'language' }, { hint: 'organization.default_language.hint' }),
    ],
  },
  {
    title: 'organization.section.announcements',
    settings: [
      organization('new_stream_announcements_stream_id', { kind: 'channel', isPrivate: false }),
      organization('signup_announcements_stream_id', { kind: 'channel', isPrivate: false }),
      organization(
        'moderation_request_channel_id',
        { kind: 'channel', isPrivate: true },
        { hint: 'organization.moderation_request_channel_id.hint' },
      ),
      organizationSwitch('send_channel_events_messages'),
    ],
  },
  {
    title: 'organization.section.people',
    settings: [
      organizationAllows('name_changes_disabled'),
      organizationSwitch('require_unique_names'),
      organizationAllows('email_changes_disabled'),
      organizationAllows('avatar_changes_disabled'),
      organizationAllows('presence_disabled'),
      organizationSwitch('enable_guest_user_indicator'),
      organizationSwitch('enable_guest_user_dm_warning'),
    ],
  },
];

export const joining: readonly Section[] = [
  {
    settings: [
      organizationSwitch('invite_required'),
      organizationSwitch('want_advertise_in_communities_directory'),
      permission('can_invite_users_group'),
      permission('create_multiuse_invite_group'),
      organizationSwitch('emails_restricted_to_domains'),
      organizationSwitch('disallow_disposable_email_addresses'),
      organization(
        'waiting_period_threshold',
        { kind: 'number', least: 0, most: 3650 },
        { hint: 'organization.waiting_period_threshold.hint' },
      ),
      organizationSwitch('send_welcome_emails', { needsMail: true }),
      organization(
        'welcome_message_custom_text',
        { kind: 'text', rows: 4, longest: 8000, mayBeEmpty: true },
        { hint: 'organization.welcome_message_custom_text.hint' },
      ),
    ],
  },
  {
    title: 'organization.section.spectators',
    settings: [
      organizationSwitch('enable_spectator_access', { hint: 'organization.enable_spectator_access.hint' }),
      organizationSwitch('allow_search_engine_indexing'),
      organization(
        'spectator_name_format',
        {
          kind: 'choice',
          choices: [
            { value: 'full_name', label: 'organization.names.full' },
            { value: 'first_name', label: 'organization.names.first' },
            { value: 'pseudonym', label: 'organization.names.pseudonym' },
          ],
        },
        { hint: 'organization.spectator_name_format.hint' },
      ),
    ],
  },
];

export const permissions: readonly Section[] = [
  {
    title: 'organization.section.channels',
    settings: [
      permission('can_create_public_channel_group'),
      permission('can_create_private_channel_group'),
      permission('can_create_web_public_channel_group'),
      permission('can_add_subscribers_group'),
    ],
  },
  {
    title: 'organization.section.topics',
    settings: [
      permission('can_resolve_topics_group'),
      permission('can_move_messages_between_topics_group'),
      permission('can_move_messages_between_channels_group'),
      permission('can_set_topics_policy_group'),
      permission('can_summarize_topics_group', { hint: 'organization.can_summarize_topics_group.hint' }),
    ],
  },
  {
    title: 'organization.section.messages',
    settings: [
      permission('can_mention_many_users_group'),
      permission('can_delete_own_message_group'),
      permission('can_delete_any_message_group'),
      permission('can_set_delete_message_policy_group'),
      permission('heddle_can_pin_messages_group', {
        hint: 'organization.heddle_can_pin_messages_group.hint',
      }),
      permission('heddle_can_override_do_not_disturb_group', {
        hint: 'organization.heddle_can_override_do_not_disturb_group.hint',
      }),
      permission('heddle_can_transcribe_group', { hint: 'organization.heddle_can_transcribe_group.hint' }),
    ],
  },
  {
    title: 'organization.section.direct',
    settings: [permission('direct_message_permission_group'), permission('direct_message_initiator_group')],
  },
  {
    title: 'organization.page.bots',
    settings: [
      permission('can_create_bots_group'),
      permission('can_create_write_only_bots_group'),
      organizationSwitch('enable_mcp', { hint: 'organization.enable_mcp.hint' }),
    ],
  },
  {
    title: 'organization.section.groups',
    settings: [
      permission('can_add_custom_emoji_group'),
      permission('can_create_groups'),
      permission('can_manage_all_groups'),
      permission('can_access_all_users_group'),
    ],
  },
];

export const messages: readonly Section[] = [
  {
    title: 'organization.section.editing',
    settings: [
      organizationSwitch('allow_message_editing'),
      organization('message_content_edit_limit_seconds', timeLimit),
      organization('message_edit_history_visibility_policy', {
        kind: 'choice',
        choices: [
          { value: 'all', label: 'organization.history.all' },
          { value: 'moves', label: 'organization.history.moves' },
          { value: 'none', label: 'organization.history.none' },
        ],
      }),
      organization('message_content_delete_limit_seconds', timeLimit),
    ],
  },
  {
    title: 'organization.section.moving',
    settings: [
      organization('move_messages_within_stream_limit_seconds', timeLimit),
      organization('move_messages_between_streams_limit_seconds', timeLimit),
      organization('topics_policy', {
        kind: 'choice',
        choices: [
          { value: 'allow_empty_topic', label: 'organization.topics_policy.allow' },
          { value: 'disable_empty_topic', label: 'organization.topics_policy.disable' },
        ],
      }),
    ],
  },
  {
    title: 'organization.section.keeping',
    settings: [
      organization(
        'message_retention_days',
        { kind: 'days', choices: [30, 90, 365, 730, 1825], never: -1 },
        { hint: 'organization.message_retention_days.hint' },
      ),
      organizationSwitch('enable_read_receipts'),
      organizationSwitch('message_content_allowed_in_email_notifications', { needsMail: true }),
      organizationSwitch('digest_emails_enabled', {
        hint: 'organization.digest_emails_enabled.hint',
        needsMail: true,
      }),
      organization('digest_weekday', { kind: 'weekday' }, { needsMail: true }),
      organizationSwitch('inline_image_preview'),
      organizationSwitch('inline_url_embed_preview', { hint: 'organization.inline_url_embed_preview.hint' }),
      organization('media_preview_size', {
        kind: 'choice',
        choices: [
          { value: 100, label: 'organization.preview.small' },
          { value: 150, label: 'organization.preview.medium' },
          { value: 200, label: 'organization.preview.large' },
        ],
      }),
      organization(
        'gif_rating_policy',
        {
          kind: 'choice',
          choices: [
            { value: 0, label: 'organization.gifs.none' },
            { value: 1, label: 'organization.gifs.g' },
            { value: 2, label: 'organization.gifs.pg' },
            { value: 3, label: 'organization.gifs.pg13' },
            { value: 4, label: 'organization.gifs.r' },
          ],
        },
        { hint: 'organization.gif_rating_policy.hint' },
      ),
      organization('default_code_block_language', {
        kind: 'text',
        rows: 1,
        longest: 40,
        mayBeEmpty: true,
      }),
    ],
  },
  {
    title: 'organization.section.calls',
    settings: [
      organization('video_chat_provider', { kind: 'callProvider' }),
      organization(
        'jitsi_server_url',
        { kind: 'text', rows: 1, longest: 200, mayBeEmpty: true, none: 'default' },
        { hint: 'organization.jitsi_server_url.own' },
      ),
    ],
  },
];

const toNewcomers = (section: Section): Section => ({
  ...section,
  settings: section.settings.map(forNewcomers),
});

/** Defaults for new users: the same settings as personal ones. */
export const defaults: readonly Section[] = [...preferences, ...notifications].map(toNewcomers);
