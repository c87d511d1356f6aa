/** Rows out of view to each side of a list: what nobody waits for comes after what is seen first. */
import { defaultRangeExtractor, type Range } from '@tanstack/virtual-core';
import { useEffect, useRef } from 'preact/hooks';
import { afterFrame, whenQuiet } from '../../page/quiet.ts';
import { getNextStep } from './scroll-speed.ts';
import type { List, VirtualListProps } from './list-types.ts';

const rowsAround = 6;

type Around = {
  overscan(): number;
  /** From the next rendering on they are there. */
  expect(): void;
};

export function useRowsAround<Item>(
  { items, isFiltered = false }: VirtualListProps<Item>,
  scroller: { current: HTMLDivElement | null },
  redraw: () => void,
): Around {
  const isThere = useRef(false);
  const drawn = useRef(items);
  if (isFiltered && drawn.current !== items) isThere.current = false;
  drawn.current = items;
  const draw = () => {
    if (isThere.current) return;
    isThere.current = true;
    redraw();
  };
  useEffect(() => {
    if (isThere.current) return;
    // The next letter brings other rows.
    if (isFiltered) return whenQuiet(draw);
    void afterFrame().then(draw);
    return undefined;
  }, [items]);
  // Arrows go from row to row, and at once beyond those in view.
  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('focusin', draw);
    return () => element?.removeEventListener('focusin', draw);
  }, []);
  return {
    overscan: () => (isThere.current ? rowsAround : 0),
    expect() {
      isThere.current = true;
    },
  };
}

/**
 * The rows in view and those around them, with as many ahead as the next step needs: the browser paints a step before the
 * list learns of it.
 */
export function getDrawnRows(range: Range, list: List): number[] {
  let { startIndex, endIndex } = range;
  const [step, height] = [getNextStep(), list.scrollRect?.height ?? 0];
  // More than a window is a jump.
  if (list.isScrolling && Math.abs(step) <= height) {
    const { measurementsCache: rows } = list;
    const top = (list.scrollOffset ?? 0) + step;
    while (startIndex > 0 && (rows[startIndex]?.start ?? 0) > top) startIndex--;
    while (endIndex < range.count - 1 && (rows[endIndex]?.end ?? Infinity) < top + height) endIndex++;
  }
  return defaultRangeExtractor({ ...range, startIndex, endIndex });
}
