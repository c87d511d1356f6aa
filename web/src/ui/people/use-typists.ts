import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../../store/live.ts';
import type { Typists } from '../../store/messages/typing.ts';
import { findCurrentTypists } from '../../view/messages/typists.ts';

/** Also where a component appears long after the last event, or the first of several people stops. */
const checkMs = 1000;

/** The ids of those who are still typing; draws again while there are any. */
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
