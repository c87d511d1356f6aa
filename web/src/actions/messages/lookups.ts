/** Looks up facts about a message or topic that are not in the store. */
import type { GetMessageResponse, GetMessagesResponse } from '../../../../wire/messages.ts';
import { toOutcome, type Outcome } from '../request/outcome.ts';
import type { Client } from '../../connection/client.ts';
import { topicKey } from '../../store/index.ts';
import { getTerms } from '../../store/narrow/narrow.ts';
import { toggleResolvedMark } from '../../../../wire/topics.ts';

/** The Markdown source of the message. */
export const fetchSource = async ({ api }: Client, id: number): Promise<Outcome<string>> =>
  toOutcome(
    api
      .get<GetMessageResponse>(`/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true })
      .then(({ message }) => message.content),
  );

/**
 * Resolves or unresolves a topic.
 * @returns the new name of the topic
 */
export async function toggleResolved(
  client: Client,
  channelId: number,
  topic: string,
): Promise<Outcome<string>> {
  const next = toggleResolvedMark(topic);
  const found = await fetchTopicMessage(client, channelId, topic);
  if (found.failure !== undefined) return found;
  if (found.value === undefined) return { value: topic };
  const request = { topic: next, propagate_mode: 'change_all', send_notification_to_old_thread: false };
  return toOutcome(client.api.patch(`/messages/${found.value}`, request).then(() => next));
}

/** The newest loaded message of a topic, or else the newest one; undefined if the topic has none. */
export async function fetchTopicMessage(
  { api, live }: Client,
  channelId: number,
  topic: string,
): Promise<Outcome<number | undefined>> {
  const { messages, own } = live.peek();
  let newest: number | undefined;
  for (const message of messages.values()) {
    const isOfTopic =
      message.type === 'stream' &&
      message.stream_id === channelId &&
      topicKey(message.subject) === topicKey(topic);
    if (isOfTopic && message.id > (newest ?? 0)) newest = message.id;
  }
  if (newest !== undefined) return { value: newest };
  const narrow = getTerms({ kind: 'topic', channelId, topic }, own.user_id);
  const params = { narrow, anchor: 'newest', num_before: 1, num_after: 0, allow_empty_topic_name: true };
  return toOutcome(
    api.get<GetMessagesResponse>('/messages', params).then((response) => response.messages[0]?.id),
  );
}

export const fetchReaders = async ({ api }: Client, id: number): Promise<Outcome<number[]>> =>
  toOutcome(
    api.get<{ user_ids: number[] }>(`/messages/${id}/read_receipts`).then((response) => response.user_ids),
  );

/** Brings one message that no view has loaded. */
export async function fetchMessage({ api, live }: Client, id: number): Promise<void> {
  const params = { message_ids: [id], allow_empty_topic_name: true, client_gravatar: false };
  const { value } = await toOutcome(api.get<GetMessagesResponse>('/messages', params));
  if (value !== undefined) live.keep(value.messages);
}
