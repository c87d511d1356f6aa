import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UseLog } from './use-limit.ts';

const minute = 60_000;
const getLog = (count: number) => new UseLog({ seconds: 30 * 60, count });

test('A failed sign-in counts for thirty minutes, and no wait is longer', () => {
  const log = getLog(5);
  for (let n = 0; n < 5; n++) assert.equal(log.use('dan', n * minute).isAllowed, true);
  assert.deepEqual(log.check('dan', 4 * minute), { isAllowed: false, retryAfter: 26 * 60 });
  assert.equal(log.check('dan', 30 * minute - 1).isAllowed, false);
  assert.equal(log.use('dan', 30 * minute).isAllowed, true);
  assert.deepEqual(log.check('dan', 30 * minute), { isAllowed: false, retryAfter: 60 });
  assert.equal(log.check('eve', 30 * minute).isAllowed, true);
});

test('Refused, withdrawn and cleared attempts do not count as failed sign-ins', () => {
  const log = getLog(1);
  log.use('dan', 0);
  assert.equal(log.use('dan', 29 * minute).isAllowed, false);
  assert.equal(log.use('dan', 30 * minute).isAllowed, true);
  log.refund('dan', 31 * minute);
  assert.equal(log.use('dan', 31 * minute).isAllowed, true);
  log.clear('dan');
  assert.equal(log.check('dan', 31 * minute).isAllowed, true);
});
