import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endScroll, getNextStep, isScrollingFast, noteScroll } from './scroll-speed.ts';

const frameMs = 16;
/** Later than in other tests of the process. */
let now = 1e9;
let offset = 0;

function scroll(by: number, frames = 1): void {
  now += frames * frameMs;
  offset += by;
  noteScroll(offset, true, now);
}

/** After a while without scroll events. */
function rest(): void {
  now += 100 * frameMs;
  noteScroll(offset, false, now);
}

function scrollFast(): void {
  rest();
  scroll(0);
  scroll(150);
  assert.equal(isScrollingFast.value, true);
}

test('A list scrolls fast from three viewports per second, in either direction', () => {
  scrollFast();
  scroll(-150);
  assert.equal(isScrollingFast.value, true);
  scroll(30);
  assert.equal(isScrollingFast.value, false);
});

test('A list that comes to rest no longer scrolls fast', () => {
  scrollFast();
  noteScroll(offset, false, now + 150);
  assert.equal(isScrollingFast.value, false);
});

test('A list that is left while it scrolls does not hold up the pictures of the next one', () => {
  scrollFast();
  endScroll();
  assert.equal(isScrollingFast.value, false);
});

test('One page after a while is not fast', () => {
  rest();
  scroll(0);
  scroll(850, 100);
  assert.equal(isScrollingFast.value, false);
});

test('The next step is expected to be like the last one, except after a rest', () => {
  rest();
  scroll(0);
  scroll(-120);
  assert.equal(getNextStep(), -120);
  rest();
  scroll(-850);
  assert.equal(getNextStep(), 0);
});

test('Rows that come in above do not change the next step', () => {
  rest();
  scroll(0);
  scroll(-400);
  scroll(20_000);
  assert.equal(getNextStep(), -400);
});
