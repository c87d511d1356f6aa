import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Compile from 'typebox/compile';
import * as wire from './index.ts';
import { channel, channelMessage, directMessage, group, subscription, user } from './examples.ts';

const schemas = Object.entries(wire as Record<string, unknown>).flatMap(([name, value]) =>
  wire.Type.IsSchema(value) ? [{ name, schema: value }] : [],
);

const accepts = (schema: wire.TSchema, value: unknown): boolean => Compile(schema).Check(value);

/** A valid value, and the schema it is for. */
const examples: readonly (readonly [string, wire.TSchema, Record<string, unknown>])[] = [
  ['a channel', wire.Channel, channel],
  ['a listed channel', wire.ListedChannel, { ...channel, is_default: true }],
  ['a subscription', wire.Subscription, subscription],
  ['a subscription of a large channel', wire.Subscription, { ...subscription, partial_subscribers: [1] }],
  ['a channel message', wire.Message, channelMessage],
  ['a direct message', wire.Message, directMessage],
  ['a found message', wire.FoundMessage, { ...channelMessage, match_content: 'a', match_subject: 'b' }],
  ['a person', wire.User, user],
  ['a person without a picture', wire.User, { ...user, avatar_url: null }],
  ['a group', wire.UserGroup, group],
  ['the answer to a send', wire.SendMessageAnswer, { id: 5 }],
  [
    'the answer to a subscription',
    wire.SubscribeAnswer,
    { subscribed: { 7: ['design'] }, already_subscribed: {}, new_subscription_messages_sent: true },
  ],
  ['an unsubscription', wire.UnsubscribeAnswer, { removed: ['design'], not_removed: [] }],
  ['an empty answer', wire.EmptyAnswer, {}],
  ['a registration for state alone', wire.RegisterAnswer, registration()],
  ['a registration with channels', wire.RegisterAnswer, { ...registration(), streams: [channel] }],
];

const events: readonly (readonly [string, Record<string, unknown>])[] = [
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
  ['a role', { id: 1, type: 'realm_user', op: 'update', person: { user_id: 7, role: 200 } }],
  [
    'somebody who comes',
    { id: 1, type: 'presence', presences: { 7: { active_timestamp: 5, idle_timestamp: 5 } } },
  ],
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

function registration(): Record<string, unknown> {
  return {
    queue_id: null,
    last_event_id: -1,
    zulip_version: '12.1',
    zulip_feature_level: 496,
    zulip_merge_base: '12.1',
    heddle_version: '0.1.0',
    idle_queue_timeout_secs: 600,
  };
}

function eventMessage(): Record<string, unknown> {
  const { flags: _, ...message } = channelMessage;
  return message;
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

describe('the wire', () => {
  it('has schemas, and each of them compiles', () => {
    assert.ok(schemas.length > 100);
    for (const { name, schema } of schemas) assert.ok(Compile(schema), name);
  });

  for (const [name, schema, value] of examples) {
    it(`accepts ${name}, and nothing more in it`, () => {
      assert.ok(accepts(schema, value));
      assert.ok(!accepts(schema, { ...value, superfluous: 1 }));
    });
  }

  for (const [name, event] of events) {
    it(`accepts the event: ${name}, and nothing more in it`, () => {
      assert.ok(accepts(wire.Event, event));
      assert.ok(!accepts(wire.Event, { ...event, superfluous: 1 }));
      assert.ok(!accepts(wire.Event, { ...event, type: 'unheard' }));
    });
  }

  it('has an example of each type of event except a restart', () => {
    const shown = new Set(events.map(([, event]) => event.type));
    assert.deepEqual(
      wire.eventTypes.filter((type) => !shown.has(type)),
      ['restart'],
    );
  });

  it('refuses superfluous fields deep inside', () => {
    assert.ok(!accepts(wire.GetStreamsAnswer, { streams: [{ ...channel, secret: 1 }] }));
    assert.ok(!accepts(wire.GetUsersAnswer, { members: [{ ...user, api_key: 'x' }] }));
  });

  it('refuses a channel in a direct message', () => {
    assert.ok(!accepts(wire.Message, { ...directMessage, stream_id: 4 }));
  });

  it('refuses a role that does not exist', () => {
    assert.ok(!accepts(wire.User, { ...user, role: 500 }));
  });

  it('refuses a permission that is half a group', () => {
    assert.ok(!accepts(wire.Channel, { ...channel, can_subscribe_group: { direct_members: [] } }));
  });
});

describe('defaults', () => {
  it('of an organization are valid settings and system groups', () => {
    const { name: _, ...settings } = wire.organizationSettings;
    const all = { ...settings, ...wire.eachOf(wire.organizationPermissions, wire.OneOf(wire.systemGroups)) };
    assert.ok(accepts(wire.Exact(all), wire.organizationSettingDefaults));
  });

  it('of a person are valid settings', () => {
    assert.ok(accepts(wire.StoredUserSettings, wire.userSettingDefaults));
  });

  it('of permissions are allowed by their own rules', () => {
    assert.ok(accepts(wire.SupportedPermissionSettings, wire.permissionSettings));
    const all = Object.values(wire.permissionSettings).flatMap((part) => Object.entries(part));
    for (const [name, setting] of all) assert.ok(allows(setting, setting.default_group_name), name);
  });
});

function allows(setting: wire.PermissionSetting, group: string): boolean {
  if (group === 'role:nobody') return setting.allow_nobody_group;
  if (group === 'role:everyone') return setting.allow_everyone_group;
  const { allowed_system_groups: allowed } = setting;
  return allowed.length === 0 || allowed.some((name) => name === group);
}

describe('a registration', () => {
  it('groups each field under one key', () => {
    const fields = Object.values(wire.registerFields).flatMap((part) => Object.keys(part));
    assert.equal(new Set(fields).size, fields.length);
    assert.deepEqual(Object.keys(wire.registerFields).sort(), [...wire.fetchKeys]);
  });

  it('offers what clients read without asking whether it is there', () => {
    const read =
      'alert_words custom_profile_fields max_stream_name_length max_topic_length max_message_id user_id email ' +
      'full_name server_presence_ping_interval_seconds server_presence_offline_threshold_seconds muted_users ' +
      'muted_topics presences realm_emoji realm_user_groups recent_private_conversations subscriptions ' +
      'unread_msgs starred_messages streams user_status user_settings user_topics realm_wildcard_mention_policy ' +
      'realm_name realm_waiting_period_threshold realm_allow_message_editing realm_enable_read_receipts ' +
      'realm_icon_url realm_presence_disabled realm_default_external_accounts max_file_upload_size_mib ' +
      'server_emoji_data_url event_queue_longpoll_timeout_seconds realm_users realm_non_active_users ' +
      'cross_realm_bots realm_message_retention_days';
    for (const field of read.split(' ')) assert.ok(field in wire.RegisterAnswer.properties, field);
  });
});
