/** What a list says of its position: to those who load more rows, and to those who have its handle. */
import type { List, VirtualListHandle, VirtualListProps } from './list-types.ts';

/** Anyone who flicks through history has passed some screens by the time that more of it is here. */
const screensAhead = 8;

export function oncePerTurn(call: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
      call();
    });
  };
}

export function reportNear<Item>(
  list: List,
  { nearness = 800, onNearStart, onNearEnd, onScroll }: VirtualListProps<Item>,
): void {
  const element = list.scrollElement;
  if (!element) return;
  const { scrollTop, scrollHeight, clientHeight } = element;
  const towards = (direction: List['scrollDirection']) =>
    list.scrollDirection === direction ? Math.max(nearness, screensAhead * clientHeight) : nearness;
  if (scrollTop < towards('backward')) onNearStart?.();
  if (scrollHeight - scrollTop - clientHeight < towards('forward')) onNearEnd?.();
  onScroll?.();
}

export function getHandle(list: List, scroller: { current: HTMLDivElement | null }): VirtualListHandle {
  return {
    scrollTo: (index, align) => list.scrollToIndex(index, { align }),
    scrollToEnd: () => list.scrollToEnd(),
    // As it is now: the list itself learns of a scroll with the next frame.
    isAtEnd() {
      const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
      return scrollHeight - scrollTop - clientHeight <= 24;
    },
    element: () => scroller.current,
    visible() {
      const element = scroller.current;
      const top = element?.scrollTop ?? 0;
      const bottom = top + (element?.clientHeight ?? 0);
      const inside = list.getVirtualItems().filter((row) => row.end > top && row.end <= bottom + 2);
      return { first: inside[0]?.index ?? -1, last: inside.at(-1)?.index ?? -1 };
    },
  };
}
