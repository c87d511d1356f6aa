/** Fetches the topics of all channels, so that conversations that were read long ago can be found. */
import type { Client } from '../connection/client.ts';
import { needsTopics } from '../store/channels/topics.ts';
import { loadTopicsTogether } from './topic-lists.ts';

/** The server takes no more in a request. */
const most = 500;

/**
 * Loads the topics of all subscribed channels, those of unmuted channels first, many in each request.
 * @param untilFree resolves when a request takes no time from something more urgent; asked before each
 */
export async function loadAllTopics(
  client: Client,
  untilFree: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { channels, subscriptions, topics } = client.live.peek();
  let waiting = [...subscriptions]
    .filter(([id]) => typeof channels.get(id)?.first_message_id === 'number')
    .sort(([, a], [, b]) => Number(a.is_muted) - Number(b.is_muted))
    .map(([id]) => id);
  while (waiting.length > 0) {
    await untilFree();
    const asked = waiting.filter((id) => needsTopics(topics.get(id))).slice(0, most);
    if (asked.length === 0) return;
    const { value: done } = await loadTopicsTogether(client, asked);
    // The first of them are always there, unless all requests would fail now.
    if (done === undefined || done.size === 0) return;
    waiting = waiting.filter((id) => !done.has(id));
  }
}
