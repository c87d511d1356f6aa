/** Retries requests that a screen needs. */
import type { ApiFailure } from '../api.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type RetryPolicy = {
  isWanted: () => boolean;
  /** Called for each failure that is retried. */
  onFailure?: (failure: ApiFailure) => void;
  /** For tests. */
  wait?: (ms: number) => Promise<void>;
};

/**
 * With growing pauses, until there is a response, the server refuses, or nobody waits.
 * @returns why the server refused; undefined once there is a response, or it is not wanted any more
 */
export async function retryUntilSuccess(
  ask: () => Promise<ApiFailure | undefined>,
  { isWanted, onFailure, wait = pause }: RetryPolicy,
): Promise<ApiFailure | undefined> {
  for (let attempt = 0; isWanted(); attempt++) {
    const failure = await ask();
    if (failure === undefined || failure.kind === 'refused' || !isWanted()) return failure;
    onFailure?.(failure);
    await wait(pauseAfter(failure, attempt));
  }
  return undefined;
}

function pauseAfter(failure: ApiFailure, attempt: number): number {
  const asked = failure.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0;
  // Spread out: the others lost their connection in the same moment.
  const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random());
  return Math.max(asked, grown);
}
