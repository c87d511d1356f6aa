import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { loadAround, loadNewer, loadOlder } from '../../../actions/messages/history.ts';
import { markRead } from '../../../actions/messages/marking-read.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import type { Client } from '../../../connection/client.ts';
import type { MessageRange } from '../../../store/history/history.ts';
import { isConversation, matches, narrowKey, showsNew, type Narrow } from '../../../store/narrow/narrow.ts';
import { keptRows } from '../../../view/messages/kept-rows.ts';
import { messageRows, openingRow, sectionAt, type MessageRow } from '../../../view/messages/message-rows.ts';
import { getClock, preference } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import type { Pinned, VirtualListHandle } from '../../kit/lists/list-types.ts';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { heldUnread } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { useChoosingByMouse } from '../actions/chosen.ts';
import { expand, expanded } from '../../parts/content/condensed-state.ts';
import { StickyConversation } from './conversation-header.tsx';
import { MessageRowView } from './message-row.tsx';
import { useMessageCommands } from './message-commands.ts';
import { guesses, guessTextRoughly } from '../../../view/messages/row-height.ts';
import { ArrowDown } from 'lucide-preact';
import { newBelow } from '../../../view/messages/new-below.ts';
import { Icon } from '../../kit/icon.tsx';
import './message-list.css';
import './to-newest.css';

export type MessageListProps = {
  range: MessageRange;
  /** When the view opened; the line above it stays there. */
  firstUnread: number | undefined;
  openAt: number | undefined;
  /** The ID of the message that the address links to. */
  near: number | undefined;
};

export function MessageList({ range, firstUnread, openAt, near }: MessageListProps) {
  const client = useClient();
  const list = useRef<VirtualListHandle>(null);
  const shown = useRef<readonly MessageRow[]>([]);
  const rows = useComputed(
    () => (shown.current = keptRows(shown.current, getRows(client, range, firstUnread))),
  );
  const selected = useSignal(near);
  useMemo(() => near !== undefined && expand(near), []);
  const { isAtEnd, lowest, updatePosition } = usePosition(client, { range, rows, list });
  const { failed, load, loadNear } = useLoading(client, range);
  const toNewest = async () => {
    if (!range.newest.peek()) await load(loadNewest);
    list.current?.scrollToEnd();
  };
  useMessageCommands({ range, rows, selected, list, toNewest });
  useChoosingByMouse(client.live, list, { ids: range.ids, selected });
  useScrollToOwn(client, range.narrow, toNewest);
  const guess = useRowGuess(client, range.narrow);
  const isOne = isConversation(range.narrow);
  const opening = openAt === undefined ? undefined : openingRow(rows.peek(), openAt);
  return (
    <>
      <VirtualList
        class={isOne ? 'message-list' : 'message-list message-list-mixed'}
        items={rows.value}
        getKey={(row) => row.key}
        estimate={(row) => guess(row, window.innerWidth)}
        label={t('messages.list')}
        anchor="end"
        hasMore={!range.newest.value && range.state.value === 'ready'}
        openAt={opening}
        handle={list}
        onNearStart={() => {
          loadCloseGuess();
          loadNear(loadOlder);
        }}
        onNearEnd={() => loadNear(loadNewer)}
        onScroll={updatePosition}
        pinned={isOne ? undefined : (index) => pinnedAt(rows.peek(), index, range)}
        render={(row) => <MessageRowView row={row} narrow={range.narrow} selected={selected} />}
      />
      {failed.value && <MoreFailed failed={failed.value} />}
      {!isAtEnd.value && <ToNewest range={range} last={lowest} list={list} onGo={() => void toNewest()} />}
    </>
  );
}

type Position = {
  range: MessageRange;
  rows: ReadonlySignal<readonly MessageRow[]>;
  list: RefObject<VirtualListHandle>;
};

/** Follows what is visible: the end, the lowest message, where the person is reading; and marks messages as read. */
function usePosition(client: Client, { range, rows, list }: Position) {
  const isAtEnd = useSignal(true);
  const lowest = useSignal<number | undefined>(undefined);
  const updatePosition = () => {
    const handle = list.current;
    if (!handle) return;
    const { first, last } = handle.visible();
    isAtEnd.value = range.newest.peek() && handle.isAtEnd();
    if (last >= 0) lowest.value = idUpTo(rows.peek(), last);
    if (isAtEnd.peek()) range.lookedAt = undefined;
    else if (first >= 0) range.lookedAt = idAt(rows.peek(), first);
    readVisible(client, range.narrow, rows.peek().slice(Math.max(0, first), last + 1));
  };
  useEffect(() => {
    updatePosition();
    window.addEventListener('focus', updatePosition);
    return () => window.removeEventListener('focus', updatePosition);
  }, []);
  return { isAtEnd, lowest, updatePosition };
}

/** Loads more messages at either end. `loadNear`, which scrolling calls, pauses after a failure. */
function useLoading(client: Client, range: MessageRange) {
  const failed = useSignal<LoadFailure | undefined>(undefined);
  const failedAt = useRef(new Map<Load, number>()).current;
  const load = async (more: Load) => {
    const failure = await more(client, range);
    if (failure) failedAt.set(more, performance.now());
    else failedAt.delete(more);
    // Without a connection the page says so above, and retries by itself.
    const isNotified = failure?.kind === 'unreachable' && client.sync.connection.peek().kind !== 'online';
    if (failure && !isNotified) failed.value = { failure, more, retry: () => void load(more) };
    else if (failed.peek()?.more === more) failed.value = undefined;
  };
  const loadNear = (more: Load) => {
    if (performance.now() - (failedAt.get(more) ?? -Infinity) > pauseMs) void load(more);
  };
  return { failed, load, loadNear };
}

