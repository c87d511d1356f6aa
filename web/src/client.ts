/** Everything below the page, put together: what a component gets from `useClient()`. */
import type { Event } from '../../wire/events.ts';
import type { GetMessagesAnswer, SendMessageAnswer } from '../../wire/messages.ts';
import type { RegisterAnswer } from '../../wire/register.ts';
import type { GetUsersAnswer } from '../../wire/users.ts';
import { failureOf, type Api } from './api.ts';
import { firstMessages, type FirstPlace, type Registered } from './register.ts';
import { settleNewest } from './newest.ts';
import type { Shelf } from './shelf.ts';
import { createHistory, type History } from './store/history/history.ts';
import { stateFromRegister } from './store/index.ts';
import { liveOf, type Live } from './store/live.ts';
import type { Narrow } from './store/messages/narrow.ts';
import { Outbox, outboxKey, savedIn, type OutboxItem, type SendResult } from './store/writing/outbox.ts';
import { untilStored } from './store/history/server-storage.ts';
import { Sync, type Queue } from './sync.ts';

export type Client = {
  api: Api;
  live: Live;
  history: History;
  outbox: Outbox;
  sync: Sync;
  /** What is kept on this device for the next visit, if anything may be. */
  shelf: Shelf | undefined;
};

/** What lives on between two visits to the page. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export type ClientOptions = FirstPlace & {
  api: Api;
  /** Of this tab alone: two tabs that send the same again would be harmless, but show it twice. */
  storage: Storage;
  shelf?: Shelf | undefined;
  newId: () => string;
  /** The registration, where it is under way; of the same place. */
  early?: Promise<Registered> | undefined;
  /** Who is signed in: called before anything is sent that waited here. */
  claim?: (live: Live) => void;
  onReady: (client: Client) => void;
  /** What arrives; not what came while the page was closed. */
  onEvents?: (client: Client, events: readonly Event[]) => void;
  /** The session has ended; `isShown` says whether anything was shown in it that the server has confirmed. */
  onSignedOut?: (isShown: boolean) => void;
  /** Somebody else is signed in by now. */
  onOther?: () => void;
};

/** Begins with what the device has kept, or to register; `onReady` is called once. */
export function startClient(options: ClientOptions): Sync {
  const { api, shelf, onReady, onEvents, onSignedOut, onOther } = options;
  let client: Client | undefined;
  let isConfirmed = false;
  const open: Open = (live, inner, fill) => {
    options.claim?.(live);
    const outbox = openOutbox(options, live);
    const history = keptHistory(inner, shelf);
    fill?.(history);
    client = { api, live, history, outbox, sync, shelf };
    onReady(client);
    return client;
  };
  const sync: Sync = new Sync({
    api,
    left: shelf && goOn(shelf, open),
    early: options.early,
    first: firstMessages(options),
    onRegister({ answer, text }) {
      isConfirmed = true;
      if (client !== undefined && client.live.peek().own.user_id !== answer.user_id) {
        void forget(client).then(onOther);
        return;
      }
      if (answer.queue_id !== null)
        shelf?.begin(text, { id: answer.queue_id, lastEventId: answer.last_event_id });
      client = client === undefined ? begin(answer, options.first, open) : beginAgain(client, answer);
      void bringPeople(client, answer.last_event_id);
    },
    onEvents(events, heard, when) {
      if (client === undefined) return;
      isConfirmed = true;
      shelf?.hear(events, heard);
      hear(client, events);
      if (when === 'now') onEvents?.(client, events);
    },
    onSignedOut() {
      void (shelf?.erase() ?? Promise.resolve()).then(() => onSignedOut?.(isConfirmed));
    },
  });
  return sync;
}

/** `fill` puts in what is there to show before anything is shown. */
type Open = (live: Live, history: History, fill?: (history: History) => void) => Client;

