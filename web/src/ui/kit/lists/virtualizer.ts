/** Which rows of a list are rendered, and where: the library's virtualizer, extended to keep the reading position. */
import {
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
  measureElement,
  elementScroll,
  defaultRangeExtractor,
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
import { initialPlace, rememberHeight, useOpening } from './list-opening.ts';
import type { List, VirtualListProps, VirtualListHandle } from './list-types.ts';
import { endScroll, noteScroll, getNextStep } from './scroll-speed.ts';
import { afterFrame, whenQuiet } from '../../page/quiet.ts';

type Scroller = { current: HTMLDivElement | null };

export function useVirtualizer<Item>(props: VirtualListProps<Item>, scroller: Scroller): List {
  const { items, anchor = 'start' } = props;
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const latest = useRef(props);
  latest.current = props;
  const hadMore = useHadMore(props.hasMore === true);
  const isOpen = useRef(false);
  const around = useRowsAround(props, scroller, () => redraw(undefined));
  // Rows are measured one by one, and what is in view is looked at once for all of them.
  const report = useMemo(() => oncePerTurn(() => reportNear(list, latest.current)), []);
  const rangeExtractor = useMemo(
    () =>
      (range: Range): number[] =>
        getDrawnRows(range, list),
    [],
  );
  const options = {
    ...useRowOptions(props),
    ...initialPlace(props),
    ...fixedOptions,
    getScrollElement: () => scroller.current,
    overscan: around.overscan(),
    rangeExtractor,
    anchorTo: anchor,
    followOnAppend: anchor === 'end' && !hadMore.current,
    onChange: () => {
      // Rows must be there before they come into view.
      if (list.isScrolling) around.expect();
      redraw(undefined);
      if (isOpen.current) report();
    },
  };
  const [list] = useState(() => withSteadyEye(new Virtualizer<HTMLDivElement, HTMLDivElement>(options)));
  const isChanged = list.options.getItemKey !== options.getItemKey;
  const isLastReplaced = isChanged && isReplacedAtEnd(list, options);
  if (isChanged) lookWhereItIs(list);
  list.setOptions(options);
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
  useImperativeHandle(props.handle ?? null, () => getHandle(list, scroller), []);
  return list;
}

const fixedOptions = {
  observeElementRect,
  observeElementOffset: (list: List, onOffset: (offset: number, isScrolling: boolean) => void) => {
    const end = observeElementOffset(list, (offset, isScrolling) => {
      noteScroll(offset, isScrolling);
      onOffset(offset, isScrolling);
    });
    return () => {
      end?.();
      endScroll();
    };
  },
  measureElement: getSize,
  scrollToFn: moveBy,
  scrollEndThreshold: 24,
};

/** Others would make the list take all rows for new ones, at every step of the wheel. */
const useRowOptions = <Item>({ items, getKey, estimate }: VirtualListProps<Item>) =>
  useMemo(
    () => ({
      count: items.length,
      estimateSize: (i: number) => estimate(items[i]!),
      getItemKey: (i: number) => getKey(items[i]!),
    }),
    [items],
  );

/** Whether more was to come below when the list was rendered last: what comes next is reported relative to that. */
function useHadMore(hasMore: boolean): { readonly current: boolean } {
  const hadMore = useRef(false);
  useLayoutEffect(() => {
    hadMore.current = hasMore;
  });
  return hadMore;
}

// Heights of the rows of a list, which the browser reports.

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

// Keeps what is in view where it is while rows above it change their height or come in.

type ListRows = Pick<List['options'], 'count' | 'getItemKey'>;

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

// What a list says of its position: to those who load more rows, and to those who have its handle.

/** Anyone who flicks through history has passed some screens by the time that more of it is here. */
const screensAhead = 8;

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

// Rows out of view to each side of a list: what nobody waits for comes after what is seen first.

const rowsAround = 6;

type Around = {
  overscan(): number;
  /** From the next rendering on they are there. */
  expect(): void;
};

function useRowsAround<Item>(
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
