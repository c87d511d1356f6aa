import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../../store/live.ts';
import type { Typists } from '../../store/messages/typing.ts';
import { findCurrentTypists } from '../../view/messages/typists.ts';

/** The ids of those who are still typing; draws again when the first of them expires. */
export function useTypists(live: Live, typists: Typists | undefined): number[] {
  const [, setDrawnAt] = useState(0);
  const expiry = live.peek().organization.server_typing_started_expiry_period_milliseconds ?? 15_000;
  const { ids, expiresIn } = findCurrentTypists(typists, { now: Date.now(), expiry });
  useEffect(() => {
    if (expiresIn === undefined) return undefined;
    const timer = setTimeout(() => setDrawnAt(Date.now()), expiresIn);
    return () => clearTimeout(timer);
  }, [typists, ids.length]);
  return ids;
}
