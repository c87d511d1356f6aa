import { computed, signal, useComputed, type ReadonlySignal } from '@preact/signals';
import { ListFilter, Bookmark, ChevronDown } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState, useLayoutEffect, type MutableRef } from 'preact/hooks';
import type { Live } from '../../../store/live.ts';
import { narrowKey } from '../../../store/narrow/narrow.ts';
import type { Address } from '../../../view/narrow/address.ts';
import { viewOfSearch } from '../../../view/narrow/view-searches.ts';
import { channelSections } from '../../../view/channels/channel-sections.ts';
import { sidebarRows, type SidebarRow } from '../../../view/channels/sidebar.ts';
import { fold, foldWords, hasWords } from '../../../view/text/fold.ts';
import { t } from '../../../view/text/text.ts';
import { toggleSection } from '../../../actions/navigation.ts';
import { readKey } from '../../../view/channels/long-sidebar.ts';
import { Icon } from '../../kit/icon.tsx';
import { IconButton } from '../../kit/button.tsx';
import { FilterField } from '../../kit/filter-field.tsx';
import { announce } from '../../kit/toasts/toast.tsx';
import { useKeptRows } from '../../parts/use-kept-rows.ts';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { useClient } from '../../page/client.tsx';
import { useLateAddress } from '../../page/late-address.ts';
import { address, getHref } from '../../page/location.ts';
import { whenQuiet } from '../../page/quiet.ts';
import { loadTopicsBetweenKeys } from '../../parts/topics/load-topics.ts';
import { topicsShownAt } from '../../conversation/menus/expanded.ts';
import { SidebarRowView, viewIcons } from './sidebar-row.tsx';
import { useRearranging } from './use-rearranging.ts';
import { addressOfView } from '../../../view/narrow/navigation.ts';
import { describeUnread } from '../../../view/text/unread.ts';
import { late } from '../../kit/toasts/late.tsx';
import './sidebar.css';
import './view-strip.css';
import './organization-name.css';

/** The key of the row of an address. */
function getKey(here: Address): string {
  if (here.screen === 'topics') return narrowKey({ kind: 'channel', channelId: here.channelId });
  if (here.screen !== 'narrow') return `view:${here.screen}`;
  const { kind } = here.narrow;
  const view = here.narrow.kind === 'search' ? viewOfSearch(here.narrow.query) : undefined;
  if (view !== undefined) return `view:${view}`;
  return kind === 'feed' || kind === 'mentions' || kind === 'starred'
    ? `view:${kind}`
    : narrowKey(here.narrow);
}

const activeKey = computed(() => getKey(address.value));

function getOpenChannel(here: Address): number | undefined {
  const { active } = topicsShownAt(here);
  return active !== undefined && 'channelId' in active ? active.channelId : undefined;
}

export function Sidebar() {
  const client = useClient();
  const { live } = client;
  const [filter, setFilter] = useState('');
  const isFiltered = filter.trim() !== '';
  // Read topics match too. Loaded together, since a request for each channel would slow down typing.
  useEffect(
    () => (isFiltered ? whenQuiet(() => void loadTopicsBetweenKeys(client)) : undefined),
    [isFiltered, live.begun.value],
  );
  const typed = useRef(signal('')).current;
  typed.value = filter;
  const list = useRef<VirtualListHandle>(null);
  const sections = useComputed(() => channelSections(live));
  const place = useLateAddress();
  const rows = useKeptRows(() => {
    const { foldedSections: folded } = live.get('personal');
    const choices = { filter: typed.value, folded, ...topicsShownAt(place.value) };
    return sidebarRows(live, choices, sections.value);
  });
  const held = useHeldRow(rows.value, () => list.current?.element());
  const rearranging = useRearranging(client, rows);
  const onKeyDown = (event: KeyboardEvent) => {
    rearranging.onKeyDown(event);
    if (!event.defaultPrevented) moveWithArrows(event);
  };
  useActiveInView(live, rows, { place, list, held });
  const views = useComputed(() => rows.value.filter(isViewRow));
  const last = rows.value.length - 1;
  const strip =
    views.value.length === 0
      ? undefined
      : (index: number) => (index === 0 ? undefined : { first: 1, last, content: <Strip views={views} /> });
  return (
    <>
      <SidebarTop filter={filter} setFilter={setFilter} />
      <div class="sidebar-list" {...rearranging} onKeyDown={onKeyDown}>
        <VirtualList
          items={rows.value}
          getKey={(row) => row.key}
          estimate={getHeight}
          label={t('frame.left')}
          handle={list}
          isFiltered={isFiltered}
          pinned={strip}
          render={drawRow}
        />
        {isFiltered && rows.value.length === 0 && <NothingFound />}
      </div>
    </>
  );
}

