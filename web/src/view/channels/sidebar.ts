/** The rows of the sidebar. Unread topics are listed under their channel. */
import type { KnownTopic } from '../../store/channels/topics.ts';
import type { Live } from '../../store/live.ts';
import { topicKey } from '../../store/index.ts';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import {
  channelSections,
  compareNames,
  type ChannelSection,
  type SubscribedChannel,
} from './channel-sections.ts';
import { channelName, directName } from '../narrow/names.ts';
import type { OwnView, ViewName } from '../narrow/navigation.ts';
import {
  readKey,
  shortenedSections,
  unreadSections,
  type ChannelGroup,
  type GroupedSection,
} from './long-sidebar.ts';
import { viewRows } from './view-rows.ts';
import { pinKey } from '../../store/personal/pinned-topics.ts';
import { channelCountsSetting } from '../../store/organization/wire-names.ts';
import { preference } from '../preferences/preferences.ts';
import { fold, foldWords, hasWords } from '../text/fold.ts';
import { t } from '../text/text.ts';
import { isQuiet, topicVisibility } from './topic-visibility.ts';
import { latestTopics } from './all-topics.ts';
import { knownTopics, unreadIn, unreadTopics } from './topics.ts';

export type Counts = { count: number; mentions: number };

export type SidebarRow = { key: string } & (
  | { kind: 'view'; view: ViewName; count: number }
  | { kind: 'own-view'; view: OwnView }
  /** Opens the menu of hidden views. */
  | { kind: 'views' }
  | ({ kind: 'section'; section: string; name: string; isOpen: boolean; size: number } & Counts)
  | ({ kind: 'direct'; userIds: readonly number[] } & Counts)
  | ({
      kind: 'channel';
      channelId: number;
      isMuted: boolean;
      isPrivate: boolean;
      /** Whether its read topics are listed too. */
      isExpanded: boolean;
      /** Whether the count is shown. */
      isCounted: boolean;
    } & Counts)
  | ({
      kind: 'topic';
      channelId: number;
      topic: string;
      isMuted: boolean;
      isFollowed: boolean;
      /** Listed under a heading of its own rather than under its channel. */
      isPinned?: true;
    } & Counts)
  /** Opens all topics of the channel; with a count of 0, the number of further topics is unknown. */
  | { kind: 'more'; channelId: number; count: number }
  /** Opens and closes the rest of a section, which counts what is unread in it. */
  | ({ kind: 'rest'; section: string; isOpen: boolean; size: number } & Counts)
  /** Opens the channels without a subscription. */
  | { kind: 'browse' }
  /** Stands for a list that shows only what is unread, and is empty. */
  | { kind: 'nothing-unread' }
);

/** The text of the filter. */
type Words = readonly string[];

export type SidebarChoices = {
  filter: string;
  /** What is collapsed, as the server stores it: sections, and all that was read (`read`); `all:` before a section opens its rest. */
  folded: ReadonlySet<string>;
  /** Whether a long sidebar lists everything too. */
  isWhole?: true;
  /** Keys of channels whose read topics are listed too. */
  expanded: ReadonlySet<string>;
  /** Keys of channels that stay collapsed while they are open. */
  collapsed: ReadonlySet<string>;
  /** The open conversation: listed with or without unread messages. */
  active: Narrow | undefined;
};

const topicsShown = 3;
const topicsShownExpanded = 8;
const topicsShownOpen = 5;
const directsShown = 8;

/** @param sections from `channelSections`, which do not depend on the filter */
export function sidebarRows(
  live: Live,
  choices: SidebarChoices,
  sections: readonly ChannelSection[] = channelSections(live),
): SidebarRow[] {
  const words = foldWords(choices.filter);
  const isFiltered = words.length > 0;
  const isOnlyUnread = !isFiltered && !choices.isWhole && choices.folded.has(readKey);
  const listed = [
    ...pinnedRows(live, choices, { words, isOnlyUnread }),
    ...directRows(live, choices, { words, isOnlyUnread }),
    ...channelSectionRows(live, sections, choices, { words, isOnlyUnread }),
  ];
  if (isFiltered) return listed;
  if (isOnlyUnread && listed.length === 0) listed.push({ kind: 'nothing-unread', key: 'nothing-unread' });
  return [...viewRows(live), ...listed, { kind: 'browse', key: 'view:channels' }];
}

/** What is listed: of the rest, only what matches the words of the filter, or what is unread. */
type Wanted = { words: Words; isOnlyUnread: boolean };

