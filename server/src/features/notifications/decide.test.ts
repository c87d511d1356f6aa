import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { User } from '../../core/organization/types.ts';
import { decide, noChoices, type Facts } from './decide.ts';

const someone = (settings: Record<string, unknown> = {}, rest: Partial<User> = {}): User =>
  ({ id: 7, isActive: true, isBot: false, settings, ...rest }) as unknown as User;

const plain: Facts = {
  user: someone(),
  isOwn: false,
  isReceived: true,
  isDirect: false,
  isMentioned: false,
  isTopicWildcard: false,
  isChannelWildcard: false,
  isSenderMuted: false,
  isNotice: false,
  isRead: false,
  isHidden: false,
  isFollowed: false,
  choices: noChoices,
};

const notified = (facts: Partial<Facts>) => {
  const { trigger, obstacle } = decide({ ...plain, ...facts });
  return obstacle ?? trigger;
};

const all = { email: true, push: true, desktop: true, sound: true };

describe('Notification decisions', () => {
  test('A notice of the server’s own bots is not emailed, and otherwise like any message', () => {
    const { email, push, desktop, trigger } = decide({ ...plain, isDirect: true, isNotice: true });
    assert.deepEqual([email, push, desktop, trigger], [false, true, true, 'direct_message']);
  });

  test('A notification uses the strongest reason that applies', () => {
    assert.equal(notified({ isDirect: true }), 'direct_message');
    assert.equal(notified({ isMentioned: true, isChannelWildcard: true, isFollowed: true }), 'mention');
    assert.equal(notified({ isTopicWildcard: true, isChannelWildcard: true }), 'topic_wildcard_mention');
    assert.equal(notified({ isChannelWildcard: true, isFollowed: true }), 'channel_wildcard_mention');
    assert.equal(notified({ isFollowed: true }), 'followed_topic');
    assert.equal(notified({ choices: { ...noChoices, email: true } }), 'channel');
    assert.equal(notified({}), 'turned_off');
  });

  test('No notification is sent for one’s own messages, to bots, to deactivated users, and for notices', () => {
    const mention = { isMentioned: true };
    assert.equal(notified({ ...mention, isOwn: true }), 'own_message');
    assert.equal(notified({ ...mention, user: someone({}, { isBot: true }) }), 'bot');
    assert.equal(notified({ ...mention, user: someone({}, { isActive: false }) }), 'deactivated');
    assert.equal(notified({ ...mention, isReceived: false }), 'not_received');
    assert.equal(notified({ ...mention, isSenderMuted: true }), 'muted_sender');
  });

  test('A notification in a muted topic is sent for direct mentions only', () => {
    assert.equal(notified({ isHidden: true, isMentioned: true }), 'mention');
    const loud = { ...noChoices, ...all };
    for (const facts of [{ isChannelWildcard: true }, { isTopicWildcard: true }, { choices: loud }])
      assert.equal(notified({ isHidden: true, ...facts }), 'muted_topic');
  });

  test('A notification setting of the channel overrides the global one', () => {
    const user = someone({ enable_stream_email_notifications: true, wildcard_mentions_notify: true });
    assert.equal(decide({ ...plain, user }).email, true);
    assert.equal(decide({ ...plain, user, choices: { ...noChoices, email: false } }).email, false);
    const deaf = { ...noChoices, email: false, wildcards: false };
    assert.equal(notified({ user, isChannelWildcard: true, choices: deaf }), 'turned_off');
    assert.equal(
      notified({ user, isChannelWildcard: true, isFollowed: true, choices: deaf }),
      'channel_wildcard_mention',
    );
  });

  test('A notification falls back to a weaker reason when the stronger one is disabled', () => {
    const user = someone({
      enable_offline_email_notifications: false,
      enable_offline_push_notifications: false,
      enable_desktop_notifications: false,
      enable_sounds: false,
    });
    assert.equal(notified({ user, isMentioned: true }), 'turned_off');
    assert.equal(notified({ user, isMentioned: true, isFollowed: true }), 'followed_topic');
  });
});
