/** Messages that were read: marked at once, sent in batches, and kept on the device until the server has them. */
import { effect } from '@preact/signals';
import type { Event } from '../../../../wire/events.ts';
import type {
  MarkAllAsReadResponse,
  UpdateMessageFlagsForNarrowResponse,
} from '../../../../wire/message-flags.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { addUnsentReads, removeUnsentReads, unsentReads } from '../../store/writing/unsent-reads.ts';
import { requestedTerms } from '../../view/narrow/search-terms.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';
import { pretendFlag } from './messages.ts';

type Timer = ReturnType<typeof setTimeout>;
type Store = Parameters<typeof addUnsentReads>[0];

type Unsent = {
  readonly ids: Set<number>;
  /** True while the next request is scheduled. */
  timer?: Timer | undefined;
  /** Why the last request failed, if it did. */
  failure?: ApiFailure | undefined;
  /** Resolves after the last pending request. */
  sending: Promise<void>;
  storage?: Store;
};

const unsent = new WeakMap<Client, Unsent>();
const collectMs = 400;
const longestPauseMs = 15_000;
/** Ids in one request. */
const idsAtOnce = 5000;

function getUnsent(client: Client): Unsent {
  const known = unsent.get(client) ?? { ids: new Set<number>(), sending: Promise.resolve() };
  unsent.set(client, known);
  return known;
}

/** Marks messages as read: locally right away, on the server in batches. */
export function markRead(client: Client, ids: readonly number[]): void {
  const { unreads } = client.live.peek();
  const unread = ids.filter((id) => unreads.places.has(id));
  if (unread.length === 0) return;
  pretendFlag(client, 'add', 'read', unread);
  const { storage } = getUnsent(client);
  if (storage !== undefined) addUnsentReads(storage, unread);
  plan(client, unread);
}

function plan(client: Client, ids: readonly number[]): void {
  for (const id of ids) getUnsent(client).ids.add(id);
  sendLater(client, collectMs, 1);
}

/**
 * Takes over what earlier visits could not send.
 * @param storage shared by all tabs of this person
 */
export function keepReadMarks(client: Client, storage: Store): void {
  getUnsent(client).storage = storage;
  const ids = unsentReads(storage);
  if (ids.length > 0) plan(client, ids);
  // The registration is older than the reads that are still to be sent.
  client.live.begun.subscribe(() => {
    const again = [...getUnsent(client).ids];
    if (again.length > 0) pretendFlag(client, 'add', 'read', again);
  });
}

/**
 * A message that was marked as unread meanwhile, here or on another device, is not marked as read by an earlier read.
 * Events that this page missed because its queue was gone are not considered: to mark a message as unread elsewhere,
 * the person has to have read it there as well.
 */
export function followUnreadMarks(client: Client, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'remove')
      settle(getUnsent(client), event.messages);
  }
}

function settle({ ids, storage }: Unsent, settled: readonly number[]): void {
  for (const id of settled) ids.delete(id);
  if (storage !== undefined) removeUnsentReads(storage, settled);
}

function sendLater(client: Client, pauseMs: number, attempt: number): void {
  const batch = getUnsent(client);
  batch.timer ??= setTimeout(() => void untilOnline(client).then(() => sendRead(client, attempt)), pauseMs);
}

/** The events from while the page was closed have arrived by then. */
async function untilOnline({ sync: { connection } }: Client): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = effect(() => {
    if (connection.value.kind === 'online') resolve(undefined);
  });
  await promise;
  stop();
}

function sendRead(client: Client, attempt = 1): Promise<void> {
  const batch = getUnsent(client);
  clearTimeout(batch.timer);
  batch.timer = undefined;
  batch.sending = batch.sending.then(() => postRead(client, batch, attempt));
  return batch.sending;
}

/**
 * Sends pending reads, which must reach the server before messages are marked as unread.
 * @returns the failure, if any
 */
async function flushRead(client: Client): Promise<ApiFailure | undefined> {
  await sendRead(client);
  return getUnsent(client).failure;
}

/** Retries until the server responds, since nothing else reports what was read offline. */
async function postRead(client: Client, batch: Unsent, attempt: number): Promise<void> {
  batch.failure = undefined;
  const all = [...batch.ids];
  for (let from = 0; from < all.length; from += idsAtOnce) {
    const messages = all.slice(from, from + idsAtOnce);
    const failure = await post(client, 'add', messages);
    if (failure?.kind === 'refused') {
      // The next session sends what this one cannot.
      if (failure.status === 401) return;
    } else if (failure !== undefined) {
      batch.failure = failure;
      sendLater(client, Math.min(longestPauseMs, 1000 * 2 ** attempt), attempt + 1);
      return;
    }
    settle(batch, messages);
  }
}

async function post(
  { api }: Client,
  op: 'add' | 'remove',
  messages: readonly number[],
): Promise<ApiFailure | undefined> {
  return ask(api.post('/messages/flags', { messages, op, flag: 'read' }));
}

/**
 * Repeats the request until nothing is left, since the server marks a limited number at a time.
 * @returns the messages that were unread, as far as known
 */
export async function markAllRead({ api, live }: Client): Promise<Outcome<readonly number[]>> {
  const before = [...live.peek().unreads.places.keys()];
  for (;;) {
    const { value, failure } = await toOutcome(api.post<MarkAllAsReadResponse>('/mark_all_as_read', {}));
    if (failure !== undefined) return { failure };
    if (value.complete) return { value: before };
  }
}

/** Marks messages as unread. */
export async function markUnread(client: Client, ids: readonly number[]): Promise<ApiFailure | undefined> {
  let failure = await flushRead(client);
  for (let from = 0; from < ids.length && failure === undefined; from += idsAtOnce)
    failure = await post(client, 'remove', ids.slice(from, from + idsAtOnce));
  return failure;
}

/** Marks all messages of a narrow as unread, starting from a message. */
export async function markUnreadFrom(
  client: Client,
  narrow: Narrow,
  id: number,
): Promise<ApiFailure | undefined> {
  const terms = requestedTerms(narrow, client.live.peek());
  const failure = await flushRead(client);
  if (failure !== undefined) return failure;
  let range: { anchor: number; include_anchor: boolean } = { anchor: id, include_anchor: true };
  for (;;) {
    const request = client.api.post<UpdateMessageFlagsForNarrowResponse>('/messages/flags/narrow', {
      ...range,
      num_before: 0,
      num_after: idsAtOnce,
      narrow: terms,
      op: 'remove',
      flag: 'read',
    });
    const { value, failure } = await toOutcome(request);
    if (failure !== undefined || value.found_newest || value.last_processed_id === null) return failure;
    range = { anchor: value.last_processed_id, include_anchor: false };
  }
}
