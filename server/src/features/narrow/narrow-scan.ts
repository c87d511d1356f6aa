/**
 * Ways through the messages of a narrow, in order of ids and step by step: so no statement reads without end, and other
 * requests get their turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export type Order = 'oldest' | 'newest';

/** Ids from `low` to `high`, both included, so many at most. */
export interface Range {
  low: number;
  high: number;
  limit: number;
}

/** Each step gives the next ids, or none. */
export type Walk = AsyncGenerator<number[], void>;

export interface Way {
  walk: Walk;
  /** Milliseconds that count as spent on it before its first step. */
  spent: number;
}

const turnMs = 25;

/**
 * Goes several ways to the same ids at once, always a step on the one that has taken the least time, until one has given
 * enough or has come to its end. Nobody knows beforehand which is the shortest; it costs no more than that one does, times the
 * number of ways.
 */
export async function shortest(ways: readonly Way[], limit: number): Promise<number[]> {
  const gone = ways.map(({ walk, spent }) => ({ walk, spent, ids: [] as number[] }));
  let turnBegan = performance.now();
  for (;;) {
    const way = gone.reduce((least, one) => (one.spent < least.spent ? one : least));
    const began = performance.now();
    const { value, done } = await way.walk.next();
    if (value) way.ids.push(...value);
    if (done || way.ids.length >= limit) return way.ids.slice(0, limit);
    const now = performance.now();
    way.spent += now - began;
    if (now - turnBegan > turnMs) {
      await nextTurn();
      turnBegan = performance.now();
    }
  }
}

interface Step {
  ids: number[];
  /** Where it stopped, if the window may hold more. */
  last: number | undefined;
}

const firstWindow = 512;
/** A step longer than this is not followed by a wider one; one much longer, by a narrower one. */
const longStepMs = 8;

/**
 * Through a range of ids in windows: narrow at first, since most pages are found close to where they begin, and wider as
 * long as steps are short. So no index has to give the ids in order.
 * @param isSifted Not all that a step reads is given.
 */
export async function* sweep(
  { low, high, limit }: Range,
  order: Order,
  isSifted: boolean,
  step: (window: Range) => Promise<Step>,
): Walk {
  let wanted = limit;
  let size = Math.max(firstWindow, limit * 4);
  while (low <= high && wanted > 0) {
    const window =
      order === 'newest'
        ? { low: Math.max(low, high - size + 1), high }
        : { low, high: Math.min(high, low + size - 1) };
    const began = performance.now();
    const { ids, last } = await step({ ...window, limit: isSifted ? Math.max(wanted, size >> 2) : wanted });
    const took = performance.now() - began;
    wanted -= ids.length;
    if (order === 'newest') high = (last ?? window.low) - 1;
    else low = (last ?? window.high) + 1;
    if (took < longStepMs) size *= 8;
    else if (took > 4 * longStepMs) size = Math.max(firstWindow, size >> 2);
    yield ids;
  }
}
