/**
 * What a long sidebar leaves out, so that what is new in it is found without scrolling through hundreds of rows. Everything
 * left out is one click away, in the rest of its section.
 */
import type { Live } from '../../store/live.ts';
import { preference } from '../preferences/preferences.ts';
import { manyChannels, type ChannelSection } from './channel-sections.ts';
import { isChannelExpanded, type Counts, type SidebarChoices, type SidebarRow } from './sidebar.ts';
import { unreadTopics } from './topics.ts';

type ChannelRow = SidebarRow & { kind: 'channel' };
/** A channel and the rows beneath it. */
export type ChannelGroup = [ChannelRow, ...SidebarRow[]];
export type GroupedSection = Pick<ChannelSection, 'id' | 'name'> & {
  groups: ChannelGroup[];
  /** The row for what is left out, or for leaving it out again. */
  rest?: SidebarRow;
};

/** Rows for what is new in all sections together: with their headings and the views, about two windows of a laptop. */
const mostRows = 60;
const mostChannels = 40;

/** The key for all that was read, among the collapsed sections. */
export const readKey = 'read';
export const getRestKey = (section: string): string => `all:${section}`;

/** Unless the person wants inactive channels between the others. */
const isLong = (live: Live): boolean =>
  live.get('subscriptions').size >= manyChannels && preference(live, 'demote_inactive_streams') !== 3;

const hasNew = ([{ count, mentions }]: ChannelGroup): boolean => count > 0 || mentions > 0;

/** Only channels with something new, and the open one with its unread topics. */
export function unreadSections(sections: GroupedSection[], choices: SidebarChoices): GroupedSection[] {
  const isOpen = ([{ channelId }]: ChannelGroup): boolean =>
    isChannelExpanded(channelId, { ...choices, expanded: new Set(), collapsed: new Set() });
  return sections.map((section) => ({
    ...section,
    groups: section.groups.filter((group) => hasNew(group) || isOpen(group)),
  }));
}

/**
 * In a long sidebar, channels without anything new, and of very many with something new the older ones. Pinned channels,
 * the open one and expanded ones stay.
 */
export function shortenedSections(
  live: Live,
  sections: GroupedSection[],
  choices: SidebarChoices,
): GroupedSection[] {
  if (choices.isWhole || !isLong(live)) return sections;
  const isKept = ([{ isExpanded }]: ChannelGroup): boolean => isExpanded;
  const isListed = ({ id }: GroupedSection): boolean => id === 'pinned' || choices.folded.has(getRestKey(id));
  const fresh = sections
    .filter((section) => !isListed(section) && !choices.folded.has(section.id))
    .map(({ groups }) => groups.filter((group) => hasNew(group) && !isKept(group)));
  const all = fresh.flat();
  const topics = getTopicsShown(all);
  return sections.map((section): GroupedSection => {
    const { id, groups } = section;
    if (id === 'pinned') return section;
    const own = groups.filter((group) => hasNew(group) && !isKept(group));
    const first = new Set(all.length <= mostChannels ? own : latest(live, own, all.length));
    const shown = groups.filter((group) => isKept(group) || first.has(group));
    const rest = groups.filter((group) => !shown.includes(group));
    if (rest.length === 0) return { ...section, groups: shown.map((group) => withTopics(group, topics)) };
    const isOpen = isListed(section);
    return {
      ...section,
      groups: isOpen ? groups : shown.map((group) => withTopics(group, topics)),
      rest: {
        kind: 'rest',
        key: `rest:${id}`,
        section: id,
        isOpen,
        size: rest.length,
        ...sumUp(rest),
      },
    };
  });
}

/** The share of a section in the channels that there is room for: those with mentions, then those with the newest messages. */
function latest(live: Live, own: readonly ChannelGroup[], outOf: number): ChannelGroup[] {
  const share = Math.max(1, Math.floor((mostChannels * own.length) / outOf));
  return own
    .map((group) => ({ group, lastId: unreadTopics(live, group[0].channelId)[0]?.lastId ?? 0 }))
    .sort((a, b) => b.group[0].mentions - a.group[0].mentions || b.lastId - a.lastId)
    .slice(0, share)
    .map(({ group }) => group);
}

const sumUp = (groups: readonly ChannelGroup[]): Counts => {
  const loud = groups.map(([row]) => row).filter(({ isMuted }) => !isMuted);
  return {
    count: loud.reduce((sum, { count }) => sum + count, 0),
    mentions: loud.reduce((sum, { mentions }) => sum + mentions, 0),
  };
};

/** How many topics of each channel there is room for. */
function getTopicsShown(groups: readonly ChannelGroup[]): number {
  const getLength = (most: number): number =>
    groups.reduce((sum, group) => sum + withTopics(group, most).length, 0);
  return [3, 2, 1].find((most) => getLength(most) <= mostRows) ?? 0;
}

/** Topics with a mention stay. Without any topic, the channel says itself that there are some. */
function withTopics(group: ChannelGroup, most: number): ChannelGroup {
  const [channel, ...rows] = group;
  const topics = rows.filter((row) => row.kind === 'topic');
  if (channel.isExpanded || topics.length <= most) return group;
  const shown = topics.filter((topic, i) => i < most || topic.mentions > 0);
  const more = rows.find((row) => row.kind === 'more');
  const left = topics.length - shown.length + (more?.count ?? 0);
  return shown.length === 0 || left === 0
    ? [channel, ...shown]
    : [
        channel,
        ...shown,
        { kind: 'more', key: `more:${channel.channelId}`, channelId: channel.channelId, count: left },
      ];
}
