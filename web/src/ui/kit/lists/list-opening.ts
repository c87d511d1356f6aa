/** The initial position of a list, at a row or at its end, before it is painted. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { List, VirtualListProps } from './list-types.ts';

/** Px above the row that a list opens at. */
const openMargin = 96;

/** Height of the previous list: the next one then draws the right rows at once. */
const heights = new Map<'start' | 'end', number>();

export function rememberHeight(list: List, anchor: 'start' | 'end'): void {
  const { height = 0 } = list.scrollRect ?? {};
  heights.set(anchor, height > 0 ? height : window.innerHeight);
}

/** Assumed height and scroll position until the list is in the page. */
export function initialPlace<Item>({ items, estimate, anchor = 'start', openAt }: VirtualListProps<Item>) {
  const height = heights.get(anchor) ?? window.innerHeight;
  const sizeUntil = (end: number) => items.slice(0, end).reduce((sum, item) => sum + estimate(item), 0);
  return {
    initialRect: { width: 0, height },
    initialOffset: () => {
      const lowest = Math.max(0, sizeUntil(items.length) - height);
      if (openAt === undefined || openAt < 0) return anchor === 'end' ? lowest : 0;
      return Math.min(lowest, Math.max(0, sizeUntil(openAt) - openMargin));
    },
  };
}

/** Scrolls to the initial position once the first rows are measured, before they are painted. */
export function useOpening<Item>(
  list: List,
  latest: { current: VirtualListProps<Item> },
  isOpen: { current: boolean },
  onOpen: () => void,
): void {
  const draws = useRef(0);
  useLayoutEffect(() => {
    if (isOpen.current || ++draws.current < 2) return;
    isOpen.current = true;
    const { openAt, anchor } = latest.current;
    if (openAt !== undefined && openAt >= 0) openAtRow(list, openAt);
    else if (anchor === 'end') list.scrollToEnd();
    requestAnimationFrame(onOpen);
  });
}

/**
 * Heights above the row are estimates until they are drawn, and rows may be added above: repeats until the position is
 * stable.
 */
function openAtRow(list: List, index: number): void {
  const key = list.options.getItemKey(index);
  let rounds = 0;
  let still = 0;
  const settle = () => {
    const element = list.scrollElement;
    const at = indexOfKey(list, key);
    if (!element || at < 0) return;
    const [offset] = list.getOffsetForIndex(at, 'start') ?? [0];
    const row = element.querySelector<HTMLElement>(`[data-index="${at}"]`);
    const seen = row && row.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const off = (seen ?? offset - element.scrollTop) - openMargin;
    const isLowest = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    if (row && (Math.abs(off) <= 2 || (isLowest && off > 0))) still++;
    else list.scrollToOffset(element.scrollTop + off);
    if (still < 3 && ++rounds < 20) requestAnimationFrame(settle);
  };
  settle();
}

function indexOfKey(list: List, key: string | number | bigint): number {
  for (let i = 0; i < list.options.count; i++) if (list.options.getItemKey(i) === key) return i;
  return -1;
}
