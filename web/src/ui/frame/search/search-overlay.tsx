import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Search } from 'lucide-preact';
import { createPortal } from '../../kit/preact/drawing.ts';
import type { Client } from '../../../connection/client.ts';
import { loadAllTopics } from '../../../actions/all-topics.ts';
import { recentPages } from '../../../actions/messages/recent.ts';
import { commandItems } from '../../../view/search/commands.ts';
import { switcherItems, keyOfPlace, peopleItems } from '../../../view/search/switcher.ts';
import { t } from '../../../view/text/text.ts';
import { Chip } from '../../kit/chip.tsx';
import { Icon } from '../../kit/icon.tsx';
import { announce } from '../../kit/toasts/toast.tsx';
import { onTypeaheadKey, typeaheadProps } from '../../kit/lists/typeahead-list.tsx';
import { useModal } from '../../kit/overlays/use-modal.ts';
import { isPhone } from '../../page/layout.ts';
import { useClient } from '../../page/client.tsx';
import { address, navigate } from '../../page/location.ts';
import { openChannel } from '../../parts/topics/open-channel.ts';
import { useLate } from '../../page/quiet.ts';
import {
  joinSearch,
  splitSearch,
  withoutLast,
  type EditedSearch,
} from '../../../view/search/search-filters.ts';
import { parseSearch } from '../../../view/narrow/search-terms.ts';
import { isPageDark, runCommandItem } from './commands.ts';
import { earlierSearches, clearSearches, rememberSearch } from '../../page/earlier-searches.ts';
import { searchRows, type SearchRow } from './rows.ts';
import './search-overlay.css';
import { SearchRowView } from './search-row.tsx';
import type { SearchMode } from './state.ts';

const id = 'search-overlay-list';

/** One field to search messages and to go anywhere. */
export function SearchOverlay({ mode, onClose }: { mode: SearchMode; onClose: () => void }) {
  const { dialog, input } = useOverlay(onClose);
  const [query, setQuery] = useState(() => (mode === 'search' ? currentQuery() : ''));
  const [active, setActive] = useState(0);
  const rows = useRows(mode, query);
  const edited = splitSearch(query);
  const type = (next: string) => {
    announceChange(edited, splitSearch(next));
    setQuery(next);
    setActive(0);
  };
  const edit = (next: EditedSearch) => {
    type(joinSearch(next));
    input.current?.focus();
  };
  const { choose, complete } = useChoosing(rows, { type, input, onClose });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && input.current?.selectionEnd === 0 && edited.filters.length > 0) {
      event.preventDefault();
      edit(withoutLast(edited));
    } else if (event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      complete(active);
    } else onTypeaheadKey(event, { size: rows.length, active, onActive: setActive, onChoose: choose });
  };
  return createPortal(
    <dialog
      class="search-overlay"
      ref={dialog}
      aria-label={t('search.title')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="search-overlay-box">
        <div class="search-overlay-field">
          <Icon of={Search} size={20} />
          <Filters edited={edited} edit={edit} />
          <Field
            input={input}
            edited={edited}
            aria={typeaheadProps(id, rows.length > 0, active)}
            onText={(text) => type(joinSearch({ ...edited, text }))}
            onKeyDown={onKeyDown}
          />
          <button type="button" class="search-overlay-close" onClick={onClose}>
            {t('common.cancel')}
          </button>
        </div>
        <Rows rows={rows} active={active} onActive={setActive} onChoose={choose} />
        {rows.length === 0 && <p class="search-overlay-none">{t('common.nothingFound')}</p>}
        <Foot canClear={query === '' && earlierSearches.value.length > 0} />
      </div>
    </dialog>,
    document.body,
  );
}

function useRows(mode: SearchMode, query: string): readonly SearchRow[] {
  const client = useClient();
  const { live } = client;
  const items = useSwitcherItems(query !== '');
  const commands = useMemo(() => commandItems({ live, isDark: isPageDark(client) }), []);
  const here = keyOfPlace(address.value);
  return searchRows({ live, mode, query, items, commands, here, earlier: earlierSearches.value });
}

type Choosing = {
  type: (query: string) => void;
  input: RefObject<HTMLInputElement>;
  onClose: () => void;
};

/** `choose` (Enter, click) goes where the row leads. `complete` (Tab) writes what it says into the field where possible. */
function useChoosing(rows: readonly SearchRow[], { type, input, onClose }: Choosing) {
  const client = useClient();
  const take = (index: number, { completes }: { completes: boolean }) => {
    const row = rows[index];
    if (row === undefined) return;
    if (row.kind === 'suggestion') {
      type(row.suggestion.query);
      input.current?.focus();
    } else if (row.kind === 'earlier' && completes) type(row.query);
    else {
      onClose();
      open(client, row);
    }
  };
  const choose = (index: number) => take(index, { completes: false });
  const complete = (active: number) => {
    const first = rows.findIndex((row) => row.kind === 'suggestion');
    take(rows[active]?.kind === 'suggestion' || first < 0 ? active : first, { completes: true });
  };
  return { choose, complete };
}

