import { CircleCheck } from 'lucide-preact';
import type { RecentRow } from '../../view/inbox/recent.ts';
import { channelColor, channelName, directName, personName, topicName } from '../../view/narrow/names.ts';
import { getClock } from '../../view/settings/preferences.ts';
import { t } from '../../view/text/text.ts';
import { getFullTime, getShortTime } from '../../view/text/times.ts';
import { Avatar } from '../base/avatar.tsx';
import { Count } from '../base/chip.tsx';
import { Icon } from '../base/icon.tsx';
import { PersonPicture } from '../people/person-picture.tsx';
import { useClient } from '../page/client.tsx';
import { getHref } from '../page/location.ts';

/** One conversation, all of it a link. */
export function RecentRowView({ row }: { row: RecentRow }) {
  const { live } = useClient();
  const clock = getClock(live);
  const { conversation, unread, mentions, lastTime } = row;
  const isDirect = conversation.kind === 'direct';
  const isLoud = mentions > 0 || isDirect;
  return (
    <div class="frame-column">
      <a
        class={`recent-row ${unread > 0 ? 'recent-unread' : ''} ${isDirect ? 'recent-direct' : ''}`}
        href={getHref({ screen: 'narrow', narrow: conversation })}
      >
        <Place row={row} />
        <Participants row={row} />
        <span class="recent-time numeric" title={getFullTime(lastTime, clock)}>
          {getShortTime(lastTime, Date.now() / 1000, clock)}
        </span>
        <span class="recent-count">
          <Count
            kind={isLoud ? 'mention' : 'plain'}
            count={unread}
            label={
              mentions > 0
                ? t('sidebar.mentions', { count: mentions })
                : t('sidebar.unread', { count: unread })
            }
          />
        </span>
      </a>
    </div>
  );
}

function Place({ row: { conversation } }: { row: RecentRow }) {
  const { live } = useClient();
  if (conversation.kind === 'direct') {
    return (
      <span class="recent-place">
        <span class="recent-lead">
          <PersonPicture userIds={conversation.userIds} size={20} />
        </span>
        <span class="recent-name one-line">{directName(live, conversation.userIds)}</span>
      </span>
    );
  }
  const { name, isResolved, isEmpty } = topicName(live, conversation.topic);
  return (
    <span class="recent-place">
      <span class="recent-lead">
        <span class="recent-bar" style={{ background: channelColor(live, conversation.channelId) }} />
      </span>
      <span class="recent-words">
        <span class={`recent-name one-line ${isEmpty ? 'recent-unnamed' : ''}`}>
          {isResolved && (
            <span class="recent-resolved" role="img" aria-label={t('topic.resolved')}>
              <Icon of={CircleCheck} />
            </span>
          )}
          {name}
        </span>
        <span class="recent-channel one-line">{channelName(live, conversation.channelId)}</span>
      </span>
    </span>
  );
}

const shown = 4;

function Participants({ row: { participants } }: { row: RecentRow }) {
  const { live } = useClient();
  const users = live.get('users');
  const names = participants.slice(0, shown).map((id) => personName(live, id));
  const rest = participants.length - shown;
  return (
    <span class="recent-people" title={names.join(', ')}>
      {participants.slice(0, shown).map((id, i) => (
        <Avatar key={id} size={20} userId={id} name={names[i] ?? ''} url={users.get(id)?.avatar_url} />
      ))}
      {rest > 0 && <span class="recent-rest numeric">+{rest}</span>}
      <span class="visually-hidden">
        {names.join(', ')} {rest > 0 && t('recent.more', { count: rest })}
      </span>
    </span>
  );
}
