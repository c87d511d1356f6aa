import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, response, ben, design, direct, inChannel } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { newBelow } from './new-below.ts';

const ownId = 7;
const live = createLive(response());
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

test('Unread messages below the last visible one are counted for this view only', () => {
  assert.equal(below(looms, 111), 2);
  assert.equal(below(looms, 120), 0);
  assert.equal(below({ kind: 'direct', userIds: [ben] }, 3), 1);
  assert.equal(below({ kind: 'mentions' }, 112), 1);
  assert.equal(below({ kind: 'mentions' }, 113), 0);
  assert.equal(below({ kind: 'topic', channelId: design, topic: 'elsewhere' }, 3), 0);
});

test('The count of new messages below a conversation includes unfetched ones', () => {
  assert.equal(below(looms, 111, [109, 110, 111], false), 2);
});

test('The count of new messages below a mixed view excludes unfetched ones', () => {
  assert.equal(below({ kind: 'feed' }, 111, [110, 111, 112, 113, 115]), 2);
  assert.equal(below({ kind: 'feed' }, 111, [110, 111, 112, 113, 115], false), 0);
});

test('The count of new messages below is zero before anything is visible', () => {
  assert.equal(below(looms, undefined), 0);
});