/** Filters become chips, and are removed, without the focus moving to them: a screen reader says nothing by itself. */
function announceChange(before: EditedSearch, after: EditedSearch): void {
  const added = after.filters.find((filter) => !before.filters.includes(filter));
  const gone = before.filters.find((filter) => !after.filters.includes(filter));
  if (added !== undefined) announce(t('search.filterAdded', { filter: added }));
  if (gone !== undefined) announce(t('search.filterRemoved', { filter: gone }));
}

type FieldProps = {
  input: RefObject<HTMLInputElement>;
  edited: EditedSearch;
  aria: ReturnType<typeof typeaheadProps>;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

const Field = ({ input, edited, aria, onText, onKeyDown }: FieldProps) => (
  <input
    class="search-overlay-input"
    ref={input}
    type="text"
    enterKeyHint="search"
    value={edited.text}
    placeholder={edited.filters.length > 0 ? '' : t(isPhone.value ? 'frame.searchHint' : 'search.hint')}
    aria-label={t('search.title')}
    autoComplete="off"
    spellcheck={false}
    {...aria}
    onInput={(event) => onText(event.currentTarget.value)}
    onKeyDown={onKeyDown}
  />
);

type FiltersProps = { edited: EditedSearch; edit: (next: EditedSearch) => void };

const Filters = ({ edited, edit }: FiltersProps) => (
  <>
    {edited.filters.map((filter) => (
      <Chip
        key={filter}
        removeLabel={t('search.removeFilter', { filter })}
        onRemove={() => edit({ ...edited, filters: edited.filters.filter((one) => one !== filter) })}
      >
        {filter}
      </Chip>
    ))}
  </>
);

type RowsProps = {
  rows: readonly SearchRow[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
};

const Rows = ({ rows, active, onActive, onChoose }: RowsProps) => (
  <ul class="search-overlay-list" role="listbox" id={id} aria-label={t('search.title')}>
    {rows.map((row, index) => (
      <SearchRowView
        key={row.key}
        id={`${id}-${index}`}
        row={row}
        heading={row.section === rows[index - 1]?.section ? undefined : row.section}
        isActive={index === active}
        onActive={() => onActive(index)}
        onChoose={() => onChoose(index)}
      />
    ))}
  </ul>
);

function Foot({ canClear }: { canClear: boolean }) {
  return (
    <footer class="search-overlay-foot">
      <span class="search-overlay-keys">{t('search.keys')}</span>
      {canClear && (
        <button type="button" class="search-overlay-clear" onClick={clearSearches}>
          {t('search.clearRecent')}
        </button>
      )}
    </footer>
  );
}

function useOverlay(onClose: () => void) {
  const dialog = useModal();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  // The back button closes it.
  const here = useRef(address.peek()).current;
  useEffect(() => {
    if (address.value !== here) onClose();
  }, [address.value]);
  return { dialog, input };
}

/**
 * Fetches recent conversations and the topics of subscribed channels, so that those not opened in this session are found
 * too. The items of people, which take longest, are made a moment after opening or when something is typed.
 */
function useSwitcherItems(isTyped: boolean) {
  const client = useClient();
  const { live } = client;
  const pages = recentPages(client);
  const [isQuiet] = useLate();
  useEffect(() => {
    if (pages.oldest.peek() === undefined) void pages.refresh();
    void loadAllTopics(client);
  }, []);
  const fetched = pages.oldest.value;
  const lists = [...live.get('topics').values()].filter((list) => list.isLoaded).length;
  const hasPeople = live.hasPeople.value;
  const wantsPeople = isQuiet || isTyped;
  const people = useMemo(() => (wantsPeople ? peopleItems(live) : []), [wantsPeople, hasPeople]);
  return useMemo(() => switcherItems(live, people), [fetched, lists, people]);
}

function currentQuery(): string {
  const here = address.peek();
  return here.screen === 'narrow' && here.narrow.kind === 'search' ? here.narrow.query : '';
}

function open(client: Client, row: Exclude<SearchRow, { kind: 'suggestion' }>): void {
  if (row.kind === 'item') {
    const { kind, channelId, to } = row.item;
    if (kind === 'channel' && channelId !== undefined) void openChannel(client, channelId);
    else navigate(to);
    return;
  }
  if (row.kind === 'command') {
    runCommandItem(client, row.command.name);
    return;
  }
  rememberSearch(row.query);
  navigate({ screen: 'narrow', narrow: { kind: 'search', query: row.query, terms: parseSearch(row.query) } });
}
