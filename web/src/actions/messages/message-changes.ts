/** What a person changes of messages and topics, and what they look up about one. */
import type {
  EditMessageResponse,
  MessageHistoryResponse,
  MessageSnapshot,
  PropagateMode,
} from '../../../../wire/edits.ts';
import type { GetMessageResponse, GetMessagesResponse } from '../../../../wire/messages.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import { topicKey } from '../../store/index.ts';
import { getTerms } from '../../store/messages/narrow.ts';

/** What a request brought, or why it did not. */
export type Outcome<T> = { value: T; failure?: never } | { value?: never; failure: ApiFailure };

export async function toOutcome<T>(request: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await request };
  } catch (error) {
    return { failure: getFailure(error) };
  }
}

const failureIn = async (request: Promise<unknown>): Promise<ApiFailure | undefined> =>
  (await toOutcome(request)).failure;

/** The message as it was written. */
export const fetchSource = async ({ api }: Client, id: number): Promise<Outcome<string>> =>
  toOutcome(
    api
      .get<GetMessageResponse>(`/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true })
      .then(({ message }) => message.content),
  );

/** @param before its content when the change began: the server refuses if that is no longer so */
export async function saveContent(
  { api }: Client,
  id: number,
  content: string,
  before: string,
): Promise<ApiFailure | undefined> {
  const prev_content_sha256 = await sha256(before);
  return failureIn(api.patch<EditMessageResponse>(`/messages/${id}`, { content, prev_content_sha256 }));
}

/** In hex; undefined where the browser has none, as on a page that did not come over https. */
async function sha256(text: string): Promise<string | undefined> {
  // The types promise what insecure pages lack.
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(text));
  return digest && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Notifies the others of the conversation that the text is being edited. */
export const sendEditing = ({ api }: Client, id: number, op: 'start' | 'stop'): Promise<unknown> =>
  toOutcome(api.post(`/messages/${id}/typing`, { op }));

export type Move = {
  channelId: number;
  topic: string;
  mode: PropagateMode;
  /** Of the same topic, to be moved along. */
  others?: readonly number[];
  notifiesOld: boolean;
  notifiesNew: boolean;
};

/** Only what differs is asked for: each needs a permission of its own. */
export function moveMessage({ api, live }: Client, id: number, move: Move): Promise<ApiFailure | undefined> {
  const message = live.peek().messages.get(id);
  const from = message?.type === 'stream' ? message : undefined;
  return failureIn(
    api.patch(`/messages/${id}`, {
      ...(move.topic === from?.subject ? {} : { topic: move.topic }),
      ...(move.channelId === from?.stream_id ? {} : { stream_id: move.channelId }),
      propagate_mode: move.mode,
      ...(move.others === undefined || move.others.length === 0 ? {} : { message_ids: move.others }),
      send_notification_to_old_thread: move.notifiesOld,
      send_notification_to_new_thread: move.notifiesNew,
    }),
  );
}

const resolvedMark = '✔ ';

/** Marks a topic as settled, or takes the mark away. @returns what it is called then */
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

export const deleteMessage = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  failureIn(api.delete(`/messages/${id}`));

export const reportMessage = (
  { api }: Client,
  id: number,
  report: { report_type: string; description: string },
): Promise<ApiFailure | undefined> => failureIn(api.post(`/messages/${id}/report`, report));

/** @param at milliseconds since 1970 */
export const remindAbout = (
  { api }: Client,
  id: number,
  at: number,
  note: string,
): Promise<ApiFailure | undefined> =>
  failureIn(
    api.post('/reminders', {
      message_id: id,
      scheduled_delivery_timestamp: Math.round(at / 1000),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    }),
  );

export const getReaders = async ({ api }: Client, id: number): Promise<Outcome<number[]>> =>
  toOutcome(
    api.get<{ user_ids: number[] }>(`/messages/${id}/read_receipts`).then((response) => response.user_ids),
  );

/** From the newest state to the first. */
export const getHistory = async ({ api }: Client, id: number): Promise<Outcome<MessageSnapshot[]>> =>
  toOutcome(
    api
      .get<MessageHistoryResponse>(`/messages/${id}/history`, { allow_empty_topic_name: true })
      .then((response) => response.message_history.toReversed()),
  );