function directRows(
  live: Live,
  { folded, active }: SidebarChoices,
  { words, isOnlyUnread }: Wanted,
): SidebarRow[] {
  const { direct, mentions } = live.get('unreads');
  const newest = live.get('conversations');
  const keys = new Set([...newest.keys(), ...direct.keys()]);
  const rows = [...keys]
    .map((key) => ({
      key,
      userIds: key === '' ? [] : key.split(',').map(Number),
      last: newest.get(key) ?? 0,
    }))
    .filter(({ userIds }) => hasWords(words, fold(directName(live, userIds))))
    .sort((a, b) => b.last - a.last)
    .map(({ key, userIds }): SidebarRow & { kind: 'direct' } => {
      const ids = direct.get(key);
      return {
        kind: 'direct',
        key: `direct:${key}`,
        userIds,
        count: ids?.size ?? 0,
        mentions: overlap(ids, mentions),
      };
    });
  const activeKey = active?.kind === 'direct' ? narrowKey(active) : '';
  const shown = rows.filter(
    (row, i) =>
      words.length > 0 || (i < directsShown && !isOnlyUnread) || row.count > 0 || row.key === activeKey,
  );
  if (shown.length === 0 && (words.length > 0 || isOnlyUnread)) return [];
  return withSection('direct', t('sidebar.direct'), shown, folded, words);
}

/** Pinned topics of subscribed channels. */
function pinnedRows(
  live: Live,
  { folded, active }: SidebarChoices,
  { words, isOnlyUnread }: Wanted,
): SidebarRow[] {
  const { mentions } = live.get('unreads');
  const rows = [...live.get('pinnedTopics').values()]
    .filter(({ channel_id: id }) => live.get('subscriptions').has(id))
    .map((pin) => ({ pin, name: `${channelName(live, pin.channel_id)} ${pin.topic}` }))
    .filter(({ name }) => hasWords(words, fold(name)))
    .sort(compareNames)
    .map(({ pin: { channel_id: channelId, topic } }): TopicRow => {
      const ids = unreadIn(live, channelId, topic);
      return {
        ...topicRow(live, channelId, topic, { count: ids.size, mentions: overlap(ids, mentions) }),
        key: `pinned:${pinKey(channelId, topic)}`,
        isPinned: true,
      };
    })
    .filter((row) => !isOnlyUnread || row.count > 0 || (active && narrowKey(row) === narrowKey(active)));
  return rows.length === 0
    ? []
    : withSection('pinned-topics', t('sidebar.pinnedTopics'), rows, folded, words);
}

function channelSectionRows(
  live: Live,
  sections: readonly ChannelSection[],
  choices: SidebarChoices,
  { words, isOnlyUnread }: Wanted,
): SidebarRow[] {
  const all = sections.map(({ id, name, channels }): GroupedSection => ({
    id,
    name,
    groups: channels
      .map((each) => channelRows(live, each, choices, words))
      .filter((group) => group !== undefined),
  }));
  const wanted = isOnlyUnread ? unreadSections(all, choices) : all;
  const shown = words.length > 0 ? wanted : shortenedSections(live, wanted, choices);
  return shown.flatMap(({ id, name, groups, rest }) => {
    const rows = [...groups.flat(), ...(rest ? [rest] : [])];
    return rows.length === 0 ? [] : withSection(id, name, rows, choices.folded, words);
  });
}

/** The heading of a section and, unless it is collapsed, its rows. The heading counts the unread messages of all rows. */
function withSection(
  section: string,
  name: string,
  rows: SidebarRow[],
  folded: ReadonlySet<string>,
  words: Words,
): SidebarRow[] {
  const isOpen = words.length > 0 || !folded.has(section);
  const counted = rows.filter(
    (row) =>
      row.kind === 'direct' ||
      (row.kind === 'rest' && !row.isOpen) ||
      ((row.kind === 'channel' || (row.kind === 'topic' && row.isPinned)) && !row.isMuted),
  ) as (SidebarRow & Counts)[];
  const sum = (name: keyof Counts): number => counted.reduce((all, row) => all + row[name], 0);
  const size = rows.filter(({ kind }) => kind !== 'topic' && kind !== 'more' && kind !== 'rest').length;
  const heading: SidebarRow = {
    kind: 'section',
    key: `section:${section}`,
    section,
    name,
    isOpen,
    size,
    count: sum('count'),
    mentions: sum('mentions'),
  };
  return isOpen ? [heading, ...rows] : [heading];
}

type TopicRow = SidebarRow & { kind: 'topic' };

function channelRows(
  live: Live,
  { id, channel, personal }: SubscribedChannel,
  choices: SidebarChoices,
  words: Words,
): ChannelGroup | undefined {
  const { active, expanded } = choices;
  const key = `channel:${id}`;
  const isExpanded = isChannelExpanded(id, choices);
  const name = fold(channel.name);
  const matchesName = hasWords(words, name);
  const found = words.length > 0 && !matchesName;
  const topics = topicRows(live, id, {
    active,
    which: found ? 'all' : isExpanded ? 'latest' : 'unread',
    isWanted: (topic) => matchesName || hasWords(words, name, fold(topic)),
  });
  if (!matchesName && topics.length === 0) return undefined;
  const loud = topics.filter(({ isMuted }) => !isMuted);
  const row: ChannelGroup[0] = {
    kind: 'channel',
    key,
    channelId: id,
    isMuted: personal.is_muted,
    isPrivate: channel.invite_only,
    isExpanded,
    count: (countsMuted(live) ? topics : loud).reduce((sum, each) => sum + each.count, 0),
    isCounted: preference(live, channelCountsSetting) !== countsOfNone,
    mentions: topics.reduce((sum, each) => sum + each.mentions, 0),
  };
  const candidates = personal.is_muted || isExpanded || found || loud.length === 0 ? topics : loud;
  const most = found || expanded.has(key) ? topicsShownExpanded : isExpanded ? topicsShownOpen : topicsShown;
  const shown = shownTopics(candidates, active, id, most);
  const rest = topics.length - shown.length;
  const hasMore = rest > 0 || isExpanded;
  const more: SidebarRow = { kind: 'more', key: `more:${id}`, channelId: id, count: isExpanded ? 0 : rest };
  return [row, ...shown, ...(hasMore ? [more] : [])];
}

