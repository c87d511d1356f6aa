import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { loadAuthors } from '../../../actions/messages/named-messages.ts';
import { retryUntilSuccess, type RetryPolicy } from '../../../actions/request/retry.ts';
import { loadTopics } from '../../../actions/topic-lists.ts';
import { needsTopics } from '../../../store/channels/topics.ts';
import {
  topicFilter,
  topicRows,
  type TopicFilter,
  type TopicRow,
} from '../../../view/channels/topic-rows.ts';
import { allTopics } from '../../../view/channels/topics.ts';
import { t } from '../../../view/text/text.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFirstLoad, type FirstLoad } from '../../parts/first-load.tsx';
import { arrowKeys, stepFocus } from '../../kit/lists/arrows.ts';
import { useListKeys } from '../../kit/lists/list-keys.ts';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { Compose } from '../../compose/compose.tsx';
import { Header } from '../../header/header.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { ListChoices, ListColumns, type ListFilter } from './list-choices.tsx';
import { RecentRowView } from './recent-row.tsx';
import { useKeptRows } from '../../parts/use-kept-rows.ts';
import './recent.css';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import type { ScreenProps } from '../../page/screen-props.ts';

const rowSelector = '.recent-row';
const filters: readonly TopicFilter[] = ['unread', 'followed', 'unresolved', 'mine'];
const unsorted: ListFilter<TopicFilter> = { filters: new Set(), sort: 'last', isReversed: false };

/** All topics of a channel, with a compose box to start another. */
export default function TopicListScreen({ page }: ScreenProps) {
  const narrow = { kind: 'channel', channelId: Number(page) } as const;
  return (
    <div class="conversation">
      <Header narrow={narrow} isTopicList />
      <TopicList key={page} channelId={narrow.channelId} />
      <Compose narrow={narrow} />
    </div>
  );
}

function TopicList({ channelId }: { channelId: number }) {
  const { live } = useClient();
  const chosen = useSignal(unsorted);
  const typed = useSignal('');
  const list = useRef<HTMLDivElement>(null);
  const first = useTopics(channelId);
  const isLoaded = useComputed(() => allTopics(live, channelId) !== undefined);
  const all = useKeptRows(() => topicRows(live, channelId, allTopics(live, channelId) ?? [], chosen.value));
  const filter = useMemo(topicFilter, []);
  const rows = useComputed(() => filter(all.value, typed.value));
  const stepRow = (by: 1 | -1) => stepFocus(list.current, rowSelector, by);
  useCommands({ 'next-message': () => stepRow(1), 'previous-message': () => stepRow(-1) });
  const choose = (change: Partial<ListFilter<TopicFilter>>) =>
    (chosen.value = { ...chosen.peek(), ...change });
  const toFirstRow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    // The rows for the last key press are drawn by then.
    queueMicrotask(() => stepRow(1));
  };
  return (
    <div class="recent">
      <ListChoices
        label={t('sidebar.filterTopics')}
        typed={typed}
        filters={filters}
        getText={(filter) => t(`topicList.${filter}`)}
        onKeyDown={toFirstRow}
        chosen={chosen.value}
        choose={choose}
      />
      <ListColumns name={t('topicList.topic')} chosen={chosen.value} choose={choose} />
      <div class="recent-list" ref={list} onKeyDown={arrowKeys(rowSelector)}>
        {!isLoaded.value ? (
          <LoadingRows of="topics" first={first} />
        ) : rows.value.length === 0 ? (
          <Nothing isFiltered={typed.value !== '' || chosen.value.filters.size > 0} />
        ) : (
          <Rows rows={rows.value} isFiltered={typed.value !== ''} />
        )}
      </div>
    </div>
  );
}

/** Loads the topics, again when they have become stale, and who has written in them. */
function useTopics(channelId: number): FirstLoad {
  const client = useClient();
  const { live } = client;
  const load = (retryPolicy: RetryPolicy) =>
    retryUntilSuccess(() => loadTopics(client, channelId), retryPolicy);
  const isStale = needsTopics(live.get('topics').get(channelId));
  useEffect(() => void loadAuthors(client, 'channel', channelId), [live.begun.value]);
  return useFirstLoad(client, load, { reloadKey: isStale ? live.begun.value : isStale });
}

function Rows({ rows, isFiltered }: { rows: readonly TopicRow[]; isFiltered: boolean }) {
  const handle = useRef<VirtualListHandle>(null);
  useListKeys(handle);
  return (
    <VirtualList
      items={rows}
      getKey={(row) => row.key}
      estimate={() => 44}
      label={t('views.topics')}
      handle={handle}
      isFiltered={isFiltered}
      render={drawRow}
    />
  );
}

const drawRow = (row: TopicRow) => <RecentRowView row={row} isInChannel />;

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={t('topicList.nothing')} />
  ) : (
    <EmptyState title={t('topicList.empty')}>{t('topicList.emptyHint')}</EmptyState>
  );
