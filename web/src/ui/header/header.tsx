import {
  AtSign,
  CircleCheck,
  Hash,
  List,
  ListTree,
  Lock,
  Menu as MenuIcon,
  MessagesSquare,
  Search,
  Star,
  Users,
} from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { feedAddress, type Address } from '../../view/narrow/address.ts';
import { channelColor, channelName, narrowName, topicName } from '../../view/narrow/names.ts';
import { mayResolve } from '../../view/messages/message-rights.ts';
import { keyLabel } from '../../view/text/keys.ts';
import { joinPath } from '../../view/text/list.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { withEmoji } from '../kit/emoji-text.tsx';
import { TopicActions } from '../conversation/menus/topic-actions.tsx';
import { PersonButton } from '../parts/people/person-button.tsx';
import { useClient } from '../page/client.tsx';
import { isMac, runCommand } from '../page/keyboard.ts';
import { address, getHref, navigate } from '../page/location.ts';
import { isLeftOpen, isPhone, isRightOpen, toggleRight } from '../page/layout.ts';
import { PageMenu } from './page-menu.tsx';
import { useState, useEffect } from 'preact/hooks';
import type { Channel } from '../../../../wire/channels.ts';
import { Popover } from '../kit/overlays/popover.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { InlineContent, getWords } from '../parts/content/inline-content.tsx';
import { RenderedContent } from '../parts/content/rendered-content.tsx';
import { useComputed } from '@preact/signals';
import { unreadCount } from '../../view/channels/unread-count.ts';
import './header.css';

type HeaderProps = {
  narrow: Narrow;
  /** Shows the topics of the channel instead of its messages. */
  isTopicList?: boolean;
};

/** The header of a conversation, 48 px high. */
export function Header({ narrow, isTopicList = false }: HeaderProps) {
  const { live } = useClient();
  const name = narrowName(live, narrow);
  usePageTitle(isTopicList ? joinPath(name, t('views.topics')) : name);
  return (
    <header class="header frame-header">
      <LeftButton />
      <Where live={live} narrow={narrow} isTopicList={isTopicList} />
      <Tools />
    </header>
  );
}

/** The header of other screens; `children` are their actions. */
export function PlainHeader({ title, children }: { title: string; children?: ComponentChildren }) {
  usePageTitle(title);
  return (
    <header class="header frame-header">
      <LeftButton />
      <h1 class="header-where header-plain">
        <span class="header-name one-line" dir="auto">
          {withEmoji(title)}
        </span>
      </h1>
      {children}
      <Tools />
    </header>
  );
}

function LeftButton() {
  if (!isPhone.value) return null;
  return (
    <IconButton
      label={t('frame.openLeft')}
      aria-expanded={isLeftOpen.value}
      onClick={() => (isLeftOpen.value = true)}
    >
      <Icon of={MenuIcon} size={20} />
    </IconButton>
  );
}

const icons = { feed: List, mentions: AtSign, starred: Star, search: Search, direct: MessagesSquare };

function Where({ live, narrow, isTopicList }: HeaderProps & { live: Live; isTopicList: boolean }) {
  if (narrow.kind !== 'channel' && narrow.kind !== 'topic') {
    return (
      <h1 class="header-where">
        <span class="header-icon">
          <Icon of={icons[narrow.kind]} />
        </span>
        <NarrowName live={live} narrow={narrow} />
      </h1>
    );
  }
  const { channelId } = narrow;
  const channel = live.get('channels').get(channelId);
  const topic = getPart(live, narrow, isTopicList);
  const color = channelColor(live, channelId);
  const name = channelName(live, channelId);
  return (
    <div class="header-where">
      <h1 class={topic === undefined ? 'header-title' : 'header-title header-with-topic'}>
        <span class="header-icon" style={{ color }}>
          <Icon of={channel?.invite_only === true ? Lock : Hash} />
        </span>
        <a
          class="header-name header-channel one-line"
          dir="auto"
          style={`--letters: ${name.length}`}
          href={getHref({ screen: 'narrow', narrow: { kind: 'channel', channelId } })}
        >
          {withEmoji(name)}
        </a>
        {topic && (
          <>
            <span class="header-part" aria-hidden="true">
              ›
            </span>
            <span class={`header-name one-line ${topic.isEmpty ? 'header-empty' : ''}`} dir="auto">
              {withEmoji(topic.name)}
            </span>
          </>
        )}
      </h1>
      {!(isPhone.value && narrow.kind === 'topic') && (
        <ChannelViewButton channelId={channelId} isTopicList={isTopicList} />
      )}
      {narrow.kind === 'topic' && <Resolved channelId={channelId} topic={narrow.topic} />}
      {channel !== undefined && <ChannelAbout channel={channel} />}
    </div>
  );
}

