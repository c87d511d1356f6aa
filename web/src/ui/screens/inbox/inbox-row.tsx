import { CheckCheck, ChevronDown, ChevronRight, CircleCheck } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { backwardKey, forwardKey } from '../../page/direction.ts';
import { markRead } from '../../../actions/messages/marking-read.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import type { InboxRow } from '../../../view/inbox/inbox.ts';
import { channelColor, channelName, directName, senderName, topicName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getShortTime } from '../../../view/text/times.ts';
import { describeUnread } from '../../../view/text/unread.ts';
import { IconButton } from '../../kit/button.tsx';
import { Count } from '../../kit/chip.tsx';
import { Icon } from '../../kit/icon.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { PersonPicture } from '../../parts/people/person-picture.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { TopicMenuButton } from '../../conversation/menus/topic-menu-button.tsx';
import { useMessage } from '../../parts/content/use-message.ts';

type Toggle = (key: string) => void;
type RowOf<Kind extends InboxRow['kind']> = InboxRow & { kind: Kind };

export function InboxRowView({ row, toggle }: { row: InboxRow; toggle: Toggle }) {
  return (
    <div class="frame-column">
      <div class={`inbox-row inbox-${row.kind}`}>
        <Main row={row} toggle={toggle} />
        <MarkRead row={row} />
      </div>
    </div>
  );
}

function Main({ row, toggle }: { row: InboxRow; toggle: Toggle }) {
  switch (row.kind) {
    case 'section':
      return (
        <Fold name={row.section} row={row} toggle={toggle}>
          <span class="inbox-name one-line" dir="auto">
            {row.name}
          </span>
        </Fold>
      );
    case 'channel':
      return <Channel row={row} toggle={toggle} />;
    case 'direct':
      return <Direct row={row} />;
    case 'topic':
      return <Topic row={row} />;
  }
}

type FoldProps = {
  name: string;
  row: RowOf<'section' | 'channel'>;
  toggle: Toggle;
  children: ComponentChildren;
};

/** Left and Right collapse and expand, as in any tree. */
function Fold({ name, row, toggle, children }: FoldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === (row.isOpen ? backwardKey() : forwardKey())) {
      event.preventDefault();
      toggle(name);
    }
  };
  return (
    <button
      type="button"
      class="inbox-row-main"
      aria-expanded={row.isOpen}
      onClick={() => toggle(name)}
      onKeyDown={onKeyDown}
    >
      {children}
      <span class="inbox-fold">
        <Icon of={row.isOpen ? ChevronDown : ChevronRight} />
      </span>
      <span class="inbox-space" />
      {!row.isOpen && <Unread row={row} />}
    </button>
  );
}

function Channel({ row, toggle }: { row: RowOf<'channel'>; toggle: Toggle }) {
  const { live } = useClient();
  return (
    <Fold name={row.key} row={row} toggle={toggle}>
      <span class="inbox-dot" style={{ background: channelColor(live, row.channelId) }} />
      <span class="inbox-name one-line" dir="auto">
        {withEmoji(channelName(live, row.channelId))}
      </span>
    </Fold>
  );
}

function Direct({ row }: { row: RowOf<'direct'> }) {
  const { live } = useClient();
  const name = directName(live, row.userIds);
  return (
    <Open row={row} narrow={{ kind: 'direct', userIds: row.userIds }}>
      <PersonPicture userIds={row.userIds} size={20} />
      <span class="inbox-name one-line" dir="auto">
        {withEmoji(name)}
      </span>
    </Open>
  );
}

function Topic({ row }: { row: RowOf<'topic'> }) {
  const { live } = useClient();
  const { channelId, topic } = row;
  const { name, isResolved, isEmpty } = topicName(live, topic);
  return (
    <Open row={row} narrow={{ kind: 'topic', channelId, topic }}>
      {isResolved && (
        <span class="inbox-resolved" role="img" aria-label={t('topic.resolved')}>
          <Icon of={CircleCheck} />
        </span>
      )}
      <span class={`inbox-name one-line ${isEmpty ? 'inbox-unnamed' : ''}`} dir="auto">
        {withEmoji(name)}
      </span>
      {row.isFollowed && <span class="sidebar-follow" role="img" aria-label={t('sidebar.followed')} />}
    </Open>
  );
}

type OpenProps = { row: RowOf<'direct' | 'topic'>; narrow: Narrow; children: ComponentChildren };

function Open({ row, narrow, children }: OpenProps) {
  return (
    <a class="inbox-row-main" href={getHref({ screen: 'narrow', narrow })}>
      {children}
      <span class="inbox-space" />
      <Last row={row} />
      <Unread row={row} />
    </a>
  );
}

/** The last author, and the time. */
function Last({ row }: { row: RowOf<'direct' | 'topic'> }) {
  const { live } = useClient();
  const message = useMessage(row.ids.at(-1)!);
  if (message === undefined) return null;
  const isOneToOne = row.kind === 'direct' && row.userIds.length < 2;
  return (
    <span class="inbox-last">
      {!isOneToOne && <span class="inbox-sender one-line">{withEmoji(senderName(live, message))}</span>}
      <span class="inbox-time numeric">
        {getShortTime(message.timestamp, Date.now() / 1000, getClock(live))}
      </span>
    </span>
  );
}

function Unread({ row: { kind, ids, mentions } }: { row: InboxRow }) {
  const isLoud = mentions > 0 || kind === 'direct';
  return (
    <span class="inbox-count">
      <Count
        kind={isLoud ? 'mention' : 'plain'}
        count={ids.length}
        label={describeUnread(ids.length, mentions)}
      />
    </span>
  );
}

function MarkRead({ row }: { row: InboxRow }) {
  const client = useClient();
  return (
    <span class="inbox-actions">
      <IconButton label={t('inbox.markRead')} onClick={() => markRead(client, row.ids)}>
        <Icon of={CheckCheck} />
      </IconButton>
      {row.kind === 'topic' && <TopicMenuButton channelId={row.channelId} topic={row.topic} />}
    </span>
  );
}
