/** Which rows of a list are rendered, and where: the library's virtualizer, extended to keep the reading position. */
import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';
import { afterFrame, whenQuiet } from '../../page/quiet.ts';
import { initialPlace, rememberHeight, useOpening } from './list-opening.ts';
import type { VirtualListHandle, VirtualListProps } from './virtual-list.tsx';

export type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

type ListRows = Pick<List['options'], 'count' | 'getItemKey'>;

/** Rows out of view to each side; what nobody waits for comes after what is seen first. */
const overscan = 6;

/** Anyone who flicks through history has passed some screens by the time that more of it is here. */
const screensAhead = 8;

export function useVirtualizer<Item>(
  props: VirtualListProps<Item>,
  scroller: { current: HTMLDivElement | null },
): List {
  const { items, getKey, estimate, anchor = 'start' } = props;
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const latest = useRef(props);
  latest.current = props;
  // Others would make the list take all rows for new ones, at every step of the wheel.
  const rows = useMemo(
    () => ({
      count: items.length,
      estimateSize: (i: number) => estimate(items[i]!),
      getItemKey: (i: number) => getKey(items[i]!),
    }),
    [items],
  );
  const hadMore = useRef(false);
  const isOpen = useRef(false);
  const isSeen = useRef(false);
  const drawn = useRef(items);
  if (props.isFiltered && drawn.current !== items) isSeen.current = false;
  drawn.current = items;
  // Rows are measured one by one, and what is in view is looked at once for all of them.
  const report = useMemo(() => oncePerTurn(() => reportNear(list, latest.current)), []);
  const options = {
    ...rows,
    ...initialPlace(props),
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    measureElement: getSize,
    scrollToFn: moveBy,
    overscan: isSeen.current ? overscan : 0,
    anchorTo: anchor,
    followOnAppend: anchor === 'end' && !hadMore.current,
    scrollEndThreshold: 24,
    onChange: () => {
      // Rows must be there before they come into view.
      if (list.isScrolling) isSeen.current = true;
      redraw(undefined);
      if (isOpen.current) report();
    },
  };
  const [list] = useState(() => withSteadyEye(new Virtualizer<HTMLDivElement, HTMLDivElement>(options)));
  const isChanged = list.options.getItemKey !== options.getItemKey;
  const isLastReplaced = isChanged && isReplacedAtEnd(list, options);
  if (isChanged) lookWhereItIs(list);
  list.setOptions(options);
  // What comes next is reported relative to its state before.
  useLayoutEffect(() => {
    hadMore.current = props.hasMore === true;
  });
  useLayoutEffect(() => list._didMount(), []);
  useLayoutEffect(() => list._willUpdate());
  useLayoutEffect(() => {
    if (isLastReplaced) list.scrollToEnd();
  });
  useLayoutEffect(() => {
    measureAll(list);
    redraw(undefined);
    return () => rememberHeight(list, anchor);
  }, []);
  useOpening(list, latest, isOpen, () => reportNear(list, latest.current));
  // The list does not report a row whose height was estimated correctly.
  useEffect(() => {
    if (isOpen.current) report();
  }, [items]);
  useEffect(() => {
    if (isSeen.current) return;
    const drawAround = () => {
      isSeen.current = true;
      redraw(undefined);
    };
    // The next letter brings other rows.
    if (props.isFiltered) return whenQuiet(drawAround);
    void afterFrame().then(drawAround);
    return undefined;
  }, [items]);
  // Arrows go from row to row, and at once beyond those in view.
  useEffect(() => {
    const drawNext = () => {
      if (isSeen.current) return;
      isSeen.current = true;
      redraw(undefined);
    };
    const element = scroller.current;
    element?.addEventListener('focusin', drawNext);
    return () => element?.removeEventListener('focusin', drawNext);
  }, []);
  useImperativeHandle(props.handle ?? null, () => getHandle(list, scroller), []);
  return list;
}

/** A row took the place of the last one, as a sent message does of the one being sent: the list follows only additional rows. */
function isReplacedAtEnd(
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

/** What changes its height above the first row in view moves nothing in view, whichever way one scrolls. */
function withSteadyEye(list: List): List {
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
function moveBy(offset: number, move: Parameters<typeof elementScroll>[1], list: List): void {
  const { adjustments, behavior } = move;
  if (adjustments === undefined || behavior !== undefined || !list.scrollElement)
    elementScroll(offset, move, list);
  else list.scrollElement.scrollTop += adjustments;
}

/** Likewise before rows come in above. At the lower end it waits for the list to grow, and goes further by itself. */
function lookWhereItIs(list: List): void {
  const element = list.scrollElement;
  if (!element || list.scrollOffset === null) return;
  const { scrollTop, scrollHeight, clientHeight } = element;
  if (scrollTop + clientHeight < scrollHeight - 1) list.scrollOffset = scrollTop;
}

/** Rows are not asked for their height one by one as they come, which would lay out the page each time: the browser reports them. */
function getSize(element: HTMLDivElement, entry: ResizeObserverEntry | undefined, list: List): number {
  if (entry !== undefined) return measureElement(element, entry, list);
  const index = list.indexFromElement(element);
  return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index);
}

/** All rows that are drawn, by one layout. */
function measureAll(list: List): void {
  const rows = [...list.elementsCache.values()].map((row) => ({
    index: list.indexFromElement(row),
    height: row.offsetHeight,
  }));
  for (const { index, height } of rows) list.resizeItem(index, height);
}

function oncePerTurn(call: () => void): () => void {
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

function reportNear<Item>(
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

function getHandle(list: List, scroller: { current: HTMLDivElement | null }): VirtualListHandle {
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
