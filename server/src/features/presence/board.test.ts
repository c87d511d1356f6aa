import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../lib/clock.ts';
import { Board } from './board.ts';

const now = Date.now();
const dan = 1;
const ahead = { userId: 2, activeAt: now, connectedAt: now, updateId: now + 3_600_000 };
const seen = { userId: dan, activeAt: now, connectedAt: now };
const setBack = { userId: dan, activeAt: now - 200_000, connectedAt: now - 200_000, updateId: now };

test('A user who leaves and returns is present although update IDs are ahead of the clock', () => {
  const board = new Board([ahead], systemClock);
  board.publish([{ ...seen, updateId: board.takenAt(now) }]);
  board.leave(setBack);
  assert.equal(board.get(dan)?.connectedAt, setBack.connectedAt);
  board.publish([{ ...seen, updateId: board.takenAt(now) }]);
  assert.equal(board.get(dan)?.connectedAt, now);
});

test('Late presence does not show a user who has left as online', () => {
  const board = new Board([ahead, { ...seen, updateId: now }], systemClock);
  const known = { ...seen, updateId: board.takenAt(now) };
  board.note(dan, { activeAt: now, connectedAt: now + 60_000 });
  const news = board.takeNews();
  assert.deepEqual(
    news.map(({ userId }) => userId),
    [dan],
  );
  board.leave(setBack);
  board.publish([known, ...news]);
  assert.equal(board.get(dan)?.connectedAt, setBack.connectedAt);
});
