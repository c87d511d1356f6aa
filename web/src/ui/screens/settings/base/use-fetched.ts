import { useEffect, useRef, useState } from 'preact/hooks';
import type { Outcome } from '../../../../actions/request/outcome.ts';
import { retryUntilSuccess } from '../../../../actions/request/retry.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { failureText } from '../../../../view/text/failure.ts';

type Fetched<Value> = {
  /** Undefined before the first response. */
  value: Value | undefined;
  /** Why the last request failed; undefined if it succeeded. */
  reason: string | undefined;
  /** Resolves after the first attempt; a failed request is retried in the background. */
  load: () => Promise<void>;
};

/** Data outside the store: fetched when `key` changes, and by `load`. */
export function useFetched<Value extends object>(
  fetch: () => Promise<Outcome<Value>>,
  key?: number | string,
): Fetched<Value> {
  const [value, setValue] = useState<Value>();
  const [reason, setReason] = useState<string>();
  const latest = useRef<symbol>();
  const load = () => {
    const request = Symbol('request');
    latest.current = request;
    // False after a later request, or when the page was left.
    const isWanted = () => latest.current === request;
    const ask = async (): Promise<ApiFailure | undefined> => {
      const { value: fetched, failure } = await fetch();
      if (!isWanted()) return failure;
      setReason(failure && failureText(failure));
      if (failure === undefined) setValue(fetched);
      return failure;
    };
    return new Promise<void>((resolve) => {
      void retryUntilSuccess(ask, { isWanted, onFailure: () => resolve() }).then(() => resolve());
    });
  };
  useEffect(() => void load(), [key]);
  useEffect(() => () => (latest.current = undefined), []);
  return { value, reason, load };
}
