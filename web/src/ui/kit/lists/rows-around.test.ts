import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { List } from './list-types.ts';
import { getDrawnRows } from './virtualizer.ts';
import { noteScroll } from './scroll-speed.ts';

const rowHeight = 50;
const windowHeight = 500;
const count = 1000;

/** A list whose rows 500 to 510 are in view; one more row is drawn to each side. */
const range = { startIndex: 500, endIndex: 510, overscan: 1, count };
const measurementsCache = Array.from({ length: count }, (_, i) => ({
  start: i * rowHeight,
  end: (i + 1) * rowHeight,
}));

function getEnds(step: number, isScrolling = true): number[] {
  const scrollOffset = range.startIndex * rowHeight;
  noteScroll(scrollOffset, false);
  noteScroll(scrollOffset - step, true);
  noteScroll(scrollOffset, true);
  // The parts of a list that it reads.
  const list = {
    isScrolling,
    scrollOffset,
    scrollRect: { width: 0, height: windowHeight },
    measurementsCache,
  };
  const rows = getDrawnRows(range, list as unknown as List);
  return [rows[0] ?? -1, rows.at(-1) ?? -1];
}

test('A list at rest draws the rows in view and those around them', () => {
  assert.deepEqual(getEnds(-400, false), [499, 511]);
});

test('Rows that the next step brings into view are drawn before it, in the direction of the scroll', () => {
  assert.deepEqual(getEnds(-400), [491, 511]);
  assert.deepEqual(getEnds(400), [499, 518]);
});

test('A jump draws no more rows', () => {
  assert.deepEqual(getEnds(-1500), [499, 511]);
  assert.deepEqual(getEnds(1500), [499, 511]);
});
