import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren, Ref } from 'preact';
import { memo } from 'preact/compat';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';
import { isTextField } from '../page/keyboard.ts';
import { afterFrame } from '../page/quiet.ts';
import { useStayAtEnd } from './stay-at-end.ts';
import './virtual-list.css';

export type VirtualListHandle = {
  scrollTo(index: number, align: 'start' | 'center' | 'end' | 'auto'): void;
  scrollToEnd(): void;
  isAtEnd(): boolean;
  element(): HTMLElement | null;
  /** Indexes of the first and last row whose lower edge is in sight; -1 if there is none. */
  visible(): { first: number; last: number };
};

export type VirtualListProps<Item> = {
  items: readonly Item[];
  /** Stays the same for a row wherever it moves: heights and the place in sight are kept by it. Goes by the row alone. */
  keyOf: (item: Item) => string;
  /** Height in px before it was ever shown. Goes by the row alone. */
  estimate: (item: Item) => number;
  /** Reads no signal itself: that is for the components which it gives. A row in sight is not drawn again while one scrolls. */
  render: (item: Item, index: number) => ComponentChildren;
  label: string;
  /** `end`: opens at the bottom, stays there while it is there, and holds its place when rows come in above. */
  anchor?: 'start' | 'end';
  /** More is to come below: whoever is at the end of what is there stays where they are when it does. */
  hasMore?: boolean;
  /** Row to open at, with its upper edge a little below the top. */
  openAt?: number | undefined;
  /** Px from an end at which more should be fetched; from further away while one scrolls towards it. */
  nearness?: number;
  onNearStart?: (() => void) | undefined;
  onNearEnd?: (() => void) | undefined;
  onScroll?: (() => void) | undefined;
  /** Rows are named by a role of their own. */
  rowRole?: 'listitem' | 'presentation';
  class?: string;
  handle?: Ref<VirtualListHandle>;
};

const openMargin = 96;

/** Rows out of sight to each side; what nobody waits for comes after what is seen first. */
const overscan = 6;

/** Whoever flicks through history has passed some screens by the time that more of it is here. */
const screensAhead = 8;

/** Shows only the rows in sight. Rows may have any height and change it: what the eye rests on stays where it is. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, render, label, anchor = 'start', rowRole = 'listitem' } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer(props, scroller);
  useStayAtEnd(scroller, anchor === 'end');
  const isList = rowRole === 'listitem';
  const rows = list.getVirtualItems();
  return (
    <div
      class={`virtual-list ${props.class ?? ''}`}
      ref={scroller}
      tabIndex={-1}
      onKeyDown={(event) => jump(event, list)}
    >
      <div class={`virtual-list-space virtual-list-${anchor}`}>
        <div
          class="virtual-list-body"
          role={isList ? 'list' : undefined}
          aria-label={isList ? label : undefined}
          style={{ height: `${list.getTotalSize()}px` }}
        >
          <div class="virtual-list-window" role="presentation" style={{ top: `${rows[0]?.start ?? 0}px` }}>
            {rows.map(({ index }) => {
              const item = items[index];
              return item === undefined ? null : (
                <DrawnRow
                  key={keyOf(item)}
                  item={item}
                  index={index}
                  size={items.length}
                  role={rowRole}
                  draw={render as DrawnRowProps['draw']}
                  measure={list.measureElement}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** At once: on the way that the browser takes, it is faster than rows can be drawn. What is new has a key of its own. */
function jump(event: KeyboardEvent, list: List): void {
  const keys = list.options.anchorTo === 'end' ? ['Home'] : ['Home', 'End'];
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!isPlain || event.defaultPrevented || !keys.includes(event.key)) return;
  if (isTextField(event.target as Element)) return;
  event.preventDefault();
  // Where older rows come in then, it stays where it was.
  if (event.key === 'Home') list.scrollElement?.scrollTo({ top: 0 });
  else list.scrollToEnd();
}

type DrawnRowProps = {
  item: unknown;
  index: number;
  size: number;
  role: 'listitem' | 'presentation';
  draw: (item: unknown, index: number) => ComponentChildren;
  measure: (element: HTMLDivElement | null) => void;
};

/**
 * While one scrolls, or rows turn out higher than guessed, those in sight stay as they are and are not compared again. (Not by
 * giving the same node twice: that one would go on naming its first parent, and with it all that was on the page then.)
 */
