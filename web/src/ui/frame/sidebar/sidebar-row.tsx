import {
  AtSign,
  BellRing,
  Bookmark,
  CalendarClock,
  ChevronDown,
  ChevronRight,
  ChevronUp,
  CircleCheck,
  Clock,
  Ellipsis,
  FileText,
  Inbox,
  List,
  Lock,
  Plus,
  SmilePlus,
  Star,
  type LucideIcon,
} from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { backwardKey, forwardKey } from '../../page/direction.ts';
import { toggleSection } from '../../../actions/navigation.ts';
import type { Address } from '../../../view/narrow/address.ts';
import { channelColor, channelName, directName, topicName } from '../../../view/narrow/names.ts';
import { addressOfView, viewFragments, type ViewName } from '../../../view/narrow/navigation.ts';
import { isAdministrator } from '../../../view/channels/channel-rights.ts';
import { getRestKey } from '../../../view/channels/long-sidebar.ts';
import type { SidebarRow } from '../../../view/channels/sidebar.ts';
import { t } from '../../../view/text/text.ts';
import { describeUnread } from '../../../view/text/unread.ts';
import { PersonPicture } from '../../parts/people/person-picture.tsx';
import { Count } from '../../kit/chip.tsx';
import { Icon } from '../../kit/icon.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { onChannelClick } from '../../parts/topics/open-channel.ts';
import { toggleChannel, useLateTopics } from '../../conversation/menus/expanded.ts';
import { PlaceMenu } from '../../conversation/menus/row-menu.tsx';
import { WithMenu } from '../../conversation/menus/with-menu.tsx';

export const viewIcons: Record<ViewName, LucideIcon> = {
  inbox: Inbox,
  recent: Clock,
  feed: List,
  followed: BellRing,
  mentions: AtSign,
  reactions: SmilePlus,
  starred: Star,
  drafts: FileText,
  scheduled: CalendarClock,
};

export function SidebarRowView({ row, isActive }: { row: SidebarRow; isActive: boolean }) {
  switch (row.kind) {
    case 'view':
      return <ViewRow row={row} isActive={isActive} />;
    case 'own-view':
      return <OwnViewRow row={row} isActive={isActive} />;
    case 'views':
      return <MoreViewsRow />;
    case 'section':
      return <SectionRow row={row} />;
    case 'direct':
      return <DirectRow row={row} isActive={isActive} />;
    case 'channel':
      return <ChannelRow row={row} isActive={isActive} />;
    case 'topic':
      return <TopicRow row={row} isActive={isActive} />;
    case 'browse':
      return (
        <RowLink to={{ screen: 'channels', page: '' }} kind="browse" isActive={isActive}>
          <span class="sidebar-icon">
            <Icon of={Plus} />
          </span>
          {t('sidebar.browse')}
        </RowLink>
      );
    case 'more':
      return <MoreRow row={row} />;
    case 'rest':
      return <RestRow row={row} />;
    case 'nothing-unread':
      return <p class="sidebar-nothing">{t('sidebar.nothingUnread')}</p>;
  }
}

type Row<Kind extends SidebarRow['kind']> = { row: SidebarRow & { kind: Kind }; isActive: boolean };

type RowLinkProps = {
  to: Address;
  kind: SidebarRow['kind'] | 'pinned';
  isActive?: boolean;
  /** Full-strength text. */
  isUnread?: boolean;
  isMuted?: boolean;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
};

