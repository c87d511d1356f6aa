/**
 * The loaded ranges of history: for each narrow that was opened, IDs in ascending order without a gap, and whether
 * anything older or newer exists. Events may append to a range only if its newest end is known.
 */
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Event } from '../../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { getMessageIds, type Live } from '../live.ts';
import { matches, narrowKey, type Narrow } from '../narrow/narrow.ts';

export type MessageRange = {
  readonly narrow: Narrow;
  readonly ids: Signal<readonly number[]>;
  /** Nothing older exists. */
  readonly oldest: Signal<boolean>;
  /** Nothing newer exists: messages that arrive are appended. */
  readonly newest: Signal<boolean>;
  /** `new`: never fetched. `stale`: events may have been missed. */
  readonly state: Signal<'new' | 'ready' | 'stale'>;
  /** The first visible message when the person left the view, to return to; undefined at the newest end. */
  lookedAt: number | undefined;
};

export type History = {
  /** The range of a narrow, created if it does not exist. Counts as a use of it. */
  open(narrow: Narrow): MessageRange;
  /**
   * The result of a fetch: a new range, or messages next to the requested end. A range from the offline cache is stale
   * from the beginning.
   */
  take(range: MessageRange, response: GetMessagesResponse, side: Side | 'kept'): void;
  /** Moves messages to the ranges that they belong to after events. Returns IDs of messages that must be fetched. */
  settle(events: readonly Event[]): number[];
  place(ids: readonly number[]): void;
  /** Marks all ranges as stale: events may have been missed. */
  expire(): void;
  /** Messages that are needed outside the ranges, as long as the set contains them. */
  hold(ids: ReadonlySet<number>): void;
  /** Evicts these messages unless they are still used. */
  release(ids: readonly number[]): void;
  /** ID of the newest evicted message, or -1. The loaded messages up to it have gaps. */
  readonly newestEvicted: ReadonlySignal<number>;
};

export function createHistory(live: Live): History {
  const ranges = new Map<string, MessageRange>();
  const held = new Set<ReadonlySet<number>>();
  const arrived: number[] = [];
  const newestEvicted = signal(-1);

  const place = (ids: readonly number[]): void =>
    batch(() => {
      for (const range of ranges.values()) settleOne(live, range, ids);
    });

  /** Messages are kept while a range contains them, a set holds them, or they have just arrived. */
  const release = (ids: readonly number[]): void => {
    if (ids.length === 0) return;
    const shown = [...ranges.values()].flatMap((range) => range.ids.peek());
    const used = new Set([...shown, ...arrived, ...[...held].flatMap((set) => [...set])]);
    const gone = ids.filter((id) => !used.has(id));
    live.drop(gone);
    newestEvicted.value = gone.reduce((newest, id) => Math.max(newest, id), newestEvicted.peek());
  };

  const tidy = (): void => release([...shorten(ranges), ...dropEarliest(arrived)]);

  return {
    newestEvicted,
    release,

    hold: (ids) => void held.add(ids),
    open(narrow) {
      const key = narrowKey(narrow);
      const range = ranges.get(key) ?? empty(narrow);
      ranges.delete(key);
      ranges.set(key, range);
      return range;
    },
    take(range, response, side) {
      const before = range.ids.peek();
      live.keep(response.messages);
      batch(() => takeIn({ live, arrived }, range, response, side));
      release(before);
      tidy();
    },
    settle(events) {
      const ids = new Set(events.flatMap((event) => getMessageIds(event, live.peek())));
      place([...ids]);
      arrived.push(...arrivedBy(events));
      tidy();
      return events.flatMap((event) => movedUnseen(event, live));
    },
    place,
    expire: () =>
      batch(() => {
        for (const range of ranges.values()) {
          if (range.state.peek() === 'ready') range.state.value = 'stale';
          range.newest.value = false;
        }
      }),
  };
}

const empty = (narrow: Narrow): MessageRange => ({
  narrow,
  ids: signal<readonly number[]>([]),
  oldest: signal(false),
  newest: signal(false),
  state: signal<'new' | 'ready' | 'stale'>('new'),
  lookedAt: undefined,
});

type Side = 'around' | 'older' | 'newer';
type HistoryState = { live: Live; arrived: readonly number[] };

