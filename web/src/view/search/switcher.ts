/** Everything that can be opened, most recent first: conversations, channels, users, views. */
import { oncePerLive, type Live } from '../../store/live.ts';
import { getConversation, narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import { findLargest } from '../../store/base/objects.ts';
import type { Address } from '../narrow/address.ts';
import { collator } from '../text/collator.ts';
import { fold } from '../text/fold.ts';
import { fuzzyRanker } from '../text/fuzzy.ts';
import { lowest } from '../narrow/lowest.ts';
import { channelName, directName, topicName } from '../narrow/names.ts';
import { t } from '../text/text.ts';

export type SwitcherItem = {
  key: string;
  kind: 'topic' | 'direct' | 'channel' | 'view';
  name: string;
  /** The folded name, which is matched at each key press; for a topic, followed by that of its channel. */
  folded: string;
  foldedBoth?: string;
  /** The channel of a topic. */
  about: string;
  to: Address;
  /** ID of the newest message; 0 if there is no recent one. */
  last: number;
  channelId?: number;
  userIds?: readonly number[];
};

const plainViews = ['inbox', 'recent', 'drafts', 'scheduled'] as const;
const pagedViews = ['channels', 'people'] as const;
const narrowViews = ['feed', 'mentions', 'starred'] as const;

const called = (name: string) => ({ name, folded: fold(name) });

/** All users; slow for ten thousand, and not needed while nothing is typed. */
export const peopleItems = oncePerLive((live): readonly SwitcherItem[] => {
  const ownId = live.peek().own.user_id;
  return [...live.get('users').values()]
    .filter((user) => user.is_active)
    .map((user) =>
      conversationItem(live, { kind: 'direct', userIds: user.user_id === ownId ? [] : [user.user_id] }, 0),
    );
});

/** Unsorted. */
export function switcherItems(
  live: Live,
  people: readonly SwitcherItem[] = peopleItems(live),
): SwitcherItem[] {
  const items = new Map<string, SwitcherItem>();
  const add = (item: SwitcherItem) => items.set(item.key, item);
  for (const { to, last } of latestConversations(live)) add(conversationItem(live, to, last));
  const newest = newestOfChannels([...items.values()]);
  for (const [id, channel] of live.get('channels')) {
    if (!channel.is_archived) add(channelItem(live, id, newest.get(id) ?? 0));
  }
  for (const item of viewItems()) add(item);
  return [...items.values(), ...people.filter(({ key }) => !items.has(key))];
}

type RecentlyWritten = { to: Destination; last: number };

/** Each once, with its newest message. */
function latestConversations(live: Live): Iterable<RecentlyWritten> {
  const found = new Map<string, RecentlyWritten>();
  for (const written of conversations(live)) {
    const key = narrowKey(written.to);
    if ((found.get(key)?.last ?? -1) < written.last) found.set(key, written);
  }
  return found.values();
}

/** From lists of topics, loaded messages, unread messages and recent direct conversations. */
function* conversations(live: Live): Generator<RecentlyWritten> {
  const { messages, own, unreads, conversations: direct, topics: lists } = live.peek();
  for (const message of messages.values())
    yield { to: getConversation(message, own.user_id), last: message.id };
  for (const [channelId, { topics }] of lists)
    for (const { topic, lastId } of topics.values())
      yield { to: { kind: 'topic', channelId, topic }, last: lastId };
  for (const [channelId, topics] of unreads.channels)
    for (const { topic, ids } of topics.values())
      yield { to: { kind: 'topic', channelId, topic }, last: findLargest(ids) };
  for (const [key, last] of direct)
    yield { to: { kind: 'direct', userIds: key === '' ? [] : key.split(',').map(Number) }, last };
}

function conversationItem(live: Live, to: Destination, last: number): SwitcherItem {
  const item = { key: narrowKey(to), to: { screen: 'narrow', narrow: to } as const, last };
  if (to.kind === 'direct') {
    const { userIds } = to;
    return { ...item, ...called(directName(live, userIds)), kind: 'direct', about: '', userIds };
  }
  const { channelId, topic } = to;
  const { name } = topicName(live, topic);
  const about = channelName(live, channelId);
  const foldedBoth = `${fold(about)} ${fold(name)}`;
  return { ...item, ...called(name), kind: 'topic', about, foldedBoth, channelId };
}

function channelItem(live: Live, channelId: number, last: number): SwitcherItem {
  const to = { screen: 'narrow', narrow: { kind: 'channel', channelId } } as const;
  return {
    key: `channel:${channelId}`,
    kind: 'channel',
    ...called(channelName(live, channelId)),
    about: '',
    to,
    last,
    channelId,
  };
}

function newestOfChannels(items: readonly SwitcherItem[]): Map<number, number> {
  const newest = new Map<number, number>();
  for (const { channelId, last } of items)
    if (channelId !== undefined) newest.set(channelId, Math.max(newest.get(channelId) ?? 0, last));
  return newest;
}

const viewItems = (): SwitcherItem[] => [
  ...plainViews.map((screen) => viewItem(screen, { screen })),
  ...pagedViews.map((screen) => viewItem(screen, { screen, page: '' })),
  ...narrowViews.map((kind) => viewItem(kind, { screen: 'narrow', narrow: { kind } })),
];

function viewItem(
  name: (typeof plainViews | typeof pagedViews | typeof narrowViews)[number],
  to: Address,
): SwitcherItem {
  return { key: `view:${name}`, kind: 'view', ...called(t(`views.${name}`)), about: '', to, last: 0 };
}

const kindOrder: Record<SwitcherItem['kind'], number> = { view: 0, channel: 1, direct: 2, topic: 3 };

/**
 * Best matches first, then the most recent; without input, only recent ones.
 * @param here the open one, which is left out
 */
export function findSwitcherItems(
  items: readonly SwitcherItem[],
  text: string,
  here: string | undefined,
  most: number,
): SwitcherItem[] {
  const wanted = text.trim();
  const compare = (a: Fitting, b: Fitting): number =>
    a.rank - b.rank ||
    b.item.last - a.item.last ||
    kindOrder[a.item.kind] - kindOrder[b.item.kind] ||
    collator.compare(a.item.name, b.item.name);
  const found = wanted === '' ? latest(items) : fitting(items, wanted);
  return lowest(
    found.filter(({ item }) => item.key !== here),
    most,
    compare,
  ).map(({ item }) => item);
}

type Fitting = { item: SwitcherItem; rank: number };

const latest = (items: readonly SwitcherItem[]): Fitting[] =>
  items.filter(({ kind, last }) => last > 0 && kind !== 'channel').map((item) => ({ item, rank: 0 }));

const foundBefore = new WeakMap<readonly SwitcherItem[], { wanted: string; found: readonly Fitting[] }>();

/** A longer text is searched only among the matches of its prefix. */
function fitting(items: readonly SwitcherItem[], wanted: string): readonly Fitting[] {
  const before = foundBefore.get(items);
  const among = before && wanted.startsWith(before.wanted) ? before.found.map(({ item }) => item) : items;
  const getRank = itemRanker(wanted);
  const found: Fitting[] = [];
  for (const item of among) {
    const rank = getRank(item);
    if (rank !== undefined) found.push({ item, rank });
  }
  foundBefore.set(items, { wanted, found });
  return found;
}

const looseRank = 3;

/** Matches the name, or with a lower rank the name together with the channel. */
function itemRanker(wanted: string): (item: SwitcherItem) => number | undefined {
  const getRank = fuzzyRanker(wanted);
  return ({ folded, foldedBoth }) => {
    const own = getRank(folded);
    if (own !== undefined || foldedBoth === undefined) return own;
    const both = getRank(foldedBoth);
    return both === undefined ? undefined : Math.max(2.5, both);
  };
}

/** Whether only letters in order match, as in `mark` and Mina Park. */
export const isLooseMatch = (item: SwitcherItem, text: string): boolean =>
  (itemRanker(text)(item) ?? looseRank) >= looseRank;

/** The items that `findSwitcherItems` leaves out. */
export const keyOfPlace = (at: Address): string | undefined =>
  at.screen === 'narrow' ? goalKey(at) : `view:${at.screen}`;

const goalKey = ({ narrow }: Address & { screen: 'narrow' }): string =>
  narrowViews.some((kind) => kind === narrow.kind) ? `view:${narrow.kind}` : narrowKey(narrow);
