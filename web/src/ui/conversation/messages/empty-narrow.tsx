import { useEffect } from 'preact/hooks';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import { channelName, topicName } from '../../../view/narrow/names.ts';
import { parseSearch, unknownName } from '../../../view/narrow/search-terms.ts';
import { correctSearch } from '../../../view/search/search-suggestions.ts';
import { viewOfSearch, type SearchView } from '../../../view/narrow/view-searches.ts';
import { t, type TextKey } from '../../../view/text/text.ts';
import { writingObjection } from '../../../view/compose/writing-rights.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { announce, toast } from '../../kit/toasts/toast.tsx';
import { getTarget } from '../../compose/state/state.ts';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import type { Topic } from '../topic/use-moved-topic.ts';

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
  /** Whether its messages were deleted, or moved to where the person has no access. */
  isGone: boolean;
  /** Where the messages that were here have moved. */
  movedTo: Topic | undefined;
};

export function EmptyNarrow({ narrow, isGone, movedTo }: Props) {
  const { live } = useClient();
  const own = getTarget(narrow);
  const isClosed = own !== undefined && writingObjection(live, own, []) !== undefined;
  if (narrow.kind === 'topic')
    return <EmptyTopic topic={narrow} isGone={isGone} movedTo={movedTo} isClosed={isClosed} />;
  // Compose shows the reason below.
  if (isClosed) return <EmptyState title={t('messages.empty')} />;
  const view = narrow.kind === 'search' ? viewOfSearch(narrow.query) : undefined;
  const { title, hint } = (view && viewWords[view]) ??
    words[narrow.kind] ?? { title: 'messages.empty', hint: 'messages.emptyTopic' };
  return <EmptyState title={t(title)}>{t(hint)}</EmptyState>;
}

type TopicProps = Omit<Props, 'narrow'> & { topic: Topic; isClosed: boolean };

/** The person may have followed an old link, or was reading the messages when they disappeared. */
function EmptyTopic({ topic, isGone, movedTo, isClosed }: TopicProps) {
  const { live } = useClient();
  useEffect(() => {
    if (isGone) announce(t('topic.goneHint'));
  }, [isGone]);
  const channel = channelName(live, topic.channelId);
  const { name: query, isEmpty } = topicName(live, topic.topic);
  const search = getSearch(query);
  return (
    <EmptyState title={t(isGone ? 'topic.gone' : 'messages.empty')}>
      {isGone && <p>{t('topic.goneHint')}</p>}
      {!isGone && !isClosed && <p>{t('messages.emptyTopic')}</p>}
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

const getSearch = (query: string) => ({ kind: 'search', query, terms: parseSearch(query) }) as const;

const unknownTexts = {
  operator: 'messages.noFilterNamed',
  date: 'messages.noDate',
  channel: 'messages.noChannelNamed',
  person: 'messages.nobodyNamed',
} as const;

/** In place of a search that was refused. */
export function BadSearch({ narrow }: { narrow: Narrow }) {
  const { live } = useClient();
  const unknown = narrow.kind === 'search' ? unknownName(narrow.terms, live.peek()) : undefined;
  if (narrow.kind !== 'search' || unknown === undefined)
    return <EmptyState title={t('messages.emptySearch')}>{t('messages.badSearchHint')}</EmptyState>;
  const { kind, name } = unknown;
  const hint = kind === 'operator' ? t('messages.noFilterHint') : t('messages.noDateHint');
  return (
    <EmptyState title={t(unknownTexts[kind], { name })}>
      {kind === 'operator' || kind === 'date' ? (
        hint
      ) : (
        <p class="empty-state-links">
          {correctSearch(live, narrow.query, unknown).map((query) => (
            <a key={query} href={getHref({ screen: 'narrow', narrow: getSearch(query) })}>
              <bdi>{query}</bdi>
            </a>
          ))}
        </p>
      )}
    </EmptyState>
  );
}

export const showGoneLink = (): void => void toast({ text: t('topic.linkGone') });
