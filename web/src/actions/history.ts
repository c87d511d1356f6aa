/** Fetching history into the stretches that are shown. */
import type { GetMessagesAnswer } from '../../../wire/messages.ts';
import type { NarrowTerm } from '../../../wire/narrow.ts';
import { failureOf, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import type { Stretch } from '../store/history.ts';
import type { Live } from '../store/live.ts';
import type { Narrow } from '../store/narrow.ts';
import { pageSize } from '../store/registration.ts';
import { askedTerms, namesStranger } from '../view/search-terms.ts';

export type Anchor = number | 'first_unread' | 'newest';

const largestPage = 480;

/** As much again as is here: whoever goes further and further back gets more at a time. */
const sizeOfOlder = (stretch: Stretch): number =>
  Math.min(largestPage, Math.max(pageSize * 2, stretch.ids.peek().length));

const loading = new WeakMap<Stretch, Set<string>>();

/** Fetches what lies around an anchor, in place of what is there. */
export async function loadAround(
  client: Client,
  stretch: Stretch,
  anchor: Anchor,
): Promise<ApiFailure | undefined> {
  return load(client, stretch, 'around', { anchor, num_before: pageSize, num_after: pageSize });
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches what may have been missed: again and again, later and later, until it is here, the server refuses, or it is not
 * wanted any more. @param wait for tests
 */
export async function refresh(
  client: Client,
  stretch: Stretch,
  isWanted: () => boolean,
  wait = pause,
): Promise<void> {
  for (let attempt = 0; isWanted() && stretch.state.peek() === 'stale'; attempt++) {
    const failure = await loadAround(client, stretch, stretch.lookedAt ?? 'newest');
    if (failure?.kind === 'refused' || stretch.state.peek() !== 'stale') return;
    const asked = failure?.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0;
    // Spread out: the others lost their connection in the same moment.
    const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random());
    await wait(Math.max(asked, grown));
  }
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

async function load(
  client: Client,
  stretch: Stretch,
  side: 'around' | 'older' | 'newer',
  range: Record<string, unknown>,
): Promise<ApiFailure | undefined> {
  const running = loading.get(stretch) ?? new Set();
  loading.set(stretch, running);
  if (running.has(side)) return undefined;
  running.add(side);
  try {
    const narrow = await termsFor(client.live, stretch.narrow);
    const shape = { apply_markdown: true, allow_empty_topic_name: true, client_gravatar: false };
    const answer = await client.api.get<GetMessagesAnswer>('/messages', { ...range, ...shape, narrow });
    client.history.take(stretch, answer, side);
    client.outbox.seen(answer.messages.map(({ id }) => id));
    return undefined;
  } catch (error) {
    return failureOf(error);
  } finally {
    running.delete(side);
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
