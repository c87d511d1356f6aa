import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userSettingChoices, userSettingDefaults } from '../../../wire/settings.ts';
import type { RegisterAnswer } from '../../../wire/register.ts';
import { after, answer, ben, design, direct, inChannel, topicPolicies } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import { unreadCount } from './unread-count.ts';

const { subscriptions = [] } = answer();

function countWith(choice: 1 | 2 | 3 | 4, change: Partial<RegisterAnswer> = {}): number {
  const settings = { ...userSettingDefaults, ...userSettingChoices, timezone: '' };
  const live = createLive(
    answer({
      user_settings: { ...settings, desktop_icon_count_display: choice },
      user_topics: topicPolicies(design, { noise: 1, launch: 3 }),
      ...change,
    }),
  );
  after(
    live.peek(),
    inChannel(101, design, 'lunch'),
    inChannel(102, design, 'noise'),
    inChannel(103, design, 'Noise', ['mentioned']),
    inChannel(104, design, 'launch'),
    inChannel(105, design, 'Launch', ['mentioned']),
    direct(106, [7, ben]),
    direct(107, [7, ben], ['mentioned']),
  );
  return unreadCount(live);
}

test('All that is unread counts, except what is muted and does not mention one', () => {
  assert.equal(countWith(1), 6);
});

test('Direct messages, mentions and followed topics count, each message once', () => {
  assert.equal(countWith(2), 5);
});

test('Direct messages and mentions count', () => {
  assert.equal(countWith(3), 4);
});

test('Who wants no number gets none', () => {
  assert.equal(countWith(4), 0);
});

test('Of a muted channel only followed topics and mentions count', () => {
  const muted = subscriptions.map((each) => ({ ...each, is_muted: true }));
  assert.equal(countWith(1, { subscriptions: muted }), 5);
});

test('A server that tells of no settings has everything counted', () => {
  const live = createLive(answer());
  after(live.peek(), inChannel(101, design, 'lunch'));
  assert.equal(unreadCount(live), 1);
});
