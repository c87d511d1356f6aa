/** Editing, moving and deleting messages, and their edit history. */
import type {
  EditMessageResponse,
  MessageHistoryResponse,
  MessageSnapshot,
  PropagateMode,
} from '../../../../wire/edits.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

/** @param before the content when editing began: the server refuses the change if it differs by now */
export async function saveContent(
  { api }: Client,
  id: number,
  content: string,
  before: string,
): Promise<ApiFailure | undefined> {
  const prev_content_sha256 = await sha256(before);
  return ask(api.patch<EditMessageResponse>(`/messages/${id}`, { content, prev_content_sha256 }));
}

/** SHA-256 in hex; undefined where the browser has no Web Crypto, as on a page without HTTPS. */
async function sha256(text: string): Promise<string | undefined> {
  // The DOM types declare `subtle` as always present.
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(text));
  return digest && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Notifies the others in the conversation that the message is being edited. */
export const sendEditing = ({ api }: Client, id: number, op: 'start' | 'stop'): Promise<unknown> =>
  toOutcome(api.post(`/messages/${id}/typing`, { op }));

export type Move = {
  channelId: number;
  topic: string;
  mode: PropagateMode;
  /** Messages of the same topic to move along. */
  others?: readonly number[];
  notifiesOld: boolean;
  notifiesNew: boolean;
};

/** Sends only what differs, since each change needs a permission of its own. */
export function moveMessage({ api, live }: Client, id: number, move: Move): Promise<ApiFailure | undefined> {
  const message = live.peek().messages.get(id);
  const from = message?.type === 'stream' ? message : undefined;
  return ask(
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

export const deleteMessage = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/messages/${id}`));

export const reportMessage = (
  { api }: Client,
  id: number,
  report: { report_type: string; description: string },
): Promise<ApiFailure | undefined> => ask(api.post(`/messages/${id}/report`, report));

/** @param at milliseconds since 1970 */
export const remindAbout = (
  { api }: Client,
  id: number,
  at: number,
  note: string,
): Promise<ApiFailure | undefined> =>
  ask(
    api.post('/reminders', {
      message_id: id,
      scheduled_delivery_timestamp: Math.round(at / 1000),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    }),
  );

/** The edits, newest first. */
export const fetchEditHistory = async ({ api }: Client, id: number): Promise<Outcome<MessageSnapshot[]>> =>
  toOutcome(
    api
      .get<MessageHistoryResponse>(`/messages/${id}/history`, { allow_empty_topic_name: true })
      .then((response) => response.message_history.toReversed()),
  );
