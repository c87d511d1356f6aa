import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageFlag } from '../../../../wire/messages.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { userSettingChoices, userSettingDefaults, type UserSettings } from '../../../../wire/settings.ts';
import type { PersonalSettings } from '../../../../wire/subscriptions.ts';
import {
  after,
  ann,
  response,
  ben,
  design,
  direct,
  inChannel,
  other,
  start,
  topicPolicies,
} from '../examples.ts';
import type { State } from '../index.ts';
import { findNoticeMethods } from './notices.ts';

const { subscriptions = [] } = response();
const off = {
  enable_desktop_notifications: false,
  enable_sounds: false,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: false,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: false,
  wildcard_mentions_notify: false,
} as const;

type NoticeOptions = {
  settings?: Partial<UserSettings>;
  channel?: Partial<PersonalSettings>;
  topic?: 1 | 2 | 3;
  register?: Partial<RegisterResponse>;
};

const startWith = ({ settings, channel, topic, register }: NoticeOptions): State =>
  start({
    user_settings: { ...userSettingDefaults, ...userSettingChoices, timezone: '', ...off, ...settings },
    subscriptions: subscriptions.map((each) => ({ ...each, ...channel })),
    user_topics: topic === undefined ? [] : topicPolicies(design, { lunch: topic }),
    ...register,
  });

type ReceivedEvent = ReturnType<typeof inChannel>;

function notified(chosen: NoticeOptions, event: ReceivedEvent = inChannel(101, design, 'Lunch')): string {
  const state = after(startWith(chosen), event);
  const message = state.messages.get(event.message.id);
  assert.ok(message);
  const { isShown, isAudible } = findNoticeMethods(state, message);
  return [isShown && 'shown', isAudible && 'sounded'].filter(Boolean).join(' and ');
}

const flagged = (...flags: MessageFlag[]): ReceivedEvent => inChannel(101, design, 'lunch', flags);

test('Notifications for direct messages and mentions follow their two settings', () => {
  for (const event of [direct(101, [ann, ben]), flagged('mentioned'), flagged('has_alert_word')]) {
    assert.equal(notified({}, event), '');
    assert.equal(notified({ settings: { enable_desktop_notifications: true } }, event), 'shown');
    assert.equal(notified({ settings: { enable_sounds: true } }, event), 'sounded');
  }
  assert.equal(notified({ settings: { enable_desktop_notifications: true, enable_sounds: true } }), '');
});

test('Notifications for channel messages follow the global setting unless the channel has its own', () => {
  const settings = { enable_stream_desktop_notifications: true, enable_stream_audible_notifications: true };
  assert.equal(notified({}), '');
  assert.equal(notified({ settings }), 'shown and sounded');
  assert.equal(notified({ settings, channel: { desktop_notifications: false } }), 'sounded');
  assert.equal(notified({ channel: { audible_notifications: true } }), 'sounded');
});

test('Notifications for followed topics follow their setting', () => {
  const settings = {
    enable_followed_topic_desktop_notifications: true,
    enable_followed_topic_audible_notifications: true,
  };
  assert.equal(notified({ settings }), '');
  assert.equal(notified({ settings, topic: 3 }), 'shown and sounded');
  assert.equal(notified({ settings, topic: 3, channel: { is_muted: true } }), 'shown and sounded');
});

test('Wildcard mentions notify where the user wants it', () => {
  const settings = { enable_desktop_notifications: true };
  for (const flag of ['stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as const) {
    const event = flagged(flag);
    assert.equal(notified({ settings }, event), '');
    assert.equal(notified({ settings: { ...settings, wildcard_mentions_notify: true } }, event), 'shown');
    assert.equal(notified({ settings, channel: { wildcard_mentions_notify: true } }, event), 'shown');
    const channel = { wildcard_mentions_notify: false };
    const wanted = { ...settings, wildcard_mentions_notify: true };
    assert.equal(notified({ settings: wanted, channel }, event), '');
    const followed = { ...settings, enable_followed_topic_wildcard_mentions_notify: true };
    assert.equal(notified({ settings: followed, channel }, event), '');
    assert.equal(notified({ settings: followed, channel, topic: 3 }, event), 'shown');
  }
});

test('Muted conversations notify only for direct mentions', () => {
  const settings = {
    enable_desktop_notifications: true,
    enable_stream_desktop_notifications: true,
    wildcard_mentions_notify: true,
  };
  for (const chosen of [
    { settings, topic: 1 },
    { settings, channel: { is_muted: true } },
  ] as const) {
    for (const flags of [[], ['has_alert_word'], ['stream_wildcard_mentioned']] as const)
      assert.equal(notified(chosen, flagged(...flags)), '', flags.join());
    assert.equal(notified(chosen, flagged('mentioned')), 'shown');
  }
  assert.equal(notified({ settings, topic: 2, channel: { is_muted: true } }), 'shown');
});

test('No notification is shown for own, read, unsubscribed and muted users’ messages', () => {
  const settings = { ...userSettingDefaults, enable_stream_desktop_notifications: true };
  assert.notEqual(notified({ settings }, direct(101, [ann, ben])), '');
  assert.equal(notified({ settings }, direct(101, [ann, ben], ['read'])), '');
  assert.equal(notified({ settings }, inChannel(101, other, 'lunch')), '');
  const mine = direct(101, [ann, ben]);
  assert.equal(notified({ settings }, { ...mine, message: { ...mine.message, sender_id: ann } }), '');
  const register = { muted_users: [{ id: ben, timestamp: 1 }] };
  assert.equal(notified({ settings, register }, direct(101, [ann, ben])), '');
});
