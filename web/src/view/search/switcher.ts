/** Everything that one can go to, the most recent first: conversations, channels, people, views. */
import type { Live } from '../../store/live.ts';
import { getConversation, narrowKey, type Destination } from '../../store/messages/narrow.ts';
import type { Address } from '../narrow/address.ts';
import { fuzzyRanker } from '../text/fuzzy.ts';
import { lowest } from '../narrow/lowest.ts';
import { channelName, directName, topicName } from '../narrow/names.ts';
import { t } from '../text/text.ts';

export type Goal = {
  key: string;
  kind: 'topic' | 'direct' | 'channel' | 'view';
  name: string;
  /** The name in lower case: looked through at every key. */
  lowerName: string;
  /** Of a topic, its channel. */
  about: string;
  to: Address;
  /** The id of the newest message; 0 where nobody wrote lately. */
  last: number;
  channelId?: number;
  userIds?: readonly number[];
};

const plainViews = ['inbox', 'recent', 'drafts', 'scheduled'] as const;
const pagedViews = ['channels', 'people'] as const;
const narrowViews = ['feed', 'mentions', 'starred'] as const;

const called = (name: string) => ({ name, lowerName: name.toLocaleLowerCase() });

/** Everybody: of ten thousand this takes a while, and nothing typed needs none of them. */
export function peopleGoals(live: Live): Goal[] {
  const ownId = live.peek().own.user_id;
  return [...live.get('users').values()]
    .filter((user) => user.is_active)
    .map((user) =>
      conversationGoal(live, { kind: 'direct', userIds: user.user_id === ownId ? [] : [user.user_id] }, 0),
    );
}

/** In no order. */
export function allGoals(live: Live, people: readonly Goal[] = peopleGoals(live)): Goal[] {
  const goals = new Map<string, Goal>();
  const add = (goal: Goal) => goals.set(goal.key, goal);
  for (const { to, last } of latestConversations(live)) add(conversationGoal(live, to, last));
  const newest = newestOfChannels([...goals.values()]);
  for (const [id, channel] of live.get('channels')) {
    if (!channel.is_archived) add(channelGoal(live, id, newest.get(id) ?? 0));
  }
  for (const goal of viewGoals()) add(goal);
  return [...goals.values(), ...people.filter(({ key }) => !goals.has(key))];
}

type Written = { to: Destination; last: number };

/** Each once, with its newest message. */
function latestConversations(live: Live): Iterable<Written> {
  const found = new Map<string, Written>();
  for (const written of conversations(live)) {
    const key = narrowKey(written.to);
    if ((found.get(key)?.last ?? -1) < written.last) found.set(key, written);
  }
  return found.values();
}

/** Of the lists of topics, of loaded messages, of what is unread, and of whom one wrote with. */
function* conversations(live: Live): Generator<Written> {
  const { messages, own, unreads, conversations: direct, topics: lists } = live.peek();
  for (const message of messages.values())
    yield { to: getConversation(message, own.user_id), last: message.id };
  for (const [channelId, { topics }] of lists)
    for (const { topic, lastId } of topics.values())
      yield { to: { kind: 'topic', channelId, topic }, last: lastId };
  for (const [channelId, topics] of unreads.channels)
    for (const { topic, ids } of topics.values())
      yield { to: { kind: 'topic', channelId, topic }, last: Math.max(...ids) };
  for (const [key, last] of direct)
    yield { to: { kind: 'direct', userIds: key === '' ? [] : key.split(',').map(Number) }, last };
}

function conversationGoal(live: Live, to: Destination, last: number): Goal {
  const goal = { key: narrowKey(to), to: { screen: 'narrow', narrow: to } as const, last };
  if (to.kind === 'direct') {
    const { userIds } = to;
    return { ...goal, ...called(directName(live, userIds)), kind: 'direct', about: '', userIds };
  }
  const { channelId, topic } = to;
  const { name } = topicName(live, topic);
  return { ...goal, ...called(name), kind: 'topic', about: channelName(live, channelId), channelId };
}

function channelGoal(live: Live, channelId: number, last: number): Goal {
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

function newestOfChannels(goals: readonly Goal[]): Map<number, number> {
  const newest = new Map<number, number>();
  for (const { channelId, last } of goals)
    if (channelId !== undefined) newest.set(channelId, Math.max(newest.get(channelId) ?? 0, last));
  return newest;
}

const viewGoals = (): Goal[] => [
  ...plainViews.map((screen) => viewGoal(screen, { screen })),
  ...pagedViews.map((screen) => viewGoal(screen, { screen, page: '' })),
  ...narrowViews.map((kind) => viewGoal(kind, { screen: 'narrow', narrow: { kind } })),
];

function viewGoal(
  name: (typeof plainViews | typeof pagedViews | typeof narrowViews)[number],
  to: Address,
): Goal {
  return { key: `view:${name}`, kind: 'view', ...called(t(`views.${name}`)), about: '', to, last: 0 };
}

const kindOrder: Record<Goal['kind'], number> = { view: 0, channel: 1, direct: 2, topic: 3 };

/**
 * Fitting goals: better fits first, among equals the most recent. With nothing typed, what was written in lately.
 * @param here left out: one is there already
 */
export function findGoals(
  goals: readonly Goal[],
  text: string,
  here: string | undefined,
  most: number,
): Goal[] {
  const wanted = text.trim();
  const getRank = goalRanker(wanted);
  const fitting = goals
    .filter(({ key, last }) => key !== here && (wanted !== '' || last > 0))
    .filter(({ kind }) => wanted !== '' || kind !== 'channel')
    .flatMap((goal) => {
      const rank = getRank(goal);
      return rank === undefined ? [] : { goal, rank };
    });
  return lowest(
    fitting,
    most,
    (a, b) =>
      a.rank - b.rank ||
      b.goal.last - a.goal.last ||
      kindOrder[a.goal.kind] - kindOrder[b.goal.kind] ||
      a.goal.name.localeCompare(b.goal.name),
  ).map(({ goal }) => goal);
}

/** By its own name, or, less well, together with that of its channel. */
function goalRanker(wanted: string): (goal: Goal) => number | undefined {
  const getRank = fuzzyRanker(wanted);
  return ({ lowerName, about }) => {
    const own = getRank(lowerName);
    if (own !== undefined || about === '') return own;
    const both = getRank(`${about.toLocaleLowerCase()} ${lowerName}`);
    return both === undefined ? undefined : Math.max(2.5, both);
  };
}

/** What `findGoals` leaves out. */
export const keyOfPlace = (at: Address): string | undefined =>
  at.screen === 'narrow' ? goalKey(at) : `view:${at.screen}`;

const goalKey = ({ narrow }: Address & { screen: 'narrow' }): string =>
  narrowViews.some((kind) => kind === narrow.kind) ? `view:${narrow.kind}` : narrowKey(narrow);
