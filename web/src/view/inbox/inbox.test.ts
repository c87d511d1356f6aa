import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { after, response, ben, cat, design, direct, inChannel } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { inboxRows, type InboxRow } from './inbox.ts';

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
