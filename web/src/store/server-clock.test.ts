import assert from 'node:assert/strict';
import { test } from 'node:test';
import { response } from './examples.ts';
import { createLive } from './live.ts';
import { clockAhead, noteServerTime, serverNow } from './server-clock.ts';

const hour = 3_600_000;
const near = (a: number, b: number) => Math.abs(a - b) < 5000;

test('Without a response, the time is that of the device', () => {
  const live = createLive(response());
  assert.ok(near(serverNow(live), Date.now()));
  assert.equal(clockAhead(live), 0);
});

test('The clock of a device that is an hour fast is corrected by the middle of a request', () => {
  const live = createLive(response());
  noteServerTime(live, 1_000_000, 1_000_000 + hour - 300, 1_000_000 + hour + 300);
  assert.equal(clockAhead(live), hour);
  assert.ok(near(serverNow(live), Date.now() - hour));
});

test('What the time for a request explains changes nothing, a clock that was set right does', () => {
  const live = createLive(response());
  noteServerTime(live, 0, -800, 1900);
  assert.equal(clockAhead(live), 0);
  noteServerTime(live, 0, -hour, -hour);
  noteServerTime(live, 0, -hour - 1000, -hour);
  assert.equal(clockAhead(live), -hour);
  noteServerTime(live, 0, 0, 100);
  assert.equal(clockAhead(live), 0);
});

test('A request during which the device slept, or its clock was set, changes nothing', () => {
  const live = createLive(response());
  noteServerTime(live, 0, 0, 8 * hour);
  assert.equal(clockAhead(live), 0);
  noteServerTime(live, 0, hour, hour + 300);
  noteServerTime(live, 0, hour, 8 * hour);
  noteServerTime(live, 0, hour, 0);
  assert.equal(clockAhead(live), hour + 150);
});

test('Each organization has a clock of its own', () => {
  const [one, other] = [createLive(response()), createLive(response())];
  noteServerTime(one, 0, hour, hour);
  assert.equal(clockAhead(one), hour);
  assert.equal(clockAhead(other), 0);
});
