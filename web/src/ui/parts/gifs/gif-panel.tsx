import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState, useEffect } from 'preact/hooks';
import type { Gif } from '../../../../../wire/gifs.ts';
import { arrangeColumns } from '../../../view/compose/gifs.ts';
import { failureText } from '../../../view/text/failure.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { useId } from '../../kit/use-id.ts';
import type { GifPickerProps } from './gif-picker.tsx';
import { searchGifs } from '../../../actions/gifs.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import { useClient } from '../../page/client.tsx';
import './gif-panel.css';

const columns = 2;

/** The field keeps the focus: arrow keys move over the GIFs, Enter takes one. */
export function GifPanel({ service, onChoose, onClose }: Omit<GifPickerProps, 'anchor'>) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const gifs = useGifs(query);
  const choose = (index: number) => {
    const gif = gifs.found[index];
    if (gif === undefined) return;
    onClose();
    onChoose(gif);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const to = nextIndex(event, active, gifs.found);
    if (event.key === 'Enter') choose(active);
    else if (to === undefined) return;
    else setActive(to);
    event.preventDefault();
  };
  return (
    <div class="gif-panel">
      <input
        class="field-control"
        type="search"
        // The terms of the services require their names to be shown.
        placeholder={t('gifs.search', { service })}
        aria-label={t('gifs.search', { service })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={gifs.found.length === 0 ? undefined : `${id}-${active}`}
        autoComplete="off"
        maxLength={50}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Found id={id} gifs={gifs} active={active} onActive={setActive} onChoose={choose} />
    </div>
  );
}

type FoundProps = {
  id: string;
  gifs: Gifs;
  active: number;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
};

function Found({ id, gifs, active, onActive, onChoose }: FoundProps) {
  const { found, failure, isLoading, hasMore } = gifs;
  const current = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <div class="gif-panel-found" aria-busy={isLoading}>
      <div class="gif-panel-grid" role="listbox" id={`${id}-list`} aria-label={t('gifs.picker')}>
        {arrangeColumns(found, columns).map((indices, column) => (
          <div key={column} role="presentation" class="gif-panel-column">
            {indices.map((index) => (
              <div
                key={index}
                id={`${id}-${index}`}
                class="gif-panel-cell"
                role="option"
                aria-label={found[index]?.title || 'GIF'}
                aria-selected={index === active}
                ref={index === active ? current : null}
                onPointerMove={() => index !== active && onActive(index)}
                onClick={() => onChoose(index)}
              >
                {found[index] && <Preview gif={found[index]} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      {failure && (
        <p class="gif-panel-note" role="alert">
          {failureText(failure)}
        </p>
      )}
      {!failure && !isLoading && found.length === 0 && (
        <p class="gif-panel-note">{t('common.nothingFound')}</p>
      )}
      {(hasMore || failure) && !isLoading && (
        <Button onClick={gifs.more}>{t(failure ? 'common.retry' : 'gifs.more')}</Button>
      )}
    </div>
  );
}

/** With reduced motion, only the first frame is shown. */
const Preview = ({ gif: { preview_url, still_url, width, height } }: { gif: Gif }) => (
  <picture>
    {still_url !== null && <source srcSet={still_url} media="(prefers-reduced-motion: reduce)" />}
    <img src={preview_url} alt="" loading="lazy" width={width} height={height} />
  </picture>
);

/** Up and Down move within a column; Left and Right to the next image, unless the caret moves in the text. */
function nextIndex(
  { key, currentTarget: field }: TargetedKeyboardEvent<HTMLInputElement>,
  at: number,
  found: readonly Gif[],
): number | undefined {
  const within = arrangeColumns(found, columns).find((indices) => indices.includes(at)) ?? [];
  const place = within.indexOf(at);
  const isAtEnd = field.selectionStart === field.value.length;
  switch (key) {
    case 'ArrowDown':
      return within[place + 1] ?? at;
    case 'ArrowUp':
      return within[place - 1] ?? at;
    case 'ArrowRight':
      return isAtEnd ? Math.min(at + 1, found.length - 1) : undefined;
    case 'ArrowLeft':
      return at > 0 ? at - 1 : undefined;
    default:
      return undefined;
  }
}

// The results of a GIF search.

type Search = { query: string; cursor: string | undefined; attempt: number };
type State = {
  found: readonly Gif[];
  next: string | undefined;
  failure: ApiFailure | undefined;
  isLoading: boolean;
};

type Gifs = Pick<State, 'found' | 'failure' | 'isLoading'> & { hasMore: boolean; more: () => void };

/** Waits for a pause in typing. */
const pauseMs = 300;
const nothing: State = { found: [], next: undefined, failure: undefined, isLoading: true };

function useGifs(query: string): Gifs {
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
