/** One valid object of each kind, for tests. */
import type { Channel } from './channels.ts';
import type { UserGroup } from './groups.ts';
import type { Message } from './messages.ts';
import type { Subscription } from './subscriptions.ts';
import type { User } from './users.ts';

export const user: User = {
  user_id: 7,
  email: 'ann@example.com',
  delivery_email: 'ann@example.com',
  full_name: 'Ann Abel',
  is_active: true,
  role: 400,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  timezone: 'Europe/Berlin',
  date_joined: '2026-01-02T03:04:05Z',
  avatar_url: '/avatar/7',
  avatar_version: 1,
  is_imported_stub: false,
  profile_data: {},
};

export const channel: Channel = {
  stream_id: 4,
  name: 'design',
  is_archived: false,
  description: 'How it looks',
  rendered_description: '<p>How it looks</p>',
  date_created: 1_767_322_000,
  creator_id: 7,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: null,
  folder_id: null,
  is_recently_active: true,
  stream_weekly_traffic: null,
  subscriber_count: 0,
  stream_post_policy: 1,
  is_announcement_only: false,
  can_add_subscribers_group: 8,
  can_administer_channel_group: { direct_members: [7], direct_subgroups: [] },
  can_create_topic_group: 2,
  can_delete_any_message_group: 8,
  can_delete_own_message_group: 8,
  can_move_messages_out_of_channel_group: 8,
  can_move_messages_within_channel_group: 8,
  can_remove_subscribers_group: 6,
  can_resolve_topics_group: 8,
  can_send_message_group: 2,
  can_subscribe_group: 8,
};

export const subscription: Subscription = {
  ...channel,
  color: '#7a6fbe',
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

const ofAnn = {
  content_type: 'text/html',
  sender_id: 7,
  sender_email: 'ann@example.com',
  sender_full_name: 'Ann Abel',
  sender_realm_str: '',
  avatar_url: null,
  client: 'web',
  is_me_message: false,
  timestamp: 1_767_323_000,
} as const;

export const channelMessage: Message & { type: 'stream' } = {
  ...ofAnn,
  id: 100,
  type: 'stream',
  content: '<p>Hello</p>',
  stream_id: 4,
  subject: 'lunch',
  display_recipient: 'design',
  recipient_id: 21,
  topic_links: [],
  reactions: [{ emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 7 }],
  submessages: [],
  flags: [],
};

export const directMessage: Message & { type: 'private' } = {
  ...ofAnn,
  id: 101,
  type: 'private',
  content: '<p>Psst</p>',
  subject: '',
  display_recipient: [
    { id: 7, email: 'ann@example.com', full_name: 'Ann Abel', is_mirror_dummy: false },
    { id: 8, email: 'ben@example.com', full_name: 'Ben Bo', is_mirror_dummy: false },
  ],
  recipient_id: 22,
  topic_links: [],
  reactions: [],
  submessages: [],
  flags: ['read'],
};

export const group: UserGroup = {
  id: 30,
  name: 'designers',
  description: 'They draw',
  date_created: 1_767_322_000,
  creator_id: 7,
  members: [7],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  can_add_members_group: 8,
  can_join_group: 8,
  can_leave_group: 2,
  can_manage_group: { direct_members: [7], direct_subgroups: [] },
  can_mention_group: 2,
  can_remove_members_group: 8,
};