type InView = {
  place: ReadonlySignal<Address>;
  list: RefObject<VirtualListHandle>;
  held: ReturnType<typeof useHeldRow>;
};

/** The row of the open view, and its topics once they are loaded. */
function useActiveInView(
  live: Live,
  rows: ReadonlySignal<readonly SidebarRow[]>,
  { place, list, held }: InView,
): void {
  const here = place.value;
  const key = getKey(here);
  const openChannel = getOpenChannel(here);
  const isLoaded = useComputed(
    () => live.get('topics').get(getOpenChannel(place.value) ?? 0)?.isLoaded === true,
  ).value;
  useEffect(() => {
    const index = rows.peek().findIndex((row) => row.key === key);
    if (index < 0) return;
    const inChannel = (row: SidebarRow) => 'channelId' in row && row.channelId === openChannel;
    const show = (at: number) => {
      const { first, last } = list.current?.visible() ?? { first: -1, last: -1 };
      if (at > last) list.current?.scrollTo(at, 'auto');
      // The first ones are under the strip of views.
      else if (at < first + 2) list.current?.scrollTo(Math.max(0, at - 2), 'start');
    };
    // What was just clicked is in view, and the list does not move under the pointer.
    if (held.current !== undefined) return;
    if (openChannel !== undefined) show(rows.peek().findLastIndex(inChannel));
    show(index);
  }, [key, isLoaded]);
}

/** Announced too, since the focus stays in the field. */
function NothingFound() {
  useEffect(() => announce(t('common.nothingFound')), []);
  return <p class="sidebar-nothing">{t('common.nothingFound')}</p>;
}

const drawRow = (row: SidebarRow) => <Row row={row} />;

/** Navigation renders only two rows again: the previously active one and the new one. */
function Row({ row }: { row: SidebarRow }) {
  const key =
    row.kind === 'own-view' ? narrowKey(row.view.narrow) : row.kind === 'topic' ? narrowKey(row) : row.key;
  const isActive = useComputed(() => activeKey.value === key).value;
  return <SidebarRowView row={row} isActive={isActive} />;
}

const Strip = ({ views }: { views: ReadonlySignal<Parameters<typeof ViewStrip>[0]['rows']> }) => (
  <ViewStrip rows={views.value} activeKey={activeKey.value} />
);

const getHeight = (row: SidebarRow): number => (row.kind === 'section' ? 44 : 28);

function SidebarTop({ filter, setFilter }: { filter: string; setFilter: (to: string) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setFilter('');
      (event.currentTarget as HTMLElement).blur();
      event.stopPropagation();
    }
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      const { value } = event.currentTarget as HTMLInputElement;
      // The rows for the last key press are drawn by then.
      queueMicrotask(() => {
        if (event.key === 'ArrowDown') return document.querySelector<HTMLElement>(linkOfRow)?.focus();
        getFound(value)?.click();
        setFilter('');
      });
    }
  };
  return (
    <div class="sidebar-top">
      <OrganizationName />
      <div class="sidebar-filter">
        <FilterField
          id="sidebar-filter"
          class="sidebar-filter-field"
          label={t('sidebar.filter')}
          value={filter}
          onValue={setFilter}
          onKeyDown={onKeyDown}
        />
        <OnlyUnread />
      </div>
    </div>
  );
}

function OnlyUnread() {
  const client = useClient();
  const isOn = useComputed(() => client.live.get('personal').foldedSections.has(readKey)).value;
  return (
    <IconButton
      label={t('sidebar.onlyUnread')}
      isPressed={isOn}
      onClick={() => void toggleSection(client, readKey)}
    >
      <Icon of={ListFilter} />
    </IconButton>
  );
}

const linkOfRow = '.sidebar-list a.sidebar-row';

/** The first row that matches the words itself: the channel above a matching topic may not. */
function getFound(words: string): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(linkOfRow)];
  const wanted = foldWords(words);
  const isNamed = (link: HTMLElement) => hasWords(wanted, fold(link.textContent));
  return links.find(isNamed) ?? links.find((link) => link.matches('.sidebar-topic')) ?? links[0];
}

/** Up and Down move between the rendered rows. */
function moveWithArrows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.sidebar-row')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

type ViewRow = SidebarRow & { kind: 'view' | 'own-view' };

