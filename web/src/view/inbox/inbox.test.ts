import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { after, response, ben, cat, design, direct, inChannel, ann, other } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { inboxRows, type InboxRow } from './inbox.ts';
import { userSettingChoices, userSettingDefaults, type UserSettings } from '../../../../wire/settings.ts';
import { noticeTag, noticeText } from './notices.ts';
import { beginTopics, takeTopics } from '../../store/channels/topics.ts';
import { recentFilter, recentRows, type RecentChoices } from './recent.ts';
import { notificationReasons } from './why-notified.ts';

function liveWith(change: Partial<RegisterResponse> = {}) {
  const live = createLive(response(change));
  after(
    live.peek(),
    inChannel(101, design, 'lunch'),
    inChannel(102, design, 'red'),
    inChannel(103, design, 'Lunch', ['mentioned']),
    direct(104, [7, ben]),
    direct(105, [7, ben, cat]),
  );
  return live;
}

const none = new Set<string>();
const short = ({ key, ids, mentions }: InboxRow): string => `${key} ${ids.join('+')} @${mentions}`;

test('The inbox lists direct conversations and topics, newest first', () => {
  assert.deepEqual(inboxRows(liveWith(), none).map(short), [
    'section:direct 104+105 @0',
    'direct:8,9 105 @0',
    'direct:8 104 @0',
    'section:channels 101+102+103 @1',
    `channel:${design} 101+102+103 @1`,
    `topic:${design}:lunch 101+103 @1`,
    `topic:${design}:red 102 @0`,
  ]);
});

test('Collapsed sections of the inbox still count', () => {
  const rows = inboxRows(liveWith(), new Set(['direct', `channel:${design}`]));
  assert.deepEqual(rows.map(short), [
    'section:direct 104+105 @0',
    'section:channels 101+102+103 @1',
    `channel:${design} 101+102+103 @1`,
  ]);
});

test('Muted channels appear in the inbox with mentions only', () => {
  const { subscriptions = [] } = response();
  const live = liveWith({ subscriptions: subscriptions.map((each) => ({ ...each, is_muted: true })) });
  const topics = inboxRows(live, none).filter(({ kind }) => kind === 'topic');
  assert.deepEqual(topics.map(short), [`topic:${design}:lunch 101+103 @1`]);
});

type ReceivedEvent = ReturnType<typeof inChannel>;

function getText(event: ReceivedEvent, said: string, settings: Partial<UserSettings> = {}) {
  const user_settings = { ...userSettingDefaults, ...userSettingChoices, timezone: '', ...settings };
  const live = createLive(response({ user_settings }));
  after(live.peek(), event);
  const message = live.message(event.message.id);
  assert.ok(message);
  return noticeText(live, message, said);
}

test('A notification names the sender, and the conversation if necessary', () => {
  assert.deepEqual(getText(direct(101, [ann, ben]), ' Hello\n there '), {
    title: 'Ben Bo',
    body: 'Hello there',
  });
  assert.equal(getText(direct(101, [ann, ben, cat]), 'x').title, 'Ben Bo in Ben Bo, Cat Cho');
  assert.equal(getText(inChannel(101, design, '✔ lunch'), 'x').title, 'Ben Bo in design › lunch');
});

test('A notification omits private content and truncates long text', () => {
  const settings = { pm_content_in_desktop_notifications: false };
  assert.equal(getText(direct(101, [ann, ben]), 'The safe is open', settings).body, 'New direct message');
  assert.equal(getText(inChannel(101, design, 'lunch'), 'Soup', settings).body, 'Soup');
  assert.equal(getText(direct(101, [ann, ben]), '🧵'.repeat(201)).body, `${'🧵'.repeat(200)}…`);
  assert.equal(getText(direct(101, [ann, ben]), ' ').body, 'Sent a file');
});

test('A conversation has one notification, in any spelling of its topic', () => {
  const tag = (topic: string) => noticeTag({ kind: 'topic', channelId: design, topic });
  assert.equal(tag('Lunch'), tag('lunch'));
  assert.notEqual(tag('lunch'), tag('dinner'));
});

const all: RecentChoices = { filters: new Set(), sort: 'last', isReversed: false, oldest: 0 };

function live() {
  const made = createLive(response());
  const own = inChannel(102, design, 'Lunch', ['read']);
  after(
    made.peek(),
    inChannel(101, design, 'lunch'),
    { ...own, message: { ...own.message, sender_id: ann } },
    inChannel(103, design, 'red', ['read']),
    inChannel(104, other, 'elsewhere'),
    direct(105, [ann, ben], ['read']),
    direct(106, [ann, ben, cat]),
  );
  return made;
}

