import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../../../store/live.ts';
import type { Typists } from '../../../store/messages/typing.ts';
import { findCurrentTypists } from '../../../view/messages/typists.ts';

/** Handles components that are mounted long after the last event, and the first of several people to stop. */
const checkMs = 1000;

/** IDs of those who are still typing; renders again while there are any. */
export function useTypists(live: Live, typists: Typists | undefined): number[] {
  const [, setDrawnAt] = useState(0);
  const expiry = live.peek().organization.server_typing_started_expiry_period_milliseconds ?? 15_000;
  const ids = findCurrentTypists(typists, performance.now(), expiry);
  useEffect(() => {
    if (ids.length === 0) return undefined;
    const timer = setTimeout(() => setDrawnAt(performance.now()), checkMs);
    return () => clearTimeout(timer);
  });
  return ids;
}