/** Answers the queue that the last visit left, after showing what it knew. */
async function goOn(shelf: Shelf, open: Open): Promise<Queue | undefined> {
  const found = await shelf.open();
  if (found === undefined) return undefined;
  const { live, history, events, unseen } = found;
  // Not before `startClient` is through.
  const client = open(live, history);
  client.outbox.settle(events);
  if (unseen.length > 0) void fetchUnseen(client, unseen);
  const { queue } = found;
  void recallPeople(client, shelf, queue);
  return queue;
}

/** Nobody waits for them: what is shown first has names of its own. */
async function recallPeople(client: Client, shelf: Shelf, left: Promise<Queue | undefined>): Promise<void> {
  const { live } = client;
  const begun = live.begun.peek();
  const people = await shelf.people();
  if (live.begun.peek() !== begun) return;
  const isWhole = people !== undefined && live.takePeople(people.users, people.heard);
  const queue = await left;
  if (queue !== undefined && !isWhole) await bringPeople(client, queue.lastEventId);
}

function begin(answer: RegisterAnswer, first: Narrow | undefined, open: Open): Client {
  const live = liveOf(stateFromRegister(answer), answer);
  const history = createHistory(live);
  return open(live, history, (kept) => {
    const { heddle_messages: page } = answer;
    if (page !== undefined && first !== undefined) kept.take(kept.open(first), page, 'around');
  });
}

function beginAgain(client: Client, answer: RegisterAnswer): Client {
  client.live.replace(answer);
  client.history.expire();
  return client;
}

const forget = async ({ shelf, sync }: Client): Promise<void> => {
  sync.stop();
  await shelf?.erase();
};

function hear(client: Client, events: readonly Event[]): void {
  client.live.apply(events);
  const unseen = client.history.settle(events);
  client.outbox.settle(events);
  if (unseen.length > 0) void fetchUnseen(client, unseen);
  void settleNewest(client);
}

function keptHistory(history: History, shelf: Shelf | undefined): History {
  if (shelf === undefined) return history;
  return {
    ...history,
    take(stretch, answer, side) {
      shelf.keepPage(stretch.narrow, answer, side);
      history.take(stretch, answer, side);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What is shown first is asked for before everybody is: on a slow network they would share the line. */
const peopleAfterMs = 1000;
const peopleAgainMs = 10_000;

/** @param heard the last event that is known to be in what is asked for */
async function bringPeople({ api, live, shelf }: Client, heard: number): Promise<void> {
  const begun = live.begun.peek();
  await pause(peopleAfterMs);
  while (live.begun.peek() === begun) {
    try {
      const params = { include_custom_profile_fields: true, client_gravatar: false };
      const since = Math.max(heard, shelf?.heard ?? -1);
      const { members } = await api.get<GetUsersAnswer>('/users', params);
      if (live.begun.peek() !== begun) return;
      if (live.takePeople(members, since)) {
        shelf?.keepPeople(members, since);
        return;
      }
    } catch (error) {
      if (failureOf(error).kind === 'refused') return;
      await pause(peopleAgainMs);
    }
  }
}

function openOutbox({ api, storage, newId }: ClientOptions, live: Live): Outbox {
  return new Outbox({
    send: (item) => send(api, live.peek().own.user_id, item),
    isHere: (id) => live.peek().messages.has(id),
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
    const { id } = await api.post<SendMessageAnswer>('/messages', params);
    return { kind: 'sent', messageId: id };
  } catch (error) {
    const failure = failureOf(error);
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

/** Messages that came into view by a move. Without them the conversation shows a little less until it is opened again. */
async function fetchUnseen({ api, live, history }: Client, ids: readonly number[]): Promise<void> {
  const params = { message_ids: ids, allow_empty_topic_name: true, client_gravatar: false };
  const answer = await api.get<GetMessagesAnswer>('/messages', params).catch(() => undefined);
  if (answer === undefined) return;
  live.keep(answer.messages);
  history.place(ids);
}
