/** Fetches messages into the ranges that are shown. */
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import { getFailure, type ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import type { MessageRange } from '../../store/history/history.ts';
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { pageSize } from '../../store/registration.ts';
import { requestedTerms, namesUnknownUser } from '../../view/narrow/search-terms.ts';
import { retryUntilSuccess, type RetryPolicy } from '../request/retry.ts';

/** A date is an ISO 8601 moment: the first message since then. */
export type Anchor = number | 'first_unread' | 'newest' | `${number}-${string}`;

const largestPage = 480;
/** Stored for reading offline. */
const mostUnread = 200;
const shape = { apply_markdown: true, allow_empty_topic_name: true, client_gravatar: false };

/** Doubles what is loaded, so that people who go further back get larger pages. */
const sizeOfOlder = (messageRange: MessageRange): number =>
  Math.min(largestPage, Math.max(pageSize * 2, messageRange.ids.peek().length));

type Side = 'around' | 'older' | 'newer';

type Range = { anchor: Anchor; num_before: number; num_after: number; include_anchor?: boolean };
type PendingRequest = { anchor: Anchor; response: Promise<ApiFailure | undefined> };

const loading = new WeakMap<MessageRange, Map<Side, PendingRequest>>();

/** Fetches the messages around an anchor, replacing the range. */
export async function loadAround(
  client: Client,
  messageRange: MessageRange,
  anchor: Anchor,
): Promise<ApiFailure | undefined> {
  return load(client, messageRange, 'around', { anchor, num_before: pageSize, num_after: pageSize });
}

/** Fetches the first messages of a view. Retries until it succeeds, the server refuses, or the view is closed. */
export async function loadFirst(
  client: Client,
  messageRange: MessageRange,
  anchor: Anchor,
  retryPolicy: RetryPolicy,
): Promise<ApiFailure | undefined> {
  return retryUntilSuccess(() => loadAround(client, messageRange, anchor), retryPolicy);
}

/** Fetches messages that may have been missed, with the same retries. */
export async function refresh(
  client: Client,
  messageRange: MessageRange,
  retryPolicy: RetryPolicy,
): Promise<void> {
  const isWanted = () => retryPolicy.isWanted() && messageRange.state.peek() === 'stale';
  const ask = () => loadAround(client, messageRange, messageRange.lookedAt ?? 'newest');
  await retryUntilSuccess(ask, { ...retryPolicy, isWanted });
}

export async function loadOlder(client: Client, messageRange: MessageRange): Promise<ApiFailure | undefined> {
  const first = messageRange.ids.peek()[0];
  if (first === undefined || messageRange.oldest.peek()) return undefined;
  const before = {
    anchor: first,
    include_anchor: false,
    num_before: sizeOfOlder(messageRange),
    num_after: 0,
  };
  return load(client, messageRange, 'older', before);
}

export async function loadNewer(client: Client, messageRange: MessageRange): Promise<ApiFailure | undefined> {
  const last = messageRange.ids.peek().at(-1);
  if (last === undefined || messageRange.newest.peek()) return undefined;
  const after = { anchor: last, include_anchor: false, num_before: 0, num_after: pageSize * 2 };
  return load(client, messageRange, 'newer', after);
}

/** Callers share a pending request; a request for another anchor waits for it. */
function load(
  client: Client,
  messageRange: MessageRange,
  side: Side,
  range: Range,
): Promise<ApiFailure | undefined> {
  const running = loading.get(messageRange) ?? new Map<Side, PendingRequest>();
  loading.set(messageRange, running);
  const before = running.get(side);
  const { anchor } = range;
  if (before !== undefined && (side !== 'around' || before.anchor === anchor)) return before.response;
  const fetched = fetchAfter(before?.response, () => fetchInto(client, messageRange, side, range));
  const response = fetched.finally(() => {
    if (running.get(side)?.response === response) running.delete(side);
  });
  running.set(side, { anchor, response });
  return response;
}

async function fetchAfter<Body>(before: Promise<unknown> | undefined, fetch: () => Promise<Body>) {
  await before;
  return fetch();
}

const anchorParams = (anchor: Anchor) =>
  typeof anchor === 'string' && anchor.includes('-') ? { anchor: 'date', anchor_date: anchor } : { anchor };

async function fetchInto(
  client: Client,
  messageRange: MessageRange,
  side: Side,
  range: Range,
): Promise<ApiFailure | undefined> {
  try {
    const narrow = await termsFor(client.live, messageRange.narrow);
    const response = await client.api.get<GetMessagesResponse>('/messages', {
      ...range,
      ...anchorParams(range.anchor),
      ...shape,
      narrow,
    });
    client.history.take(messageRange, response, side);
    client.outbox.seen(response.messages.map(({ id }) => id));
    return undefined;
  } catch (error) {
    const failure = getFailure(error);
    const isFirst = side === 'around' && messageRange.state.peek() === 'new';
    if (failure.kind === 'refused' || !isFirst || !(await showKept(client, messageRange))) return failure;
    return undefined;
  }
}

/**
 * Shows what the device has stored; it is fetched again as soon as possible.
 * @returns whether anything was stored
 */
async function showKept(
  { offlineCache, live, history }: Client,
  messageRange: MessageRange,
): Promise<boolean> {
  const kept = await offlineCache?.readOffline(messageRange.narrow, live.peek());
  if (kept === undefined || messageRange.state.peek() !== 'new') return false;
  history.take(messageRange, kept, 'kept');
  return true;
}

/** The first message of a narrow since a moment, otherwise its last one; undefined if it has none. */
export async function fetchMessageSince(
  { api, live }: Client,
  narrow: Narrow,
  since: Date,
): Promise<number | undefined> {
  const { messages } = await api.get<GetMessagesResponse>('/messages', {
    anchor: 'date',
    anchor_date: since.toISOString(),
    num_before: 1,
    num_after: 1,
    ...shape,
    narrow: await termsFor(live, narrow),
  });
  const first = messages.find(({ timestamp }) => timestamp * 1000 >= since.getTime());
  return (first ?? messages.at(-1))?.id;
}

/** Fetches the newest unread messages for reading offline. Failures are ignored: there is only less to read. */
export async function keepUnread({ api, offlineCache }: Client): Promise<void> {
  if (offlineCache === undefined || !(await offlineCache.isOwner)) return;
  const { lastEventId } = offlineCache;
  const narrow: NarrowTerm[] = [{ operator: 'is', operand: 'unread', negated: false }];
  const range = { anchor: 'newest', num_before: mostUnread, num_after: 0 };
  const response = await api
    .get<GetMessagesResponse>('/messages', { ...range, ...shape, narrow })
    .catch(() => undefined);
  if (response !== undefined) offlineCache.keepUnread(response, lastEventId);
}

/** A search that names a person waits until all users are loaded. */
async function termsFor(live: Live, narrow: Narrow): Promise<NarrowTerm[]> {
  const terms = requestedTerms(narrow, live.peek());
  if (live.hasPeople.peek() || !namesUnknownUser(terms)) return terms;
  await new Promise<void>((resolve) => {
    const stop = live.hasPeople.subscribe((isSo) => {
      if (!isSo) return;
      stop();
      resolve();
    });
  });
  return requestedTerms(narrow, live.peek());
}
