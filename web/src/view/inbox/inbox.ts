/** Unread conversations in the order of the sidebar, without muted ones. */
import { isQuiet, topicVisibility } from '../channels/topic-visibility.ts';
import type { Live } from '../../store/live.ts';
import { topicKey } from '../../store/index.ts';
import { channelSections } from '../channels/channel-sections.ts';
import { t } from '../text/text.ts';

type Unread = {
  /** IDs of unread messages, oldest first. */
  ids: readonly number[];
  mentions: number;
};

export type InboxRow = { key: string } & Unread &
  (
    | { kind: 'section'; section: string; name: string; isOpen: boolean }
    | { kind: 'channel'; section: string; channelId: number; isOpen: boolean }
    | { kind: 'direct'; userIds: readonly number[] }
    | { kind: 'topic'; channelId: number; topic: string; isFollowed: boolean }
  );

/** @param folded keys of collapsed sections (`direct`, `folder:3`) and channels (`channel:7`) */
export function inboxRows(live: Live, folded: ReadonlySet<string>): InboxRow[] {
  return [
    ...withHeading('direct', t('sidebar.direct'), directRows(live), folded),
    ...channelSections(live, 'web_inbox_show_channel_folders').flatMap(({ id, name, channels }) => {
      const rows = channels.flatMap((each) => channelRows(live, id, each.id, folded));
      return withHeading(id, name, rows, folded);
    }),
  ];
}

function withHeading(
  section: string,
  name: string,
  rows: readonly InboxRow[],
  folded: ReadonlySet<string>,
): InboxRow[] {
  if (rows.length === 0) return [];
  const isOpen = !folded.has(section);
  const tops = rows.filter(({ kind }) => kind !== 'topic');
  const heading: InboxRow = {
    kind: 'section',
    key: `section:${section}`,
    section,
    name,
    isOpen,
    ...getSum(tops),
  };
  return isOpen ? [heading, ...rows] : [heading];
}

const getSum = (rows: readonly Unread[]): Unread => ({
  ids: rows.flatMap(({ ids }) => ids).sort((a, b) => a - b),
  mentions: rows.reduce((sum, row) => sum + row.mentions, 0),
});

function getUnread(live: Live, ids: ReadonlySet<number>): Unread {
  const { mentions } = live.get('unreads');
  return { ids: [...ids].sort((a, b) => a - b), mentions: ids.intersection(mentions).size };
}

const newestFirst = (a: Unread, b: Unread): number => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0);

function directRows(live: Live): InboxRow[] {
  return [...live.get('unreads').direct]
    .map(([key, ids]): InboxRow & { kind: 'direct' } => ({
      kind: 'direct',
      key: `direct:${key}`,
      userIds: key === '' ? [] : key.split(',').map(Number),
      ...getUnread(live, ids),
    }))
    .sort(newestFirst);
}

/** A muted topic is listed only if it has a mention. */
function channelRows(
  live: Live,
  section: string,
  channelId: number,
  folded: ReadonlySet<string>,
): InboxRow[] {
  const topics = [...(live.get('unreads').channels.get(channelId)?.values() ?? [])]
    .map(({ topic, ids }): InboxRow & { kind: 'topic' } => ({
      kind: 'topic',
      key: `topic:${channelId}:${topicKey(topic)}`,
      channelId,
      topic,
      isFollowed: topicVisibility(live, channelId, topic) === 'followed',
      ...getUnread(live, ids),
    }))
    .filter(({ topic, mentions }) => mentions > 0 || !isQuiet(live, channelId, topic))
    .sort(newestFirst);
  if (topics.length === 0) return [];
  const key = `channel:${channelId}`;
  const isOpen = !folded.has(key);
  const channel: InboxRow = { kind: 'channel', key, section, channelId, isOpen, ...getSum(topics) };
  return isOpen ? [channel, ...topics] : [channel];
}
