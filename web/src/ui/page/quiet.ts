/** Work that nobody waits for: done once the page has had nothing new to draw for a moment, a piece at a time. */
import { useEffect, useState } from 'preact/hooks';

const restMs = 300;
/** What a frame must have left for another piece. */
const leastMs = 4;

const waiting = new Set<() => void>();
let quietAt = 0;
let isWaiting = false;

/** Calls once, later; anyone who is asked for meanwhile puts it off for all. @returns what takes it back */
export function whenQuiet(call: () => void): () => void {
  waiting.add(call);
  quietAt = performance.now() + restMs;
  if (!isWaiting) wait(restMs);
  return () => waiting.delete(call);
}

/** One timer for all: each row that scrolls by asks, and another timer for each would take longer than the row. */
function wait(ms: number): void {
  isWaiting = true;
  setTimeout(() => {
    const left = quietAt - performance.now();
    isWaiting = left > 0;
    if (isWaiting) wait(left);
    else whenIdle(work);
  }, ms);
}

const unseenMs = 1000;

/** Resolves once what is being drawn has been seen; a page that is not in view draws nothing, and waits a little. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, unseenMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/** Most rows of a list scroll by untouched: their buttons are made when one comes to them, or when there is time. */
export function useLate(): [isThere: boolean, show: () => void] {
  const [isThere, setThere] = useState(false);
  const show = () => setThere(true);
  useEffect(() => whenQuiet(show), []);
  return [isThere, show];
}

/** Not every browser reports when it is idle. */
function whenIdle(call: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(call);
  else setTimeout(() => call({ timeRemaining: () => leastMs }), leastMs);
}

function work(deadline: Pick<IdleDeadline, 'timeRemaining'>): void {
  for (const call of waiting) {
    waiting.delete(call);
    call();
    if (deadline.timeRemaining() < leastMs) break;
  }
  if (waiting.size > 0) whenIdle(work);
}
