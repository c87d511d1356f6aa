/**
 * Scans of the messages of a narrow in order of ids. They run in steps, so that each statement is bounded and
 * other requests are served in between.
 */
import type { Reader } from '../../core/messages/index.ts';

export type Order = 'oldest' | 'newest';

/** Ids from `low` to `high`, both included, `limit` at most. */
export interface Range {
  low: number;
  high: number;
  limit: number;
}

/** Each step yields the next ids; it may yield none. */
export type Scan = AsyncGenerator<number[], void>;

/** The reader for whom it is scanned. */
type Scanning = Pick<Reader, 'id' | 'signal'>;

export interface WeightedScan {
  scan: Scan;
  /** Milliseconds that count as spent before its first step. */
  spent: number;
}

const turnMs = 25;

/** The waiting scans of each reader. */
const waiting = new Map<number, (() => void)[]>();

/**
 * One waiting scan continues per turn of the event loop, however many there are, so that other requests are served. Readers take
 * turns, so that many scans of one delay those of others little.
 */
function nextTurn(readerId: number): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.size === 0) setImmediate(continueOne);
    const scans = waiting.get(readerId);
    if (scans) scans.push(resolve);
    else waiting.set(readerId, [resolve]);
  });
}

function continueOne(): void {
  for (const [readerId, scans] of waiting) {
    waiting.delete(readerId);
    const [next, ...others] = scans;
    if (others.length > 0) waiting.set(readerId, others);
    next?.();
    break;
  }
  if (waiting.size > 0) setImmediate(continueOne);
}

/**
 * Interleaves several scans for the same ids, always advancing the cheapest so far; returns the first to find enough
 * or to finish. The fastest one is not known beforehand: this takes at most its time multiplied by the number of
 * scans.
 * @throws the reason of the signal once it is aborted
 */
export async function interleaveScans(
  scans: readonly WeightedScan[],
  limit: number,
  { id: readerId, signal }: Scanning,
): Promise<number[]> {
  const running = scans.map(({ scan, spent }): WeightedScan & { ids: number[] } => ({
    scan,
    spent,
    ids: [],
  }));
  let turnBegan = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const next = running.reduce((least, one) => (one.spent < least.spent ? one : least));
    const began = performance.now();
    const { value, done } = await next.scan.next();
    if (value) next.ids.push(...value);
    if (done || next.ids.length >= limit) return next.ids.slice(0, limit);
    const now = performance.now();
    next.spent += now - began;
    if (now - turnBegan > turnMs) {
      await nextTurn(readerId);
      turnBegan = performance.now();
    }
  }
}

interface Step {
  ids: number[];
  /** Where it stopped; undefined once the window is exhausted. */
  last: number | undefined;
}

const firstWindow = 512;
/** After a longer step the window stops growing; after a much longer one it shrinks. */
const longStepMs = 8;

/**
 * Scans a range of ids in windows: small at first, since most pages are found near the start, and growing while
 * steps are fast. No index has to return ids in order.
 * @param isSifted A step may drop rows that it reads.
 */
export async function* scanWindows(
  { low, high, limit }: Range,
  order: Order,
  isSifted: boolean,
  step: (window: Range) => Promise<Step>,
): Scan {
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