/** In a conversation with one person, the name opens the card. */
function NarrowName({ live, narrow }: Pick<HeaderProps, 'narrow'> & { live: Live }) {
  const userId =
    narrow.kind === 'direct' && narrow.userIds.length < 2
      ? (narrow.userIds[0] ?? live.get('own').user_id)
      : undefined;
  const name = (
    <span class="header-name one-line" dir="auto">
      {withEmoji(narrowName(live, narrow))}
    </span>
  );
  return userId === undefined ? name : <PersonButton userId={userId}>{name}</PersonButton>;
}

/** Description and details after the name of the channel. */
function getPart(
  live: Live,
  narrow: Narrow,
  isTopicList: boolean,
): { name: string; isEmpty: boolean } | undefined {
  if (narrow.kind === 'topic') return topicName(live, narrow.topic);
  return isTopicList ? { name: t('views.topics'), isEmpty: false } : undefined;
}

/** Switches between the messages of a channel and its topics. */
function ChannelViewButton({ channelId, isTopicList }: { channelId: number; isTopicList: boolean }) {
  const to: Address = isTopicList ? feedAddress(channelId) : { screen: 'topics', channelId };
  return (
    <IconButton label={t(isTopicList ? 'topicList.feed' : 'topicList.open')} onClick={() => navigate(to)}>
      <Icon of={isTopicList ? MessagesSquare : ListTree} />
    </IconButton>
  );
}

/** The mark of a resolved topic; a button for users who may unresolve it. */
function Resolved({ channelId, topic }: { channelId: number; topic: string }) {
  const { live } = useClient();
  const isMark = topicName(live, topic).isResolved && !mayResolve(live.peek(), channelId, topic);
  return (
    <>
      {isMark && (
        <span class="header-resolved" role="img" aria-label={t('topic.resolved')}>
          <Icon of={CircleCheck} />
        </span>
      )}
      <TopicActions channelId={channelId} topic={topic} />
    </>
  );
}

function Tools() {
  const here = address.value;
  const query = here.screen === 'narrow' && here.narrow.kind === 'search' ? here.narrow.query : '';
  return (
    <div class="header-tools">
      <button type="button" class="header-search" onClick={() => runCommand('search')}>
        <Icon of={Search} />
        <span class={`header-search-hint one-line ${query === '' ? '' : 'header-search-query'}`}>
          {query === '' ? t('frame.searchHint') : query}
        </span>
        <kbd class="header-search-key" aria-hidden="true">
          {keyLabel('switcher', isMac)}
        </kbd>
      </button>
      <IconButton
        label={isRightOpen.value ? t('frame.closeRight') : t('frame.openRight')}
        aria-expanded={isRightOpen.value}
        onClick={toggleRight}
      >
        <Icon of={Users} size={20} />
      </IconButton>
      <PageMenu />
    </div>
  );
}

/** The description of a channel, as far as it fits; expands on click. */
function ChannelAbout({ channel: { name, rendered_description: html } }: { channel: Channel }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  if (html === '') return null;
  return (
    <>
      <Tooltip text={getWords(html)}>
        <button
          type="button"
          class="header-about"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
        >
          <InlineContent html={html} />
        </button>
      </Tooltip>
      {anchor && (
        <Popover anchor={anchor} label={t('frame.about', { channel: name })} onClose={() => setAnchor(null)}>
          <div class="header-about-all">
            <RenderedContent html={html} />
          </div>
        </Popover>
      )}
    </>
  );
}

// The window title: unread count, current view, organization.

/** @param place empty while it is unknown: the title stays */
function usePageTitle(place: string): void {
  const { live } = useClient();
  const count = useComputed(() => unreadCount(live)).value;
  const organization = live.get('organization').realm_name ?? 'Heddle';
  useEffect(() => {
    if (place !== '') document.title = `${count > 0 ? `(${count}) ` : ''}${place} · ${organization}`;
  }, [place, organization, count]);
}
