/** What is looked up about a message or topic, beside what is shown. */
import type { GetMessageResponse, GetMessagesResponse } from '../../../../wire/messages.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import { topicKey } from '../../store/index.ts';
import { getTerms } from '../../store/messages/narrow.ts';
import { resolvedMark } from '../../view/narrow/names.ts';

/** The result of a request, or why it failed. */
export type Outcome<T> = { value: T; failure?: never } | { value?: never; failure: ApiFailure };

export async function toOutcome<T>(request: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await request };
  } catch (error) {
    return { failure: getFailure(error) };
  }
}

/** The message as it was written. */
export const fetchSource = async ({ api }: Client, id: number): Promise<Outcome<string>> =>
  toOutcome(
    api
      .get<GetMessageResponse>(`/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true })
      .then(({ message }) => message.content),
  );

/** Resolves or unresolves a topic. @returns its name then */
export async function setResolved(
  client: Client,
  channelId: number,
  topic: string,
): Promise<Outcome<string>> {
  const next = topic.startsWith(resolvedMark) ? topic.slice(resolvedMark.length) : resolvedMark + topic;
  const found = await messageOfTopic(client, channelId, topic);
  if (found.failure !== undefined) return found;
  if (found.value === undefined) return { value: topic };
  const request = { topic: next, propagate_mode: 'change_all', send_notification_to_old_thread: false };
  return toOutcome(client.api.patch(`/messages/${found.value}`, request).then(() => next));
}

/** The newest message of a topic; undefined if it has none. */
export async function messageOfTopic(
  { api, live }: Client,
  channelId: number,
  topic: string,
): Promise<Outcome<number | undefined>> {
  const { messages, own } = live.peek();
  const isThere = [...messages.values()].find(
    (message) =>
      message.type === 'stream' &&
      message.stream_id === channelId &&
      topicKey(message.subject) === topicKey(topic),
  );
  if (isThere !== undefined) return { value: isThere.id };
  const narrow = getTerms({ kind: 'topic', channelId, topic }, own.user_id);
  const params = { narrow, anchor: 'newest', num_before: 1, num_after: 0, allow_empty_topic_name: true };
  return toOutcome(
    api.get<GetMessagesResponse>('/messages', params).then((response) => response.messages[0]?.id),
  );
}

export const getReaders = async ({ api }: Client, id: number): Promise<Outcome<number[]>> =>
  toOutcome(
    api.get<{ user_ids: number[] }>(`/messages/${id}/read_receipts`).then((response) => response.user_ids),
  );
