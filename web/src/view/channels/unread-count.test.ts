import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userSettingChoices, userSettingDefaults } from '../../../../wire/settings.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { after, response, ben, design, direct, inChannel, topicPolicies } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { sidebarRows } from './sidebar.ts';
import { unreadCount } from './unread-count.ts';

const noKeys: ReadonlySet<string> = new Set();

const { subscriptions = [] } = response();

function countWith(choice: 1 | 2 | 3 | 4, change: Partial<RegisterResponse> = {}): number {
  const settings = { ...userSettingDefaults, ...userSettingChoices, timezone: '' };
  const live = createLive(
    response({
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

test('The unread count includes all messages except muted ones without mentions', () => {
  assert.equal(countWith(1), 6);
});

test('The unread count can include direct messages, mentions and followed topics, each message once', () => {
  assert.equal(countWith(2), 5);
});

test('The unread count can include direct messages and mentions only', () => {
  assert.equal(countWith(3), 4);
});

test('The unread count can be disabled', () => {
  assert.equal(countWith(4), 0);
});

test('The unread count of a muted channel includes only followed topics and mentions', () => {
  const muted = subscriptions.map((each) => ({ ...each, is_muted: true }));
  assert.equal(countWith(1, { subscriptions: muted }), 5);
});

test('The unread count includes everything if the server sends no settings', () => {
  const live = createLive(response());
  after(live.peek(), inChannel(101, design, 'lunch'));
  assert.equal(unreadCount(live), 1);
});

test('The number beside the inbox leaves out muted messages without a mention, whatever the title counts', () => {
  const settings = { ...userSettingDefaults, ...userSettingChoices, timezone: '' };
  const live = createLive(
    response({
      user_settings: { ...settings, desktop_icon_count_display: 4 },
      user_topics: topicPolicies(design, { noise: 1 }),
    }),
  );
  const choices = { filter: '', folded: noKeys, expanded: noKeys, collapsed: noKeys, active: undefined };
  const shown = (...events: Parameters<typeof after>[1][]) => {
    after(live.peek(), ...events);
    const row = sidebarRows(live, choices).find(({ key }) => key === 'view:inbox');
    return row?.kind === 'view' ? row.count : undefined;
  };
  assert.equal(shown(inChannel(101, design, 'noise')), 0);
  assert.equal(shown(inChannel(102, design, 'Noise', ['mentioned'])), 1);
  assert.equal(shown(inChannel(103, design, 'lunch'), direct(104, [7, ben])), 3);
});
