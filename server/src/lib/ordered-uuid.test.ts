import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderedUuid } from './ordered-uuid.ts';

const hour = 3_600_000;

test('Ordered UUIDs sort in the order in which they were made, within a millisecond and when the clock goes back', () => {
  const now = Date.now() + hour;
  const ids = Array.from({ length: 10_000 }, () => orderedUuid(now));
  ids.push(orderedUuid(now - hour), orderedUuid(now + hour), orderedUuid());
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('Ordered UUIDs begin with the time and have the form of version 7', () => {
  const now = Date.now() + 3 * hour;
  const id = orderedUuid(now);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(parseInt(id.replace('-', '').slice(0, 12), 16), now);
});
