import { useState } from 'preact/hooks';
import type { KnownTopic } from '../../store/channels/topics.ts';
import { hasWords, unreadIn } from '../../view/channels/topics.ts';
import { channelName, topicName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { arrowKeys } from '../base/lists/arrows.ts';
import { Count } from '../base/chip.tsx';
import { FilterField } from '../base/filter-field.tsx';
import { Popover } from '../base/overlays/popover.tsx';
import { Skeleton } from '../base/skeleton.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { getHref } from '../page/location.ts';
import { useTopicList } from '../topics/use-topics.ts';
import './all-topics.css';

type Props = { channelId: number; anchor: Element; onClose: () => void };

/** Every topic of a channel, with a filter over them. */
export function AllTopics({ channelId, anchor, onClose }: Props) {
  const client = useClient();
  const [filter, setFilter] = useState('');
  const { topics, failure } = useTopicList(channelId);
  return (
    <Popover anchor={anchor} label={channelName(client.live, channelId)} side="right" onClose={onClose}>
      <div class="all-topics" onKeyDown={arrowKeys('.all-topics-row, .filter-field-input')}>
        <FilterField
          class="all-topics-filter"
          isSunken
          label={t('sidebar.filterTopics')}
          value={filter}
          onValue={setFilter}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              document.querySelector<HTMLElement>('.all-topics-row')?.focus();
            }
          }}
        />
        {topics !== undefined ? (
          <List channelId={channelId} topics={topics} filter={filter} onClose={onClose} />
        ) : failure === undefined ? (
          <Skeleton kind="row" rows={5} />
        ) : (
          <p class="all-topics-none">{failureText(failure)}</p>
        )}
      </div>
    </Popover>
  );
}

type ListProps = { channelId: number; topics: readonly KnownTopic[]; filter: string; onClose: () => void };
const most = 200;

function List({ channelId, topics, filter, onClose }: ListProps) {
  const { live } = useClient();
  const shown = topics
    .filter(({ topic }) => hasWords(topicName(live, topic).name.toLocaleLowerCase(), filter.trim()))
    .slice(0, most);
  if (shown.length === 0) return <p class="all-topics-none">{t('common.nothingFound')}</p>;
  return (
    <ul class="all-topics-list" role="list">
      {shown.map(({ topic }) => {
        const { name, isEmpty } = topicName(live, topic);
        const count = unreadIn(live, channelId, topic).size;
        return (
          <li key={topic}>
            <a
              class={`all-topics-row ${count > 0 ? 'all-topics-unread' : ''}`}
              href={getHref({ screen: 'narrow', narrow: { kind: 'topic', channelId, topic } })}
              onClick={onClose}
            >
              <span class={`one-line ${isEmpty ? 'sidebar-empty' : ''}`}>{name}</span>
              <Count count={count} label={t('sidebar.unread', { count })} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
