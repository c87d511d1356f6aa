/** Which rows of a list are rendered, and where: the library's virtualizer, extended to keep the reading position. */
import { observeElementOffset, observeElementRect, Virtualizer, type Range } from '@tanstack/virtual-core';
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
import { getHandle, oncePerTurn, reportNear } from './list-report.ts';
import type { List, VirtualListProps } from './list-types.ts';
import { getSize, measureAll } from './row-sizes.ts';
import { getDrawnRows, useRowsAround } from './rows-around.ts';
import { endScroll, noteScroll } from './scroll-speed.ts';
import { isReplacedAtEnd, lookWhereItIs, moveBy, withSteadyEye } from './steady-position.ts';

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
