/** Fetching the topics of channels into the store. */
import { batch } from '@preact/signals';
import type { GetStreamTopicsResponse } from '../../../wire/channels.ts';
import { getFailure, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { beginTopics, needsTopics, takeTopics, type TopicList } from '../store/channels/topics.ts';

const loading = new WeakMap<TopicList, Promise<ApiFailure | undefined>>();

/** Does nothing where the list is here and current. Anyone who asks while it is being fetched waits for the same response. */
export const loadTopics = (client: Client, channelId: number): Promise<ApiFailure | undefined> =>
  load(client, channelId, (take) => take());

/** Puts a response, or its failure, into the store, at once or together with others. */
type Take = (take: () => void) => Promise<void> | void;

async function load(client: Client, channelId: number, takeIn: Take): Promise<ApiFailure | undefined> {
  const known = client.live.peek().topics.get(channelId);
  const running = known && loading.get(known);
  if (running !== undefined) return running;
  if (!needsTopics(known)) return undefined;
  const list = beginTopics(client.live.peek(), channelId);
  const response = fetchInto(client, channelId, { list, takeIn }).finally(() => loading.delete(list));
  loading.set(list, response);
  return response;
}

async function fetchInto(
  { api, live }: Client,
  channelId: number,
  { list, takeIn }: { list: TopicList; takeIn: Take },
): Promise<ApiFailure | undefined> {
  try {
    const path = `/users/me/${channelId}/topics`;
    const { topics } = await api.get<GetStreamTopicsResponse>(path, { allow_empty_topic_name: true });
    await takeIn(() => live.change(['topics'], [], () => takeTopics(list, topics)));
    return undefined;
  } catch (error) {
    live.change(['topics'], [], () => {
      list.arrived = undefined;
      list.isStale = true;
    });
    return getFailure(error);
  }
}

const atOnce = 6;
const togetherMs = 50;

/** Whoever shows topics looks through all of them whenever some came: those that come at about the same time are one change. */
function together(): Take {
  let waiting: (() => void)[] = [];
  let taken: Promise<void> | undefined;
  return (take) => {
    waiting.push(take);
    return (taken ??= new Promise((resolve) => {
      setTimeout(() => {
        const now = waiting;
        [waiting, taken] = [[], undefined];
        batch(() => {
          for (const each of now) each();
        });
        resolve();
      }, togetherMs);
    }));
  };
}

/** The topics of all channels that the person is subscribed to: of those that are not muted first. */
export async function loadAllTopics(client: Client): Promise<void> {
  const { channels, subscriptions } = client.live.peek();
  const waiting = [...subscriptions]
    .filter(([id]) => typeof channels.get(id)?.first_message_id === 'number')
    .sort(([, a], [, b]) => Number(b.is_muted) - Number(a.is_muted))
    .map(([id]) => id);
  const takeIn = together();
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const failure = await load(client, id, takeIn);
      // The next ones would fare no better.
      if (failure !== undefined && failure.kind !== 'refused') return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
