import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustOffset } from './node-peers.ts';

test('A node takes the time of the database as of the middle of the first request for it', () => {
  assert.equal(adjustOffset(undefined, { askedAt: 100, answeredAt: 104, database: 5102 }), 5000);
});

test('A slow response does not move the clock of a node, whenever the database has read its own', () => {
  for (const database of [6100, 7000, 9100])
    assert.equal(adjustOffset(5000, { askedAt: 1100, answeredAt: 4100, database }), 5000);
});

test('A node follows the clock of the database when that was set, or is of another server', () => {
  assert.equal(adjustOffset(5000, { askedAt: 1000, answeredAt: 1010, database: 6105 }), 5100);
  assert.equal(adjustOffset(5000, { askedAt: 1000, answeredAt: 1010, database: 905 }), -100);
});
