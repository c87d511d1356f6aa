import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marginTimeOf } from './times.ts';

const afternoon = Date.UTC(2026, 2, 3, 14, 5) / 1000;

test('A time in the margin leaves out the half of the day', () => {
  assert.equal(marginTimeOf(afternoon, { locale: 'en', hour12: true, timeZone: 'UTC' }), '2:05');
  assert.equal(marginTimeOf(afternoon, { locale: 'en', hour12: false, timeZone: 'UTC' }), '14:05');
  assert.equal(marginTimeOf(afternoon, { locale: 'de', hour12: true, timeZone: 'UTC' }), '2:05');
});
