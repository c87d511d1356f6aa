import assert from 'node:assert/strict';
import test from 'node:test';
import { getMiddle, moved, mostZoom, zoomed, getZoom } from './crop.ts';

const wide = { width: 400, height: 200 };

test('The initial crop is the largest centred square', () => {
  assert.deepEqual(getMiddle(wide), { x: 100, y: 0, side: 200 });
  assert.deepEqual(getMiddle({ width: 200, height: 400 }), { x: 0, y: 100, side: 200 });
});

test('Moving the crop stops at the edges', () => {
  const middle = getMiddle(wide);
  assert.deepEqual(moved(wide, middle, 0.25, 0.25), { x: 150, y: 0, side: 200 });
  assert.deepEqual(moved(wide, middle, 9, 0), { x: 200, y: 0, side: 200 });
  assert.deepEqual(moved(wide, middle, -9, 0), { x: 0, y: 0, side: 200 });
});

test('Zooming the crop keeps the centre and stays within the image', () => {
  const near = zoomed(wide, getMiddle(wide), 2);
  assert.deepEqual(near, { x: 150, y: 50, side: 100 });
  assert.equal(getZoom(wide, near), 2);
  const corner = moved(wide, near, 9, 9);
  assert.deepEqual(corner, { x: 300, y: 100, side: 100 });
  assert.deepEqual(zoomed(wide, corner, 1), { x: 200, y: 0, side: 200 });
});

test('Zooming the crop is limited', () => {
  assert.equal(zoomed(wide, getMiddle(wide), 100).side, 200 / mostZoom);
  assert.equal(zoomed(wide, getMiddle(wide), 0).side, 200);
});
