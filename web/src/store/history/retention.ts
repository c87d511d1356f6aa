/**
 * Evicts loaded messages, so that the memory of a page that stays open is bounded. Evicted messages are fetched again
 * when they are shown.
 */
import { batch } from '@preact/signals';
import type { MessageRange } from './history.ts';

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
export function shorten(ranges: Map<string, MessageRange>): number[] {
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
export function dropEarliest(arrived: number[]): number[] {
  const [longest, kept] = arrivals;
  return arrived.length > longest ? arrived.splice(0, arrived.length - kept) : [];
}
