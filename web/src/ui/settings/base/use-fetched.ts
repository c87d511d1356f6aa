import { useEffect, useRef, useState } from 'preact/hooks';
import { isFailure } from '../../../actions/is-failure.ts';
import type { ApiFailure } from '../../../api.ts';
import { failureText } from '../../page/failure.ts';

type Fetched<Value> = {
  /** Undefined before the first response. */
  value: Value | undefined;
  /** Why the last request failed; undefined after one that did not. */
  reason: string | undefined;
  load: () => Promise<void>;
};

/** What the page lists that is no part of the state: fetched when `key` changes, and whenever `load` is called. */
export function useFetched<Value extends object>(
  fetch: () => Promise<Value | ApiFailure>,
  key?: number | string,
): Fetched<Value> {
  const [value, setValue] = useState<Value>();
  const [reason, setReason] = useState<string>();
  const latest = useRef<symbol>();
  const load = async () => {
    const request = Symbol('request');
    latest.current = request;
    const response = await fetch();
    // A later request has been made meanwhile.
    if (latest.current !== request) return;
    setReason(isFailure(response) ? failureText(response) : undefined);
    if (!isFailure(response)) setValue(response);
  };
  useEffect(() => void load(), [key]);
  return { value, reason, load };
}
