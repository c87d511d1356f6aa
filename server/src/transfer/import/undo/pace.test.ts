import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from './pace.ts';

test('An undo beside a server takes fewer rows at once where they take long, and more where they do not', () => {
  const after = (isLive: boolean, ...times: number[]): number => {
    const pace = new Pace(isLive);
    for (const ms of times) pace.note(ms);
    return pace.rows;
  };
  assert.deepEqual(
    [after(true), after(true, 40), after(true, 40, 20), after(true, 40, 40, 40, 40), after(true, 5, 5)],
    [50, 25, 25, 25, 100],
  );
  assert.equal(after(false, 40), after(false));
});

test('An undo deletes only a few channels at once, since each has a row for each member', () => {
  const pace = new Pace(true);
  assert.deepEqual([pace.take('message'), pace.take('channel')], [50, 2]);
  for (let n = 0; n < 3; n++) pace.note(40);
  assert.deepEqual([pace.take('message'), pace.take('channel')], [25, 1]);
});
