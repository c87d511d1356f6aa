/** Composes everything below the user interface. */
import { effect, untracked } from '@preact/signals';
import type { GetStreamsResponse } from '../../wire/channels.ts';
import type { Event } from '../../wire/events.ts';
import type { GetMessagesResponse, SendMessageResponse } from '../../wire/messages.ts';
import type { RegisterResponse } from '../../wire/register.ts';
import type { GetUsersResponse } from '../../wire/users.ts';
import type { Client } from './connection/client.ts';
import { locateConversation } from './actions/messages/locate.ts';
import { retryUntilSuccess } from './actions/request/retry.ts';
import { getFailure, type Api, type ApiFailure } from './connection/api.ts';
import { firstMessages, type FirstPlace, type Registered } from './connection/register.ts';
import { settleNewest } from './connection/newest.ts';
import type { OfflineCache } from './connection/offline-cache.ts';
import { createHistory, type History } from './store/history/history.ts';
import { stateFromRegister } from './store/index.ts';
import { openLive, type Live } from './store/live.ts';
import { findNewestIn, type Narrow } from './store/narrow/narrow.ts';
import { Outbox, outboxKey, savedIn, type OutboxItem, type SendResult } from './store/writing/outbox.ts';
import { untilStored } from './store/history/server-storage.ts';
import { Sync, type Queue } from './connection/sync.ts';

/** Data that survives the page. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export type ClientOptions = FirstPlace & {
  api: Api;
  /**
   * Storage of this tab alone: two tabs would each show the same outbox and send it. One tab takes over what closed
   * ones left.
   */
  storage: Storage;
  offlineCache?: OfflineCache | undefined;
  newId: () => string;
  /** The registration for the same address, if it has been started already. */
  early?: Promise<Registered> | undefined;
  /** Called with the signed-in user before anything from the outbox is sent. */
  claim?: (live: Live) => void;
  onReady: (client: Client) => void;
  /** Called for events that arrive, but not for those from while the page was closed. */
  onEvents?: (client: Client, events: readonly Event[]) => void;
  /** Called for events from while the page was closed. */
  onEarlierEvents?: (client: Client, events: readonly Event[]) => void;
  /** The session has ended. `isShown`: whether the page has shown anything that the server confirmed in it. */
  onSignedOut?: (isShown: boolean) => void;
  /** Another user is signed in now. */
  onOther?: () => void;
};

/** Starts from what the device has stored, or registers; `onReady` is called once. */
export function startClient(options: ClientOptions): Sync {
  const { api, offlineCache, onReady, onEvents, onEarlierEvents, onSignedOut, onOther } = options;
  let client: Client | undefined;
  let isConfirmed = false;
  const open: OpenClient = (live, inner, fill) => {
    options.claim?.(live);
    const outbox = openOutbox(options, live);
    const history = keptHistory(inner, offlineCache);
    fill?.(history);
    client = { api, live, history, outbox, sync, offlineCache };
    bringChannelsWhenWanted(client);
    onReady(client);
    return client;
  };
  const sync: Sync = new Sync({
    api,
    left: offlineCache && goOn(offlineCache, open),
    early: options.early,
    first: firstMessages(options),
    onRegister({ response, text }) {
      isConfirmed = true;
      if (client !== undefined && client.live.peek().own.user_id !== response.user_id) {
        void clearCache(client).then(onOther);
        return;
      }
      if (response.queue_id !== null)
        offlineCache?.begin(text, { id: response.queue_id, lastEventId: response.last_event_id });
      client = client === undefined ? begin(response, options.first, open) : beginAgain(client, response);
      void bringPeople(client, response.last_event_id);
    },
    onEvents(events, lastEventId, when) {
      if (client === undefined) return;
      isConfirmed = true;
      offlineCache?.apply(events, lastEventId);
      apply(client, events);
      (when === 'now' ? onEvents : onEarlierEvents)?.(client, events);
    },
    onSignedOut() {
      void (offlineCache?.erase() ?? Promise.resolve()).then(() => onSignedOut?.(isConfirmed));
    },
  });
  return sync;
}

/** @param fill adds stored state before anything is shown */
type OpenClient = (live: Live, history: History, fill?: (history: History) => void) => Client;

/** Returns the queue of the last visit, after its state is shown. */
async function goOn(offlineCache: OfflineCache, open: OpenClient): Promise<Queue | undefined> {
  const found = await offlineCache.open();
  if (found === undefined) return undefined;
  const { live, history, events, unseen } = found;
  // `startClient` must have returned first.
  const client = open(live, history);
  client.outbox.settle(events);
  if (unseen.length > 0) void fetchUnseen(client, unseen);
  const { queue } = found;
  void recallPeople(client, offlineCache, queue);
  return queue;
}

/** Not awaited: what is shown first brings the names that it needs. */
async function recallPeople(
  client: Client,
  offlineCache: OfflineCache,
  left: Promise<Queue | undefined>,
): Promise<void> {
  const { live } = client;
  const begun = live.begun.peek();
  const people = await offlineCache.people();
  if (live.begun.peek() !== begun) return;
  const isWhole = people !== undefined && live.takePeople(people.users, people.lastEventId);
  const queue = await left;
  if (queue !== undefined && !isWhole) await bringPeople(client, queue.lastEventId);
}

function begin(response: RegisterResponse, first: Narrow | undefined, open: OpenClient): Client {
  const live = openLive(stateFromRegister(response), response);
  const history = createHistory(live);
  return open(live, history, (kept) => {
    const { heddle_messages: page } = response;
    if (page !== undefined && first !== undefined) kept.take(kept.open(first), page, 'around');
  });
}