const DrawnRow = memo(function DrawnRow({ item, index, size, role, draw, measure }: DrawnRowProps) {
  const place = role === 'listitem' ? { 'aria-setsize': size, 'aria-posinset': index + 1 } : {};
  return (
    <div role={role} data-index={index} ref={measure} {...place}>
      {draw(item, index)}
    </div>
  );
});

function useVirtualizer<Item>(
  props: VirtualListProps<Item>,
  scroller: { current: HTMLDivElement | null },
): List {
  const { items, keyOf, estimate, anchor = 'start' } = props;
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const latest = useRef(props);
  latest.current = props;
  // Others would make the list take all rows for new ones, at every step of the wheel.
  const rows = useMemo(
    () => ({
      count: items.length,
      estimateSize: (i: number) => estimate(items[i]!),
      getItemKey: (i: number) => keyOf(items[i]!),
    }),
    [items],
  );
  // What comes now is told of by how it was before.
  const hadMore = useRef(false);
  useLayoutEffect(() => {
    hadMore.current = props.hasMore === true;
  });
  const isOpen = useRef(false);
  const isSeen = useRef(false);
  // Rows are measured one by one, and what is in sight is looked at once for all of them.
  const report = useMemo(() => oncePerTurn(() => reportNear(list, latest.current)), []);
  const options = {
    ...rows,
    ...startOf(props),
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    measureElement: sizeOf,
    scrollToFn: moveBy,
    overscan: isSeen.current ? overscan : 0,
    anchorTo: anchor,
    followOnAppend: anchor === 'end' && !hadMore.current,
    scrollEndThreshold: 24,
    onChange: () => {
      redraw(undefined);
      if (isOpen.current) report();
    },
  };
  const [list] = useState(() => withSteadyEye(new Virtualizer<HTMLDivElement, HTMLDivElement>(options)));
  if (list.options.getItemKey !== options.getItemKey) lookWhereItIs(list);
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), []);
  useLayoutEffect(() => list._willUpdate());
  useLayoutEffect(() => {
    measureAll(list);
    redraw(undefined);
    return () => {
      const { height = 0 } = list.scrollRect ?? {};
      heights.set(anchor, height > 0 ? height : window.innerHeight);
    };
  }, []);
  useOpening(list, latest, isOpen);
  useEffect(() => {
    void afterFrame().then(() => {
      isSeen.current = true;
      redraw(undefined);
    });
  }, []);
  useImperativeHandle(props.handle ?? null, () => handleOf(list, scroller), []);
  return list;
}

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** What changes its height above the first row in sight moves nothing in sight, whichever way one scrolls. */
function withSteadyEye(list: List): List {
  list.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) => {
    const top = list.scrollOffset ?? 0;
    return list.itemSizeCache.has(key) ? end <= top : start < top;
  };
  return list;
}

/**
 * What grew above the place in sight moves it by as much, from where it is: the list hears of a step only some time after the
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

/** Of the lists that were there before: the next one draws the right rows at once. */
const heights = new Map<'start' | 'end', number>();

/** What the list takes for granted until it is on the page: its height, and how far it is scrolled. */
function startOf<Item>({ items, estimate, anchor = 'start', openAt }: VirtualListProps<Item>) {
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

/** Rows are not asked for their height one by one as they come, which would lay out the page each time: the browser tells. */
function sizeOf(element: HTMLDivElement, entry: ResizeObserverEntry | undefined, list: List): number {
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

/** Goes to where the list opens once its first rows are measured and placed, before any of it is seen. */
function useOpening<Item>(
  list: List,
  latest: { current: VirtualListProps<Item> },
  isOpen: { current: boolean },
): void {
  const draws = useRef(0);
  useLayoutEffect(() => {
    if (isOpen.current || ++draws.current < 2) return;
    isOpen.current = true;
    const { openAt, anchor } = latest.current;
    if (openAt !== undefined && openAt >= 0) openAtRow(list, openAt);
    else if (anchor === 'end') list.scrollToEnd();
    requestAnimationFrame(() => reportNear(list, latest.current));
  });
}

/** Heights above the row are guesses until they are drawn, and rows may come in above it: go there again until it stays. */
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

function handleOf(list: List, scroller: { current: HTMLDivElement | null }): VirtualListHandle {
  return {
    scrollTo: (index, align) => list.scrollToIndex(index, { align }),
    scrollToEnd: () => list.scrollToEnd(),
    isAtEnd: () => list.isAtEnd(24),
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
