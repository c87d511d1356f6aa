/** Fetches single messages, to show who wrote last where nothing of the conversation is loaded. */
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { getFailure } from '../../api.ts';
import type { Client } from '../../client.ts';

const atOnce = 100;
const asked = new WeakMap<Client, Set<number>>();

/** Takes in the messages that are not at hand; each is asked for once. Without a response there is simply less to see. */
export async function fetchMissing(client: Client, ids: readonly number[]): Promise<void> {
  const known = asked.get(client) ?? new Set<number>();
  asked.set(client, known);
  const { messages } = client.live.peek();
  const missing = ids.filter((id) => !messages.has(id) && !known.has(id)).slice(0, atOnce);
  if (missing.length === 0) return;
  for (const id of missing) known.add(id);
  try {
    const params = { message_ids: missing, allow_empty_topic_name: true, client_gravatar: false };
    const response = await client.api.get<GetMessagesResponse>('/messages', params);
    client.live.keep(response.messages);
  } catch (error) {
    getFailure(error);
    for (const id of missing) known.delete(id);
  }
}