function beginAgain(client: Client, response: RegisterResponse): Client {
  client.live.replace(response);
  client.history.expire();
  return client;
}

const clearCache = async ({ offlineCache, sync }: Client): Promise<void> => {
  sync.stop();
  await offlineCache?.erase();
};

function apply(client: Client, events: readonly Event[]): void {
  client.live.apply(events);
  const unseen = client.history.settle(events);
  client.outbox.settle(events);
  if (unseen.length > 0) void fetchUnseen(client, unseen);
  void settleNewest(client);
}

function keptHistory(history: History, offlineCache: OfflineCache | undefined): History {
  if (offlineCache === undefined) return history;
  return {
    ...history,
    take(range, response, side) {
      if (side !== 'kept') offlineCache.keepPage(range.narrow, response, side);
      history.take(range, response, side);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Requests what is shown first before the list of users: on a slow network they would share the bandwidth. */
const peopleAfterMs = 1000;
const peopleAgainMs = 10_000;

/** @param lastEventId the last event that is known to be in the response */
async function bringPeople({ api, live, offlineCache }: Client, lastEventId: number): Promise<void> {
  const begun = live.begun.peek();
  await pause(peopleAfterMs);
  while (live.begun.peek() === begun) {
    try {
      const params = { include_custom_profile_fields: true, client_gravatar: false };
      const since = Math.max(lastEventId, offlineCache?.lastEventId ?? -1);
      const { members } = await api.get<GetUsersResponse>('/users', params);
      if (live.begun.peek() !== begun) return;
      if (live.takePeople(members, since)) {
        offlineCache?.keepPeople(members, since);
        return;
      }
    } catch (error) {
      if (getFailure(error).kind === 'refused') return;
      await pause(peopleAgainMs);
    }
  }
}

/**
 * Requests the channels without a subscription once something needs them, and again after another registration. Events
 * keep them current.
 */
function bringChannelsWhenWanted(client: Client): void {
  const { live } = client;
  effect(() => {
    const isWanted = live.wantsChannels.value && !live.hasChannels.value;
    const begun = live.begun.value;
    if (isWanted) untracked(() => void bringChannels(client, () => live.begun.peek() === begun));
  });
}

async function bringChannels({ api, live, offlineCache }: Client, isWanted: () => boolean): Promise<void> {
  const ask = async (): Promise<ApiFailure | undefined> => {
    const take = live.awaitChannels();
    const since = offlineCache?.lastEventId ?? -1;
    try {
      const params = { include_all: true, exclude_archived: false };
      const { streams } = await api.get<GetStreamsResponse>('/streams', params);
      if (!isWanted()) return undefined;
      if (!take(streams)) return { kind: 'unreachable' };
      offlineCache?.keepChannels(streams, since);
      return undefined;
    } catch (error) {
      return getFailure(error);
    }
  };
  await retryUntilSuccess(ask, { isWanted });
}

function openOutbox({ api, storage, newId }: ClientOptions, live: Live): Outbox {
  return new Outbox({
    send: (item) => send(api, live.peek().own.user_id, item),
    isHere: (id) => live.peek().messages.has(id),
    findBeside: (to) => (to.kind === 'topic' ? findNewestIn(live.peek(), to) : undefined),
    locate: (from, messageId) => locateConversation({ api, live }, from, messageId),
    wait: (attempt, afterMs) => pause(pauseAfter(attempt, afterMs)),
    waitForStorage: (attempt, afterMs) => untilStored(AbortSignal.timeout(pauseAfter(attempt, afterMs))),
    newId,
    now: Date.now,
    saved: savedIn(storage),
    save: (items) => storage.setItem(outboxKey, JSON.stringify(items)),
  });
}

const pauseAfter = (attempt: number, afterMs: number): number =>
  Math.max(afterMs, Math.min(15_000, 500 * 2 ** attempt));

async function send(
  api: Api,
  ownId: number,
  { to, content, queueId, localId }: OutboxItem,
): Promise<SendResult> {
  const place =
    to.kind === 'topic'
      ? { type: 'channel', to: to.channelId, topic: to.topic }
      : { type: 'direct', to: to.userIds.length === 0 ? [ownId] : [...to.userIds] };
  try {
    const params = { ...place, content, queue_id: queueId, local_id: localId, read_by_sender: true };
    const { id } = await api.post<SendMessageResponse>('/messages', params);
    return { kind: 'sent', messageId: id };
  } catch (error) {
    const failure = getFailure(error);
    if (failure.kind === 'refused') {
      const { message, error: keyed } = failure;
      return { kind: 'refused', reason: message, ...(keyed && { error: keyed }) };
    }
    if (failure.kind === 'unreachable') return failure;
    const { retryAfterMs: afterMs, reason } = failure;
    const kind = reason === undefined ? 'unreachable' : 'notStored';
    return { kind, ...(afterMs === undefined ? {} : { afterMs }) };
  }
}

/**
 * Fetches messages that were moved into view. Failures are ignored: the conversation lacks them until it is opened
 * again.
 */
async function fetchUnseen({ api, live, history }: Client, ids: readonly number[]): Promise<void> {
  const params = { message_ids: ids, allow_empty_topic_name: true, client_gravatar: false };
  const response = await api.get<GetMessagesResponse>('/messages', params).catch(() => undefined);
  if (response === undefined) return;
  live.keep(response.messages);
  history.place(ids);
}
