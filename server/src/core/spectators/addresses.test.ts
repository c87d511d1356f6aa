import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelPath, leadingId, messagePath, topicPath } from './addresses.ts';

test('Public addresses carry the id and readable words', () => {
  assert.equal(channelPath({ id: 12, name: 'General Chat!' }), '/public/channel/12-general-chat');
  assert.equal(topicPath(7, '✔ Tee & "Kuchen" </b>'), '/public/topic/7-tee-kuchen-b');
  assert.equal(topicPath(7, 'tea', 3), '/public/topic/7-tea?page=3');
  assert.equal(topicPath(7, 'Übung'), `/public/topic/7-${encodeURIComponent('übung')}`);
  assert.equal(topicPath(7, '✔ 🎉'), '/public/topic/7');
  assert.equal(messagePath(9), '/public/message/9');
});

test('The words of an address are short', () => {
  assert.equal(topicPath(7, 'a'.repeat(200)), `/public/topic/7-${'a'.repeat(60)}`);
});

test('The id is read from an address whatever words follow it, and from no other segment', () => {
  for (const [segment, id] of [
    ['12-general', 12],
    ['12', 12],
    ['12-', 12],
    ['0-x', undefined],
    ['012', undefined],
    ['12general', undefined],
    ['-12', undefined],
    ['9999999999999999', undefined],
    ['1e3', undefined],
    ['', undefined],
  ] as const)
    assert.equal(leadingId(segment), id, segment);
});
