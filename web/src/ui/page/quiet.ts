/** Work that nobody waits for: done once the page has had nothing new to draw for a moment, a piece at a time. */
import { useEffect, useState } from 'preact/hooks';

const restMs = 300;
/** What a frame must have left for another piece. */
const leastMs = 4;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls once, later; whoever is asked for meanwhile puts it off for all. @returns what takes it back */
export function whenQuiet(call: () => void): () => void {
  waiting.add(call);
  clearTimeout(timer);
  timer = setTimeout(() => whenIdle(work), restMs);
  return () => waiting.delete(call);
}

const unseenMs = 1000;

/** Resolves once what is being drawn has been seen; a page that is not in sight draws nothing, and waits a little. */
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

/** Not every browser tells when it is idle. */
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
