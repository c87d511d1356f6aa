/** Fetching the topics of channels into the store. */
import type { GetStreamTopicsResponse, GetTopicsResponse } from '../../../wire/channels.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { toOutcome, type Outcome } from './request/outcome.ts';
import { beginTopics, needsTopics, takeTopics, type TopicList } from '../store/channels/topics.ts';

const loading = new WeakMap<TopicList, Promise<ApiFailure | undefined>>();

/** Does nothing if the list is loaded and current. Concurrent callers share the request. */
export async function loadTopics(client: Client, channelId: number): Promise<ApiFailure | undefined> {
  const known = client.live.peek().topics.get(channelId);
  const running = known && loading.get(known);
  if (running !== undefined) return running;
  if (!needsTopics(known)) return undefined;
  const list = beginTopics(client.live.peek(), channelId);
  const response = fetchInto(client, channelId, list).finally(() => loading.delete(list));
  loading.set(list, response);
  return response;
}

async function fetchInto(
  { api, live }: Client,
  channelId: number,
  list: TopicList,
): Promise<ApiFailure | undefined> {
  const path = `/users/me/${channelId}/topics`;
  const request = api.get<GetStreamTopicsResponse>(path, { allow_empty_topic_name: true });
  const { value, failure } = await toOutcome(request);
  if (failure === undefined) live.change(['topics'], [], () => takeTopics(list, value.topics));
  else giveUp({ live }, [list]);
  return failure;
}

/**
 * Loads the topics of several channels with one request and one change of the store, since all views of topics are computed again for it.
 * @returns the channels whose topics are known now; the server leaves out what would make a response too long
 */
export async function loadTopicsTogether(
  client: Client,
  channelIds: readonly number[],
): Promise<Outcome<ReadonlySet<number>>> {
  const { api, live } = client;
  const { topics } = live.peek();
  const isRunning = (id: number): boolean => loading.has(topics.get(id) ?? nowhere);
  const lists = new Map(
    channelIds.filter((id) => !isRunning(id)).map((id) => [id, beginTopics(live.peek(), id)]),
  );
  const fetched = (async () => {
    const { channels } = await api.get<GetTopicsResponse>('/heddle/topics', { channels: [...lists.keys()] });
    const got = new Map(channels.map((channel) => [channel.stream_id, channel.topics]));
    live.change(['topics'], [], () => {
      for (const [id, list] of lists) {
        const found = got.get(id);
        if (found) takeTopics(list, found);
        else putBack(list);
      }
    });
    return new Set([...got.keys(), ...channelIds.filter((id) => !lists.has(id))]);
  })();
  const outcome = toOutcome(fetched);
  for (const list of lists.values())
    loading.set(
      list,
      outcome.then(({ failure }) => failure),
    );
  if ((await outcome).failure !== undefined) giveUp(client, [...lists.values()]);
  for (const list of lists.values()) loading.delete(list);
  return outcome;
}

const nowhere: TopicList = { topics: new Map(), isLoaded: false, isStale: false, arrived: undefined };

function giveUp({ live }: Pick<Client, 'live'>, lists: readonly TopicList[]): void {
  live.change(['topics'], [], () => lists.forEach(putBack));
}

/** To be fetched again. */
function putBack(list: TopicList): void {
  list.arrived = undefined;
  list.isStale = true;
}
