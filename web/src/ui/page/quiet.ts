/** Runs background work in small pieces once the page is idle. */
import { useEffect, useState } from 'preact/hooks';

const restMs = 300;
/** Milliseconds that must be left of a frame for another piece. */
const leastMs = 4;

const waiting = new Set<() => void>();
let quietAt = 0;
let isWaiting = false;

/**
 * Calls back once, later; another request meanwhile postpones all of them.
 * @returns cancels it
 */
export function whenQuiet(call: () => void): () => void {
  waiting.add(call);
  quietAt = performance.now() + restMs;
  if (!isWaiting) wait(restMs);
  return () => waiting.delete(call);
}

/** A shared timer: every row that scrolls by requests one, and separate timers would take longer than the rows. */
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

/** Resolves after the next frame has been painted; in a hidden page, after a short delay. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, unseenMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/** Most rows scroll by without being used: their buttons are rendered on hover or focus, or when the page is idle. */
export function useLate(): [isThere: boolean, show: () => void] {
  const [isThere, setThere] = useState(false);
  const show = () => setThere(true);
  useEffect(() => whenQuiet(show), []);
  return [isThere, show];
}

/** Whether there was time to draw all that is shown for a typed text, or `settle` was called, since it was typed. */
export function useSettled(typed: string): [isSettled: boolean, settle: () => void] {
  const [settled, setSettled] = useState<string>();
  const settle = () => setSettled(typed);
  useEffect(() => (settled === typed ? undefined : whenQuiet(settle)), [typed]);
  return [settled === typed, settle];
}

/** Not every browser has `requestIdleCallback`. */
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
