import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Compile from 'typebox/compile';
import { events } from './event-examples.ts';
import { channel, channelMessage, directMessage, group, subscription, user } from './examples.ts';
import * as wire from './index.ts';

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

describe('The wire schemas', () => {
  it('Every wire schema compiles', () => {
    assert.ok(schemas.length > 100);
    for (const { name, schema } of schemas) assert.ok(Compile(schema), name);
  });

  for (const [name, schema, value] of examples) {
    it(`The wire schema accepts ${name} and nothing more`, () => {
      assert.ok(accepts(schema, value));
      assert.ok(!accepts(schema, { ...value, superfluous: 1 }));
    });
  }

  for (const [name, event] of events) {
    it(`The wire schema accepts the event ${name} and nothing more`, () => {
      assert.ok(accepts(wire.Event, event));
      assert.ok(!accepts(wire.Event, { ...event, superfluous: 1 }));
      assert.ok(!accepts(wire.Event, { ...event, type: 'unheard' }));
    });
  }

  it('Every event type except restart has an example', () => {
    const shown = new Set(events.map(([, event]) => event.type));
    assert.deepEqual(
      wire.eventTypes.filter((type) => !shown.has(type)),
      ['restart'],
    );
  });

  it('The wire schemas refuse superfluous nested fields', () => {
    assert.ok(!accepts(wire.GetStreamsAnswer, { streams: [{ ...channel, secret: 1 }] }));
    assert.ok(!accepts(wire.GetUsersAnswer, { members: [{ ...user, api_key: 'x' }] }));
  });

  it('The wire schemas refuse a channel in a direct message', () => {
    assert.ok(!accepts(wire.Message, { ...directMessage, stream_id: 4 }));
  });

  it('The wire schemas refuse an unknown role', () => {
    assert.ok(!accepts(wire.User, { ...user, role: 500 }));
  });

  it('The wire schemas refuse an incomplete group permission', () => {
    assert.ok(!accepts(wire.Channel, { ...channel, can_subscribe_group: { direct_members: [] } }));
  });
});

describe('Defaults', () => {
  it('The default organization settings are valid settings and system groups', () => {
    const { name: _, ...settings } = wire.organizationSettings;
    const all = { ...settings, ...wire.eachOf(wire.organizationPermissions, wire.OneOf(wire.systemGroups)) };
    assert.ok(accepts(wire.Exact(all), wire.organizationSettingDefaults));
  });

  it('The default personal settings are valid', () => {
    assert.ok(accepts(wire.StoredUserSettings, wire.userSettingDefaults));
  });

  it('The default permissions satisfy their own rules', () => {
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

describe('Registrations', () => {
  it('The registration schema has each field under one key', () => {
    const fields = Object.values(wire.registerFields).flatMap((part) => Object.keys(part));
    assert.equal(new Set(fields).size, fields.length);
    assert.deepEqual(Object.keys(wire.registerFields).sort(), [...wire.fetchKeys]);
  });

  it('The registration schema contains what clients read without checking', () => {
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
