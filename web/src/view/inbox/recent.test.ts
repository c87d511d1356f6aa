import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, ann, response, ben, cat, design, direct, inChannel, other } from '../../store/examples.ts';
import { beginTopics, takeTopics } from '../../store/channels/topics.ts';
import { createLive } from '../../store/live.ts';
import { recentFilter, recentRows, type RecentChoices } from './recent.ts';

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
