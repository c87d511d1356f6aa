/** Who of those that typed is still typing. */
import type { Typists } from '../../store/messages/typing.ts';

/** @returns those whose last event is not older than `expiry`, and the milliseconds until the first of them expires */
export function findCurrentTypists(
  typists: Typists | undefined,
  { now, expiry }: { now: number; expiry: number },
): { ids: number[]; expiresIn: number | undefined } {
  const current = [...(typists ?? [])].filter(([, at]) => at + expiry > now);
  if (current.length === 0) return { ids: [], expiresIn: undefined };
  const first = Math.min(...current.map(([, at]) => at));
  return { ids: current.map(([id]) => id), expiresIn: first + expiry - now };
}