/** In mixed views, the header of the conversation at the upper edge. */
function pinnedAt(rows: readonly MessageRow[], index: number, { narrow }: MessageRange): Pinned | undefined {
  const section = sectionAt(rows, index);
  if (section === undefined) return undefined;
  const isSearch = narrow.kind === 'search';
  return { ...section, content: <StickyConversation header={section.header} isSearch={isSearch} /> };
}

type Load = typeof loadOlder;

const loadNewest: Load = (client, range) => loadAround(client, range, 'newest');

type LoadFailure = { failure: ApiFailure; more: Load; retry: () => void };

/** How long scrolling loads nothing after a failure. */
const pauseMs = 5000;

/** Says that the list ends here only because a request failed. */
const MoreFailed = ({ failed: { failure, retry } }: { failed: LoadFailure }) => (
  <div class="message-list-failed" role="alert">
    <span>{t('messages.moreFailed', { reason: failureText(failure) })}</span>
    <Button kind="quiet" onClick={retry}>
      {t('common.retry')}
    </Button>
  </div>
);

/** Scrolls to one's own new message, from any position. */
function useScrollToOwn({ outbox }: Client, narrow: Narrow, toNewest: () => Promise<void>): void {
  const newest = useComputed(
    () => outbox.items.value.findLast((item) => showsNew(narrow, item.to))?.writtenAt ?? 0,
  ).value;
  const seen = useRef(newest);
  useEffect(() => {
    if (newest > seen.current) void toNewest();
    seen.current = Math.max(seen.current, newest);
  }, [newest]);
}

function getRows(
  { live, outbox }: Client,
  range: MessageRange,
  firstUnread: number | undefined,
): MessageRow[] {
  const messages = live.get('messages');
  return messageRows({
    ids: range.ids.value,
    readMessage: (id) => messages.get(id),
    ownId: live.get('own').user_id,
    clock: getClock(live),
    isOne: isConversation(range.narrow),
    firstUnread,
    hasOldest: range.oldest.value,
    pending: range.newest.value ? outbox.items.value.filter((item) => showsNew(range.narrow, item.to)) : [],
  });
}

function idAt(rows: readonly MessageRow[], from: number): number | undefined {
  const row = rows.slice(Math.max(0, from)).find((each) => each.kind === 'message');
  return row?.kind === 'message' ? row.id : undefined;
}

function idUpTo(rows: readonly MessageRow[], to: number): number | undefined {
  for (let i = to; i >= 0; i--) {
    const row = rows[i];
    if (row?.kind === 'message') return row.id;
  }
  return undefined;
}

/** Marks messages as read once their end was visible in a page that has the focus. */
function readVisible(client: Client, narrow: Narrow, rows: readonly MessageRow[]): void {
  const policy = preference(client.live, 'web_mark_read_on_scroll_policy') ?? 1;
  const allowed = policy === 1 || (policy === 2 && isConversation(narrow));
  if (heldUnread.peek() === narrowKey(narrow)) return;
  if (!allowed || document.visibilityState !== 'visible' || !document.hasFocus()) return;
  const ids = rows.flatMap((row) => (row.kind === 'message' ? [row.id] : []));
  const state = client.live.peek();
  // A message that no longer matches the narrow is about to leave the list, so it was not read here.
  markRead(
    client,
    ids.filter((id) => {
      const message = state.messages.get(id);
      return message !== undefined && matches(narrow, message, state) !== false;
    }),
  );
}

// Heights of rows that were not drawn yet. What estimates them closely is loaded before the first older messages.

let guessText = guessTextRoughly;
let isAsked = false;

function loadCloseGuess(): void {
  if (isAsked) return;
  isAsked = true;
  import('../../../view/messages/text-height.ts').then(
    ({ guessTextHeight }) => (guessText = guessTextHeight),
    () => (isAsked = false),
  );
}

const useRowGuess = ({ live }: Client, narrow: Narrow) =>
  useMemo(
    () =>
      guesses({
        getMessage: (id) => live.peek().messages.get(id),
        isWhole: (id) => narrow.kind === 'search' || expanded.peek().has(id),
        guessText: (html, width) => guessText(html, width),
      }),
    [live],
  );

type ToNewestProps = {
  range: MessageRange;
  /** ID of the last visible message. */
  last: ReadonlySignal<number | undefined>;
  list: RefObject<VirtualListHandle>;
  onGo: () => void;
};

/** A button to the newest message for people who read further up, with the number of new messages below. */
function ToNewest({ range, last, list, onGo }: ToNewestProps) {
  const { live } = useClient();
  const count = useComputed(() =>
    newBelow({
      unreads: live.get('unreads'),
      narrow: range.narrow,
      ownId: live.get('own').user_id,
      ids: range.ids.value,
      hasNewest: range.newest.value,
      last: last.value,
    }),
  ).value;
  const go = () => {
    // The button disappears, and the focus would be lost.
    list.current?.element()?.focus({ preventScroll: true });
    onGo();
  };
  return (
    <div class={`to-newest ${count > 0 ? 'to-newest-new' : ''}`}>
      <Button onClick={go}>
        <Icon of={ArrowDown} />
        <span class="to-newest-words">
          {count > 0 ? t('messages.newBelow', { count }) : t('messages.toNewest')}
        </span>
        {count > 0 && (
          <span class="to-newest-number numeric" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
    </div>
  );
}
