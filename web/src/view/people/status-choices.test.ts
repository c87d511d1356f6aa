import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfStatus, type StatusTime } from './status-choices.ts';

/** Monday, 2 March 2026, on this device. */
const at = (day: number, hours: number, minutes = 0): number =>
  new Date(2026, 2, day, hours, minutes).getTime();

test('A status ends after a while, at midnight, with Sunday, as before, or never', () => {
  const getEnd = (time: StatusTime, now: number) => endOfStatus(time, now, at(20, 9));
  assert.equal(getEnd('halfHour', at(2, 9)), at(2, 9, 30));
  assert.equal(getEnd('hour', at(2, 9)), at(2, 10));
  assert.equal(getEnd('today', at(2, 23, 59)), at(3, 0));
  assert.equal(getEnd('week', at(2, 9)), at(9, 0));
  assert.equal(getEnd('week', at(8, 9)), at(9, 0), 'Sunday is the last day of a week');
  assert.equal(getEnd('kept', at(2, 9)), at(20, 9));
  assert.equal(getEnd('never', at(2, 9)), undefined);
});
