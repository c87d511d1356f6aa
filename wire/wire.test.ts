import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import Compile from 'typebox/compile';
import { Channel, GetStreamsResponse, ListedChannel } from './channels.ts';
import { EmptyResponse, Exact, OneOf, type TSchema, Type, getEach, systemGroups } from './core.ts';
import { Event, eventTypes, type EventType } from './events.ts';
import { channel, channelMessage, directMessage, group, subscription, user } from './examples.ts';
import { UserGroup } from './groups.ts';
import { FoundMessage, Message, SendMessageResponse } from './messages.ts';
import { organizationSettingDefaults, organizationSettings } from './organization.ts';
import {
  type PermissionSetting,
  SupportedPermissionSettings,
  organizationPermissions,
  permissionSettings,
} from './permissions.ts';
import { eventExamples, eventSchemas, registerFields } from './nouns.ts';
import { RegisterResponse, fetchKeys } from './register.ts';
import { StoredUserSettings, userSettingDefaults } from './settings.ts';
import { SubscribeResponse, Subscription, UnsubscribeResponse } from './subscriptions.ts';
import { GetUsersResponse, User } from './users.ts';

const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.test)\.ts$/.test(file));
/** Everything that a file of the wire exports, under its name. */
const exported = (
  await Promise.all(files.map(async (file) => Object.entries((await import(`./${file}`)) as object)))
).flat() as [string, unknown][];

const examplesByType = eventExamples();

const schemas = exported.flatMap(([name, value]) => (Type.IsSchema(value) ? [{ name, schema: value }] : []));

const events = Object.entries(examplesByType).flatMap(([type, examples]) =>
  Object.entries(examples as Record<string, object>).map(([name, event]) => ({ type, name, event })),
);

/** That of all events takes as long to compile as the rest of this file to run. */
const validators = new Map<TSchema, { Check(value: unknown): boolean }>();

function accepts(schema: TSchema, value: unknown): boolean {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

/** A valid value, and the schema it is for. */
const examples: readonly (readonly [string, TSchema, Record<string, unknown>])[] = [
  ['a channel', Channel, channel],
  ['a listed channel', ListedChannel, { ...channel, is_default: true }],
  ['a subscription', Subscription, subscription],
  ['a subscription of a large channel', Subscription, { ...subscription, partial_subscribers: [1] }],
  ['a channel message', Message, channelMessage],
  ['a direct message', Message, directMessage],
  ['a found message', FoundMessage, { ...channelMessage, match_content: 'a', match_subject: 'b' }],
  ['a person', User, user],
  ['a person without a picture', User, { ...user, avatar_url: null }],
  ['a group', UserGroup, group],
  ['the response to a send', SendMessageResponse, { id: 5 }],
  [
    'the response to a subscription',
    SubscribeResponse,
    { subscribed: { 7: ['design'] }, already_subscribed: {}, new_subscription_messages_sent: true },
  ],
  ['an unsubscription', UnsubscribeResponse, { removed: ['design'], not_removed: [] }],
  ['an empty response', EmptyResponse, {}],
  ['a registration for state alone', RegisterResponse, registration()],
  ['a registration with channels', RegisterResponse, { ...registration(), streams: [channel] }],
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

  for (const { type, name, event } of events) {
    it(`The wire schema accepts an event of ${type} (${name}) and nothing more`, () => {
      assert.ok(accepts(Event, event));
      assert.ok(accepts(eventSchemas[type as EventType], event));
      assert.ok(!accepts(Event, { ...event, superfluous: 1 }));
      assert.ok(!accepts(Event, { ...event, type: 'unknown' }));
    });
  }

  it('Every event type has an example', () => {
    for (const [type, examples] of Object.entries(examplesByType))
      assert.ok(Object.keys(examples).length > 0, type);
    assert.deepEqual(Object.keys(examplesByType).sort(), eventTypes);
  });

  it('The events, state and examples that a file of the wire exports are listed among the nouns', () => {
    const wholes = { Events: eventSchemas, State: registerFields, Examples: examplesByType };
    for (const [suffix, whole] of Object.entries(wholes))
      for (const [name, part] of exported)
        if (name.endsWith(suffix))
          for (const key of Object.keys(part as object)) assert.ok(key in whole, `${key} of ${name}`);
  });

  it('The wire schemas refuse superfluous nested fields', () => {
    assert.ok(!accepts(GetStreamsResponse, { streams: [{ ...channel, secret: 1 }] }));
    assert.ok(!accepts(GetUsersResponse, { members: [{ ...user, api_key: 'x' }] }));
  });

  it('The wire schemas refuse a channel in a direct message', () => {
    assert.ok(!accepts(Message, { ...directMessage, stream_id: 4 }));
  });

  it('The wire schemas refuse an unknown role', () => {
    assert.ok(!accepts(User, { ...user, role: 500 }));
  });

  it('The wire schemas refuse an incomplete group permission', () => {
    assert.ok(!accepts(Channel, { ...channel, can_subscribe_group: { direct_members: [] } }));
  });
});

describe('Defaults', () => {
  it('The default organization settings are valid settings and system groups', () => {
    const { name: _, ...settings } = organizationSettings;
    const all = { ...settings, ...getEach(organizationPermissions, OneOf(systemGroups)) };
    assert.ok(accepts(Exact(all), organizationSettingDefaults));
  });

  it('The default personal settings are valid', () => {
    assert.ok(accepts(StoredUserSettings, userSettingDefaults));
  });

  it('The default permissions satisfy their own rules', () => {
    assert.ok(accepts(SupportedPermissionSettings, permissionSettings));
    const all = Object.values(permissionSettings).flatMap((part) => Object.entries(part));
    for (const [name, setting] of all) assert.ok(allows(setting, setting.default_group_name), name);
  });
});

function allows(setting: PermissionSetting, group: string): boolean {
  if (group === 'role:nobody') return setting.allow_nobody_group;
  if (group === 'role:everyone') return setting.allow_everyone_group;
  const { allowed_system_groups: allowed } = setting;
  return allowed.length === 0 || allowed.some((name) => name === group);
}

describe('Registrations', () => {
  it('The registration schema has each field under one key', () => {
    const fields = Object.values(registerFields).flatMap((part) => Object.keys(part));
    assert.equal(new Set(fields).size, fields.length);
    assert.deepEqual(Object.keys(registerFields).sort(), [...fetchKeys]);
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
    for (const field of read.split(' ')) assert.ok(field in RegisterResponse.properties, field);
  });
});
