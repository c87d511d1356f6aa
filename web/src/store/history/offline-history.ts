/**
 * What is stored on the device for the next visit: pure. It is the state of one registration, pages of messages as the
 * server returned them, and the events since; never an optimistic update. Replayed by the same reducers it is the
 * state of a page that was never closed.
 */
import type { Event, EventType } from '../../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import type { User } from '../../../../wire/users.ts';
import { createHistory, type History, type MessageRange } from './history.ts';
import type { Server, State } from '../index.ts';
import { getLive, type Live } from '../live.ts';
import { narrowKey, type Narrow } from '../messages/narrow.ts';
import { serialize, deserialize, type Serialized } from './serialized.ts';

/** Messages as they were fetched, and the last event that had been received by then: it and those before it are in them. */
export type KeptPage = {
  lastEventId: number;
  /** `later`: was fetched as newer than another page, which is not kept any more. */
  side: 'around' | 'newer' | 'later';
  response: Serialized<GetMessagesResponse>;
};

/** Of one narrow, the one used last first; pages follow each other without a gap. */
export type CachedRange = { narrow: Narrow; pages: readonly KeptPage[] };

export type KeptPeople = { lastEventId: number; users: readonly User[] };

export type Kept = {
  state: State;
  ranges: readonly CachedRange[];
  /** In their order, all that matter since the registration. */
  events: readonly Event[];
};

const mostRanges = 4;
const mostPages = 2;
const mostMessages = 120;

/** Beyond this many events a replay takes longer than what it spares. */
export const mostEvents = 300;

/** What is over by the next visit, or asked for again by it. */
const fleeting: ReadonlySet<EventType> = new Set([
  'heartbeat',
  'invites_changed',
  'presence',
  'typing',
  'typing_edit_message',
]);

export const isKept = ({ type }: Event): boolean => !fleeting.has(type);

/** What a fetch brought, among what is kept already. Searches are left out: only the server knows what belongs there. */
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

/** The oldest go; what follows them stands on its own. */
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
  /** Messages that moved into view and have to be fetched. */
  unseen: number[];
};

/** Each page meets the events that came after it, and none of those that are in it. */
export function replay({ state, ranges, events }: Kept): ReplayResult {
  const live = getLive(state);
  const history = createHistory(live);
  const pages = [...ranges]
    .reverse()
    .flatMap(({ narrow, pages }) => pages.map((page) => ({ ...page, narrow })))
    .sort((a, b) => a.lastEventId - b.lastEventId);
  const unseen: number[] = [];
  const takeBefore = (id: number): void => {
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
  /** Undefined where they have to be fetched again. */
  people: KeptPeople | undefined;
};

/** The same without its events. @param lastEventId the last event that was received */
export function compact(kept: Kept, people: KeptPeople | undefined, lastEventId: number): CompactResult {
  const near = [...kept.state.users.keys()];
  const { live, history, unseen } = replay(kept);
  const isWhole = people !== undefined && live.takePeople(people.users, people.lastEventId);
  const { messages: _, users, ...rest } = live.peek();
  const ofPeople = isWhole ? { lastEventId, users: [...users.values()] } : undefined;
  const nearUsers = near.flatMap((id) => users.get(id) ?? []).map((user) => [user.user_id, user] as const);
  const ranges = unseen.length > 0 ? [] : kept.ranges.map(({ narrow }) => narrow);
  return {
    state: { ...rest, messages: new Map(), users: new Map(nearUsers) },
    ranges: ranges.map((narrow) => ({
      narrow,
      pages: [{ lastEventId, side: 'around', response: serialize(getPage(live, history.open(narrow))) }],
    })),
    people: ofPeople,
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

/** Whether the events of a queue may still carry on what was registered with this server. */
export const isSameServer = (before: Server, now: Server): boolean =>
  before.version === now.version &&
  before.featureLevel === now.featureLevel &&
  before.mergeBase === now.mergeBase;
