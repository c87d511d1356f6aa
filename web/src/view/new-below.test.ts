import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, answer, ben, design, direct, inChannel } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import type { Narrow } from '../store/narrow.ts';
import { newBelow } from './new-below.ts';

const ownId = 7;
const live = createLive(answer());
after(
  live.peek(),
  inChannel(111, design, 'Looms'),
  inChannel(112, design, 'Looms'),
  inChannel(113, design, 'knots', ['mentioned']),
  direct(114, [ownId, ben]),
  inChannel(120, design, 'Looms'),
);
const looms: Narrow = { kind: 'topic', channelId: design, topic: 'looms' };
const below = (narrow: Narrow, last: number | undefined, ids: readonly number[] = [], hasNewest = true) =>
  newBelow({ unreads: live.peek().unreads, narrow, ownId, ids, hasNewest, last });

test('What is unread below the last message in sight counts, of this view alone', () => {
  assert.equal(below(looms, 111), 2);
  assert.equal(below(looms, 120), 0);
  assert.equal(below({ kind: 'direct', userIds: [ben] }, 3), 1);
  assert.equal(below({ kind: 'mentions' }, 112), 1);
  assert.equal(below({ kind: 'mentions' }, 113), 0);
  assert.equal(below({ kind: 'topic', channelId: design, topic: 'elsewhere' }, 3), 0);
});

test('In a conversation also what has not been fetched counts', () => {
  assert.equal(below(looms, 111, [109, 110, 111], false), 2);
});

test('In a mixed view nothing is guessed of what has not been fetched', () => {
  assert.equal(below({ kind: 'feed' }, 111, [110, 111, 112, 113, 115]), 2);
  assert.equal(below({ kind: 'feed' }, 111, [110, 111, 112, 113, 115], false), 0);
});

test('Before anything is in sight nothing is below', () => {
  assert.equal(below(looms, undefined), 0);
});
