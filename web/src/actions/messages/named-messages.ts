/** Fetches, in batches, messages that lists refer to by ID, such as the last one of each topic. */
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { getFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';

/** Messages in one request, whose URL contains their IDs. */
const most = 100;
/** Beyond this number, the earliest requests are dropped. */
const mostHeld = 2000;

type Requests = { held: Set<number>; waiting: Set<number>; asked: Set<number>; begun: unknown };

const requests = new WeakMap<Client, Requests>();

function openRequests(client: Client): Requests {
  const begun = client.live.begun.peek();
  const known = requests.get(client);
  if (known?.begun === begun) return known;
  const held = known?.held ?? new Set<number>();
  if (known === undefined) client.history.hold(held);
  const made = { held, waiting: new Set<number>(), asked: new Set<number>(), begun };
  requests.set(client, made);
  return made;
}

/** Requests a message for the store. A message that the server does not return is not requested again. */
export function requestMessage(client: Client, id: number): void {
  const { held, waiting, asked } = openRequests(client);
  held.delete(id);
  held.add(id);
  if (client.live.peek().messages.has(id) || asked.has(id)) return;
  asked.add(id);
  waiting.add(id);
  if (waiting.size === 1) queueMicrotask(() => void fetchWaiting(client));
}

async function fetchWaiting(client: Client): Promise<void> {
  const { waiting } = openRequests(client);
  const ids = [...waiting];
  waiting.clear();
  for (let from = 0; from < ids.length; from += most) await fetchSome(client, ids.slice(from, from + most));
  evict(client);
}

function evict(client: Client): void {
  const { held, asked } = openRequests(client);
  const gone = [...held].slice(0, Math.max(0, held.size - mostHeld));
  for (const id of gone) {
    held.delete(id);
    asked.delete(id);
  }
  client.history.release(gone);
}

/** Fetches the newest messages of a channel or person, which show who wrote in which topics. */
export async function loadAuthors(client: Client, of: 'channel' | 'sender', id: number): Promise<void> {
  const narrow = [{ operator: of, operand: id }];
  const params = { ...range, narrow, allow_empty_topic_name: true, client_gravatar: false };
  const response = await client.api.get<GetMessagesResponse>('/messages', params).catch(() => undefined);
  if (response === undefined) return;
  const { held } = openRequests(client);
  for (const { id } of response.messages) held.add(id);
  client.live.keep(response.messages);
  evict(client);
}

const range = { anchor: 'newest', num_before: 200, num_after: 0 };

async function fetchSome(client: Client, ids: readonly number[]): Promise<void> {
  const params = { message_ids: ids, allow_empty_topic_name: true, client_gravatar: false };
  try {
    const { messages } = await client.api.get<GetMessagesResponse>('/messages', params);
    client.live.keep(messages);
  } catch (error) {
    const { asked } = openRequests(client);
    if (getFailure(error).kind !== 'refused') for (const id of ids) asked.delete(id);
  }
}
