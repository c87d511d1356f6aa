/** Retries requests that a screen needs. */
import type { ApiFailure } from '../../connection/api.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export type RetryPolicy = {
  isWanted: () => boolean;
  /** Called for each failure that is retried. */
  onFailure?: (failure: ApiFailure) => void;
  /** Replaced in tests. */
  wait?: (ms: number) => Promise<void>;
};

/**
 * Retries with growing pauses until there is a response, the server refuses, or the result is not wanted.
 * @returns the refusal, if any
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
  // Random, since other clients lost their connection at the same moment.
  const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random());
  return Math.max(asked, grown);
}
