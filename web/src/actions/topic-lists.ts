/** Fetching the topics of channels into the store. */
import type { GetStreamTopicsResponse } from '../../../wire/channels.ts';
import { getFailure, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { beginTopics, needsTopics, takeTopics, type TopicList } from '../store/channels/topics.ts';

const loading = new WeakMap<TopicList, Promise<ApiFailure | undefined>>();

/** Stores a response, at once or together with others. */
export type Take = (take: () => void) => Promise<void> | void;

/** Does nothing if the list is loaded and current. Concurrent callers share the request. */
export async function loadTopics(
  client: Client,
  channelId: number,
  takeIn: Take = (take) => take(),
): Promise<ApiFailure | undefined> {
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
