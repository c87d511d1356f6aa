/** One valid event of each kind, for tests. */
import { channel, channelMessage, group, subscription, user } from './examples.ts';

/** What happened, and how it is told. */
export const events: readonly (readonly [string, Record<string, unknown>])[] = [
  ['heartbeat', { id: 1, type: 'heartbeat' }],
  ['message', { id: 1, type: 'message', message: eventMessage(), flags: ['read'] }],
  [
    'message with its local id',
    { id: 1, type: 'message', message: eventMessage(), flags: [], local_message_id: '9.01' },
  ],
  [
    'a view kept at hand',
    {
      id: 1,
      type: 'navigation_view',
      op: 'add',
      navigation_view: { fragment: 'inbox', is_pinned: true, name: null },
    },
  ],
  [
    'a view renamed',
    { id: 1, type: 'navigation_view', op: 'update', fragment: 'narrow/is/dm', data: { name: 'Direct' } },
  ],
  ['a view let go', { id: 1, type: 'navigation_view', op: 'remove', fragment: 'narrow/is/dm' }],
  [
    'a domain allowed',
    {
      id: 1,
      type: 'realm_domains',
      op: 'add',
      realm_domain: { domain: 'acme.example', allow_subdomains: true },
    },
  ],
  ['a domain no longer allowed', { id: 1, type: 'realm_domains', op: 'remove', domain: 'acme.example' }],
  [
    'a folder archived',
    { id: 1, type: 'channel_folder', op: 'update', channel_folder_id: 3, data: { is_archived: true } },
  ],
  [
    'channels that new people come into together',
    {
      id: 1,
      type: 'default_stream_groups',
      default_stream_groups: [{ id: 2, name: 'weavers', description: 'At the loom', streams: [1, 4] }],
    },
  ],
  ['channels that new people come into', { id: 1, type: 'default_streams', default_streams: [1, 4] }],
  [
    'profile fields',
    {
      id: 1,
      type: 'custom_profile_fields',
      fields: [
        {
          id: 4,
          name: 'Diet',
          type: 3,
          hint: '',
          field_data: '{"a":{"text":"All","order":"1"}}',
          order: 0,
          required: false,
          editable_by_user: true,
          display_in_profile_summary: true,
        },
      ],
    },
  ],
  [
    'direct messages deleted',
    { id: 1, type: 'delete_message', message_type: 'private', message_ids: [3, 4] },
  ],
  [
    'a channel message deleted, for clients that take one at a time',
    { id: 1, type: 'delete_message', message_type: 'stream', stream_id: 4, topic: 'lunch', message_id: 3 },
  ],
  [
    'a message that says something else',
    {
      ...updateEvent(),
      orig_content: 'soup',
      orig_rendered_content: '<p>soup</p>',
      content: 'stew',
      rendered_content: '<p>stew</p>',
      is_me_message: false,
    },
  ],
  [
    'messages that went to another topic of another channel',
    {
      ...updateEvent(),
      stream_name: 'design',
      stream_id: 4,
      new_stream_id: 5,
      propagate_mode: 'change_later',
      orig_subject: 'lunch',
      subject: 'dinner',
      topic_links: [],
    },
  ],
  [
    'a file shown by a message',
    {
      id: 1,
      type: 'attachment',
      op: 'update',
      attachment: {
        id: 3,
        name: 'plan.pdf',
        path_id: '2/ab/plan.pdf',
        size: 512,
        create_time: 1_767_323_000,
        message_ids: [3],
      },
      upload_space_used: 512,
    },
  ],
  [
    'a file that is gone',
    { id: 1, type: 'attachment', op: 'remove', attachment: { id: 3 }, upload_space_used: 0 },
  ],
  [
    'typing to people',
    {
      id: 1,
      type: 'typing',
      op: 'start',
      message_type: 'direct',
      sender: { user_id: 7, email: 'a@example.com' },
      recipients: [],
    },
  ],
  [
    'changing a message',
    {
      id: 1,
      type: 'typing_edit_message',
      op: 'stop',
      sender_id: 7,
      message_id: 3,
      recipient: { type: 'channel', channel_id: 4, topic: 'lunch' },
    },
  ],
  [
    'a reaction',
    {
      id: 1,
      type: 'reaction',
      op: 'add',
      message_id: 3,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      user_id: 7,
    },
  ],
  [
    'a vote in a poll',
    {
      id: 1,
      type: 'submessage',
      message_id: 3,
      submessage_id: 5,
      sender_id: 7,
      msg_type: 'widget',
      content: '{"type":"vote","key":"canned,0","vote":1}',
    },
  ],
  ['alert words', { id: 1, type: 'alert_words', alert_words: ['soup'] }],
  ['muted topics', { id: 1, type: 'muted_topics', muted_topics: [['design', 'lunch', 1_767_323_000]] }],
  ['muted people', { id: 1, type: 'muted_users', muted_users: [{ id: 8, timestamp: 1_767_323_000 }] }],
  [
    'hints still to be shown',
    {
      id: 1,
      type: 'onboarding_steps',
      onboarding_steps: [{ type: 'one_time_notice', name: 'intro_inbox_view_modal' }],
    },
  ],
  [
    'a setting of one’s own',
    {
      id: 1,
      type: 'user_settings',
      op: 'update',
      property: 'default_language',
      value: 'de',
      language_name: 'Deutsch',
    },
  ],
  [
    'a setting for newcomers',
    {
      id: 1,
      type: 'realm_user_settings_defaults',
      op: 'update',
      property: 'enter_sends',
      value: true,
    },
  ],
  [
    'a topic followed',
    {
      id: 1,
      type: 'user_topic',
      stream_id: 4,
      topic_name: 'lunch',
      last_updated: 1_767_323_000,
      visibility_policy: 3,
    },
  ],
  ['folders in another order', { id: 1, type: 'channel_folder', op: 'reorder', order: [3, 1] }],
  ['flags added', { ...flagsEvent('add'), messages: [3] }],
  [
    'flags removed',
    {
      ...flagsEvent('remove'),
      message_details: {
        3: { type: 'stream', stream_id: 4, topic: 'lunch' },
        5: { type: 'private', user_ids: [], mentioned: true },
      },
    },
  ],
  ['a new subscription', { id: 1, type: 'subscription', op: 'add', subscriptions: [subscription] }],
  ['people coming', { id: 1, type: 'subscription', op: 'peer_add', stream_ids: [4], user_ids: [7, 8] }],
  ['a new channel', { id: 1, type: 'stream', op: 'create', streams: [channel] }],
  [
    'a channel losing its folder',
    { id: 1, type: 'stream', op: 'update', stream_id: 4, name: 'x', property: 'folder_id', value: null },
  ],
  ['a new person', { id: 1, type: 'realm_user', op: 'add', person: user }],
  ['a bot that is no longer one’s own', { id: 1, type: 'realm_bot', op: 'delete', bot: { user_id: 9 } }],
  [
    'linkifiers',
    {
      id: 1,
      type: 'realm_linkifiers',
      realm_linkifiers: [
        {
          id: 3,
          pattern: '#(?P<id>[0-9]+)',
          url_template: 'https://tickets.example/{id}',
          example_input: '#12',
          reverse_template: null,
          alternative_url_templates: [],
        },
      ],
    },
  ],
  [
    'playgrounds',
    {
      id: 1,
      type: 'realm_playgrounds',
      realm_playgrounds: [
        { id: 3, name: 'Rust', pygments_language: 'Rust', url_template: 'https://play.example/{code}' },
      ],
    },
  ],
  [
    'a picture of one’s own',
    {
      id: 1,
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: 7,
        avatar_url: '/avatar/7?version=2',
        avatar_url_medium: '/avatar/7/medium?version=2',
        avatar_source: 'U',
        avatar_version: 2,
      },
    },
  ],
  [
    'an emoji of the organization',
    {
      id: 1,
      type: 'realm_emoji',
      op: 'add',
      emoji: {
        id: '3',
        name: 'loom',
        source_url: '/user_avatars/1/loom.webp',
        still_url: null,
        deactivated: false,
        author_id: 7,
      },
    },
  ],
  [
    'an emoji that is taken out of use',
    { id: 1, type: 'realm_emoji', op: 'update_one', emoji_id: '3', data: { deactivated: true } },
  ],
  ['all emoji of the organization', { id: 1, type: 'realm_emoji', op: 'update', realm_emoji: {} }],
  ['a role', { id: 1, type: 'realm_user', op: 'update', person: { user_id: 7, role: 200 } }],
  [
    'somebody who comes',
    { id: 1, type: 'presence', presences: { 7: { active_timestamp: 5, idle_timestamp: 5 } } },
  ],
  ['a new device', { id: 1, type: 'device', op: 'add', device_id: 3 }],
  ['a device that gets a key', { id: 1, type: 'device', op: 'update', device_id: 3, push_key_id: 9 }],
  ['a draft that is gone', { id: 1, type: 'drafts', op: 'remove', draft_id: 3 }],
  ['a snippet that is gone', { id: 1, type: 'saved_snippets', op: 'remove', saved_snippet_id: 3 }],
  ['a message that was sent', { id: 1, type: 'scheduled_messages', op: 'remove', scheduled_message_id: 3 }],
  ['a reminder that is gone', { id: 1, type: 'reminders', op: 'remove', reminder_id: 3 }],
  ['a status', { id: 1, type: 'user_status', user_id: 7, status_text: 'on vacation' }],
  ['a group', { id: 1, type: 'user_group', op: 'add', group }],
  ['a group renamed', { id: 1, type: 'user_group', op: 'update', group_id: 3, data: { name: 'x' } }],
  ['a setting', { id: 1, type: 'realm', op: 'update', property: 'invite_required', value: true }],
  ['a change of invitations', { id: 1, type: 'invites_changed' }],
  [
    'a permission',
    {
      id: 1,
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { can_create_groups: { direct_members: [7], direct_subgroups: [] } },
    },
  ],
];

function eventMessage(): Record<string, unknown> {
  const { flags: _, ...message } = channelMessage;
  return message;
}

function updateEvent(): Record<string, unknown> {
  return {
    id: 1,
    type: 'update_message',
    user_id: 7,
    rendering_only: false,
    message_id: 3,
    message_ids: [3, 5],
    flags: ['read'],
    edit_timestamp: 1_767_323_000,
  };
}

function flagsEvent(op: 'add' | 'remove'): Record<string, unknown> {
  return {
    id: 1,
    type: 'update_message_flags',
    op,
    operation: op,
    flag: 'read',
    messages: [3, 5],
    all: false,
  };
}
