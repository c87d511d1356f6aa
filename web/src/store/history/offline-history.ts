/**
 * Defines what is stored on the device for the next visit; pure. It is the state of one registration, pages of messages
 * as the server returned them, and the events since, but no optimistic updates. Replaying the events by the reducers
 * yields the state that an open page would have.
 */
import type { Channel } from '../../../../wire/channels.ts';
import type { Event, EventType } from '../../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import type { User } from '../../../../wire/users.ts';
import { createHistory, type History, type MessageRange } from './history.ts';
import type { Server, State } from '../index.ts';
import { openLive, type Live } from '../live.ts';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { serialize, deserialize, type Serialized } from './serialized.ts';

/** Fetched messages, and the last event that was received before: earlier events are already included. */
export type KeptPage = {
  lastEventId: number;
  /** `later`: was fetched after a page that has been removed. */
  side: 'around' | 'newer' | 'later';
  response: Serialized<GetMessagesResponse>;
};

/** Pages of one narrow, the most recently used narrow first. The pages are contiguous. */
export type CachedRange = { narrow: Narrow; pages: readonly KeptPage[] };

export type KeptPeople = { lastEventId: number; users: readonly User[] };

/** All visible channels, as they are requested after this event. */
type KeptChannels = { lastEventId: number; channels: readonly Channel[] };

export type Kept = {
  state: State;
  /** If they were requested since the registration. */
  allChannels?: KeptChannels | undefined;
  ranges: readonly CachedRange[];
  /** All relevant events since the registration, in order. */
  events: readonly Event[];
};

const mostRanges = 4;
const mostPages = 2;
const mostMessages = 120;

/** With more events than this, a replay takes longer than a registration. */
export const mostEvents = 300;

/** Events without effect on the next visit, which have expired or are requested again. */
const fleeting: ReadonlySet<EventType> = new Set([
  'heartbeat',
  'invites_changed',
  'presence',
  'typing',
  'typing_edit_message',
]);

export const isKept = ({ type }: Event): boolean => !fleeting.has(type);

/** Adds a fetched page to the stored ones. Searches are left out: only the server knows their results. */
export function withPage(
  ranges: readonly CachedRange[],
  narrow: Narrow,
  page: KeptPage,
): readonly CachedRange[] {
  if (narrow.kind === 'search') return ranges;
  const key = narrowKey(narrow);
  const known = ranges.find((one) => narrowKey(one.narrow) === key);
  if (page.side === 'newer' && known === undefined) return ranges;
  const pages = page.side === 'around' ? [page] : shortened([...(known?.pages ?? []), page]);
  return [{ narrow, pages }, ...ranges.filter((one) => one !== known)].slice(0, mostRanges);
}

/** Removes the oldest pages; those after them become independent. */
function shortened(pages: readonly KeptPage[]): readonly KeptPage[] {
  const [first, ...rest] = pages.slice(-mostPages);
  if (first === undefined || pages.length <= mostPages) return pages;
  return [{ ...first, side: 'later' }, ...rest];
}

function takePage(history: History, { narrow, side, response }: KeptPage & { narrow: Narrow }): void {
  const page = deserialize(response);
  if (side === 'later') history.take(history.open(narrow), { ...page, found_oldest: false }, 'around');
  else history.take(history.open(narrow), page, side);
}

export type ReplayResult = {
  live: Live;
  history: History;
  /** Messages that were moved into view and have to be fetched. */
  unseen: number[];
};

/** Replays the events, each on the pages that were fetched before it. */
export function replay({ state, allChannels, ranges, events }: Kept): ReplayResult {
  const live = openLive(state);
  const history = createHistory(live);
  const pages = [...ranges]
    .reverse()
    .flatMap(({ narrow, pages }) => pages.map((page) => ({ ...page, narrow })))
    .sort((a, b) => a.lastEventId - b.lastEventId);
  const unseen: number[] = [];
  let channels = allChannels;
  const takeBefore = (id: number): void => {
    if (channels !== undefined && channels.lastEventId < id) {
      live.awaitChannels()(channels.channels);
      channels = undefined;
    }
    for (let page = pages[0]; page !== undefined && page.lastEventId < id; page = pages[0]) {
      takePage(history, page);
      pages.shift();
    }
  };
  for (const event of events) {
    takeBefore(event.id);
    live.apply([event]);
    unseen.push(...history.settle([event]));
  }
  takeBefore(Infinity);
  return { live, history, unseen };
}

export type CompactResult = {
  state: State;
  ranges: readonly CachedRange[];
  /** Undefined if they have to be fetched again. */
  people: KeptPeople | undefined;
  allChannels: KeptChannels | undefined;
};

/**
 * The range without its events.
 * @param lastEventId of the last event that was received
 */
export function compact(kept: Kept, people: KeptPeople | undefined, lastEventId: number): CompactResult {
  const near = [...kept.state.users.keys()];
  const { live, history, unseen } = replay(kept);
  const isWhole = people !== undefined && live.takePeople(people.users, people.lastEventId);
  const { messages: _, users, channels, ...rest } = live.peek();
  const ofPeople = isWhole ? { lastEventId, users: [...users.values()] } : undefined;
  const nearUsers = near.flatMap((id) => users.get(id) ?? []).map((user) => [user.user_id, user] as const);
  const isOwn = ([id]: readonly [number, Channel]) => rest.subscriptions.has(id) || rest.unsubscribed.has(id);
  const ownChannels = kept.allChannels ? [...channels].filter(isOwn) : channels;
  const ranges = unseen.length > 0 ? [] : kept.ranges.map(({ narrow }) => narrow);
  return {
    state: { ...rest, channels: new Map(ownChannels), messages: new Map(), users: new Map(nearUsers) },
    ranges: ranges.map((narrow) => ({
      narrow,
      pages: [{ lastEventId, side: 'around', response: serialize(getPage(live, history.open(narrow))) }],
    })),
    people: ofPeople,
    allChannels: kept.allChannels && { lastEventId, channels: [...channels.values()] },
  };
}

function getPage(live: Live, range: MessageRange): GetMessagesResponse {
  const { messages } = live.peek();
  const all = range.ids.peek();
  const ids = all.slice(-mostMessages);
  return {
    messages: ids.flatMap((id) => messages.get(id) ?? []),
    found_anchor: true,
    found_oldest: range.oldest.peek() && ids.length === all.length,
    found_newest: range.newest.peek(),
    history_limited: false,
  };
}

/** Whether the events of a queue can continue the state that was registered with this server. */
export const isSameServer = (before: Server, now: Server): boolean =>
  before.version === now.version &&
  before.featureLevel === now.featureLevel &&
  before.mergeBase === now.mergeBase;