/** The open channel is expanded automatically. */
export function isChannelExpanded(
  id: number,
  { active, expanded, collapsed }: Pick<SidebarChoices, 'active' | 'expanded' | 'collapsed'>,
): boolean {
  const key = `channel:${id}`;
  const isOpen = active !== undefined && 'channelId' in active && active.channelId === id;
  return expanded.has(key) || (isOpen && !collapsed.has(key));
}

const countsOfAll = 1;
const countsOfNone = 3;

const countsMuted = (live: Live): boolean => preference(live, channelCountsSetting) === countsOfAll;

function shownTopics(
  topics: readonly TopicRow[],
  active: Narrow | undefined,
  channelId: number,
  most: number,
): TopicRow[] {
  const activeKey =
    active?.kind === 'topic' && active.channelId === channelId ? topicKey(active.topic) : undefined;
  return topics.filter((row, i) => i < most || topicKey(row.topic) === activeKey);
}

type WantedTopics = {
  active: Narrow | undefined;
  which: 'unread' | 'latest' | 'all';
  /** Matches the name. */
  isWanted: (topic: string) => boolean;
};

/** Sorts only as many topics of a channel as may be shown, with a margin for muted ones. */
const latestRead = (live: Live, channelId: number, unread: readonly KnownTopic[]): KnownTopic[] => {
  const keys = new Set(unread.map(({ topic }) => topicKey(topic)));
  return latestTopics(live, channelId, unread.length + 3 * topicsShownExpanded).filter(
    ({ topic }) => !keys.has(topicKey(topic)),
  );
};

/** Unread topics, newest first, and the open one; then read ones if wanted. Muted topics come last. */
function topicRows(live: Live, channelId: number, { active, which, isWanted }: WantedTopics): TopicRow[] {
  const { mentions } = live.get('unreads');
  const topics = (which === 'all' ? knownTopics : unreadTopics)(live, channelId, isWanted);
  // If the words of the filter match the channel, all of its topics are wanted.
  if (which === 'latest') topics.push(...latestRead(live, channelId, topics));
  const isActive = active?.kind === 'topic' && active.channelId === channelId && isWanted(active.topic);
  if (isActive && !topics.some(({ topic }) => topicKey(topic) === topicKey(active.topic)))
    topics.unshift({ topic: active.topic, lastId: Infinity });
  const rows = topics.map(({ topic }): TopicRow => {
    const ids = unreadIn(live, channelId, topic);
    return topicRow(live, channelId, topic, { count: ids.size, mentions: overlap(ids, mentions) });
  });
  const getRank = ({ count, isMuted }: TopicRow): number => Number(isMuted) * 2 + Number(count === 0);
  return which !== 'unread' ? rows.sort((a, b) => getRank(a) - getRank(b)) : rows;
}

const topicRow = (live: Live, channelId: number, topic: string, counts: Counts): TopicRow => ({
  kind: 'topic',
  key: `topic:${channelId}:${topicKey(topic)}`,
  channelId,
  topic,
  isMuted: isQuiet(live, channelId, topic),
  isFollowed: topicVisibility(live, channelId, topic) === 'followed',
  ...counts,
});

function overlap(ids: ReadonlySet<number> | undefined, among: ReadonlySet<number>): number {
  return ids === undefined || among.size === 0 ? 0 : ids.intersection(among).size;
}

/** The next conversation with unread messages after the open one, otherwise the first. */
export function nextUnread(
  rows: readonly SidebarRow[],
  kind: 'topic' | 'direct',
  activeKey: string | undefined,
): Narrow | undefined {
  const unread = rows.filter(
    (row) =>
      row.kind === kind &&
      !('isPinned' in row) &&
      (row as Counts & SidebarRow).count > 0 &&
      !('isMuted' in row && row.isMuted),
  );
  const at = rows.findIndex((row) => row.key === activeKey);
  const next =
    unread.find((row) => row.key !== activeKey && rows.indexOf(row) > at) ??
    unread.find((row) => row.key !== activeKey);
  if (next?.kind === 'topic') return { kind: 'topic', channelId: next.channelId, topic: next.topic };
  if (next?.kind === 'direct') return { kind: 'direct', userIds: next.userIds };
  return undefined;
}
