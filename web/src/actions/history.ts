/** Fetching history into the stretches that are shown. */
import type { GetMessagesAnswer } from '../../../wire/messages.ts';
import type { NarrowTerm } from '../../../wire/narrow.ts';
import { failureOf, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import type { Stretch } from '../store/history/history.ts';
import type { Live } from '../store/live.ts';
import type { Narrow } from '../store/messages/narrow.ts';
import { pageSize } from '../store/registration.ts';
import { askedTerms, namesStranger } from '../view/narrow/search-terms.ts';
import { askUntilAnswered, type Patience } from './patience.ts';

export type Anchor = number | 'first_unread' | 'newest';

const largestPage = 480;

/** As much again as is here: whoever goes further and further back gets more at a time. */
const sizeOfOlder = (stretch: Stretch): number =>
  Math.min(largestPage, Math.max(pageSize * 2, stretch.ids.peek().length));

type Side = 'around' | 'older' | 'newer';

type Range = { anchor: Anchor; num_before: number; num_after: number; include_anchor?: boolean };
type Asked = { anchor: Anchor; answer: Promise<ApiFailure | undefined> };

const loading = new WeakMap<Stretch, Map<Side, Asked>>();

/** Fetches what lies around an anchor, in place of what is there. */
export async function loadAround(
  client: Client,
  stretch: Stretch,
  anchor: Anchor,
): Promise<ApiFailure | undefined> {
  return load(client, stretch, 'around', { anchor, num_before: pageSize, num_after: pageSize });
}

/** Fetches what a view opens with: again and again until it is here, the server refuses, or nobody waits. */
export async function loadFirst(
  client: Client,
  stretch: Stretch,
  anchor: Anchor,
  patience: Patience,
): Promise<ApiFailure | undefined> {
  return askUntilAnswered(() => loadAround(client, stretch, anchor), patience);
}

/** Fetches what may have been missed, likewise. */
export async function refresh(client: Client, stretch: Stretch, patience: Patience): Promise<void> {
  const isWanted = () => patience.isWanted() && stretch.state.peek() === 'stale';
  const ask = () => loadAround(client, stretch, stretch.lookedAt ?? 'newest');
  await askUntilAnswered(ask, { ...patience, isWanted });
}

export async function loadOlder(client: Client, stretch: Stretch): Promise<ApiFailure | undefined> {
  const first = stretch.ids.peek()[0];
  if (first === undefined || stretch.oldest.peek()) return undefined;
  const before = { anchor: first, include_anchor: false, num_before: sizeOfOlder(stretch), num_after: 0 };
  return load(client, stretch, 'older', before);
}

export async function loadNewer(client: Client, stretch: Stretch): Promise<ApiFailure | undefined> {
  const last = stretch.ids.peek().at(-1);
  if (last === undefined || stretch.newest.peek()) return undefined;
  const after = { anchor: last, include_anchor: false, num_before: 0, num_after: pageSize * 2 };
  return load(client, stretch, 'newer', after);
}

/** Whoever asks for what is on its way waits for the same answer; for another place, until that one is here. */
function load(client: Client, stretch: Stretch, side: Side, range: Range): Promise<ApiFailure | undefined> {
  const running = loading.get(stretch) ?? new Map<Side, Asked>();
  loading.set(stretch, running);
  const before = running.get(side);
  const { anchor } = range;
  if (before !== undefined && (side !== 'around' || before.anchor === anchor)) return before.answer;
  const fetched = fetchAfter(before?.answer, () => fetchInto(client, stretch, side, range));
  const answer = fetched.finally(() => {
    if (running.get(side)?.answer === answer) running.delete(side);
  });
  running.set(side, { anchor, answer });
  return answer;
}

async function fetchAfter<Answer>(before: Promise<unknown> | undefined, fetch: () => Promise<Answer>) {
  await before;
  return fetch();
}

async function fetchInto(
  client: Client,
  stretch: Stretch,
  side: Side,
  range: Range,
): Promise<ApiFailure | undefined> {
  try {
    const narrow = await termsFor(client.live, stretch.narrow);
    const shape = { apply_markdown: true, allow_empty_topic_name: true, client_gravatar: false };
    const answer = await client.api.get<GetMessagesAnswer>('/messages', { ...range, ...shape, narrow });
    client.history.take(stretch, answer, side);
    client.outbox.seen(answer.messages.map(({ id }) => id));
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** A search that names somebody waits until everybody is known. */
async function termsFor(live: Live, narrow: Narrow): Promise<NarrowTerm[]> {
  const terms = askedTerms(narrow, live.peek());
  if (live.hasPeople.peek() || !namesStranger(terms)) return terms;
  await new Promise<void>((resolve) => {
    const stop = live.hasPeople.subscribe((isSo) => {
      if (!isSo) return;
      stop();
      resolve();
    });
  });
  return askedTerms(narrow, live.peek());
}
