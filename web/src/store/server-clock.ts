/** The server's clock, which decides when scheduled messages are sent and who is idle; that of the device may be wrong. */
import { signal, type Signal } from '@preact/signals';
import type { Live } from './live.ts';

/** In milliseconds, how far the clock of the device is ahead. */
const aheads = new WeakMap<Live, Signal<number>>();

/** A difference that the time for a request explains does not change what is shown. */
const jitterMs = 2000;

/** A page may be frozen, or the device asleep, while a request is under way: its middle says nothing then. */
const longestMs = 10_000;

function getAhead(live: Live): Signal<number> {
  const known = aheads.get(live) ?? signal(0);
  aheads.set(live, known);
  return known;
}

/** Milliseconds since 1970. */
export const serverNow = (live: Live): number => Date.now() - getAhead(live).value;

export const serverSeconds = (live: Live): number => serverNow(live) / 1000;

/** In milliseconds, how far the clock of the device is ahead; negative for one that is behind. */
export const clockAhead = (live: Live): number => getAhead(live).value;

/**
 * Compares the clocks by a response.
 * @param atServer in milliseconds since 1970, as the other two, which are by the device
 */
export function noteServerTime(live: Live, atServer: number, sent: number, received: number): void {
  const took = received - sent;
  if (took < 0 || took > longestMs) return;
  const ahead = getAhead(live);
  const found = Math.round((sent + received) / 2 - atServer);
  const next = Math.abs(found) < jitterMs ? 0 : found;
  if (next === 0 || Math.abs(next - ahead.peek()) >= jitterMs) ahead.value = next;
}
