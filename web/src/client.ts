/** Everything below the page, put together: what a component gets from `useClient()`. */
import type { Event } from '../../wire/events.ts';
import type { GetMessagesAnswer, SendMessageAnswer } from '../../wire/messages.ts';
import { failureOf, type Api } from './api.ts';
import { createHistory, type History } from './store/history.ts';
import { createLive, type Live } from './store/live.ts';
import { Outbox, outboxKey, savedIn, type OutboxItem, type SendResult } from './store/outbox.ts';
import { Sync } from './sync.ts';

export type Client = {
  api: Api;
  live: Live;
  history: History;
  outbox: Outbox;
  sync: Sync;
};

/** What lives on between two visits to the page. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export type ClientOptions = {
  api: Api;
  /** Of this tab alone: two tabs that send the same again would be harmless, but show it twice. */
  storage: Storage;
  newId: () => string;
  onReady: (client: Client) => void;
  onEvents?: (client: Client, events: readonly Event[]) => void;
};

/** Begins to register; `onReady` is called once, with the first answer. */
export function startClient({ api, storage, newId, onReady, onEvents }: ClientOptions): Sync {
  let client: Client | undefined;
  const sync: Sync = new Sync({
    api,
    onRegister(answer) {
      if (client === undefined) {
        const live = createLive(answer);
        const outbox = openOutbox(api, storage, newId);
        client = { api, live, history: createHistory(live), outbox, sync };
        onReady(client);
      } else {
        client.live.replace(answer);
        client.history.expire();
      }
    },
    onEvents(events) {
      if (client === undefined) return;
      client.live.apply(events);
      const unseen = client.history.settle(events);
      client.outbox.settle(events);
      if (unseen.length > 0) void fetchUnseen(client, unseen);
      onEvents?.(client, events);
    },
  });
  return sync;
}

function openOutbox(api: Api, storage: Storage, newId: () => string): Outbox {
  return new Outbox({
    send: (item) => send(api, item),
    wait: (attempt) => new Promise((resolve) => setTimeout(resolve, Math.min(15_000, 500 * 2 ** attempt))),
    newId,
    now: Date.now,
    saved: savedIn(storage),
    save: (items) => storage.setItem(outboxKey, JSON.stringify(items)),
  });
}

async function send(api: Api, { to, content, queueId, localId }: OutboxItem): Promise<SendResult> {
  const place =
    to.kind === 'topic'
      ? { type: 'channel', to: to.channelId, topic: to.topic }
      : { type: 'direct', to: [...to.userIds] };
  try {
    const params = { ...place, content, queue_id: queueId, local_id: localId, read_by_sender: true };
    const { id } = await api.post<SendMessageAnswer>('/messages', params);
    return { kind: 'sent', messageId: id };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused') return { kind: 'refused', reason: failure.message };
    return { kind: 'unreachable' };
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
