import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { loadAuthors } from '../../actions/messages/named-messages.ts';
import { retryUntilSuccess, type RetryPolicy } from '../../actions/retry.ts';
import { loadTopics } from '../../actions/topic-lists.ts';
import { needsTopics } from '../../store/channels/topics.ts';
import { topicFilter, topicRows, type TopicFilter, type TopicRow } from '../../view/channels/topic-rows.ts';
import { allTopics } from '../../view/channels/topics.ts';
import { t } from '../../view/text/text.ts';
import { EmptyState } from '../base/empty-state.tsx';
import { NotLoaded, useFirstLoad } from '../base/first-load.tsx';
import { arrowKeys, stepFocus } from '../base/lists/arrows.ts';
import { useListKeys } from '../base/lists/list-keys.ts';
import { VirtualList, type VirtualListHandle } from '../base/lists/virtual-list.tsx';
import { Skeleton } from '../base/skeleton.tsx';
import { Compose } from '../compose/compose.tsx';
import { Header } from '../frame/header.tsx';
import { ListChoices, ListColumns, type ListFilter } from '../inbox/list-choices.tsx';
import { RecentRowView } from '../inbox/recent-row.tsx';
import { useKeptRows } from '../base/lists/use-kept-rows.ts';
import '../inbox/recent.css';
import { useClient } from '../page/client.tsx';
import { useCommands } from '../page/keyboard.ts';
import type { ScreenProps } from '../screen-props.ts';

const rowSelector = '.recent-row';
const filters: readonly TopicFilter[] = ['unread', 'followed', 'unresolved', 'mine'];
const unsorted: ListFilter<TopicFilter> = { filters: new Set(), sort: 'last', isReversed: false };

/** All topics of a channel, with a compose box to begin another. */
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
  const client = useClient();
  const { live } = client;
  const chosen = useSignal(unsorted);
  const typed = useSignal('');
  const list = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualListHandle>(null);
  const load = (retryPolicy: RetryPolicy) =>
    retryUntilSuccess(() => loadTopics(client, channelId), retryPolicy);
  const isStale = needsTopics(live.get('topics').get(channelId));
  const { failed, ask } = useFirstLoad(client, load, { reloadKey: isStale ? live.begun.value : isStale });
  useEffect(() => void loadAuthors(client, 'channel', channelId), [live.begun.value]);
  const isLoaded = useComputed(() => allTopics(live, channelId) !== undefined);
  const all = useKeptRows(() => topicRows(live, channelId, allTopics(live, channelId) ?? [], chosen.value));
  const filter = useMemo(topicFilter, []);
  const rows = useComputed(() => filter(all.value, typed.value));
  useCommands({
    'next-message': () => stepFocus(list.current, rowSelector, 1),
    'previous-message': () => stepFocus(list.current, rowSelector, -1),
  });
  useListKeys(handle);
  const choose = (change: Partial<ListFilter<TopicFilter>>) =>
    (chosen.value = { ...chosen.peek(), ...change });
  const toFirst = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    // What was typed last is drawn by then.
    queueMicrotask(() => stepFocus(list.current, rowSelector, 1));
  };
  return (
    <div class="recent">
      <ListChoices
        label={t('sidebar.filterTopics')}
        typed={typed}
        filters={filters}
        getText={(filter) => t(`topicList.${filter}`)}
        onKeyDown={toFirst}
        chosen={chosen.value}
        choose={choose}
      />
      <ListColumns name={t('topicList.topic')} chosen={chosen.value} choose={choose} />
      <div class="recent-list" ref={list} onKeyDown={arrowKeys(rowSelector)}>
        {!isLoaded.value ? (
          failed === undefined ? (
            <Skeleton kind="row" rows={12} />
          ) : (
            <NotLoaded failed={failed} onRetry={ask} />
          )
        ) : rows.value.length === 0 ? (
          <Nothing isFiltered={typed.value !== '' || chosen.value.filters.size > 0} />
        ) : (
          <VirtualList
            items={rows.value}
            getKey={(row) => row.key}
            estimate={() => 44}
            label={t('views.topics')}
            handle={handle}
            isFiltered={typed.value !== ''}
            render={drawRow}
          />
        )}
      </div>
    </div>
  );
}

const drawRow = (row: TopicRow) => <RecentRowView row={row} isInChannel />;

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={t('topicList.nothing')} />
  ) : (
    <EmptyState title={t('topicList.empty')}>{t('topicList.emptyHint')}</EmptyState>
  );