function takeIn(
  { live, arrived }: HistoryState,
  range: MessageRange,
  response: GetMessagesResponse,
  side: Side | 'kept',
): void {
  const fetched = response.messages.map(({ id }) => id);
  const known = side === 'around' || side === 'kept' ? [] : range.ids.peek();
  range.ids.value = [...new Set([...known, ...fetched])].sort((a, b) => a - b);
  if (side !== 'newer') range.oldest.value = response.found_oldest;
  if (side !== 'older') range.newest.value = response.found_newest;
  range.state.value = side === 'kept' ? 'stale' : 'ready';
  // The response may be older than messages that arrived after the request.
  if (side !== 'older') settleOne(live, range, arrived.filter(isAfter(range)));
}

function isAfter({ ids }: MessageRange): (id: number) => boolean {
  const newest = ids.peek().at(-1) ?? -1;
  return (id) => id > newest;
}

function settleOne(live: Live, range: MessageRange, ids: readonly number[]): void {
  if (range.state.peek() === 'new') return;
  const state = live.peek();
  const before = range.ids.peek();
  const belongs = (id: number): boolean | undefined => {
    const message = state.messages.get(id);
    return message === undefined ? false : matches(range.narrow, message, state);
  };
  const gone = new Set(ids.filter((id) => isAmong(before, id) && belongs(id) === false));
  const come = ids.filter((id) => !isAmong(before, id) && belongs(id) === true && covers(range, before, id));
  if (gone.size === 0 && come.length === 0) return;
  range.ids.value = [...before.filter((id) => !gone.has(id)), ...come].sort((a, b) => a - b);
}

/**
 * Fast, since it runs in dozens of ranges for each message that arrives.
 * @param ids in ascending order, possibly thousands
 */
function isAmong(ids: readonly number[], id: number): boolean {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ids[middle] ?? Infinity) < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id;
}

const arrivedBy = (events: readonly Event[]): number[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.message.id] : []));

/** Whether the range has everything around this position of the narrow. */
function covers(range: MessageRange, ids: readonly number[], id: number): boolean {
  const afterFirst = range.oldest.peek() || id > (ids[0] ?? Infinity);
  const beforeLast = range.newest.peek() || id < (ids.at(-1) ?? -Infinity);
  return afterFirst && beforeLast;
}

/** A move may add messages to the narrow that were never fetched. */
function movedUnseen(event: Event, live: Live): number[] {
  if (event.type !== 'update_message') return [];
  const { message_ids, subject, new_stream_id } = event;
  if (subject === undefined && new_stream_id === undefined) return [];
  return message_ids.filter((id) => !live.peek().messages.has(id));
}

// Evicts loaded messages, so that the memory of a page that stays open is bounded. Evicted messages are fetched again
// when they are shown.

/** A range that exceeds the first number is reduced to the second. */
type Limit = readonly [longest: number, kept: number];

const whereOneIs: Limit = [2000, 1000];
const elsewhere: Limit = [250, 150];

/** Ranges that are kept for returning to them. */
const mostRanges = 40;
/** Messages of all ranges together, except the current one. */
const mostMessages = 4000;
/** Recently arrived messages, shown or not: recent conversations show them. */
const arrivals: Limit = [1500, 1000];

/**
 * @param ranges least recently used first
 * @returns IDs that the ranges no longer contain
 */
function shorten(ranges: Map<string, MessageRange>): number[] {
  const [here, ...others] = [...ranges].reverse();
  const gone = here === undefined ? [] : cut(here[1], whereOneIs);
  let sum = 0;
  for (const [index, [key, range]] of others.entries()) {
    gone.push(...cut(range, elsewhere));
    sum += range.ids.peek().length;
    // The previous range stays: going back and forth is the most common navigation.
    if (index === 0 || (index + 2 <= mostRanges && sum <= mostMessages)) continue;
    ranges.delete(key);
    gone.push(...range.ids.peek());
  }
  return gone;
}

/** Keeps the messages around the person's position or, if that message is gone, the newest. */
function cut(range: MessageRange, [longest, kept]: Limit): number[] {
  const ids = range.ids.peek();
  if (ids.length <= longest) return [];
  const { lookedAt } = range;
  const found = lookedAt === undefined ? -1 : ids.findIndex((id) => id >= lookedAt);
  const at = found === -1 ? ids.length : found;
  const start = Math.max(0, Math.min(at - kept / 2, ids.length - kept));
  const end = start + kept;
  batch(() => {
    range.ids.value = ids.slice(start, end);
    if (start > 0) range.oldest.value = false;
    if (end < ids.length) range.newest.value = false;
  });
  return [...ids.slice(0, start), ...ids.slice(end)];
}

/**
 * Removes the earliest arrivals above the limit.
 * @returns the removed IDs
 */
function dropEarliest(arrived: number[]): number[] {
  const [longest, kept] = arrivals;
  return arrived.length > longest ? arrived.splice(0, arrived.length - kept) : [];
}
