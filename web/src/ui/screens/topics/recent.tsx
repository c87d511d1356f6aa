import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { loadAuthors } from '../../../actions/messages/named-messages.ts';
import { retryUntilSuccess, type RetryPolicy } from '../../../actions/request/retry.ts';
import { recentPages, type RecentPages } from '../../../actions/messages/recent.ts';
import type { Client } from '../../../connection/client.ts';
import { hasAllTopics, hasStaleTopics } from '../../../view/channels/all-topics.ts';
import type { ConversationRow } from '../../../view/channels/conversation-rows.ts';
import {
  recentFilter,
  recentRows,
  type RecentChoices,
  type RecentFilter,
} from '../../../view/inbox/recent.ts';
import { t } from '../../../view/text/text.ts';
import { arrowKeys, stepFocus } from '../../kit/lists/arrows.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFirstLoad } from '../../parts/first-load.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useListKeys } from '../../kit/lists/list-keys.ts';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { runCommand, useCommands } from '../../page/keyboard.ts';
import { LoadingRows } from './loading-rows.tsx';
import { ListChoices, ListColumns } from './list-choices.tsx';
import './recent.css';
import { loadTopicsBetweenKeys } from '../../parts/topics/load-topics.ts';
import { RecentRowView } from './recent-row.tsx';
import { useKeptRows } from '../../parts/use-kept-rows.ts';

type RecentListChoices = Omit<RecentChoices, 'oldest'>;

const unsorted: RecentListChoices = { filters: new Set(), sort: 'last', isReversed: false };
const rowSelector = '.recent-row';
const filters: readonly RecentFilter[] = ['unread', 'mine', 'direct', 'channels'];
const opposite: Partial<Record<RecentFilter, RecentFilter>> = { direct: 'channels', channels: 'direct' };

/** Conversations by the time of their last message. */
export default function Recent() {
  const client = useClient();
  const pages = recentPages(client);
  const chosen = useSignal(unsorted);
  const typed = useSignal('');
  const list = useRef<HTMLDivElement>(null);
  const load = (retryPolicy: RetryPolicy) => retryUntilSuccess(() => pages.refresh(), retryPolicy);
  // A new queue has no events for the time without one.
  const first = useFirstLoad(client, load, { reloadKey: client.live.begun.value });
  useAllConversations(client, pages);
  const hasTopics = useComputed(() => hasAllTopics(client.live));
  const all = useKeptRows(() => {
    const choices = { ...chosen.value, hasTopics: hasTopics.value };
    const oldest = pages.oldest.value;
    return oldest === undefined ? [] : recentRows(client.live, { ...choices, oldest });
  });
  const filter = useMemo(() => recentFilter(client.live), []);
  const rows = useComputed(() => filter(all.value, typed.value));
  useCommands({
    recent: () => focusIn(list.current?.parentElement, '.filter-field-input'),
    'next-message': () => stepFocus(list.current, rowSelector, 1),
    'previous-message': () => stepFocus(list.current, rowSelector, -1),
  });
  const choose = (change: Partial<RecentListChoices>) => (chosen.value = withChoice(chosen.peek(), change));
  return (
    <>
      <PlainHeader title={t('views.recent')} />
      <div class="recent">
        <ListChoices
          label={t('recent.filter')}
          typed={typed}
          filters={filters}
          getText={(filter) => t(`recent.${filter}`)}
          chosen={chosen.value}
          choose={choose}
        />
        <ListColumns name={t('recent.conversation')} chosen={chosen.value} choose={choose} />
        <div class="recent-list" ref={list} onKeyDown={arrowKeys(rowSelector)}>
          {pages.oldest.value === undefined ? (
            <LoadingRows of="conversations" first={first} />
          ) : rows.value.length === 0 ? (
            <Nothing isFiltered={typed.value !== '' || chosen.value.filters.size > 0} />
          ) : (
            <Rows rows={rows} isFiltered={typed.value !== ''} pages={pages} hasTopics={hasTopics} />
          )}
        </div>
      </div>
    </>
  );
}

/** A filter that was added removes its opposite. */
function withChoice(
  chosen: RecentListChoices,
  { filters = chosen.filters, ...change }: Partial<RecentListChoices>,
): RecentListChoices {
  const added = [...filters].find((filter) => !chosen.filters.has(filter));
  const against = added && opposite[added];
  return { ...chosen, ...change, filters: new Set([...filters].filter((one) => one !== against)) };
}

type RowsProps = OlderProps & { rows: ReadonlySignal<readonly ConversationRow[]>; isFiltered: boolean };

function Rows({ rows, isFiltered, pages, hasTopics }: RowsProps) {
  const handle = useRef<VirtualListHandle>(null);
  useListKeys(handle);
  const items = useComputed(() => [...rows.value, 'end' as const]);
  const drawRow = useCallback(
    (row: ConversationRow | 'end') =>
      row === 'end' ? <Older pages={pages} hasTopics={hasTopics} /> : <RecentRowView row={row} />,
    [],
  );
  return (
    <VirtualList
      items={items.value}
      getKey={(row) => (row === 'end' ? 'end' : row.key)}
      estimate={() => 44}
      label={t('views.recent')}
      handle={handle}
      isFiltered={isFiltered}
      render={drawRow}
    />
  );
}

function focusIn(within: Element | null | undefined, selector: string): boolean {
  const field = within?.querySelector<HTMLElement>(selector);
  field?.focus();
  return field !== null && field !== undefined;
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={t('recent.nothing')} />
  ) : (
    <EmptyState title={t('recent.empty')}>
      <p>{t('recent.emptyHint')}</p>
      <p>
        <Button command="new-message" onClick={() => runCommand('new-message')}>
          {t('keys.newMessage')}
        </Button>
      </p>
    </EmptyState>
  );

/** Loads the topics of all channels, so that quiet conversations are listed too, and where one has written. */
function useAllConversations(client: Client, { oldest }: RecentPages): void {
  const { live } = client;
  const isStale = useComputed(() => hasStaleTopics(live)).value;
  const begun = live.begun.value;
  useEffect(() => void loadTopicsBetweenKeys(client), [begun, isStale]);
  // Own messages are less urgent than the first rows.
  const isShown = useComputed(() => oldest.value !== undefined).value;
  useEffect(() => {
    if (isShown) void loadAuthors(client, 'sender', live.peek().own.user_id);
  }, [begun, isShown]);
}

type OlderProps = { pages: RecentPages; hasTopics: ReadonlySignal<boolean> };

function Older({ pages, hasTopics }: OlderProps) {
  const load = async () => {
    const failure = await pages.older();
    if (failure !== undefined) toast({ text: failureText(failure), kind: 'error' });
  };
  if (pages.hasAll.value || hasTopics.value) return null;
  return (
    <div class="recent-older">
      <Button kind="quiet" isBusy={pages.isLoading.value} onClick={() => void load()}>
        {t('recent.older')}
      </Button>
    </div>
  );
}