function RowLink(props: RowLinkProps) {
  const { to, kind, isActive = false, isUnread = false, isMuted = false, children } = props;
  const { onClick, onKeyDown } = props;
  const states = [isUnread && 'sidebar-unread', isMuted && 'sidebar-muted'].filter(Boolean).join(' ');
  return (
    <a
      class={`sidebar-row sidebar-${kind} ${states}`}
      href={getHref(to)}
      aria-current={isActive ? 'page' : undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </a>
  );
}

function Unread({
  count,
  mentions,
  isLoud = mentions > 0,
  isFaint = false,
  isInner = false,
}: {
  count: number;
  mentions: number;
  isLoud?: boolean;
  isFaint?: boolean;
  /** The rows below show the same messages in counts of their own. */
  isInner?: boolean;
}) {
  const kind = isLoud ? (isInner ? 'inner-mention' : 'mention') : isFaint ? 'faint' : 'plain';
  return <Count kind={kind} count={count} label={describeUnread(count, mentions)} />;
}

function ViewRow({ row: { view, count }, isActive }: Row<'view'>) {
  const name = t(`views.${view}`);
  return (
    <WithMenu of={{ kind: 'view', fragment: viewFragments[view], name }} name={name} isActive={isActive}>
      <RowLink to={addressOfView(view)} kind="view" isActive={isActive}>
        <span class="sidebar-icon">
          <Icon of={viewIcons[view]} />
        </span>
        <span class="sidebar-name one-line" dir="auto">
          {name}
        </span>
        {view === 'mentions' ? (
          <Unread count={count} mentions={count} />
        ) : (
          <Count kind="faint" count={count} label={String(count)} />
        )}
      </RowLink>
    </WithMenu>
  );
}

function OwnViewRow({ row: { view }, isActive }: Row<'own-view'>) {
  const { fragment, name, narrow } = view;
  return (
    <WithMenu of={{ kind: 'view', fragment, name }} name={name} isActive={isActive}>
      <RowLink to={{ screen: 'narrow', narrow }} kind="view" isActive={isActive}>
        <span class="sidebar-icon">
          <Icon of={Bookmark} />
        </span>
        <span class="sidebar-name one-line" dir="auto">
          {withEmoji(name)}
        </span>
      </RowLink>
    </WithMenu>
  );
}

function MoreViewsRow() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <button
        type="button"
        class="sidebar-row sidebar-views"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <span class="sidebar-icon">
          <Icon of={Ellipsis} />
        </span>
        {t('sidebar.moreViews')}
      </button>
      {anchor && <PlaceMenu of={{ kind: 'views' }} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

function SectionRow({ row }: { row: SidebarRow & { kind: 'section' } }) {
  const client = useClient();
  return (
    <button
      type="button"
      class="sidebar-row sidebar-section"
      draggable={row.section.startsWith('folder:') && isAdministrator(client.live)}
      aria-expanded={row.isOpen}
      onClick={() => void toggleSection(client, row.section)}
    >
      <span class="sidebar-section-name one-line" dir="auto">
        {withEmoji(row.name)}
      </span>
      <span class="sidebar-fold">
        <Icon of={row.isOpen ? ChevronDown : ChevronRight} />
      </span>
      <span class="sidebar-space" />
      {!row.isOpen && <Unread count={row.count} mentions={row.mentions} />}
    </button>
  );
}

/** Opens and closes what a long sidebar leaves out of a section. */
function RestRow({ row }: { row: SidebarRow & { kind: 'rest' } }) {
  const client = useClient();
  return (
    <button
      type="button"
      class="sidebar-row sidebar-rest"
      aria-expanded={row.isOpen}
      onClick={() => void toggleSection(client, getRestKey(row.section))}
    >
      <span class="sidebar-icon">
        <Icon of={row.isOpen ? ChevronUp : ChevronDown} />
      </span>
      <span class="sidebar-name one-line">
        {row.isOpen ? t('sidebar.fewerChannels') : t('sidebar.moreChannels', { count: row.size })}
      </span>
      {!row.isOpen && <Unread count={row.count} mentions={row.mentions} />}
    </button>
  );
}

function DirectRow({ row: { userIds, count, mentions }, isActive }: Row<'direct'>) {
  const { live } = useClient();
  const name = directName(live, userIds);
  return (
    <RowLink
      to={{ screen: 'narrow', narrow: { kind: 'direct', userIds } }}
      kind="direct"
      isActive={isActive}
      isUnread={count > 0}
    >
      <PersonPicture userIds={userIds} size={20} />
      <span class="sidebar-name one-line" dir="auto">
        {withEmoji(name)}
      </span>
      <Unread count={count} mentions={mentions} isLoud />
    </RowLink>
  );
}

/** Opens all topics. */
const MoreRow = ({ row: { channelId, count } }: { row: SidebarRow & { kind: 'more' } }) => (
  <RowLink to={{ screen: 'topics', channelId }} kind="more">
    {count === 0 ? t('sidebar.allTopics') : t('sidebar.more', { count })}
  </RowLink>
);

function ChannelRow({ row, isActive }: Row<'channel'>) {
  const { channelId, count, mentions, isMuted, isPrivate, isExpanded } = row;
  const client = useClient();
  const { live } = client;
  const name = channelName(live, channelId);
  const to: Address = { screen: 'narrow', narrow: { kind: 'channel', channelId } };
  useLateTopics(channelId, isExpanded);
  const expand = (
    <button
      type="button"
      class="sidebar-expand"
      tabIndex={-1}
      aria-expanded={isExpanded}
      aria-label={t('sidebar.topicsOf', { channel: name })}
      onClick={() => toggleChannel(client, channelId, isExpanded)}
    >
      <Icon of={isExpanded ? ChevronDown : ChevronRight} />
    </button>
  );
  return (
    <WithMenu
      of={{ kind: 'channel', channelId }}
      name={name}
      button={expand}
      isButtonLate={!isExpanded}
      isActive={isActive}
    >
      <RowLink
        to={to}
        kind="channel"
        isActive={isActive}
        isUnread={count > 0}
        isMuted={isMuted}
        onClick={onChannelClick(client, channelId)}
        onKeyDown={(event) => {
          if (event.key === (isExpanded ? backwardKey() : forwardKey()))
            toggleChannel(client, channelId, isExpanded);
        }}
      >
        <span class="sidebar-icon">
          <span class="sidebar-dot" style={{ background: channelColor(live, channelId) }} />
        </span>
        <span class="sidebar-name one-line" dir="auto">
          {withEmoji(name)}
        </span>
        {isPrivate && (
          <span class="sidebar-mark" role="img" aria-label={t('sidebar.private')}>
            <Icon of={Lock} />
          </span>
        )}
        {isMuted && <span class="visually-hidden">{t('sidebar.muted')}</span>}
        {(row.isCounted || mentions > 0) && <Unread count={count} mentions={mentions} isFaint isInner />}
      </RowLink>
    </WithMenu>
  );
}

function TopicRow({ row, isActive }: Row<'topic'>) {
  const { live } = useClient();
  const { channelId, topic, count, mentions, isMuted, isFollowed } = row;
  const { name, isResolved, isEmpty } = topicName(live, topic);
  return (
    <WithMenu of={{ kind: 'topic', channelId, topic }} name={name} isActive={isActive}>
      <RowLink
        to={{ screen: 'narrow', narrow: { kind: 'topic', channelId, topic } }}
        kind={row.isPinned ? 'pinned' : 'topic'}
        isActive={isActive}
        isUnread={count > 0 && !isMuted}
        isMuted={isMuted}
      >
        {row.isPinned && (
          <span class="sidebar-icon">
            <span class="sidebar-dot" style={{ background: channelColor(live, channelId) }} />
            <span class="visually-hidden">{channelName(live, channelId)} › </span>
          </span>
        )}
        {isResolved && (
          <span class="sidebar-mark sidebar-resolved" role="img" aria-label={t('topic.resolved')}>
            <Icon of={CircleCheck} />
          </span>
        )}
        <span class={`sidebar-name one-line ${isEmpty ? 'sidebar-empty' : ''}`} dir="auto">
          {withEmoji(name)}
        </span>
        {isFollowed && <span class="sidebar-follow" role="img" aria-label={t('sidebar.followed')} />}
        {isMuted && <span class="visually-hidden">{t('sidebar.muted')}</span>}
        <Unread count={count} mentions={mentions} isFaint={isMuted} />
      </RowLink>
    </WithMenu>
  );
}
