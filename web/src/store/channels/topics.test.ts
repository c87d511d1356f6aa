import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventBody } from '../../../../wire/events.ts';
import { after, ben, design, inChannel, other, start } from '../examples.ts';
import type { State } from '../index.ts';
import { beginTopics, needsTopics, takeTopics } from './topics.ts';

/** Ann has loaded the topics of a channel. */
function withTopics(): State {
  const state = start();
  takeTopics(beginTopics(state, design), [
    { name: 'madder', max_id: 12 },
    { name: 'weld', max_id: 11 },
  ]);
  return state;
}

const topicList = (state: State, channelId = design) => state.topics.get(channelId);
const names = (state: State, channelId = design) =>
  [...(topicList(state, channelId)?.topics.values() ?? [])]
    .sort((a, b) => b.lastId - a.lastId)
    .map(({ topic, lastId }) => `${topic} ${lastId}`);

const moved = (
  message_ids: number[],
  orig_subject: string,
  change: { subject?: string; new_stream_id?: number },
  propagate_mode: 'change_one' | 'change_all' = 'change_all',
): EventBody => ({
  type: 'update_message',
  user_id: ben,
  rendering_only: false,
  message_id: message_ids[0] ?? 0,
  message_ids,
  flags: [],
  edit_timestamp: 1_767_323_100,
  stream_id: design,
  orig_subject,
  propagate_mode,
  topic_links: [],
  ...change,
});

const deleted = (message_ids: number[], topic: string): EventBody => ({
  type: 'delete_message',
  message_type: 'stream',
  stream_id: design,
  topic,
  message_ids,
});

test('A new message adds its topic to a list that is known, and no list otherwise', () => {
  const state = after(withTopics(), inChannel(13, design, 'indigo'), inChannel(14, other, 'indigo'));
  assert.deepEqual(names(state), ['indigo 13', 'madder 12', 'weld 11']);
  assert.equal(topicList(state, other), undefined);
});

test('A new message brings its topic to the top, under the spelling of the message', () => {
  const state = after(withTopics(), inChannel(13, design, 'Weld'));
  assert.deepEqual(names(state), ['Weld 13', 'madder 12']);
});

test('A renamed topic replaces the former name, and a merged one is part of the other', () => {
  const renamed = after(withTopics(), moved([11], 'weld', { subject: '✔ weld' }));
  assert.deepEqual(names(renamed), ['madder 12', '✔ weld 11']);
  const merged = after(renamed, moved([11], '✔ weld', { subject: 'madder' }));
  assert.deepEqual(names(merged), ['madder 12']);
  assert.equal(needsTopics(topicList(merged)), false);
});

test('A topic that moved to another channel leaves the list', () => {
  const state = after(withTopics(), moved([11], 'weld', { new_stream_id: other }));
  assert.deepEqual(names(state), ['madder 12']);
});

test('The list is stale once the newest message of a topic was moved alone or deleted, and not by older ones', () => {
  const older = after(
    withTopics(),
    deleted([5], 'madder'),
    moved([6], 'madder', { subject: 'x' }, 'change_one'),
  );
  assert.equal(needsTopics(topicList(older)), false);
  assert.equal(needsTopics(topicList(after(withTopics(), deleted([12], 'madder')))), true);
  const split = after(withTopics(), moved([12], 'madder', { subject: 'x' }, 'change_one'));
  assert.equal(needsTopics(topicList(split)), true);
});

test('Messages that arrive while topics are being fetched are kept, and a move meanwhile makes the list stale', () => {
  const state = withTopics();
  const list = beginTopics(state, design);
  after(state, inChannel(13, design, 'indigo'));
  takeTopics(list, [{ name: 'madder', max_id: 12 }]);
  assert.deepEqual(names(state), ['indigo 13', 'madder 12']);
  const again = beginTopics(state, design);
  after(state, moved([12], 'madder', { subject: 'alizarin' }));
  takeTopics(again, [{ name: 'madder', max_id: 12 }]);
  assert.equal(needsTopics(topicList(state)), true);
});

test('Topics of a channel are unknown again after unsubscribing', () => {
  const state = after(withTopics(), {
    type: 'subscription',
    op: 'remove',
    subscriptions: [{ stream_id: design, name: 'design' }],
  });
  assert.equal(topicList(state), undefined);
});
