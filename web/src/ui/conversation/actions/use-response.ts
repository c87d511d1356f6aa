import { useEffect, useState } from 'preact/hooks';
import type { Outcome } from '../../../actions/request/outcome.ts';

/** The response to a request that is sent when the component is mounted; undefined until then. */
export function useResponse<T>(request: () => Promise<Outcome<T>>): Outcome<T> | undefined {
  const [response, setResponse] = useState<Outcome<T>>();
  useEffect(() => {
    let isShown = true;
    void request().then((got) => isShown && setResponse(got));
    return () => {
      isShown = false;
    };
  }, []);
  return response;
}
