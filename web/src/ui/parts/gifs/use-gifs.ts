/** The results of a GIF search. */
import { useEffect, useState } from 'preact/hooks';
import type { Gif } from '../../../../../wire/gifs.ts';
import { searchGifs } from '../../../actions/gifs.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import { useClient } from '../../page/client.tsx';

type Search = { query: string; cursor: string | undefined; attempt: number };
type State = {
  found: readonly Gif[];
  next: string | undefined;
  failure: ApiFailure | undefined;
  isLoading: boolean;
};

export type Gifs = Pick<State, 'found' | 'failure' | 'isLoading'> & { hasMore: boolean; more: () => void };

/** Waits for a pause in typing. */
const pauseMs = 300;
const nothing: State = { found: [], next: undefined, failure: undefined, isLoading: true };

export function useGifs(query: string): Gifs {
  const client = useClient();
  const [search, setSearch] = useState<Search>({ query, cursor: undefined, attempt: 0 });
  const [state, setState] = useState(nothing);
  useEffect(() => {
    if (query === search.query) return undefined;
    const timer = setTimeout(() => setSearch({ query, cursor: undefined, attempt: 0 }), pauseMs);
    return () => clearTimeout(timer);
  }, [query]);
  useEffect(() => {
    const ending = new AbortController();
    setState((before) =>
      search.cursor === undefined ? nothing : { ...before, failure: undefined, isLoading: true },
    );
    void searchGifs(client, search.query, search.cursor, ending.signal).then(({ value, failure }) => {
      if (ending.signal.aborted) return;
      setState((before) =>
        value === undefined
          ? { ...before, failure, isLoading: false }
          : {
              found: [...before.found, ...value.gifs],
              next: value.next ?? undefined,
              failure: undefined,
              isLoading: false,
            },
      );
    });
    return () => ending.abort();
  }, [search]);
  const { found, failure, isLoading, next } = state;
  const more = () =>
    setSearch(failure ? { ...search, attempt: search.attempt + 1 } : { ...search, cursor: next, attempt: 0 });
  return { found, failure, isLoading, hasMore: next !== undefined, more };
}
