import { BellOff, CircleCheck } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { Destination } from '../../../store/narrow/narrow.ts';
import { isQuiet, topicVisibility } from '../../../view/channels/topic-visibility.ts';
import type { ConversationRow } from '../../../view/channels/conversation-rows.ts';
import {
  channelColor,
  channelName,
  directName,
  findAccount,
  personName,
  topicName,
} from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { joinFirst, joinNames } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { getFullTime, getShortTime } from '../../../view/text/times.ts';
import { describeUnread } from '../../../view/text/unread.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { Count } from '../../kit/chip.tsx';
import { Icon } from '../../kit/icon.tsx';
import { takeLateUrl } from '../../parts/people/late-avatar.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { Said } from '../../parts/content/said.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { useLate } from '../../page/quiet.ts';
import { PersonPicture } from '../../parts/people/person-picture.tsx';
import { WithMenu } from '../../conversation/menus/with-menu.tsx';
import { useMessage } from '../../parts/content/use-message.ts';

type RowProps = {
  row: ConversationRow;
  /** In the list of a single channel: shows the last message instead of the channel. */
  isInChannel?: boolean;
};

/** A conversation as a link; a topic has a menu. */
export function RecentRowView({ row, isInChannel = false }: RowProps) {
  const { live } = useClient();
  const { conversation, lastId } = row;
  useMessage(lastId);
  if (conversation.kind === 'direct') {
    return (
      <div class="frame-column">
        <RowLink row={row} states="recent-direct" place={<DirectPlace userIds={conversation.userIds} />} />
      </div>
    );
  }
  const { channelId, topic } = conversation;
  const states = isQuiet(live, channelId, topic) ? 'recent-muted' : '';
  const place = <TopicPlace conversation={conversation} lastId={isInChannel ? lastId : undefined} />;
  return (
    <div class="frame-column">
      <WithMenu
        class="recent-line"
        of={{ kind: 'topic', channelId, topic }}
        name={topicName(live, topic).name}
      >
        <RowLink row={row} states={states} place={place} />
      </WithMenu>
    </div>
  );
}

function RowLink({ row, states, place }: { row: ConversationRow; states: string; place: ComponentChildren }) {
  const { conversation, unread } = row;
  return (
    <a
      class={`recent-row ${unread > 0 ? 'recent-unread' : ''} ${states}`}
      href={getHref({ screen: 'narrow', narrow: conversation })}
    >
      {place}
      <Participants row={row} />
      <Latest time={row.lastTime} />
      <Unread row={row} />
    </a>
  );
}

function Latest({ time }: { time: number | undefined }) {
  const { live } = useClient();
  if (time === undefined) return <span class="recent-time" />;
  const clock = getClock(live);
  return (
    <span class="recent-time numeric" title={getFullTime(time, clock)}>
      {getShortTime(time, Date.now() / 1000, clock)}
    </span>
  );
}

function Unread({ row: { conversation, unread, mentions } }: { row: ConversationRow }) {
  const isLoud = mentions > 0 || conversation.kind === 'direct';
  return (
    <span class="recent-count">
      <Count kind={isLoud ? 'mention' : 'plain'} count={unread} label={describeUnread(unread, mentions)} />
    </span>
  );
}

function DirectPlace({ userIds }: { userIds: readonly number[] }) {
  const { live } = useClient();
  return (
    <span class="recent-place">
      <span class="recent-lead">
        <PersonPicture userIds={userIds} size={20} />
      </span>
      <span class="recent-name one-line" dir="auto">
        {withEmoji(directName(live, userIds))}
      </span>
    </span>
  );
}

type TopicPlaceProps = {
  conversation: Destination & { kind: 'topic' };
  /** The message to quote in place of the channel. */
  lastId: number | undefined;
};

function TopicPlace({ conversation: { channelId, topic }, lastId }: TopicPlaceProps) {
  const { live } = useClient();
  const { name, isResolved, isEmpty } = topicName(live, topic);
  return (
    <span class="recent-place">
      {lastId === undefined && (
        <span class="recent-lead">
          <span class="recent-bar" style={{ background: channelColor(live, channelId) }} />
        </span>
      )}
      <span class="recent-words">
        <span class="recent-title">
          {isResolved && (
            <span class="recent-resolved" role="img" aria-label={t('topic.resolved')}>
              <Icon of={CircleCheck} />
            </span>
          )}
          <span class={`recent-name one-line ${isEmpty ? 'recent-unnamed' : ''}`} dir="auto">
            {withEmoji(name)}
          </span>
          <VisibilityMark channelId={channelId} topic={topic} />
        </span>
        <span class="recent-channel one-line" dir="auto">
          {lastId === undefined ? (
            withEmoji(channelName(live, channelId))
          ) : (
            <span class="recent-said">
              <Said id={lastId} />
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

function VisibilityMark({ channelId, topic }: { channelId: number; topic: string }) {
  const { live } = useClient();
  const visibility = topicVisibility(live, channelId, topic);
  if (visibility === 'followed')
    return <span class="sidebar-follow" role="img" aria-label={t('sidebar.followed')} />;
  if (visibility !== 'muted') return null;
  return (
    <span class="recent-mute" role="img" aria-label={t('sidebar.muted')}>
      <Icon of={BellOff} />
    </span>
  );
}

const shown = 4;

function Participants({ row: { participants } }: { row: ConversationRow }) {
  const { live } = useClient();
  const [isQuiet] = useLate();
  const names = participants.slice(0, shown).map((id) => personName(live, id));
  const rest = participants.length - shown;
  const joined = rest > 0 ? joinFirst(names) : joinNames(names);
  return (
    <span class="recent-people" title={joined}>
      {participants.slice(0, shown).map((id, i) => (
        <Avatar
          key={id}
          size={20}
          userId={id}
          name={names[i] ?? ''}
          url={takeLateUrl(findAccount(live, id)?.avatar_url, { isReady: isQuiet })}
        />
      ))}
      {rest > 0 && (
        <span class="recent-rest numeric" dir="ltr">
          +{rest}
        </span>
      )}
      <span class="visually-hidden">
        {joined} {rest > 0 && t('recent.more', { count: rest })}
      </span>
    </span>
  );
}
