/** How fast a list is scrolled: what its rows would load waits while nobody can look at them, and more rows are drawn ahead. */
import { signal, type ReadonlySignal } from '@preact/signals';

/** Three viewports of 1,000 px per second. */
const fastPxPerMs = 3;

/** What moves a list further is no step of a person: rows came in above. */
const farthestPx = 2000;

const isFast = signal(false);
export const isScrollingFast: ReadonlySignal<boolean> = isFast;

let last = { offset: 0, at: 0, step: 0, isScrolling: false };

/**
 * Called with each scroll event of a list.
 * @param isScrolling false once there were none for a while
 * @param at in milliseconds
 */
export function noteScroll(offset: number, isScrolling: boolean, at = performance.now()): void {
  const [way, ms] = [offset - last.offset, at - last.at];
  isFast.value = isScrolling && Math.abs(way) > fastPxPerMs * ms;
  const step = Math.abs(way) > farthestPx ? last.step : way;
  // The first step after a rest says nothing of the next one.
  last = { offset, at, step: isScrolling && last.isScrolling ? step : 0, isScrolling };
}

/** No rest is reported when a list is left while it scrolls. */
export function endScroll(): void {
  isFast.value = false;
  last = { ...last, step: 0, isScrolling: false };
}

/** Px that the next scroll event is likely to bring; negative upwards. */
export const getNextStep = (): number => last.step;
