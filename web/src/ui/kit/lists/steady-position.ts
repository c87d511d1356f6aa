/** Keeps what is in view where it is while rows above it change their height or come in. */
import { elementScroll } from '@tanstack/virtual-core';
import type { List } from './list-types.ts';

type ListRows = Pick<List['options'], 'count' | 'getItemKey'>;

/** What changes its height above the first row in view moves nothing in view, whichever way one scrolls. */
export function withSteadyEye(list: List): List {
  list.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) => {
    const top = list.scrollOffset ?? 0;
    return list.itemSizeCache.has(key) ? end <= top : start < top;
  };
  return list;
}

/**
 * What grew above the place in view moves it by as much, from where it is: the list learns of a step only some time after the
 * person made it, and would take it back.
 */
export function moveBy(offset: number, move: Parameters<typeof elementScroll>[1], list: List): void {
  const { adjustments, behavior } = move;
  if (adjustments === undefined || behavior !== undefined || !list.scrollElement)
    elementScroll(offset, move, list);
  else list.scrollElement.scrollTop += adjustments;
}

/** Likewise before rows come in above. At the lower end it waits for the list to grow, and goes further by itself. */
export function lookWhereItIs(list: List): void {
  const element = list.scrollElement;
  if (!element || list.scrollOffset === null) return;
  const { scrollTop, scrollHeight, clientHeight } = element;
  if (scrollTop + clientHeight < scrollHeight - 1) list.scrollOffset = scrollTop;
}

/** A row took the place of the last one, as a sent message does of the one being sent: the list follows only additional rows. */
export function isReplacedAtEnd(
  { options: before, isAtEnd }: List,
  after: ListRows & { followOnAppend: boolean },
): boolean {
  const { count } = after;
  return (
    after.followOnAppend &&
    count > 0 &&
    count === before.count &&
    before.getItemKey(count - 1) !== after.getItemKey(count - 1) &&
    isAtEnd(before.scrollEndThreshold)
  );
}