function keys({ text = '', ...choices }: Partial<RecentChoices> & { text?: string }) {
  const made = live();
  return recentFilter(made)(recentRows(made, { ...all, ...choices }), text).map(({ key }) => key);
}

test('Recent conversations are those with received messages, newest first', () => {
  assert.deepEqual(keys({}), ['direct:8,9', 'direct:8', `topic:${design}:red`, `topic:${design}:lunch`]);
});

test('A recent conversation lists its latest senders first, and has its latest spelling', () => {
  const row = recentRows(live(), all).find(({ key }) => key === `topic:${design}:lunch`);
  assert.deepEqual(row, {
    key: `topic:${design}:lunch`,
    conversation: { kind: 'topic', channelId: design, topic: 'Lunch' },
    lastId: 102,
    lastTime: 1_767_323_000,
    participants: [ann, ben],
    unread: 1,
    mentions: 0,
  });
});

test('Filters of recent conversations are combined', () => {
  assert.deepEqual(keys({ filters: new Set(['unread']) }), ['direct:8,9', `topic:${design}:lunch`]);
  assert.deepEqual(keys({ filters: new Set(['unread', 'mine']) }), [`topic:${design}:lunch`]);
  assert.deepEqual(keys({ filters: new Set(['direct']), text: 'cat' }), ['direct:8,9']);
  assert.deepEqual(keys({ text: 'RED' }), [`topic:${design}:red`]);
  assert.deepEqual(keys({ text: 'red desi' }), [`topic:${design}:red`]);
});

test('Recent conversations are sorted by name or unread count, in both directions', () => {
  const names = keys({ filters: new Set(['channels']), sort: 'conversation' });
  assert.deepEqual(names, [`topic:${design}:lunch`, `topic:${design}:red`]);
  assert.deepEqual(
    keys({ filters: new Set(['channels']), sort: 'conversation', isReversed: true }),
    names.toReversed(),
  );
  assert.deepEqual(keys({ sort: 'unread' }), [
    'direct:8,9',
    `topic:${design}:lunch`,
    'direct:8',
    `topic:${design}:red`,
  ]);
});

test('Recent conversations ignore messages from before a gap', () => {
  assert.deepEqual(keys({ oldest: 105 }), ['direct:8,9', 'direct:8']);
});

test('Conversations without loaded messages are listed as recent once all topics are known', () => {
  const made = createLive(
    response({ recent_private_conversations: [{ user_ids: [cat], max_message_id: 90 }] }),
  );
  after(made.peek(), inChannel(101, design, 'busy'));
  const list = beginTopics(made.peek(), design);
  takeTopics(list, [
    { name: 'busy', max_id: 101 },
    { name: 'quiet', max_id: 60 },
  ]);
  const rows = (hasTopics: boolean) =>
    recentRows(made, { ...all, oldest: 100, hasTopics }).map(({ key, lastId }) => [key, lastId]);
  assert.deepEqual(rows(false), [[`topic:${design}:busy`, 101]]);
  assert.deepEqual(rows(true), [
    [`topic:${design}:busy`, 101],
    ['direct:9', 90],
    [`topic:${design}:quiet`, 60],
  ]);
});

const clock = { locale: 'en', hour12: false, timeZone: 'UTC' };
const now = 1_767_319_000;
const held = {
  trigger: 'mention',
  obstacle: null,
  email_state: 'none',
  push_state: 'delivered',
  quiet: 'paused',
  quiet_until: 1_767_323_000,
  urgent_at: null,
} as const;

test('A message that its sender did not want to wait says so instead of how long it waited', () => {
  const made = live();
  const [, waited] = notificationReasons(held, { now, clock, live: made });
  assert.equal(waited, 'Held until 03:03 because do not disturb was on.');
  const [, urgent] = notificationReasons({ ...held, urgent_at: 1_767_320_000 }, { now, clock, live: made });
  assert.equal(urgent, 'The sender notified you although do not disturb was on.');
});

test('A person who has muted the sender was not notified, however urgent the message', () => {
  const muted = { ...held, obstacle: 'muted_sender', push_state: 'none', quiet: null, urgent_at: 1 } as const;
  assert.deepEqual(notificationReasons(muted, { now, clock, live: live() }), [
    'You were not notified because you have muted the sender.',
  ]);
});
