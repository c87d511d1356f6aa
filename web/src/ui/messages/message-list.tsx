import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { loadAround, loadNewer, loadOlder } from '../../actions/messages/history.ts';
import { markRead } from '../../actions/messages/marking-read.ts';
import type { ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import type { MessageRange } from '../../store/history/history.ts';
import { isConversation, matches, narrowKey, showsNew, type Narrow } from '../../store/messages/narrow.ts';
import { keptRows } from '../../view/messages/kept-rows.ts';
import { messageRows, openingRow, sectionAt, type MessageRow } from '../../view/messages/message-rows.ts';
import { getClock, preference } from '../../view/settings/preferences.ts';
import { guesses } from '../../view/messages/row-height.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { VirtualList, type Pinned, type VirtualListHandle } from '../base/lists/virtual-list.tsx';
import { heldUnread } from '../message-actions/state.ts';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { useChoosingByMouse } from './chosen/chosen.ts';
import { expand, expanded } from './content/condensed-state.ts';
import './message-list.css';
import { StickyConversation } from './conversation-header.tsx';
import { MessageRowView } from './message-row.tsx';
import { useMessageCommands } from './message-commands.ts';
import { ToNewest } from './to-newest.tsx';

export type MessageListProps = {
  range: MessageRange;
  /** The line above what is new stays where it was when the view opened. */
  firstUnread: number | undefined;
  openAt: number | undefined;
  /** A message that the address points to. */
  near: number | undefined;
};

export function MessageList({ range, firstUnread, openAt, near }: MessageListProps) {
  const client = useClient();
  const list = useRef<VirtualListHandle>(null);
  const shown = useRef<readonly MessageRow[]>([]);
  const rows = useComputed(
    () => (shown.current = keptRows(shown.current, getRows(client, range, firstUnread))),
  );
  const isAtEnd = useSignal(true);
  const lowest = useSignal<number | undefined>(undefined);
  const selected = useSignal(near);
  useMemo(() => near !== undefined && expand(near), []);
  const look = () => {
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
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  const failed = useSignal<LoadFailure | undefined>(undefined);
  const failedAt = useRef(new Map<Load, number>()).current;
  const fetch = async (more: Load) => {
    const failure = await more(client, range);
    if (failure) failedAt.set(more, performance.now());
    else failedAt.delete(more);
    // Without a connection the page says so above, and asks again by itself.
    const isNotified = failure?.kind === 'unreachable' && client.sync.connection.peek().kind !== 'online';
    if (failure && !isNotified) failed.value = { failure, more, again: () => void fetch(more) };
    else if (failed.peek()?.more === more) failed.value = undefined;
  };
  const fetchNear = (more: Load) => {
    if (performance.now() - (failedAt.get(more) ?? -Infinity) > pauseMs) void fetch(more);
  };
  const toNewest = async () => {
    if (!range.newest.peek()) await fetch(loadNewest);
    list.current?.scrollToEnd();
  };
  useMessageCommands({ range, rows, selected, list, toNewest });
  useChoosingByMouse(client.live, list, { ids: range.ids, selected });
  useScrollToOwn(client, range.narrow, toNewest);
  const guess = useMemo(
    () =>
      guesses({
        getLength: (id) => client.live.peek().messages.get(id)?.content.length ?? 0,
        isWhole: (id) => range.narrow.kind === 'search' || expanded.peek().has(id),
      }),
    [client],
  );
  const opening = openAt === undefined ? undefined : openingRow(rows.peek(), openAt);
  return (
    <>
      <VirtualList
        class="message-list"
        items={rows.value}
        getKey={(row) => row.key}
        estimate={(row) => guess(row, window.innerWidth)}
        label={t('messages.list')}
        anchor="end"
        hasMore={!range.newest.value && range.state.value === 'ready'}
        openAt={opening}
        handle={list}
        onNearStart={() => fetchNear(loadOlder)}
        onNearEnd={() => fetchNear(loadNewer)}
        onScroll={look}
        pinned={isConversation(range.narrow) ? undefined : (index) => pinnedAt(rows.peek(), index, range)}
        render={(row) => <MessageRowView row={row} narrow={range.narrow} selected={selected} />}
      />
      {failed.value && <MoreFailed failed={failed.value} />}
      {!isAtEnd.value && <ToNewest range={range} last={lowest} list={list} onGo={() => void toNewest()} />}
    </>
  );
}

/** In mixed views one always sees where one is. */
function pinnedAt(rows: readonly MessageRow[], index: number, { narrow }: MessageRange): Pinned | undefined {
  const section = sectionAt(rows, index);
  if (section === undefined) return undefined;
  const isSearch = narrow.kind === 'search';
  return { ...section, content: <StickyConversation header={section.header} isSearch={isSearch} /> };
}

type Load = typeof loadOlder;

const loadNewest: Load = (client, range) => loadAround(client, range, 'newest');

type LoadFailure = { failure: ApiFailure; more: Load; again: () => void };

/** After a failure, scrolling does not ask again for as long. */
const pauseMs = 5000;

/** The list ends where it does because a response is missing. */
const MoreFailed = ({ failed: { failure, again } }: { failed: LoadFailure }) => (
  <div class="message-list-failed" role="alert">
    <span>{t('messages.moreFailed', { reason: failureText(failure) })}</span>
    <Button kind="quiet" onClick={again}>
      {t('common.retry')}
    </Button>
  </div>
);

/** Anyone who sends a message sees it, wherever they were reading. */
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

/** Messages are read once their end was in view of a person who looks at the page. */
function readVisible(client: Client, narrow: Narrow, rows: readonly MessageRow[]): void {
  const policy = preference(client.live, 'web_mark_read_on_scroll_policy') ?? 1;
  const allowed = policy === 1 || (policy === 2 && isConversation(narrow));
  if (heldUnread.peek() === narrowKey(narrow)) return;
  if (!allowed || document.visibilityState !== 'visible' || !document.hasFocus()) return;
  const ids = rows.flatMap((row) => (row.kind === 'message' ? [row.id] : []));
  const state = client.live.peek();
  // Unread ones vanish from nowhere: what does not match the narrow any more is not what was looked at.
  markRead(
    client,
    ids.filter((id) => {
      const message = state.messages.get(id);
      return message !== undefined && matches(narrow, message, state) !== false;
    }),
  );
}
