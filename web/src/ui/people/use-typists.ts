import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../../store/live.ts';
import type { Typists } from '../../store/messages/typing.ts';
import { findCurrentTypists } from '../../view/messages/typists.ts';

/** The ids of those who are still typing; draws again when no further event has arrived. */
export function useTypists(live: Live, typists: Typists | undefined): number[] {
  const [, setDrawnAt] = useState(0);
  const expiry = live.peek().organization.server_typing_started_expiry_period_milliseconds ?? 15_000;
  useEffect(() => {
    if (typists === undefined) return undefined;
    const timer = setTimeout(() => setDrawnAt(Date.now()), expiry);
    return () => clearTimeout(timer);
  }, [typists]);
  return findCurrentTypists(typists, Date.now(), expiry);
}
