import type { Narrow } from '../../store/messages/narrow.ts';
import { channelName, topicName } from '../../view/narrow/names.ts';
import { parseSearch } from '../../view/narrow/search-terms.ts';
import { viewOfSearch, type SearchView } from '../../view/narrow/view-searches.ts';
import { t, type TextKey } from '../../view/text/text.ts';
import { writingObjection } from '../../view/compose/writing-rights.ts';
import { EmptyState } from '../base/empty-state.tsx';
import { getTarget } from '../compose/state/state.ts';
import { useClient } from '../page/client.tsx';
import { getHref } from '../page/location.ts';
import type { Topic } from '../topics/use-moved-topic.ts';

type Words = { title: TextKey; hint: TextKey };

const words: Partial<Record<Narrow['kind'], Words>> = {
  mentions: { title: 'messages.emptyMentions', hint: 'messages.emptyMentionsHint' },
  starred: { title: 'messages.emptyStarred', hint: 'messages.emptyStarredHint' },
  search: { title: 'messages.emptySearch', hint: 'messages.emptySearchHint' },
};

/** Views that are searches. */
const viewWords: Record<SearchView, Words> = {
  reactions: { title: 'messages.emptyReactions', hint: 'messages.emptyReactionsHint' },
  followed: { title: 'messages.emptyFollowed', hint: 'messages.emptyFollowedHint' },
};

type Props = {
  narrow: Narrow;
  /** Where the messages that were here have moved. */
  movedTo: Topic | undefined;
};

export function EmptyNarrow({ narrow, movedTo }: Props) {
  const { live } = useClient();
  const own = getTarget(narrow);
  const isClosed = own !== undefined && writingObjection(live, own, []) !== undefined;
  if (narrow.kind === 'topic') return <EmptyTopic topic={narrow} movedTo={movedTo} isClosed={isClosed} />;
  // Compose shows the reason below.
  if (isClosed) return <EmptyState title={t('messages.empty')} />;
  const view = narrow.kind === 'search' ? viewOfSearch(narrow.query) : undefined;
  const { title, hint } = (view && viewWords[view]) ??
    words[narrow.kind] ?? { title: 'messages.empty', hint: 'messages.emptyTopic' };
  return <EmptyState title={t(title)}>{t(hint)}</EmptyState>;
}

/** The person may have followed an old link. */
function EmptyTopic({
  topic,
  movedTo,
  isClosed,
}: {
  topic: Topic;
  movedTo: Topic | undefined;
  isClosed: boolean;
}) {
  const { live } = useClient();
  const channel = channelName(live, topic.channelId);
  const { name: query, isEmpty } = topicName(live, topic.topic);
  const search = { kind: 'search', query, terms: parseSearch(query) } as const;
  return (
    <EmptyState title={t('messages.empty')}>
      {!isClosed && <p>{t('messages.emptyTopic')}</p>}
      {movedTo && (
        <p>
          {t('topic.nowAt', {
            channel: channelName(live, movedTo.channelId),
            topic: topicName(live, movedTo.topic).name,
          })}{' '}
          <a href={getHref({ screen: 'narrow', narrow: movedTo })}>{t('topic.goThere')}</a>
        </p>
      )}
      <p class="empty-state-links">
        <a href={getHref({ screen: 'topics', channelId: topic.channelId })}>
          {t('messages.allTopicsOf', { channel })}
        </a>
        {!isEmpty && (
          <a href={getHref({ screen: 'narrow', narrow: search })}>{t('messages.searchFor', { query })}</a>
        )}
      </p>
    </EmptyState>
  );
}