const isViewRow = (row: SidebarRow): row is ViewRow => row.kind === 'view' || row.kind === 'own-view';

/** The views as icons, above the channels while their rows are scrolled away. */
function ViewStrip({ rows, activeKey }: { rows: readonly ViewRow[]; activeKey: string }) {
  return (
    <div class="view-strip" role="group" aria-label={t('sidebar.views')}>
      {rows.map((row) => (
        <StripLink key={row.key} row={row} isActive={row.key === activeKey} />
      ))}
    </div>
  );
}

function StripLink({ row, isActive }: { row: ViewRow; isActive: boolean }) {
  const name = row.kind === 'view' ? t(`views.${row.view}`) : row.view.name;
  const count = row.kind === 'view' ? row.count : 0;
  const isMarked = row.kind === 'view' && count > 0 && (row.view === 'inbox' || row.view === 'mentions');
  const described = isMarked
    ? `${name}, ${describeUnread(count, row.view === 'mentions' ? count : 0)}`
    : name;
  return (
    <a
      class={`view-strip-link ${isMarked ? `view-strip-${row.view}` : ''}`}
      href={getHref(
        row.kind === 'view' ? addressOfView(row.view) : { screen: 'narrow', narrow: row.view.narrow },
      )}
      aria-label={described}
      title={name}
      aria-current={isActive ? 'page' : undefined}
    >
      <Icon of={row.kind === 'view' ? viewIcons[row.view] : Bookmark} />
    </a>
  );
}

interface Held {
  row: Element;
  /** Where it was when it was clicked. */
  top: number;
}

/**
 * A row that was just clicked stays under the pointer while rows above it come and go: a second click is for it.
 * @param rows what the list shows
 * @returns the row, until the person scrolls or presses a key
 */
function useHeldRow(
  rows: readonly unknown[],
  getList: () => HTMLElement | null | undefined,
): MutableRef<Held | undefined> {
  const held = useRef<Held>();
  useEffect(() => {
    const hold = ({ target }: Event) => {
      // Pointer events have elements as targets.
      const row = (target as Element).closest('a');
      const isInList = row !== null && getList()?.contains(row) === true;
      held.current = isInList ? { row, top: row.getBoundingClientRect().top } : undefined;
    };
    const release = () => (held.current = undefined);
    const moves = ['keydown', 'wheel', 'touchmove'];
    window.addEventListener('pointerdown', hold, true);
    for (const type of moves) window.addEventListener(type, release, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', hold, true);
      for (const type of moves) window.removeEventListener(type, release, true);
    };
  }, []);
  useLayoutEffect(() => {
    const list = getList();
    if (!held.current?.row.isConnected || !list) return;
    const { row, top } = held.current;
    list.scrollTop += row.getBoundingClientRect().top - top;
  }, [rows]);
  return held;
}

const Choices = late(() => import('./organization-menu.tsx').then((m) => m.OrganizationMenu), {
  isAhead: true,
});
const About = late(() => import('./about-dialog.tsx').then((m) => m.AboutDialog));

/** The logo if there is one, otherwise icon and name; opens the menu of the organization. */
function OrganizationName() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isAbout, setAbout] = useState(false);
  return (
    <div class="organization-name">
      <button
        type="button"
        class="organization-name-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <Name />
        <span class="organization-name-open">
          <Icon of={ChevronDown} />
        </span>
      </button>
      {anchor && <Choices anchor={anchor} onClose={() => setAnchor(null)} onAbout={() => setAbout(true)} />}
      {isAbout && <About onClose={() => setAbout(false)} />}
    </div>
  );
}

function Name() {
  const { live } = useClient();
  const { realm_name: name = 'Heddle', ...pictures } = live.get('organization');
  const logo = pictures.realm_logo_source === 'U' ? pictures.realm_logo_url : undefined;
  const night = pictures.realm_night_logo_source === 'U' ? pictures.realm_night_logo_url : logo;
  if (logo !== undefined)
    return (
      <>
        <img class="organization-name-logo organization-name-logo-day" src={logo} alt={name} />
        <img class="organization-name-logo organization-name-logo-night" src={night} alt={name} />
      </>
    );
  return (
    <>
      {pictures.realm_icon_source === 'U' ? (
        <img class="organization-name-icon" src={pictures.realm_icon_url} alt="" />
      ) : (
        <span class="organization-name-icon" aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase()}
        </span>
      )}
      <span class="one-line" dir="auto">
        {name}
      </span>
    </>
  );
}
