/** Fetches the subscribers of channels. */
import type { GetSubscribersResponse } from '../../../wire/channels.ts';
import type { Client } from '../connection/client.ts';
import { toOutcome, type Outcome } from './request/outcome.ts';

/** Returns the subscribers of a channel, and fetches them if the stored list is partial. */
export async function fetchSubscribers(
  { api }: Client,
  channelId: number,
): Promise<Outcome<readonly number[]>> {
  return toOutcome(
    api.get<GetSubscribersResponse>(`/streams/${channelId}/members`).then(({ subscribers }) => subscribers),
  );
}

const underWay = new Set<number>();

/** Stores the subscribers of a channel, once. Failures are ignored: the page then treats the list as unknown. */
export async function keepSubscribers(client: Client, channelId: number): Promise<void> {
  const { live } = client;
  if (underWay.has(channelId) || live.peek().subscribers.get(channelId)?.complete === true) return;
  underWay.add(channelId);
  const { value: ids } = await fetchSubscribers(client, channelId);
  underWay.delete(channelId);
  if (ids === undefined) return;
  live.change(['subscribers'], [], ({ subscribers }) =>
    subscribers.set(channelId, { ids: new Set(ids), complete: true }),
  );
}
